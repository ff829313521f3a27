import { ApiObject, type App, Chart, JsonPatch, Testing, Yaml } from 'cdk8s';
import * as kplus from 'cdk8s-plus-27';
import { describe, expect, it } from 'vitest';
import {
  AlbTraffic,
  ArgoApplication,
  ArgoApplicationSet,
  BlueGreenRollout,
  CanaryRollout,
  type CanaryRolloutProps,
  fromExisting,
  IstioTraffic,
  NginxTraffic,
  NoTraffic,
  Steps,
} from '../../src/constructs/index.js';
import { lint } from '../../src/lint/lint.js';
import { rules } from '../../src/rules/index.js';
import { textSource } from '../support/sources.js';

const pod = { image: 'ghcr.io/example/checkout:1.2.3', port: 8080 };
const steps = Steps.ramp([20, 50], { pause: '10m' });
const reason = 'the route is made by another team';
const suppress = { 'istio/route-exists': reason, 'istio/split-routes-chosen': reason };
const quiet = {
  'suppress.rolloutkit/istio.route-exists': reason,
  'suppress.rolloutkit/istio.split-routes-chosen': reason,
};
const renamed = JsonPatch.replace('/spec/http/0/name', 'main');

interface Json {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly annotations?: Readonly<Record<string, string>> };
  readonly spec: { readonly template?: { readonly metadata?: object } };
}

const chart = (): Chart => new Chart(Testing.app(), 'shop', { namespace: 'shop' });

/** The annotations of what a chart is synthesized to, by object. */
function annotations(of: Chart): Readonly<Record<string, object>> {
  const objects = Testing.synth(of) as readonly Json[];
  return Object.fromEntries(
    objects.flatMap(({ kind, metadata: { name, annotations } }) =>
      annotations ? [[`${kind}/${name}`, annotations] as const] : [],
    ),
  );
}

/** What the linter finds in the YAML alone, as the plugin of cdk8s-cli and the command do. */
function found(of: Chart): readonly string[] {
  return foundIn(Testing.synth(of) as readonly Json[]);
}

/** What it would find if no object said what to suppress. */
function foundOtherwise(of: Chart): readonly string[] {
  const objects = Testing.synth(of) as readonly Json[];
  return foundIn(objects.map((object) => ({ ...object, metadata: { ...object.metadata, annotations: {} } })));
}

function foundIn(objects: readonly Json[]): readonly string[] {
  const text = Yaml.stringify(...objects);
  // What judges an update and what its pods are asked is the choice of who gives the props.
  const chosen = ['analysis/update-judged', 'pods/readiness-probed'];
  return lint([textSource('shop.k8s.yaml', text)], rules)
    .findings.filter(({ rule }) => !chosen.includes(rule))
    .map(({ rule, resource }) => `${rule} at ${resource?.kind}`);
}

