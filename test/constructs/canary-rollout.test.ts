import { ApiObject, Chart, JsonPatch, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-27';
import { describe, expect, it } from 'vitest';
import {
  AlbTraffic,
  Analysis,
  CanaryRollout,
  type CanaryRolloutProps,
  contentName,
  fromExisting,
  IstioTraffic,
  NginxTraffic,
  NoTraffic,
  Steps,
} from '../../src/constructs/index.js';

interface Json {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: object };
  readonly spec: Record<string, never>;
}

const pod = { image: 'ghcr.io/example/checkout:1.2.3', port: 8080 };
const steps = Steps.ramp([20, 50], { pause: '10m' });

const chart = (): Chart =>
  new Chart(Testing.app(), 'shop', { namespace: 'shop', labels: { team: 'payments' } });
const synth = (of: Chart): readonly Json[] => Testing.synth(of) as readonly Json[];
const names = (objects: readonly Json[]): readonly string[] =>
  objects.map(({ kind, metadata }) => `${kind}/${metadata.name}`).sort();
const find = (objects: readonly Json[], kind: string, name?: string): Json => {
  const found = objects.find(
    (one) => one.kind === kind && (name === undefined || one.metadata.name === name),
  );
  if (!found) throw new Error(`No ${kind} among ${names(objects).join(', ')}`);
  return found;
};

