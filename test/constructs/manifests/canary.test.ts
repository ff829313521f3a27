import { describe, expect, it } from 'vitest';
import { canaryManifests, orderedManifests } from '../../../src/constructs/manifests/canary.js';
import { contentName } from '../../../src/constructs/manifests/content-name.js';
import { fromExisting, UnfitProps } from '../../../src/constructs/manifests/manifest.js';
import type { CanaryProps } from '../../../src/constructs/manifests/props.js';
import type { RouterKind } from '../../../src/constructs/manifests/steps.js';
import {
  AlbTraffic,
  IstioTraffic,
  NginxTraffic,
  NoTraffic,
  PluginTraffic,
  type Traffic,
} from '../../../src/constructs/manifests/traffic.js';

const pod = { image: 'shop:1', port: 8080 };
const http = { name: 'http', port: 80, targetPort: 'http' };
const admin = { name: 'http-admin', port: 9090, targetPort: 9090 };

const made = (props: Partial<CanaryProps>, namespace?: string) =>
  canaryManifests('shop', { pod, traffic: NoTraffic.replicas(), ...props }, { namespace });
/** A Deployment whose pods have an account, or the default one. */
const deploymentOf = (serviceAccountName: string | undefined) => ({
  kind: 'Deployment',
  metadata: { name: 'old' },
  spec: {
    selector: { matchLabels: { app: 'old' } },
    template: {
      metadata: { labels: { app: 'old' } },
      spec: {
        ...(serviceAccountName !== undefined && { serviceAccountName }),
        containers: [{ name: 'old', image: 'old:1', ports: [{ name: 'http', containerPort: 80 }] }],
      },
    },
  },
});
const strategy = (traffic: Traffic<RouterKind>): unknown => made({ traffic }).rollout['spec'];
const canary = (fields: object): object => ({ strategy: { canary: fields } });

describe('the Rollout says of its router', () => {
  it.each<[string, Traffic<RouterKind>, object]>([
    [
      'subsets',
      IstioTraffic.subsets({
        virtualService: 'split',
        destinationRule: 'versions',
        stableSubset: 'old',
        canarySubset: 'new',
        routeName: 'main',
      }),
      {
        trafficRouting: {
          istio: {
            virtualService: { name: 'split', routes: ['main'] },
            destinationRule: { name: 'versions', stableSubsetName: 'old', canarySubsetName: 'new' },
          },
        },
      },
    ],
    [
      'hosts',
      IstioTraffic.hosts({ stableService: 'shop-stable', rootService: 'shop' }),
      {
        stableService: 'shop-stable',
        canaryService: 'shop-canary',
        trafficRouting: { istio: { virtualService: { name: 'shop', routes: ['primary'] } } },
      },
    ],
    [
      'an AWS load balancer',
      AlbTraffic.ingress({
        stableService: 'shop-stable',
        rootService: 'shop',
        stickySeconds: 60,
        ingress: 'edge',
      }),
      {
        stableService: 'shop-stable',
        canaryService: 'shop-canary',
        trafficRouting: {
          alb: {
            ingress: 'edge',
            rootService: 'shop',
            servicePort: 80,
            stickinessConfig: { enabled: true, durationSeconds: 60 },
          },
        },
      },
    ],
    [
      'an AWS load balancer whose Services take turns',
      AlbTraffic.pingPong({ pingService: 'one' }),
      {
        pingPong: { pingService: 'one', pongService: 'shop-pong' },
        trafficRouting: { alb: { ingress: 'shop', rootService: 'shop', servicePort: 80 } },
      },
    ],
    [
      'nginx',
      NginxTraffic.ingress({
        canaryByHeader: { header: 'x-beta', value: 'yes' },
        canaryIngressAnnotations: { a: 'b' },
      }),
      {
        stableService: 'shop',
        canaryService: 'shop-canary',
        trafficRouting: {
          nginx: {
            stableIngress: 'shop',
            additionalIngressAnnotations: { 'canary-by-header': 'x-beta', 'canary-by-header-value': 'yes' },
            canaryIngressAnnotations: { a: 'b' },
          },
        },
      },
    ],
    ['nothing, where the pods are the weight', NoTraffic.replicas(), {}],
    [
      'Services of the versions, where the pods are the weight and these are asked for',
      NoTraffic.replicas({ stableService: 'shop-stable', canaryService: fromExisting('preview') }),
      { stableService: 'shop-stable', canaryService: 'preview', maxUnavailable: 0 },
    ],
  ])('%s', (_, traffic, expected) => {
    expect(strategy(traffic)).toMatchObject(canary(expected));
    expect(
      Object.keys((strategy(traffic) as { strategy: { canary: object } }).strategy.canary).sort(),
    ).toEqual(Object.keys(expected).sort());
  });
});

