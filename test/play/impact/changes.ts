import fc from 'fast-check';
import { anyScenario } from '../../conformance/arbitraries.js';
import type { Manifest } from '../../conformance/scenario.js';
import type { Files } from './stories.js';
import { application } from './systems.js';

/** A change by chance: what was in the repository, and what is. */
export interface RandomChange {
  readonly before: Files;
  readonly after: Files;
  /** What was changed, in a word each. */
  readonly edits: readonly string[];
}

type Loose = Readonly<Record<string, unknown>>;
type Objects = readonly Manifest[];
interface Edit {
  readonly what: string;
  readonly make: (objects: Objects) => Objects;
}

const oneOf = <T>(...values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
const isMap = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value with another one at a path; undefined takes the field away. Where the path leads nowhere nothing changes. */
function changed(
  value: unknown,
  path: readonly (string | number)[],
  change: (old: unknown) => unknown,
): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return change(value);
  if (Array.isArray(value))
    return value.map((item: unknown, index) => (index === key ? changed(item, rest, change) : item));
  if (!isMap(value)) return value;
  if (rest.length > 0 && !(key in value)) return value;
  const next = changed(value[key], rest, change);
  return Object.fromEntries([
    ...Object.entries(value).filter(([own]) => own !== key),
    ...(next === undefined ? [] : [[key, next]]),
  ]);
}

const at =
  (kind: string, path: readonly (string | number)[], change: (old: unknown) => unknown, name?: string) =>
  (objects: Objects): Objects =>
    objects.map((object) =>
      object.kind === kind && (name === undefined || object.metadata.name === name)
        ? (changed(object, path, change) as Manifest)
        : object,
    );

const without =
  (kind: string, name?: string) =>
  (objects: Objects): Objects =>
    objects.filter((object) => object.kind !== kind || (name !== undefined && object.metadata.name !== name));

const canary = ['spec', 'strategy', 'canary'];
const templateHolders = ['Rollout', 'Deployment'];
const inTemplate =
  (path: readonly (string | number)[], change: (old: unknown) => unknown) =>
  (objects: Objects): Objects =>
    templateHolders.reduce((some, kind) => at(kind, ['spec', 'template', ...path], change)(some), objects);

const templates = oneOf<Edit['make']>(
  inTemplate(['spec', 'containers', 0, 'image'], () => 'web:2'),
  inTemplate(['spec', 'containers', 0, 'image'], () => 'web:3'),
  inTemplate(['metadata', 'annotations'], () => ({ note: 'x' })),
  inTemplate(['spec', 'terminationGracePeriodSeconds'], () => 5),
  inTemplate(['metadata', 'labels'], (labels) => ({ ...(labels as Loose), role: 'new' })),
);

const anyStep = oneOf<Loose>(
  { setWeight: 10 },
  { setWeight: 50 },
  { setWeight: 100 },
  { setWeight: 0 },
  { pause: {} },
  { pause: { duration: 10 } },
  { setCanaryScale: { replicas: 1 } },
  { setCanaryScale: { matchTrafficWeight: true } },
  { analysis: { templates: [{ templateName: 'smoke' }] } },
);
const stepEdits = fc
  .record({
    how: oneOf('add', 'remove', 'replace', 'all', 'none'),
    where: fc.nat(6),
    step: anyStep,
    all: fc.array(anyStep, { maxLength: 5 }),
  })
  .map(({ how, where, step, all }): Edit['make'] =>
    at('Rollout', [...canary, 'steps'], (old) => {
      const steps = Array.isArray(old) ? (old as readonly unknown[]) : [];
      const index = where % Math.max(1, steps.length);
      if (how === 'all') return all;
      if (how === 'none') return undefined;
      if (how === 'add') return [...steps.slice(0, index), step, ...steps.slice(index)];
      if (how === 'remove') return steps.filter((_, other) => other !== index);
      return steps.map((one, other) => (other === index ? step : one));
    }),
  );

const replicas = oneOf<number | undefined>(0, 1, 2, 3, 5, 8, 12, undefined).map((count) =>
  at('Rollout', ['spec', 'replicas'], () => count),
);