describe('CanaryRollout', () => {
  it('makes what a split by subsets needs, named once', () => {
    const shop = chart();
    const checkout = new CanaryRollout(shop, 'checkout', {
      pod,
      replicas: 4,
      traffic: IstioTraffic.subsets(),
      steps,
    });
    expect(checkout.router).toBe('istio-subset');

    const host = 'checkout.shop.svc.cluster.local';
    const metadata = { name: 'checkout', namespace: 'shop', labels: { team: 'payments' } };
    const labels = { app: 'checkout' };
    const objects = synth(shop);
    expect(objects).toHaveLength(4);
    expect(objects).toEqual(
      expect.arrayContaining([
        {
          apiVersion: 'argoproj.io/v1alpha1',
          kind: 'Rollout',
          metadata,
          spec: {
            replicas: 4,
            selector: { matchLabels: labels },
            strategy: {
              canary: {
                trafficRouting: {
                  istio: {
                    virtualService: { name: 'checkout', routes: ['primary'] },
                    destinationRule: {
                      name: 'checkout',
                      stableSubsetName: 'stable',
                      canarySubsetName: 'canary',
                    },
                  },
                },
                steps: [
                  { setWeight: 20 },
                  { pause: { duration: '10m' } },
                  { setWeight: 50 },
                  { pause: { duration: '10m' } },
                ],
              },
            },
            template: {
              metadata: { labels },
              spec: {
                automountServiceAccountToken: false,
                containers: [
                  {
                    name: 'checkout',
                    image: pod.image,
                    ports: [{ name: 'http', containerPort: 8080, protocol: 'TCP' }],
                    readinessProbe: { tcpSocket: { port: 'http' } },
                    securityContext: {
                      runAsNonRoot: true,
                      readOnlyRootFilesystem: true,
                      allowPrivilegeEscalation: false,
                      privileged: false,
                    },
                  },
                ],
              },
            },
          },
        },
        {
          apiVersion: 'v1',
          kind: 'Service',
          metadata,
          spec: { selector: labels, ports: [{ name: 'http', port: 80, targetPort: 'http' }] },
        },
        {
          apiVersion: 'networking.istio.io/v1',
          kind: 'DestinationRule',
          metadata,
          spec: {
            host,
            subsets: [
              { name: 'stable', labels },
              { name: 'canary', labels },
            ],
          },
        },
        {
          apiVersion: 'networking.istio.io/v1',
          kind: 'VirtualService',
          metadata,
          spec: {
            hosts: [host],
            http: [
              {
                name: 'primary',
                route: [
                  { destination: { host, subset: 'stable' }, weight: 100 },
                  { destination: { host, subset: 'canary' }, weight: 0 },
                ],
              },
            ],
          },
        },
      ]),
    );
  });

  it.each<[string, Pick<CanaryRolloutProps, 'traffic'>, readonly string[]]>([
    [
      'hosts',
      { traffic: IstioTraffic.hosts({ hosts: ['shop.example.com'], gateway: {}, rootService: 'front' }) },
      [
        'Gateway/checkout',
        'Rollout/checkout',
        'Service/checkout',
        'Service/checkout-canary',
        'Service/front',
        'VirtualService/checkout',
      ],
    ],
    [
      'an AWS load balancer',
      { traffic: AlbTraffic.ingress({ host: 'shop.example.com' }) },
      ['Ingress/checkout', 'Rollout/checkout', 'Service/checkout', 'Service/checkout-canary'],
    ],
    [
      'nginx',
      { traffic: NginxTraffic.ingress({ host: 'shop.example.com' }) },
      ['Ingress/checkout', 'Rollout/checkout', 'Service/checkout', 'Service/checkout-canary'],
    ],
    ['no router', { traffic: NoTraffic.replicas() }, ['Rollout/checkout', 'Service/checkout']],
    ['nobody who calls', { traffic: NoTraffic.replicas({ service: false }) }, ['Rollout/checkout']],
  ])('makes what a split by %s needs', (_, traffic, expected) => {
    const shop = chart();
    new CanaryRollout(shop, 'checkout', { pod, replicas: 4, steps: Steps.ramp([50]), ...traffic });
    expect(names(synth(shop))).toEqual(expected);
  });

  it('is found by ApiObject.of, and its objects can be patched', () => {
    const shop = chart();
    const checkout = new CanaryRollout(shop, 'checkout', { pod, traffic: IstioTraffic.subsets(), steps });
    expect(ApiObject.of(checkout)).toBe(checkout.rollout);
    checkout.rollout.addJsonPatch(JsonPatch.add('/spec/strategy/canary/dynamicStableScale', true));
    checkout.virtualService?.addJsonPatch(JsonPatch.add('/spec/http/0/timeout', '5s'));
    const objects = synth(shop);
    expect(find(objects, 'Rollout')).toMatchObject({
      spec: { strategy: { canary: { dynamicStableScale: true } } },
    });
    expect(find(objects, 'VirtualService')).toMatchObject({ spec: { http: [{ timeout: '5s' }] } });
  });

  it('refers to objects that are there, of this app or not', () => {
    const shop = chart();
    const front = new ApiObject(shop, 'front', {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'front' },
      spec: { selector: { app: 'checkout' }, ports: [{ name: 'http', port: 80, targetPort: 'http' }] },
    });
    const canary = new CanaryRollout(shop, 'checkout', {
      pod,
      traffic: IstioTraffic.subsets({
        service: front,
        virtualService: fromExisting('shared'),
        routeName: 'shop',
      }),
      steps,
    });
    expect(canary.stableService).toBeUndefined();
    const objects = synth(shop);
    expect(names(objects)).toEqual(['DestinationRule/checkout', 'Rollout/checkout', 'Service/front']);
    expect(find(objects, 'DestinationRule').spec).toMatchObject({ host: 'front.shop.svc.cluster.local' });
    expect(find(objects, 'Rollout').spec['strategy']).toMatchObject({
      canary: { trafficRouting: { istio: { virtualService: { name: 'shared', routes: ['shop'] } } } },
    });
  });

  it('puts header and mirror routes after the pods and declares them', () => {
    const shop = chart();
    const checkout = new CanaryRollout(shop, 'checkout', {
      pod,
      replicas: 4,
      traffic: IstioTraffic.subsets(),
    });
    checkout.addStep(...steps).addMirrorRoute('copies', { percentage: 10 });
    checkout.addHeaderRoute('beta', { header: 'x-beta', value: { prefix: 'y' } });

    expect(checkout.managedRouteNames).toEqual(['beta', 'copies']);
    expect(find(synth(shop), 'Rollout').spec['strategy']).toMatchObject({
      canary: {
        trafficRouting: { managedRoutes: [{ name: 'beta' }, { name: 'copies' }] },
        steps: [
          { setCanaryScale: { weight: 20 } },
          { setMirrorRoute: { name: 'copies', percentage: 10 }, pause: {} },
          { setHeaderRoute: { name: 'beta' }, pause: {} },
          { setWeight: 20 },
          { setCanaryScale: { matchTrafficWeight: true } },
          { pause: { duration: '10m' } },
          { setWeight: 50 },
          { pause: { duration: '10m' } },
        ],
      },
    });
  });

  it('makes an analysis that a step describes, once', () => {
    const shop = chart();
    const errors = {
      name: 'error-rate',
      args: [{ name: 'service' }],
      metrics: [
        {
          name: 'errors',
          interval: '1m' as const,
          count: 5,
          successCondition: 'result[0] < 0.01',
          provider: { prometheus: { address: 'http://prometheus', query: 'up{service="{{args.service}}"}' } },
        },
      ],
    };
    const args = [{ name: 'service', value: 'checkout' }];
    const checkout = new CanaryRollout(shop, 'checkout', {
      pod,
      traffic: IstioTraffic.subsets(),
      steps: [{ setWeight: 5 }, Steps.analysis({ templates: [errors], args })],
      canary: { analysis: { templates: [errors], args, startingStep: 1 } },
    });
    checkout.addStep({ setWeight: 50 }, { analysis: { templates: [fromExisting('others')] } });

    expect(checkout.analysisTemplates.map(({ name }) => name)).toEqual(['error-rate']);
    const objects = synth(shop);
    expect(find(objects, 'AnalysisTemplate').spec).toEqual({ args: errors.args, metrics: errors.metrics });
    expect(find(objects, 'Rollout').spec['strategy']).toMatchObject({
      canary: {
        analysis: { templates: [{ templateName: 'error-rate' }], args, startingStep: 1 },
        steps: [
          { setWeight: 5 },
          { analysis: { templates: [{ templateName: 'error-rate' }], args } },
          { setWeight: 50 },
          { analysis: { templates: [{ templateName: 'others' }] } },
        ],
      },
    });
  });
});