describe('what a construct suppresses', () => {
  it('is said by its objects, and by none of its pods', () => {
    const shop = chart();
    const props = { pod, traffic: IstioTraffic.subsets(), steps, config: [{ variables: { MODE: 'live' } }] };
    const { virtualService, configMaps } = new CanaryRollout(shop, 'checkout', { ...props, suppress });
    virtualService?.addJsonPatch(renamed);
    new CanaryRollout(shop, 'cart', props);

    const said = annotations(shop);
    for (const kind of ['Rollout', 'Service', 'VirtualService', 'DestinationRule'])
      expect(said[`${kind}/checkout`]).toEqual(quiet);
    const [configMap] = configMaps;
    expect(said[`ConfigMap/${configMap?.name}`]).toMatchObject(quiet);
    expect(Object.keys(said).filter((object) => object.endsWith('/cart'))).toEqual([]);
    for (const { spec } of (Testing.synth(shop) as readonly Json[]).filter(({ kind }) => kind === 'Rollout'))
      expect(spec.template?.metadata).not.toHaveProperty('annotations');
    expect(found(shop)).toEqual([]);
    expect(foundOtherwise(shop)).toEqual(['istio/route-exists at Rollout']);
  });

  it('is said by an Application and by an ApplicationSet', () => {
    const shop = chart();
    const checkout = new CanaryRollout(shop, 'checkout', { pod, traffic: IstioTraffic.subsets(), steps });
    const spec = {
      source: { repoURL: 'https://git.example.com/shop.git', path: 'dist' },
      destination: { name: 'in-cluster', namespace: 'shop' },
      syncPolicy: { syncOptions: ['ApplyOutOfSynconly=true'] },
    };
    const unheard = { 'argocd/sync-options-known': 'it is an option of our own build' };
    for (const suppress of [unheard, {}]) {
      const argocd = new Chart(Testing.app(), 'argocd');
      new ArgoApplication(argocd, 'one', { ...spec, manages: [checkout], suppress });
      new ArgoApplicationSet(argocd, 'all', {
        generators: [{ list: { elements: [{ name: 'eu' }] } }],
        template: {
          metadata: { name: 'shop-{{name}}' },
          spec: { ...spec, destination: { name: '{{name}}', namespace: 'shop' } },
        },
        manages: [checkout],
        suppress,
      });
      const text = [shop, argocd].map((one) =>
        Yaml.stringify(
          ...one.node
            .findAll()
            .filter(isObject)
            .map((object) => object.toJson() as unknown),
        ),
      );
      const { findings } = lint(
        [textSource('dist/shop.yaml', text[0] ?? ''), textSource('argocd/shop.yaml', text[1] ?? '')],
        rules,
      );
      const loud = suppress === unheard ? [] : ['Application', 'ApplicationSet'];
      const kinds = findings
        .filter(({ rule }) => rule !== 'pods/readiness-probed')
        .map(({ resource }) => resource?.kind);
      expect([...new Set(kinds)].sort()).toEqual(loud);
    }
  });

  it('is said by a Deployment that it refers to', () => {
    const shop = chart();
    const deployment = new kplus.Deployment(shop, 'web', {
      replicas: 3,
      containers: [{ image: 'web:1', portNumber: 80 }],
    });
    new CanaryRollout(shop, 'canary', {
      pod: { workloadRef: { deployment } },
      traffic: NoTraffic.replicas(),
      steps,
      suppress: { 'rollout/workload-left-to-rollout': 'it goes tomorrow' },
    });
    expect(annotations(shop)).toMatchObject({
      [`Deployment/${deployment.name}`]: {
        'suppress.rolloutkit/rollout.workload-left-to-rollout': 'it goes tomorrow',
      },
    });
    expect(found(shop)).toEqual([]);
    expect(foundOtherwise(shop)).toEqual(['rollout/workload-left-to-rollout at Deployment']);
  });

  it('is not said of a rule about text, which reads no annotation', () => {
    const shop = chart();
    const suppress = { 'yaml/unique-keys': 'nobody knows' };
    new CanaryRollout(shop, 'checkout', { pod, traffic: IstioTraffic.subsets(), steps, suppress });
    expect(annotations(shop)).toEqual({});
  });
});

