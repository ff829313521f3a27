import { describe, expect, it } from 'vitest';
import { systemSettings } from '../../../src/argocd/settings.js';
import type { KubeObject } from '../../../src/kubernetes/objects/object.js';
import { Argo, type IgnoreEntry } from '../../../src/play/drift/argo.js';
import { faultsOf } from '../../../src/play/drift/faults.js';
import { lastingIn } from '../../../src/play/drift/lasting.js';
import { subjectsOf, targetAt } from '../../../src/play/drift/subject.js';
import { readGraph } from '../../../src/repository/graph/read-graph.js';
import type { Graph } from '../../../src/repository/graph/graph.js';
import { fromValue } from '../../../src/model/node.js';
import { Resource } from '../../../src/model/resource.js';
import { simulation } from '../../../src/play/simulate/simulate.js';
import { headerRoute, pause, setCanaryScale, setWeight } from '../../conformance/scenario.js';
import { gateway, gatewayRule, httpRoute, backend } from '../../conformance/scenarios/gateway-api-support.js';
import { textSource } from '../../support/sources.js';

const steps = [
  setCanaryScale({ replicas: 1 }),
  headerRoute('beta'),
  pause(),
  setCanaryScale({ matchTrafficWeight: true }),
  setWeight(20),
  pause(),
];

/** With all that the API server fills in, which a structured merge would tell as a difference. */
const route = httpRoute(
  [
    gatewayRule(
      ['web-stable', 'web-canary'].map((name, index) =>
        backend(name, index === 0 ? 100 : 0, { group: '', kind: 'Service' }),
      ),
      { matches: [{ path: { type: 'PathPrefix', value: '/' } }] },
    ),
  ],
  'web',
  { parentRefs: [{ group: 'gateway.networking.k8s.io', kind: 'Gateway', name: 'edge' }] },
);

function application(fields: object): Resource {
  const identity = {
    group: 'argoproj.io',
    version: 'v1alpha1',
    kind: 'Application',
    name: 'shop',
    namespace: undefined,
  };
  const root = fromValue({ apiVersion: 'argoproj.io/v1alpha1', kind: 'Application', ...fields });
  return new Resource(identity, textSource('application.yaml', ''), 0, { root });
}

const modes = {
  'three-way': {},
  'structured merge': { spec: { syncPolicy: { syncOptions: ['ServerSideApply=true'] } } },
  'server-side': {
    metadata: { annotations: { 'argocd.argoproj.io/compare-options': 'ServerSideDiff=true' } },
  },
};

/** The route at rest, with a header route, with a weight, and at rest again. */
function moments() {
  const { subject, live } = played;
  return ['installed', 'step-2', 'step-5', 'promoted'].map((id) => {
    const one = live(id);
    return { git: subject.git, stored: targetAt(subject, one), live: one };
  });
}

function argoWith(mode: keyof typeof modes, jqPathExpressions: readonly string[]): Argo {
  const entry: IgnoreEntry = { group: 'gateway.networking.k8s.io', kind: 'HTTPRoute', jqPathExpressions };
  return new Argo(application(modes[mode]), systemSettings()).with([entry]);
}

/** The frames in which Argo CD says that the route is OutOfSync: of one at rest, one with a header route, one with a weight. */
function outOfSync(mode: keyof typeof modes, jqPathExpressions: readonly string[]): readonly string[] {
  const { subject, live } = played;
  const argo = argoWith(mode, jqPathExpressions);
  return ['installed', 'step-2', 'step-5'].filter(
    (id) => argo.compare(targetAt(subject, live(id)), live(id)).status === 'out-of-sync',
  );
}

/** The route of an update, frame by frame. */
function playedRoute() {
  const text = gateway({ steps, managedRoutes: ['beta'], routes: [route] })
    .map((object) => JSON.stringify(object))
    .join('\n---\n');
  const { graph }: { readonly graph: Graph } = readGraph([textSource('all.yaml', text)]);
  const [rollout] = graph.rollouts;
  if (!rollout) throw new Error('no Rollout');
  const simulated = simulation(graph, rollout, { branches: false });
  const subject = subjectsOf(graph, rollout, simulated).find(({ key }) => key.includes('HTTPRoute'));
  if (!subject) throw new Error('no route');
  const live = (id: string): KubeObject => {
    const object = simulated.trace.frames.find((frame) => frame.id === id)?.objects.get(subject.key);
    if (!object) throw new Error(`no frame ${id}`);
    return object;
  };
  return { subject, live };
}

const played = playedRoute();

/**
 * What the plugin's documentation recommends. Argo CD takes it out of the cluster's object, which has the label, and not
 * out of Git's; only a dry run gives Git's the label, too. It says nothing while there is no weight.
 */
const published =
  'select(.metadata.labels["rollouts.argoproj.io/gatewayapi-canary"] == "in-progress") | .spec.rules';

/** Weights of the two Services, and the rules that the step adds. */
const own = [
  '.spec.rules[]?.backendRefs[]? | select(.name == "web-stable" or .name == "web-canary") | .weight',
  '.spec.rules[]? | select(.name // "" | test("^beta(-[0-9]+)?$"))',
];

describe('a route of the Gateway API', () => {
  it.each([
    ['three-way', ['step-2', 'step-5']],
    ['structured merge', ['step-2', 'step-5']],
    ['server-side', ['step-2']],
  ] as const)('is OutOfSync with the published expression and the %s diff', (mode, frames) => {
    expect(outOfSync(mode, [published])).toEqual(frames);
  });

  it.each(['three-way', 'structured merge', 'server-side'] as const)(
    'is Synced with what the plugin writes and the %s diff',
    (mode) => {
      expect(outOfSync(mode, own)).toEqual([]);
      expect(outOfSync(mode, own.slice(0, 1))).toEqual(['step-2']);
      expect(outOfSync(mode, own.slice(1))).toEqual(['step-5']);
    },
  );

  // As the plugin calls itself to the API server: the name of its program. The controller writes no route.
  it('is Synced where the manager of the plugin is trusted, and not with that of the controller', () => {
    const trusting = (manager: string): readonly string[] => {
      const rule = {
        group: 'gateway.networking.k8s.io',
        kind: 'HTTPRoute',
        managedFieldsManagers: [manager],
      };
      const { subject, live } = played;
      const argo = new Argo(application({ spec: { ignoreDifferences: [rule] } }), systemSettings());
      return ['installed', 'step-2', 'step-5'].filter(
        (id) => argo.compare(targetAt(subject, live(id)), live(id)).status === 'out-of-sync',
      );
    };
    expect(trusting('gatewayAPI')).toEqual([]);
    expect(trusting('rollouts-controller')).toEqual(['step-2', 'step-5']);
  });

  // What it hides is there in Git: a whole list is different where weights would be.
  it('is told to do without the published expression, which makes the difference wider and ends with the update', () => {
    const argo = argoWith('three-way', [published]);
    const pairs = moments();
    const found = faultsOf(argo, pairs);
    expect(found.faults.map(({ kind, text }) => [kind, text])).toEqual([['one-sided', published]]);
    expect(lastingIn(argo, pairs)).toBeUndefined();
    expect(faultsOf(argoWith('three-way', own), pairs).faults).toEqual([]);
  });
});