describe('an analysis beside the steps', () => {
  const address = 'http://prometheus';
  const build = (startingStep?: number): CanaryRollout<'istio-subset'> =>
    new CanaryRollout(chart(), 'checkout', {
      pod,
      traffic: IstioTraffic.subsets(),
      steps,
      canary: {
        analysis: {
          ...Analysis.prometheus({ address }),
          ...(startingStep !== undefined && { startingStep }),
        },
      },
    });
  const canaryOf = (one: CanaryRollout<'istio-subset'>) =>
    (
      one.rollout.toJson() as {
        spec: { strategy: { canary: { analysis: { startingStep?: number }; steps: object[] } } };
      }
    ).spec.strategy.canary;

  it('begins after the first weight, also when routes are added before it', () => {
    const checkout = build()
      .addHeaderRoute('beta', { header: 'x-beta', value: 'yes' })
      .addMirrorRoute('copies');
    const { analysis, steps: all } = canaryOf(checkout);
    expect(analysis.startingStep).toBe(4);
    expect(all[3]).toEqual({ setWeight: 20 });
  });

  it.each([
    [1, { pause: { duration: '10m' } }, 5],
    [2, { setWeight: 50 }, 6],
    [3, { pause: { duration: '10m' } }, 7],
  ])('told to begin with step %d, it begins with it when routes are added before it', (given, step, now) => {
    const checkout = build(given)
      .addHeaderRoute('beta', { header: 'x-beta', value: 'yes' })
      .addMirrorRoute('copies');
    const { analysis, steps: all } = canaryOf(checkout);
    expect(steps[given]).toEqual(step);
    expect(all[now]).toEqual(step);
    expect(analysis.startingStep).toBe(now);
  });

  it('told to begin with the first step, it does so whatever is added', () => {
    const checkout = build(0).addHeaderRoute('beta', { header: 'x-beta', value: 'yes' });
    expect(canaryOf(checkout).analysis).not.toHaveProperty('startingStep');
  });

  it('is beside each of two Rollouts of a chart', () => {
    const shop = chart();
    for (const id of ['checkout', 'cart'])
      new CanaryRollout(shop, id, {
        pod,
        traffic: IstioTraffic.subsets(),
        steps,
        canary: { analysis: Analysis.prometheus({ address }) },
      });
    expect(names(synth(shop).filter(({ kind }) => kind === 'AnalysisTemplate'))).toEqual([
      'AnalysisTemplate/cart-success-rate',
      'AnalysisTemplate/checkout-success-rate',
    ]);
  });
});