describe('what cannot be checked, for it is not of the app', () => {
  it('is said where it would be missed, and nowhere else', () => {
    const shop = chart();
    new CanaryRollout(shop, 'checkout', {
      pod,
      traffic: IstioTraffic.subsets({ virtualService: fromExisting('shared'), routeName: 'shop' }),
      steps,
    });
    expect(annotations(shop)).toEqual({
      'Rollout/checkout': { 'assume.rolloutkit/objects': 'VirtualService/shared' },
    });
  });

  it('is said of what is added later', () => {
    const shop = chart();
    const canary = new CanaryRollout(shop, 'checkout', { pod, traffic: IstioTraffic.subsets(), steps });
    canary.addStep({ analysis: { templates: [fromExisting('errors')] } });
    expect(annotations(shop)).toEqual({
      'Rollout/checkout': { 'assume.rolloutkit/objects': 'AnalysisTemplate/errors' },
    });
  });

  it('is said of each object, so that another one is still missed', () => {
    const shop = chart();
    const { rollout } = new CanaryRollout(shop, 'checkout', {
      pod,
      traffic: AlbTraffic.ingress({
        host: 'shop.example.com',
        rootService: fromExisting('root'),
        stableService: fromExisting('front'),
      }),
      steps,
    });
    expect(annotations(shop)).toMatchObject({
      'Rollout/checkout': { 'assume.rolloutkit/objects': 'Service/root, Service/front' },
      'Ingress/checkout': { 'assume.rolloutkit/objects': 'Service/root, Service/front' },
    });
    rollout.addJsonPatch(JsonPatch.replace('/spec/strategy/canary/canaryService', 'elsewhere'));
    expect(() => found(shop)).toThrow(
      'Service "elsewhere", the canary Service of Rollout "checkout", is not found.',
    );
  });

  it('is questioned where the app has an object of a similar name', () => {
    const shop = chart();
    new ApiObject(shop, 'service', {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'swapi-web' },
      spec: { selector: { app: 'checkout' }, ports: [{ port: 80, targetPort: 8080 }] },
    });
    const props = (rootService: string): CanaryRolloutProps => ({
      pod,
      traffic: AlbTraffic.ingress({ host: 'shop.example.com', rootService: fromExisting(rootService) }),
      steps,
    });
    new CanaryRollout(shop, 'checkout', props('swapi-web'));
    expect(found(shop)).not.toContain('schema/suppressions-valid at Rollout');
    new CanaryRollout(shop, 'cart', props('swapi-wbe'));
    expect(found(shop)).toContain('schema/suppressions-valid at Rollout');
  });

  it.each<[string, (shop: Chart) => unknown]>([
    [
      'the VirtualService and the Service of subsets',
      (shop) =>
        new CanaryRollout(shop, 'checkout', {
          pod,
          traffic: IstioTraffic.subsets({
            service: fromExisting('front'),
            virtualService: fromExisting('shared'),
            routeName: 'shop',
          }),
          steps,
        }),
    ],
    [
      'a DestinationRule',
      (shop) =>
        new CanaryRollout(shop, 'checkout', {
          pod,
          traffic: IstioTraffic.subsets({ destinationRule: fromExisting('shared') }),
          steps,
        }),
    ],
    [
      'the Services of hosts',
      (shop) =>
        new CanaryRollout(shop, 'checkout', {
          pod,
          traffic: IstioTraffic.hosts({
            stableService: fromExisting('front'),
            canaryService: fromExisting('next'),
          }),
          steps,
        }),
    ],
    [
      'the Services behind an ALB',
      (shop) =>
        new CanaryRollout(shop, 'checkout', {
          pod,
          traffic: AlbTraffic.ingress({
            host: 'shop.example.com',
            rootService: fromExisting('root'),
            stableService: fromExisting('front'),
          }),
          steps,
        }),
    ],
    [
      'the Ingress of an ALB',
      (shop) =>
        new CanaryRollout(shop, 'checkout', {
          pod,
          traffic: AlbTraffic.ingress({ ingress: fromExisting('shared') }),
          steps,
        }),
    ],
    [
      'an Ingress and a Service of nginx',
      (shop) =>
        new CanaryRollout(shop, 'checkout', {
          pod,
          traffic: NginxTraffic.ingress({
            ingress: fromExisting('shared'),
            stableService: fromExisting('front'),
          }),
          steps,
        }),
    ],
    [
      'the Deployment that describes the pods',
      (shop) =>
        new CanaryRollout(shop, 'checkout', {
          pod: { workloadRef: { name: 'old', labels: { app: 'old' } } },
          ports: [{ name: 'http', port: 80, targetPort: 8080 }],
          traffic: IstioTraffic.hosts(),
          steps,
        }),
    ],
    [
      'the Services of blue-green',
      (shop) =>
        new BlueGreenRollout(shop, 'checkout', {
          pod,
          activeService: fromExisting('front'),
          previewService: fromExisting('next'),
        }),
    ],
  ])('%s', (_, build) => {
    const shop = chart();
    build(shop);
    new ArgoApplication(new Chart(shop.node.root, 'argocd'), 'shop', {
      source: { repoURL: 'https://git.example.com/shop.git', path: 'dist' },
      destination: { name: 'in-cluster', namespace: 'shop' },
      manages: [shop],
    });
    expect(found(shop)).toEqual([]);
    expect(foundOtherwise(shop)).not.toEqual([]);
    expect(() => {
      (shop.node.root as App).synth();
    }).not.toThrow();
  });
});

function isObject(construct: unknown): construct is ApiObject {
  return ApiObject.isApiObject(construct);
}