describe('an Ingress', () => {
  it('of an AWS load balancer leads to the action that the controller adds', () => {
    const traffic = AlbTraffic.ingress({
      host: 'shop.example.com',
      annotations: { 'alb.ingress.kubernetes.io/scheme': 'internet-facing' },
    });
    expect(made({ traffic }, 'web').ingress).toEqual({
      apiVersion: 'networking.k8s.io/v1',
      kind: 'Ingress',
      metadata: {
        name: 'shop',
        namespace: 'web',
        annotations: {
          'alb.ingress.kubernetes.io/target-type': 'ip',
          'alb.ingress.kubernetes.io/scheme': 'internet-facing',
        },
      },
      spec: {
        ingressClassName: 'alb',
        rules: [
          {
            host: 'shop.example.com',
            http: {
              paths: [
                {
                  path: '/*',
                  pathType: 'ImplementationSpecific',
                  backend: { service: { name: 'shop', port: { name: 'use-annotation' } } },
                },
              ],
            },
          },
        ],
      },
    });
  });

  it('leads to a root Service where two others take turns, and all three have the pods of both versions', () => {
    const system = made({ traffic: AlbTraffic.pingPong({ pongService: fromExisting('other') }) });
    expect(system.ingress?.['spec']).toMatchObject({
      rules: [{ http: { paths: [{ backend: { service: { name: 'shop' } } }] } }],
    });
    const services = orderedManifests(system).filter(({ kind }) => kind === 'Service');
    expect(services.map(({ metadata }) => metadata.name)).toEqual(['shop', 'shop-ping']);
    for (const { spec } of services) expect(spec).toMatchObject({ selector: { app: 'shop' } });
  });

  it('of nginx leads to the stable Service', () => {
    const tls = [{ hosts: ['shop.example.com'], secretName: 'shop-tls' }];
    const traffic = NginxTraffic.ingress({ host: 'shop.example.com', path: '/shop', tls });
    expect(made({ traffic }).ingress).toEqual({
      apiVersion: 'networking.k8s.io/v1',
      kind: 'Ingress',
      metadata: { name: 'shop' },
      spec: {
        ingressClassName: 'nginx',
        tls,
        rules: [
          {
            host: 'shop.example.com',
            http: {
              paths: [
                {
                  path: '/shop',
                  pathType: 'Prefix',
                  backend: { service: { name: 'shop', port: { name: 'http' } } },
                },
              ],
            },
          },
        ],
      },
    });
  });
});

describe('a VirtualService', () => {
  const spec = (
    traffic: Traffic<RouterKind>,
    props: Partial<CanaryProps> = {},
    namespace?: string,
  ): unknown => made({ traffic, ...props }, namespace).virtualService?.['spec'];

  it('is for the mesh and for Gateways', () => {
    const traffic = IstioTraffic.hosts({
      hosts: ['shop.example.com'],
      gateways: ['istio-system/public', 'mesh'],
      gateway: { name: 'edge' },
    });
    expect(spec(traffic, {}, 'web')).toMatchObject({
      hosts: ['shop.web.svc.cluster.local', 'shop.example.com'],
      gateways: ['mesh', 'istio-system/public', 'edge'],
      http: [
        {
          name: 'primary',
          route: [
            { destination: { host: 'shop.web.svc.cluster.local' }, weight: 100 },
            { destination: { host: 'shop-canary.web.svc.cluster.local' }, weight: 0 },
          ],
        },
      ],
    });
    expect(made({ traffic }).gateway).toEqual({
      apiVersion: 'networking.istio.io/v1',
      kind: 'Gateway',
      metadata: { name: 'edge' },
      spec: {
        selector: { istio: 'ingressgateway' },
        servers: [{ port: { number: 80, name: 'http', protocol: 'HTTP' }, hosts: ['shop.example.com'] }],
      },
    });
  });

  it('is for Gateways alone if somebody says so', () => {
    const traffic = IstioTraffic.subsets({
      hosts: ['shop.example.com'],
      gateways: ['edge/public'],
      mesh: false,
    });
    expect(spec(traffic)).toMatchObject({ hosts: ['shop.example.com'], gateways: ['edge/public'] });
  });

  it('has routes before and after the split one', () => {
    const moved = { name: 'moved', match: [{ uri: { exact: '/old' } }], redirect: { uri: '/new' } };
    const traffic = IstioTraffic.subsets({
      match: [{ uri: { prefix: '/' } }],
      route: { timeout: '5s' },
      otherRoutes: { before: [moved], after: [{ ...moved, name: 'rest' }] },
    });
    expect(spec(traffic)).toMatchObject({
      http: [moved, { name: 'primary', match: [{ uri: { prefix: '/' } }], timeout: '5s' }, { name: 'rest' }],
    });
  });

  it('says which of several ports a Gateway leads to, and leaves the others alone in the mesh', () => {
    const traffic = IstioTraffic.subsets({ hosts: ['shop.example.com'], gateways: ['edge/public'] });
    expect(spec(traffic, { ports: [http, admin] })).toMatchObject({
      http: [
        {
          name: 'primary',
          match: [{ gateways: ['edge/public'] }, { gateways: ['mesh'], port: 80 }],
          route: [
            { destination: { host: 'shop', subset: 'stable', port: { number: 80 } }, weight: 100 },
            { destination: { host: 'shop', subset: 'canary', port: { number: 80 } }, weight: 0 },
          ],
        },
        {
          name: 'port-http-admin',
          match: [{ gateways: ['mesh'], port: 9090 }],
          route: [{ destination: { host: 'shop', port: { number: 9090 } } }],
        },
      ],
    });
  });
});