describe('a configuration', () => {
  const name = contentName('checkout-config', { 'app.ini': 'a=2' });

  it('is a ConfigMap named by its content, which Argo CD leaves to the pods that need it', () => {
    const shop = chart();
    const checkout = new CanaryRollout(shop, 'checkout', {
      pod,
      traffic: NoTraffic.replicas(),
      config: [{ files: { 'app.ini': 'a=2' }, mountPath: '/config', previous: [{ 'app.ini': 'a=1' }] }],
    });
    checkout.addConfig({ name: 'env', variables: { MODE: 'live' }, prefix: 'SHOP_' });

    const env = contentName('checkout-env', { MODE: 'live' });
    const old = contentName('checkout-config', { 'app.ini': 'a=1' });
    expect(checkout.configMaps.map((one) => one.name)).toEqual([name, old, env]);
    const objects = synth(shop);
    expect(find(objects, 'ConfigMap', name)).toEqual({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: {
        name,
        namespace: 'shop',
        labels: { team: 'payments' },
        annotations: {
          'argocd.argoproj.io/sync-options': 'Prune=false',
          'argocd.argoproj.io/compare-options': 'IgnoreExtraneous',
        },
      },
      immutable: true,
      data: { 'app.ini': 'a=2' },
    });
    expect(find(objects, 'ConfigMap', old)).toMatchObject({ data: { 'app.ini': 'a=1' } });
    expect(find(objects, 'Rollout').spec['template']).toMatchObject({
      spec: {
        containers: [
          {
            envFrom: [{ configMapRef: { name: env }, prefix: 'SHOP_' }],
            volumeMounts: [{ name: 'config', mountPath: '/config', readOnly: true }],
          },
        ],
        volumes: [{ name: 'config', configMap: { name } }],
      },
    });
  });

  it('changes the pod template when it changes', () => {
    const template = (content: string): unknown => {
      const shop = chart();
      const config = [{ files: { 'app.ini': content }, mountPath: '/config' }];
      new CanaryRollout(shop, 'checkout', { pod, traffic: NoTraffic.replicas(), config });
      return find(synth(shop), 'Rollout').spec['template'];
    };
    expect(template('a=1')).not.toEqual(template('a=2'));
    expect(template('a=1')).toEqual(template('a=1'));
  });
});

describe('scaling', () => {
  it('has Services that an Ingress of cdk8s-plus leads to', () => {
    const app = Testing.app();
    const shop = new Chart(app, 'shop');
    const { canaryService } = new CanaryRollout(shop, 'checkout', {
      pod: { image: 'checkout:1', port: 8080 },
      traffic: NginxTraffic.ingress({ host: 'shop.example.com' }),
      steps: Steps.ramp([20]),
    });
    const ingress = new kplus.Ingress(shop, 'try-it');
    if (!canaryService) throw new Error('It has no Service of the canary.');
    ingress.addHostRule(
      'canary.example.com',
      '/',
      kplus.IngressBackend.fromService(canaryService.toService()),
    );
    expect(canaryService.ports).toEqual([{ name: 'http', port: 80, targetPort: 'http' }]);
    const [rule] = (ApiObject.of(ingress).toJson() as { spec: { rules: readonly object[] } }).spec.rules;
    expect(rule).toMatchObject({
      http: { paths: [{ backend: { service: { name: 'checkout-canary', port: { number: 80 } } } }] },
    });
  });

  it('is left to an autoscaler of cdk8s-plus', () => {
    const shop = chart();
    const checkout = new CanaryRollout(shop, 'checkout', {
      pod: { ...pod, resources: { requests: { cpu: '100m' } } },
      traffic: IstioTraffic.subsets(),
      steps,
    });
    expect(checkout.hasAutoscaler).toBe(false);
    new kplus.HorizontalPodAutoscaler(shop, 'hpa', { target: checkout, maxReplicas: 12 });

    expect(checkout.hasAutoscaler).toBe(true);
    const objects = synth(shop);
    expect(find(objects, 'HorizontalPodAutoscaler').spec).toMatchObject({
      maxReplicas: 12,
      scaleTargetRef: { apiVersion: 'argoproj.io/v1alpha1', kind: 'Rollout', name: 'checkout' },
    });
    expect(find(objects, 'Rollout').spec).not.toHaveProperty('replicas');
  });

  it('is not left to two', () => {
    const shop = chart();
    const checkout = new CanaryRollout(shop, 'checkout', {
      pod: { ...pod, resources: { requests: { cpu: '100m' } } },
      replicas: 3,
      traffic: IstioTraffic.subsets(),
      steps,
    });
    new kplus.HorizontalPodAutoscaler(shop, 'hpa', { target: checkout, maxReplicas: 12 });
    expect(() => synth(shop)).toThrow('target cannot have a fixed number of replicas (3)');
  });

  it('has an autoscaler and a disruption budget of its own', () => {
    const shop = chart();
    new CanaryRollout(shop, 'checkout', {
      pod,
      traffic: IstioTraffic.subsets(),
      steps,
      replicas: { minReplicas: 2, maxReplicas: 9, cpu: 70 },
      disruptionBudget: { minAvailable: '50%' },
    });
    const objects = synth(shop);
    expect(find(objects, 'Rollout').spec).not.toHaveProperty('replicas');
    expect(find(objects, 'HorizontalPodAutoscaler')).toMatchObject({
      apiVersion: 'autoscaling/v2',
      spec: {
        scaleTargetRef: { kind: 'Rollout', name: 'checkout' },
        minReplicas: 2,
        maxReplicas: 9,
        metrics: [
          {
            type: 'Resource',
            resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 70 } },
          },
        ],
      },
    });
    expect(find(objects, 'PodDisruptionBudget').spec).toEqual({
      minAvailable: '50%',
      selector: { matchLabels: { app: 'checkout' } },
    });
  });
});

