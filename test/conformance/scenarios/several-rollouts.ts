import {
  abort,
  destinationRule,
  headerRoute,
  managed,
  noHeaderRoute,
  pause,
  promote,
  ready,
  revision,
  rollout,
  route,
  scale,
  scenario,
  service,
  setWeight,
  split,
  subset,
  subsetSplit,
  to,
  toSubset,
  virtualService,
  type Manifest,
  type Scenario,
  type ScenarioEvent,
} from '../scenario.js';

type Loose = Readonly<Record<string, unknown>>;

/** The same for the Rollout "api". */
function ofApi(event: ScenarioEvent): ScenarioEvent {
  if (event.do !== 'apply') return { ...event, rollout: 'api' };
  const { object } = event;
  return { ...event, object: { ...object, metadata: { ...object.metadata, name: 'api' } } };
}

/** Two Rollouts with equal pods, so that their hashes are equal, too, and a pass is one over each. */
function pair(routing: (name: string) => Loose, objects: readonly Manifest[]): readonly Manifest[] {
  const one = (name: string): Manifest => {
    const canary = { steps: [setWeight(20), pause(), setWeight(60), pause()], ...routing(name) };
    return { ...rollout({ canary }), metadata: { name, namespace: 'shop' } };
  };
  return [one('web'), one('api'), ...objects];
}

const shared = virtualService({
  http: [route('primary', split()), route('api', [to('api-stable', 100), to('api-canary', 0)])],
});

const headerSteps = (header: string) => [
  setWeight(20),
  headerRoute(header),
  pause(),
  noHeaderRoute(header),
  pause(),
];

/** Each Rollout has a route of the same VirtualService. */
const hosts = (headerOf?: (name: string) => string): readonly Manifest[] =>
  pair(
    (name) => ({
      ...(headerOf ? { steps: headerSteps(headerOf(name)) } : {}),
      stableService: `${name}-stable`,
      canaryService: `${name}-canary`,
      trafficRouting: {
        ...(headerOf ? { managedRoutes: managed(headerOf(name)) } : {}),
        istio: { virtualService: { name: 'web', routes: [name === 'web' ? 'primary' : 'api'] } },
      },
    }),
    [...['web-stable', 'web-canary', 'api-stable', 'api-canary'].map((name) => service(name)), shared],
  );

/** Each Rollout has two subsets of the same DestinationRule. */
const subsets = pair(
  (name) => ({
    trafficRouting: {
      istio: {
        virtualService: { name: 'web', routes: [name === 'web' ? 'primary' : 'api'] },
        destinationRule:
          name === 'web'
            ? { name: 'web', canarySubsetName: 'canary', stableSubsetName: 'stable' }
            : { name: 'web', canarySubsetName: 'api-canary', stableSubsetName: 'api-stable' },
      },
    },
  }),
  [
    service('web'),
    destinationRule(['stable', 'canary', 'api-stable', 'api-canary'].map((name) => subset(name))),
    virtualService({
      http: [
        route('primary', subsetSplit()),
        route('api', [toSubset('api-stable', 100), toSubset('api-canary', 0)]),
      ],
    }),
  ],
);

const bothReady = [ready, ofApi(ready)] as const;
const bothUpdated = [...bothReady, revision(2), ofApi(revision(2)), ...bothReady] as const;

export const severalRolloutScenarios: readonly Scenario[] = [
  scenario(
    'one VirtualService, one after the other',
    'Each shifts its own route and leaves the other as it is.',
    hosts(),
    [...bothReady, revision(2), ready, promote, ready, ofApi(revision(2)), ofApi(ready), promote, ready],
  ),
  scenario('one VirtualService, both at once', 'Neither takes back what the other has written.', hosts(), [
    ...bothUpdated,
    promote,
    ofApi(promote),
    ...bothReady,
    promote,
    ofApi(promote),
    ...bothReady,
  ]),
  scenario('one VirtualService, one is aborted', 'The other goes on.', hosts(), [
    ...bothUpdated,
    abort,
    ...bothReady,
    ofApi(promote),
    ...bothReady,
  ]),
  scenario('one VirtualService, the next event comes after a pass', 'Both are between two states.', hosts(), [
    ...bothReady,
    { ...revision(2), passes: 1 },
    { ...ofApi(revision(2)), passes: 1 },
    { ...scale(6), passes: 1 },
    { do: 'pods', passes: 1 },
    { do: 'pods', rollout: 'api', passes: 2 },
    { ...abort, rollout: 'api', passes: 1 },
    ...bothReady,
  ]),
  scenario(
    'header routes of both',
    'Each takes away its own alone.',
    hosts((name) => `${name}-header`),
    [...bothUpdated, promote, ...bothReady, promote, ...bothReady],
  ),
  scenario('a header route of one name', 'Whoever takes it away takes that of the other, too.', hosts(() => 'header'), [
    ...bothUpdated,
    promote,
    ...bothReady,
    ofApi(abort),
    ...bothReady,
  ]),
  scenario('one DestinationRule, both at once', 'Each labels its own subsets.', subsets, [
    ...bothUpdated,
    promote,
    ...bothReady,
    ofApi(abort),
    ...bothReady,
    promote,
    ...bothReady,
  ]),
];