describe('pods', () => {
  it('are found by the labels of a template', () => {
    const template = {
      metadata: { labels: { app: 'shop', tier: 'web' } },
      spec: { containers: [{ name: 'shop', image: 'shop:1', ports: [{ containerPort: 3000 }] }] },
    };
    const { rollout, stableService } = made({ pod: { template } });
    expect(rollout['spec']).toMatchObject({
      template,
      selector: { matchLabels: { app: 'shop', tier: 'web' } },
    });
    expect(stableService?.['spec']).toEqual({
      selector: { app: 'shop', tier: 'web' },
      ports: [{ name: 'http', port: 80, targetPort: 3000 }],
    });
  });

  it('are those of a Deployment somewhere else', () => {
    const { rollout, stableService } = made({
      pod: { workloadRef: { name: 'shop', labels: { app: 'shop' } } },
      ports: [http],
    });
    expect(rollout['spec']).toMatchObject({
      workloadRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'shop', scaleDown: 'onsuccess' },
      selector: { matchLabels: { app: 'shop' } },
    });
    expect(rollout['spec']).not.toHaveProperty('template');
    expect(stableService?.['spec']).toMatchObject({ selector: { app: 'shop' } });
  });

  // The account of the pods is theirs already, so that only the object is missing.
  it('are those of a Deployment that stays and names the account that is made', () => {
    const { rollout, serviceAccount } = made({
      pod: { workloadRef: { deployment: deploymentOf('robot') } },
      serviceAccount: { name: 'robot', annotations: { role: 'reader' } },
    });
    expect(serviceAccount).toMatchObject({
      kind: 'ServiceAccount',
      metadata: { name: 'robot', annotations: { role: 'reader' } },
    });
    expect(rollout['spec']).not.toHaveProperty('template');
  });
});

// https://github.com/argoproj-labs/rollouts-plugin-trafficrouter-openshift#usage
describe('a plugin that splits', () => {
  const plugins = { 'argoproj-labs/openshift': { routes: ['shop'] } };

  it('gets its settings, and two Services, and all routes that steps can set', () => {
    const { rollout, stableService, canaryService, managedRoutes, plainRoutes } = made({
      traffic: PluginTraffic.services({ plugins, canaryService: 'shop-next' }),
      steps: [
        { setCanaryScale: { weight: 5 } },
        {
          setHeaderRoute: { name: 'beta', match: [{ headerName: 'x-beta', headerValue: { exact: 'yes' } }] },
        },
        { setWeight: 500 },
      ] as never,
      canary: { maxTrafficWeight: 1000 },
    });
    expect(rollout['spec']).toMatchObject(
      canary({
        stableService: 'shop',
        canaryService: 'shop-next',
        trafficRouting: { plugins, managedRoutes: [{ name: 'beta' }], maxTrafficWeight: 1000 },
      }),
    );
    expect([stableService, canaryService].map((one) => one?.metadata.name)).toEqual(['shop', 'shop-next']);
    expect([managedRoutes, plainRoutes]).toEqual([['beta'], []]);
  });
});

describe('a configuration whose entries are read one by one', () => {
  const env = { LOG_LEVEL: 'log.level' };
  const data = { 'log.level': 'info', 'more.json': '{}' };

  it('is named by its content in each variable', () => {
    const { rollout, configMaps } = made({
      pod: { ...pod, env: { A: 'b' } },
      config: [{ data, env }],
    });
    const name = contentName('shop-config', data);
    expect(configMaps).toMatchObject([{ metadata: { name }, immutable: true, data }]);
    const configMapKeyRef = { name, key: 'log.level' };
    expect(rollout['spec']).toMatchObject({
      template: {
        spec: {
          containers: [
            {
              env: [
                { name: 'A', value: 'b' },
                { name: 'LOG_LEVEL', valueFrom: { configMapKeyRef } },
              ],
            },
          ],
        },
      },
    });
  });

  it('has a name that others know, and no variables of its own', () => {
    const { rollout, configMaps } = made({
      pod: { ...pod, defaults: false },
      config: [{ data, fixedName: 'settings' }],
    });
    expect(configMaps).toEqual([
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings' }, data },
    ]);
    expect(rollout['spec']).toMatchObject({
      template: { spec: { containers: [{ image: 'shop:1', name: 'shop' }] } },
    });
    expect(JSON.stringify(rollout)).not.toContain('settings');
  });
});