const reversed = (list: unknown): unknown => (Array.isArray(list) ? (list as unknown[]).toReversed() : list);
const routing = [...canary, 'trafficRouting'];
const routers = oneOf<Edit['make']>(
  at('Rollout', routing, () => undefined),
  at('Rollout', [...routing, 'managedRoutes'], () => [{ name: 'beta' }, { name: 'm' }]),
  at('Rollout', [...routing, 'managedRoutes'], () => undefined),
  at('Rollout', [...routing, 'istio', 'virtualService', 'routes'], () => undefined),
  at('Rollout', [...routing, 'istio', 'destinationRule'], () => undefined),
  at('Rollout', [...routing, 'alb', 'servicePort'], () => 8080),
  at('Rollout', [...routing, 'maxTrafficWeight'], () => 200),
  at('Rollout', [...routing, 'nginx', 'additionalIngressAnnotations'], () => ({ 'canary-by-header': 'X' })),
  at('VirtualService', ['spec', 'http'], reversed),
  at('VirtualService', ['spec', 'http', 0, 'timeout'], () => '7s'),
  at('VirtualService', ['spec', 'http', 0, 'name'], () => 'renamed'),
  at('VirtualService', ['spec', 'http', 0, 'route'], reversed),
  at('VirtualService', ['spec', 'http', 0, 'route', 0, 'weight'], () => 70),
  at('VirtualService', ['spec', 'http', 0, 'route', 0, 'destination', 'subset'], () => 'extra'),
  at('VirtualService', ['metadata', 'annotations'], () => ({ note: 'x' })),
  at('DestinationRule', ['spec', 'subsets'], reversed),
  at('DestinationRule', ['spec', 'subsets', 0, 'labels'], () => ({ app: 'web', tier: 'one' })),
  at('DestinationRule', ['spec', 'subsets', 0, 'name'], () => 'renamed'),
  at('Ingress', ['metadata', 'annotations'], () => ({ note: 'x' })),
  at('Ingress', ['metadata', 'annotations'], () => undefined),
  at('Ingress', ['spec', 'rules'], reversed),
  at('Ingress', ['spec', 'ingressClassName'], () => 'other'),
  without('VirtualService'),
  without('DestinationRule'),
  without('Ingress'),
);

const renamed =
  (from: string, to: string) =>
  (objects: Objects): Objects =>
    JSON.parse(JSON.stringify(objects).replaceAll(`"${from}"`, `"${to}"`)) as Objects;
const serviceNames = oneOf('web-canary', 'web-stable', 'web', 'web-ping', 'web-active', 'web-preview');
const services = fc.oneof<fc.Arbitrary<Edit['make']>[]>(
  serviceNames.map((name) => without('Service', name)),
  serviceNames.map((name) => renamed(name, `${name}-2`)),
  serviceNames.map((name) => at('Service', ['spec', 'ports'], () => [{ port: 8080 }], name)),
  serviceNames.map((name) => at('Service', ['metadata', 'labels'], () => ({ team: 'a' }), name)),
  oneOf(
    at('Rollout', [...canary, 'canaryService'], () => undefined),
    at('Rollout', [...canary, 'stableService'], () => undefined),
  ),
);

const selectors = fc.oneof<fc.Arbitrary<Edit['make']>[]>(
  serviceNames.map((name) => at('Service', ['spec', 'selector'], () => ({ app: 'web', role: 'new' }), name)),
  serviceNames.map((name) => at('Service', ['spec', 'selector'], () => ({ app: 'other' }), name)),
  oneOf<Edit['make']>(
    at('Rollout', ['spec', 'selector', 'matchLabels'], () => ({ app: 'other' })),
    (objects) => renamedLabels(objects),
  ),
);

/** Another label in pods and all selectors at once. */
function renamedLabels(objects: Objects): Objects {
  return JSON.parse(JSON.stringify(objects).replaceAll('"app":"web"', '"app":"site"')) as Objects;
}

const strategies = oneOf<Edit['make']>(
  at('Rollout', ['spec', 'strategy'], () => ({ canary: { steps: [{ setWeight: 30 }, { pause: {} }] } })),
  at('Rollout', ['spec', 'strategy'], () => ({ canary: {} })),
  at('Rollout', ['spec', 'strategy'], () => ({
    blueGreen: { activeService: 'web-stable', autoPromotionEnabled: false },
  })),
  at('Rollout', ['spec', 'strategy'], () => ({
    blueGreen: { activeService: 'web-active', previewService: 'web-preview' },
  })),
  at('Rollout', [...canary, 'maxSurge'], () => 1),
  at('Rollout', [...canary, 'maxUnavailable'], () => '50%'),
  at('Rollout', [...canary, 'dynamicStableScale'], (old) => (old === true ? undefined : true)),
  at('Rollout', [...canary, 'scaleDownDelaySeconds'], () => 10),
  at('Rollout', [...canary, 'abortScaleDownDelaySeconds'], () => 0),
  at('Rollout', [...canary, 'canaryMetadata'], () => ({ labels: { role: 'a' } })),
  at('Rollout', [...canary, 'minPodsPerReplicaSet'], () => 2),
  at('Rollout', ['spec', 'strategy', 'blueGreen', 'autoPromotionEnabled'], (old) => old !== false && false),
  at('Rollout', ['spec', 'strategy', 'blueGreen', 'previewReplicaCount'], () => 1),
  at('Rollout', ['spec', 'minReadySeconds'], () => 5),
  at('Rollout', ['spec', 'revisionHistoryLimit'], () => 1),
  at('Rollout', ['spec', 'paused'], () => true),
  at('Rollout', ['spec', 'progressDeadlineSeconds'], () => 30),
);