describe('a Deployment of cdk8s-plus', () => {
  const deploy = (shop: Chart): kplus.Deployment =>
    new kplus.Deployment(shop, 'checkout', {
      replicas: 3,
      containers: [{ image: pod.image, portNumber: 8080 }],
    });

  it('becomes a canary in one line', () => {
    const shop = chart();
    const deployment = deploy(shop);
    const before = ApiObject.of(deployment).toJson() as Json;
    const canary = CanaryRollout.fromDeployment(deployment, { traffic: IstioTraffic.subsets(), steps });
    deployment.podMetadata.addAnnotation('later', 'yes');

    const objects = synth(shop);
    expect(names(objects)).toEqual([
      `DestinationRule/${deployment.name}`,
      `Rollout/${deployment.name}`,
      `Service/${deployment.name}`,
      `VirtualService/${deployment.name}`,
    ]);
    const { template, selector } = before.spec;
    expect(canary.rollout.toJson()).toMatchObject({ spec: { replicas: 3, template, selector } });
    expect(canary.rollout.toJson()).toMatchObject({
      spec: { template: { metadata: { annotations: { later: 'yes' } } } },
    });
    const { matchLabels } = before.spec['selector'] as unknown as { matchLabels: object };
    expect(find(objects, 'Service').spec).toEqual({
      selector: matchLabels,
      ports: [{ name: expect.any(String) as string, port: 80, targetPort: expect.anything() as unknown }],
    });
  });

  it('keeps what else belongs to it', () => {
    const shop = chart();
    const deployment = deploy(shop);
    const service = deployment.exposeViaService({
      name: 'front',
      ports: [{ port: 80, targetPort: 8080, name: 'http' }],
    });
    CanaryRollout.fromDeployment(deployment, { traffic: NoTraffic.replicas({ service }), steps });
    expect(names(synth(shop))).toEqual([`Rollout/${deployment.name}`, 'Service/front']);
  });

  it('stays where the Rollout refers to it', () => {
    const shop = chart();
    const deployment = deploy(shop);
    new CanaryRollout(shop, 'canary', {
      pod: { workloadRef: { deployment, scaleDown: 'progressively' } },
      traffic: NoTraffic.replicas(),
      steps,
      suppress: { 'rollout/workload-left-to-rollout': 'a test' },
    });
    const objects = synth(shop);
    expect(names(objects)).toEqual([`Deployment/${deployment.name}`, 'Rollout/canary', 'Service/canary']);
    const { spec } = find(objects, 'Rollout');
    expect(spec).toMatchObject({
      workloadRef: {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        name: deployment.name,
        scaleDown: 'progressively',
      },
    });
    expect(spec).not.toHaveProperty('template');
  });

  it('has to hand its autoscaler over', () => {
    const shop = chart();
    const deployment = new kplus.Deployment(shop, 'checkout', {
      containers: [{ image: pod.image, portNumber: 8080 }],
    });
    new kplus.HorizontalPodAutoscaler(shop, 'hpa', { target: deployment, maxReplicas: 3 });
    CanaryRollout.fromDeployment(deployment, { traffic: IstioTraffic.subsets(), steps });
    expect(() => synth(shop)).toThrow(
      `[shop/checkout-canary] An autoscaler scales Deployment "${deployment.name}", which the Rollout replaces; make the Rollout its "target".`,
    );
  });
});