it('has the last word left to overrides', () => {
  const { rollout } = made({
    replicas: 3,
    overrides: { replicas: null, strategy: { canary: { dynamicStableScale: true } }, paused: true },
  });
  expect(rollout['spec']).toMatchObject({ paused: true, strategy: { canary: { dynamicStableScale: true } } });
  expect(rollout['spec']).not.toHaveProperty('replicas');
});

it('gives all objects the labels and the namespace of the context', () => {
  const manifests = canaryManifests(
    'shop',
    {
      pod,
      traffic: IstioTraffic.hosts({ hosts: ['shop.example.com'], gateway: {} }),
      replicas: { maxReplicas: 3 },
      disruptionBudget: { maxUnavailable: 1 },
      config: [{ variables: { A: 'b' } }],
    },
    { namespace: 'web', labels: { team: 'web' } },
  );
  const objects = orderedManifests(manifests);
  expect(objects.map(({ kind }) => kind)).toEqual([
    'ConfigMap',
    'Service',
    'Service',
    'Gateway',
    'VirtualService',
    'Rollout',
    'HorizontalPodAutoscaler',
    'PodDisruptionBudget',
  ]);
  for (const { metadata } of objects)
    expect(metadata).toMatchObject({ namespace: 'web', labels: { team: 'web' } });
});

describe('callers of the pods', () => {
  const job = {
    templates: [{ name: 'smoke', metrics: [{ name: 'a', provider: { job: { spec: { template: {} } } } }] }],
  };
  const web = {
    templates: [{ name: 'health', metrics: [{ name: 'a', provider: { web: { url: 'http://shop' } } }] }],
  };
  const from = [{ podSelector: { matchLabels: { app: 'front' } } }];
  const ingress = (props: Partial<CanaryProps>): unknown =>
    (made(props).networkPolicy?.['spec'] as { ingress: unknown } | undefined)?.ingress;
  const named = (name: string): object => ({
    namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': name } },
  });
  const http8080 = [{ port: 'http', protocol: 'TCP' }];

  it('reach the ports of the Services by default, and no others', () => {
    expect(made({ networkPolicy: true, ports: [http, admin] }).networkPolicy).toEqual({
      apiVersion: 'networking.k8s.io/v1',
      kind: 'NetworkPolicy',
      metadata: { name: 'shop' },
      spec: {
        podSelector: { matchLabels: { app: 'shop' } },
        policyTypes: ['Ingress', 'Egress'],
        ingress: [{ ports: [...http8080, { port: 9090, protocol: 'TCP' }] }],
        egress: [{}],
      },
    });
  });

  it('are nobody where there is no Service, and Prometheus alone where it reads the pods', () => {
    const traffic = NoTraffic.replicas({ service: false });
    expect(ingress({ networkPolicy: true, traffic })).toEqual([]);
    expect(ingress({ networkPolicy: { from }, traffic, podMonitor: true })).toEqual([
      { from: [named('monitoring')], ports: http8080 },
    ]);
  });

  it.each<[string, Partial<CanaryProps>, readonly object[]]>([
    ['nobody else without a router', {}, []],
    ['ingress-nginx', { traffic: NginxTraffic.ingress() }, [named('ingress-nginx')]],
    [
      'the Gateway of Istio that is made',
      { traffic: IstioTraffic.subsets({ hosts: ['a.example.com'], gateway: {} }) },
      [{ namespaceSelector: {}, podSelector: { matchLabels: { istio: 'ingressgateway' } } }],
    ],
    ['the controller for a web metric', { canary: { analysis: web } }, [named('argo-rollouts')]],
    [
      'pods of the Jobs of an analysis',
      { steps: [{ analysis: job }] },
      [{ podSelector: { matchExpressions: [{ key: 'batch.kubernetes.io/job-name', operator: 'Exists' }] } }],
    ],
  ])('that are given are not the only ones: %s', (_, props, others) => {
    const [rule] = ingress({ networkPolicy: { from }, ...props }) as readonly unknown[];
    expect(rule).toEqual({ from: [...from, ...others], ports: http8080 });
  });

  it('are also what a mesh of Istio needs at its own ports', () => {
    const ports = [15_008, 15_020, 15_021, 15_090].map((port) => ({ port, protocol: 'TCP' }));
    const traffic = IstioTraffic.subsets();
    expect(ingress({ networkPolicy: true, traffic })).toEqual([{ ports: [...http8080, ...ports] }]);
    expect(ingress({ networkPolicy: { from }, traffic })).toEqual([{ from, ports: http8080 }, { ports }]);
    expect(ingress({ networkPolicy: { istio: false }, traffic })).toEqual([{ ports: http8080 }]);
  });
});