const smoke = { templates: [{ templateName: 'smoke' }] };
const analyses = oneOf<Edit['make']>(
  at('Rollout', [...canary, 'analysis'], () => smoke),
  at('Rollout', [...canary, 'analysis'], () => ({ ...smoke, startingStep: 1 })),
  at('Rollout', [...canary, 'analysis'], () => undefined),
  at('Rollout', ['spec', 'strategy', 'blueGreen', 'prePromotionAnalysis'], () => smoke),
  at('Rollout', ['spec', 'strategy', 'blueGreen', 'postPromotionAnalysis'], () => undefined),
  at('AnalysisTemplate', ['spec', 'metrics', 0, 'count'], () => 3),
  at('AnalysisTemplate', ['spec', 'metrics', 0, 'name'], () => 'other'),
  without('AnalysisTemplate', 'smoke'),
);

const labelled = (what: string, make: fc.Arbitrary<Edit['make']>): fc.Arbitrary<Edit> =>
  make.map((one) => ({ what, make: one }));
const edits = fc.oneof<fc.MaybeWeightedArbitrary<Edit>[]>(
  { weight: 3, arbitrary: labelled('template', templates) },
  { weight: 3, arbitrary: labelled('steps', stepEdits) },
  { weight: 2, arbitrary: labelled('replicas', replicas) },
  { weight: 4, arbitrary: labelled('router', routers) },
  { weight: 2, arbitrary: labelled('services', services) },
  { weight: 2, arbitrary: labelled('selectors', selectors) },
  { weight: 3, arbitrary: labelled('strategy', strategies) },
  { weight: 2, arbitrary: labelled('analysis', analyses) },
);

function filesOf(objects: Objects, app: string | undefined): Files {
  const files = objects.map((object) => [
    `${object.kind}-${object.metadata.name}.yaml`,
    `${JSON.stringify(object)}\n`,
  ]);
  return { ...Object.fromEntries(files), ...(app === undefined ? {} : { 'argocd.yaml': app }) } as Files;
}

/** What brings the manifests: kubectl, or an Application with any options. */
const applications = fc.oneof(
  { weight: 2, arbitrary: fc.constant(undefined) },
  {
    weight: 3,
    arbitrary: fc
      .record({
        prune: fc.boolean(),
        options: fc.subarray([
          'ServerSideApply=true',
          'ApplyOutOfSyncOnly=true',
          'RespectIgnoreDifferences=true',
          'PruneLast=true',
        ]),
      })
      .map(({ prune, options }) => {
        const text = application()['argocd.yaml'] ?? '';
        const own = options.length === 0 ? '' : `    syncOptions: ${JSON.stringify(options)}\n`;
        return text
          .replace('prune: true', `prune: ${prune}`)
          .replace('  syncPolicy:\n', `  syncPolicy:\n${own}`);
      }),
  },
);

/** Objects in the versions in which they were before: an API server keeps one object in all versions, and the recorder in its first. */
function inVersionsOf(before: Objects, objects: Objects): Objects {
  return objects.map((object) => {
    const known = before.find(
      ({ kind, metadata }) => kind === object.kind && metadata.name === object.metadata.name,
    );
    return known ? { ...object, apiVersion: known.apiVersion } : object;
  });
}

/** One to three edits of any system, or any other system of the same names in its place. */
const anyChange: fc.Arbitrary<RandomChange> = fc
  .record({
    from: anyScenario,
    to: anyScenario,
    some: fc.array(edits, { minLength: 1, maxLength: 3 }),
    isOther: fc.nat(9).map((number) => number === 0),
    app: applications,
  })
  .map(({ from, to, some, isOther, app }) => ({
    before: filesOf(from.objects, app),
    after: filesOf(
      some.reduce(
        (objects, { make }) => make(objects),
        isOther ? inVersionsOf(from.objects, to.objects) : from.objects,
      ),
      app,
    ),
    edits: [...(isOther ? ['all'] : []), ...some.map(({ what }) => what)],
  }));

/** The change of a number; the same one each time. */
export function randomChange(seed: number, run: number): RandomChange {
  return fc.sample(anyChange, { numRuns: 1, seed: seed * 100_000 + run })[0]!;
}