describe('Services', () => {
  const services = (props: Partial<CanaryProps>): readonly (readonly [string, unknown])[] =>
    orderedManifests(made(props))
      .filter(({ kind }) => kind === 'Service')
      .map(({ metadata, spec }) => [metadata.name, (spec as { type?: string }).type]);

  it('are of the type that is asked for, with labels and annotations of their own', () => {
    expect(services({ services: { type: 'NodePort' }, traffic: NginxTraffic.ingress() })).toEqual([
      ['shop', 'NodePort'],
      ['shop-canary', 'NodePort'],
    ]);
    const options = { labels: { team: 'web' }, annotations: { a: 'b' } };
    expect(made({ services: options }).stableService?.metadata).toEqual({ name: 'shop', ...options });
  });

  it('without a router are one for all pods, and those of the versions that are asked for', () => {
    expect(services({ traffic: NoTraffic.replicas({ canaryService: 'preview' }) })).toEqual([
      ['shop', undefined],
      ['preview', undefined],
    ]);
    const two = { stableService: 'one', canaryService: 'two' };
    expect(services({ traffic: NoTraffic.replicas(two) })).toEqual([
      ['one', undefined],
      ['two', undefined],
      ['shop', undefined],
    ]);
    expect(services({ traffic: NoTraffic.replicas({ ...two, service: false }) })).toHaveLength(2);
  });
});

describe('an account', () => {
  it('is that of the pods, and gives them no token', () => {
    const { rollout, serviceAccount } = made({
      serviceAccount: { annotations: { 'eks.amazonaws.com/role-arn': 'arn:aws:iam::1:role/shop' } },
    });
    expect(serviceAccount).toEqual({
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name: 'shop', annotations: { 'eks.amazonaws.com/role-arn': 'arn:aws:iam::1:role/shop' } },
      automountServiceAccountToken: false,
    });
    expect(rollout['spec']).toMatchObject({ template: { spec: { serviceAccountName: 'shop' } } });
  });

  it('has another name, which the pods may have already, and a token on demand', () => {
    const props = { pod: { ...pod, spec: { serviceAccountName: 'robot' } } };
    const account = made({
      ...props,
      serviceAccount: { name: 'robot', automountToken: true },
    }).serviceAccount;
    expect(account).toMatchObject({ metadata: { name: 'robot' }, automountServiceAccountToken: true });
  });
});

describe('a monitor', () => {
  it('of pods finds them by their labels, and each once', () => {
    const { podMonitor } = made({ podMonitor: { path: '/stats', labels: { release: 'prometheus' } } });
    expect(podMonitor).toEqual({
      apiVersion: 'monitoring.coreos.com/v1',
      kind: 'PodMonitor',
      metadata: { name: 'shop', labels: { release: 'prometheus' } },
      spec: {
        selector: { matchLabels: { app: 'shop' } },
        podMetricsEndpoints: [{ port: 'http', path: '/stats' }],
      },
    });
  });

  it('of Services finds them by the labels of all objects', () => {
    const props = { pod, traffic: NginxTraffic.ingress(), serviceMonitor: { interval: '30s' } };
    const { serviceMonitor } = canaryManifests('shop', props, { labels: { team: 'web' } });
    expect(serviceMonitor?.['spec']).toEqual({
      selector: { matchLabels: { team: 'web' } },
      endpoints: [{ port: 'http', path: '/metrics', interval: '30s' }],
    });
  });

  it('reads the sidecars of Istio on demand, at a port that no Service has', () => {
    const sidecar = { path: '/stats/prometheus', interval: '30s' };
    const read = { sidecar: true, interval: '30s' };
    expect(made({ podMonitor: read }).podMonitor).toMatchObject({
      spec: { podMetricsEndpoints: [{ port: 'http' }, { port: 'http-envoy-prom', ...sidecar }] },
    });
    const { serviceMonitor } = made({ serviceMonitor: { ...read, selector: { team: 'web' } } });
    expect(serviceMonitor).toMatchObject({
      spec: { endpoints: [{ port: 'http' }, { targetPort: 'http-envoy-prom', ...sidecar }] },
    });
  });
});

const canaryServiceArgument = {
  name: 'service',
  valueFrom: { fieldRef: { fieldPath: 'spec.strategy.canary.canaryService' } },
};

describe('is not made of', () => {
  const deployment = { kind: 'Deployment', metadata: { name: 'old' }, spec: { template: {} } };
  const errors = { name: 'errors', metrics: [{ name: 'a', provider: { job: { spec: { template: {} } } } }] };

  it.each<[Partial<CanaryProps>, string]>([
    [
      { traffic: AlbTraffic.pingPong({ pingService: 'shop' }) },
      'Two Services are named "shop"; the ping, pong and root Service must be different.',
    ],
    [
      {
        traffic: AlbTraffic.pingPong(),
        canary: { analysis: { templates: [fromExisting('errors')], args: [canaryServiceArgument] } },
      },
      'Argument "service" of an analysis is spec.strategy.canary.canaryService, which is not set with ping-pong, because its Services take turns; use the pod hashes {{args.canary-hash}} and {{args.stable-hash}}.',
    ],
    [
      { traffic: NoTraffic.replicas({ canaryService: 'shop' }) },
      'Two Services are named "shop"; use different names.',
    ],
    [
      { serviceMonitor: true },
      'The Services have no labels by which a ServiceMonitor could select them; set labels of the chart, or use "podMonitor".',
    ],
    [
      { pod: { ...pod, spec: { serviceAccountName: 'robot' } }, serviceAccount: true },
      'The pods have the ServiceAccount "robot", but "serviceAccount" makes "shop"; remove one, or give both the same name.',
    ],
    [
      {
        pod: { workloadRef: { name: 'old', labels: { app: 'a' } } },
        ports: [http],
        serviceAccount: true,
      },
      'The Deployment of "workloadRef" is known by its name alone, so its pods would not get "serviceAccount"; make the account where the Deployment is.',
    ],
    [
      { pod: { workloadRef: { deployment: deploymentOf('robot') } }, serviceAccount: true },
      'The pods of the Deployment of "workloadRef" have the ServiceAccount "robot", but "serviceAccount" makes "shop"; give both the same name.',
    ],
    [
      { pod: { workloadRef: { deployment: deploymentOf(undefined) } }, serviceAccount: true },
      'The pods of the Deployment of "workloadRef" have no serviceAccountName, but "serviceAccount" makes "shop"; name it in the Deployment.',
    ],
    [
      { traffic: PluginTraffic.services({ plugins: {} }) },
      '"plugins" is empty, so nothing splits the traffic; name a plugin, or use NoTraffic.replicas.',
    ],
    [
      { traffic: PluginTraffic.services({ plugins: { 'argoproj-labs/gatewayAPI': { httpRoute: 'shop' } } }) },
      'Plugin "argoproj-labs/gatewayAPI" splits a route that is made here; use GatewayTraffic.route.',
    ],
    [
      { traffic: PluginTraffic.services({ plugins: { 'a/b': {} } }), networkPolicy: { from: [] } },
      '"networkPolicy.from" would keep out the router of plugin "a/b", which sends the requests; set "networkPolicy.router" to where they come from.',
    ],
    [
      { traffic: AlbTraffic.ingress(), networkPolicy: { from: [] } },
      '"networkPolicy.from" would keep out the AWS load balancer, which sends the requests; set "networkPolicy.router" to where they come from.',
    ],
    [
      {
        traffic: IstioTraffic.subsets({ hosts: ['a.b'], gateways: ['edge/public'] }),
        networkPolicy: { from: [] },
      },
      '"networkPolicy.from" would keep out Gateway "edge/public", which sends the requests; set "networkPolicy.router" to where they come from.',
    ],
    [{ steps: [{ setWeight: 120 }] }, 'steps[0].setWeight is 120; it must be an integer from 0 to 100.'],
    [
      { steps: [{ setWeight: 1200 }], canary: { maxTrafficWeight: 1000 } },
      'steps[0].setWeight is 1200; it must be an integer from 0 to 1000.',
    ],
    [
      { steps: [{ setWeight: 5 }, { setWeight: 2.5 }] },
      'steps[1].setWeight is 2.5; it must be an integer from 0 to 100.',
    ],
    [
      { steps: [{ pause: { duration: '5x' as '5m' } }] },
      'steps[0].pause.duration is "5x"; it must be seconds, or a string such as "30s", "10m" or "1h30m".',
    ],
    [
      { steps: [{ pause: { duration: -5 } }] },
      'steps[0].pause.duration is "-5"; it must be seconds, or a string such as "30s", "10m" or "1h30m".',
    ],
    [
      { traffic: AlbTraffic.ingress(), steps: [{ setCanaryScale: { weight: 101 } }] },
      'steps[0].setCanaryScale.weight is 101; it must be an integer from 0 to 100.',
    ],
    // Without the compiler, which refuses these.
    ...[20, {}, { percentage: 20 }, { weight: 20, replicas: 1 }].map(
      (scale): [Partial<CanaryProps>, string] => [
        { traffic: AlbTraffic.ingress(), steps: [{ setCanaryScale: scale as { weight: number } }] },
        `steps[0].setCanaryScale is ${JSON.stringify(scale)}; it must have one measure: { weight: 20 }, { replicas: 1 } or { matchTrafficWeight: true }.`,
      ],
    ),
    [
      { traffic: IstioTraffic.hosts(), steps: [{ setMirrorRoute: { name: 'copies', percentage: 200 } }] },
      'steps[0].setMirrorRoute.percentage is 200; it must be an integer from 0 to 100.',
    ],
    [{ replicas: -1 }, '"replicas" is -1; it must be an integer of at least 0.'],
    [{ rollback: { window: 0 } }, '"rollback.window" is 0; it must be an integer of at least 1.'],
    [
      { ports: [{ name: 'http', port: 70_000 }] },
      '"ports" has 70000; a port must be a number from 1 to 65535.',
    ],
    [{ ports: [http, http] }, '"ports" has "http" twice; use different names.'],
    [{ ports: [] }, 'The pods have no port for a Service; set "ports", or a port of the container.'],
    [
      { pod: { image: 'shop:1' } },
      'The pods have no port for a Service; set "ports", or a port of the container.',
    ],
    [
      { pod: { workloadRef: { name: 'old', labels: { app: 'old' } } } },
      'The ports of the pods are unknown; set "ports".',
    ],
    [{ pod: { deployment } }, 'The pod template has no labels; set the labels that select its pods.'],
    [
      {
        pod: { template: { metadata: { labels: { app: 'a' } }, spec: { containers: [] } } },
        selector: { app: 'b' },
      },
      'The selector requires label "app: b", which the pods do not have; add it to them.',
    ],
    [{ selector: {} }, 'The selector is empty; set the labels that select the pods, or remove the selector.'],
    [
      { metadata: { name: 'Shop' } },
      'The Rollout cannot be named "Shop"; a name must have lowercase letters, digits and hyphens, with a letter or digit at both ends.',
    ],
    [
      { metadata: { name: 's'.repeat(60) }, traffic: NginxTraffic.ingress() },
      `A Service would be named "${'s'.repeat(60)}-canary", which has 67 characters; choose a shorter name, at most 63 characters are allowed.`,
    ],
    [
      { traffic: AlbTraffic.ingress({ stableService: 'a', canaryService: 'a' }) },
      'Two Services are named "a"; the stable, canary and root Service must be different.',
    ],
    [
      { traffic: IstioTraffic.subsets({ stableSubset: 'a', canarySubset: 'a' }) },
      'Both subsets are named "a"; give them different names.',
    ],
    [
      { traffic: IstioTraffic.subsets({ hosts: ['shop.example.com'] }) },
      'Host "shop.example.com" is not reachable, because callers in the mesh resolve only Services; set "gateways" or "gateway".',
    ],
    [
      { traffic: IstioTraffic.hosts({ gateways: ['edge/public'] }) },
      'Gateway "edge/public" has no hosts to serve; set "hosts".',
    ],
    [
      { traffic: IstioTraffic.hosts({ mesh: false }) },
      'With "mesh: false" and no Gateway no request is split; set "gateways" or "gateway".',
    ],
    [
      { traffic: IstioTraffic.hosts({ hosts: ['*'], gateway: {} }) },
      'Host "*" cannot also be split in the mesh; name the hosts, or set "mesh: false".',
    ],
    [
      { traffic: IstioTraffic.hosts({ serviceHosts: 'full' }) },
      'Services need fully qualified names here; set a namespace.',
    ],
    [
      { traffic: IstioTraffic.hosts({ virtualService: fromExisting('shared'), hosts: ['a'] }) },
      '"hosts" applies only to a new VirtualService, but "shared" already exists; set it there.',
    ],
    [
      { traffic: NginxTraffic.ingress({ ingress: fromExisting('edge'), host: 'a' }) },
      '"host" applies only to a new Ingress, but "edge" already exists; set it there.',
    ],
    [
      {
        traffic: IstioTraffic.hosts({ hosts: ['a.example.com'], gateway: {} }),
        ports: [http, admin],
        steps: [{ setCanaryScale: { weight: 5 } }, { setHeaderRoute: { name: 'beta', match: [] } }] as never,
      },
      'Header and mirror routes would take requests to all ports and lead to "http" only; use one port, or set "mesh: false".',
    ],
    [
      { autoscaler: { maxReplicas: 5 } as never },
      '"replicas" takes the bounds of an autoscaler, such as { minReplicas: 2, maxReplicas: 8 }; move them there.',
    ],
    [
      { replicas: { minReplicas: 6, maxReplicas: 5 } },
      'The minReplicas of the autoscaler, 6, is greater than its maxReplicas, 5.',
    ],
    [
      { config: [{ data: { level: 'info' } }] },
      'Configuration "shop-config" is read by no container, and what would read it cannot know its name; set "env" or "fixedName".',
    ],
    [
      { config: [{ data: { level: 'info' }, env: { LOG_LEVEL: 'levle' } }] },
      'Variable "LOG_LEVEL" is key "levle" of configuration "shop-config", which has no such key; add it to "data".',
    ],
    [
      { config: [{ data: { 'a/b': 'c' }, fixedName: 'settings' }] },
      'Configuration "shop-config" cannot have a key "a/b"; a name can have only letters, digits, ".", "-" and "_".',
    ],
    [{ config: [{ variables: {} }] }, 'Configuration "shop-config" is empty; add at least one entry.'],
    [
      { config: [{ files: { 'a/b': 'c' }, mountPath: '/config' }] },
      'Configuration "shop-config" cannot have a file "a/b"; a name can have only letters, digits, ".", "-" and "_".',
    ],
    [
      { config: [{ variables: { 'log.level': 'c', '2nd': 'd' } }] },
      'Configuration "shop-config" cannot have a variable "2nd"; a name can have only letters, digits, ".", "-" and "_", and cannot start with a digit.',
    ],
    [
      { config: [{ variables: { A: 'b' } }, { variables: { A: 'c' } }] },
      'Two configurations have the same name; give them different names with "name".',
    ],
    [
      { config: [{ variables: { A: 'b' }, containers: ['web'] }] },
      'Configuration "config" is for container "web", but the pods have "shop".',
    ],
    [
      {
        pod: { workloadRef: { name: 'old', labels: { app: 'old' } } },
        ports: [http],
        config: [{ variables: { A: 'b' } }],
      },
      'The pod template is the Deployment\'s, so "config" cannot be added to it; define the pods in the Rollout.',
    ],
    [
      { steps: [{ analysis: { templates: [{ name: 'errors', metrics: [] }] } }] },
      'Analysis "errors" has no metrics; give at least one.',
    ],
    [
      {
        steps: [
          { analysis: { templates: [errors] } },
          { analysis: { templates: [{ ...errors, args: [{ name: 'a' }] }] } },
        ],
      },
      'Two different analyses are named "errors"; give them different names.',
    ],
  ])('%j', (props, message) => {
    expect(() => made(props)).toThrow(new UnfitProps(message));
  });
});

describe('an Ingress of several hosts and paths', () => {
  it.each([AlbTraffic.ingress, NginxTraffic.ingress])(
    'has a rule for each host, with all paths',
    (ingress) => {
      const { ingress: object } = made({
        traffic: ingress({ host: ['shop.example.com', 'www.example.com'], path: ['/cart', '/pay'] }),
      });
      const { rules } = object?.['spec'] as {
        readonly rules: readonly {
          readonly host: string;
          readonly http: { readonly paths: readonly { path: string }[] };
        }[];
      };
      expect(rules.map(({ host, http: { paths } }) => [host, ...paths.map(({ path }) => path)])).toEqual([
        ['shop.example.com', '/cart', '/pay'],
        ['www.example.com', '/cart', '/pay'],
      ]);
    },
  );

  it('refuses an empty list, and a host twice', () => {
    expect(() => made({ traffic: NginxTraffic.ingress({ path: [] }) })).toThrow(
      new UnfitProps('"path" of the Ingress is an empty list; name one, or remove it.'),
    );
    expect(() => made({ traffic: AlbTraffic.ingress({ host: ['a.example.com', 'a.example.com'] }) })).toThrow(
      new UnfitProps('"host" of the Ingress has "a.example.com" twice; remove one.'),
    );
  });
});

describe('what scales the Rollout', () => {
  const triggers = [{ type: 'cpu', metricType: 'Utilization', metadata: { value: '70' } }] as const;

  it('may be KEDA, by a ScaledObject that has the replicas in place of the Rollout', () => {
    const { rollout, scaledObject } = made({ scaledBy: { minReplicas: 2, maxReplicas: 8, triggers } });
    expect(rollout['spec']).not.toHaveProperty('replicas');
    expect(scaledObject).toEqual({
      apiVersion: 'keda.sh/v1alpha1',
      kind: 'ScaledObject',
      metadata: { name: 'shop' },
      spec: {
        scaleTargetRef: { apiVersion: 'argoproj.io/v1alpha1', kind: 'Rollout', name: 'shop' },
        minReplicaCount: 2,
        maxReplicaCount: 8,
        triggers,
      },
    });
  });

  it('may be something else', () => {
    const objects = made({ scaledBy: 'another' });
    expect(objects.rollout['spec']).not.toHaveProperty('replicas');
    expect(objects.scaledObject).toBeUndefined();
  });

  it('is one thing: replicas beside it are refused, and bounds that exclude each other', () => {
    expect(() => made({ scaledBy: 'another', replicas: 3 })).toThrow(
      new UnfitProps(
        '"replicas" conflicts with "scaledBy", because each sync would reset what scales it; remove it.',
      ),
    );
    expect(() => made({ scaledBy: { minReplicas: 200, triggers } })).toThrow(
      new UnfitProps('The minReplicas of KEDA, 200, is greater than its maxReplicas, 100 by default.'),
    );
  });
});
