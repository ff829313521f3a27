import { Faults } from '../model/fault.js';
import { type Finding, messageOf } from '../model/finding.js';
import { counted } from '../model/wording.js';
import { groupBy } from '../model/multimap.js';
import { blueGreen } from '../kubernetes/kinds/rollout.js';
import type { Resource } from '../model/resource.js';
import type { Graph } from '../repository/graph/graph.js';
import { routers } from '../rollouts/routers/index.js';
import { rules as allRules } from '../rules/index.js';
import { check } from './check.js';

/**
 * The rules about requests that never meet the weights of a Rollout. Of the others whose findings are `unshifted-traffic`, some are about
 * what the simulator shows by itself, such as a step that is lost, and some about what may be meant so.
 */
export const weightRules: readonly string[] = [
  'alb/annotations-known',
  'alb/backend-uses-annotation',
  'alb/ingress-class-fits',
  'alb/service-path-reached',
  'alb/service-port-exists',
  'alb/service-type-fits',
  'gateway/routes-distinct',
  'gateway/split-not-bypassed',
  'istio/destinations-present',
  'istio/one-virtual-service-per-host',
  'istio/split-not-bypassed',
  'istio/split-reaches-mesh',
  'istio/split-route-reached',
  'istio/split-routes-chosen',
  'istio/weights-of-rollout',
  'nginx/canary-ingress-not-authored',
  'nginx/ingress-class-fits',
  'rollout/canary-gets-requests',
  'rollout/service-has-endpoints',
  'steps/router-given',
];

/** Tells of a Rollout which requests its weights do not apply to, as sentences; none if they apply to all, as far as is known. */
export type Unweighted = (rollout: Resource) => readonly string[];

/** What the rules say of requests to which the weights of some Rollouts do not apply. */
export function unweightedIn(graph: Graph, rollouts: readonly Resource[]): Unweighted {
  if (rollouts.length === 0) return () => [];
  const rules = allRules.filter(({ meta }) => weightRules.includes(meta.name));
  const asked = new Set(rollouts);
  const others = new Set(graph.rollouts.filter((rollout) => !asked.has(rollout)));
  const its =
    others.size === 0 ? graph : graph.iteratingOver(graph.resources.filter((one) => !others.has(one)));
  const found = check({ graph: its, rules, faults: new Faults() }).filter(
    ({ consequence }) => consequence?.kind === 'unshifted-traffic',
  );
  if (found.length === 0) return () => [];
  const holders = new Map(
    [...groupBy(found, ({ resource }) => resource)].flatMap(([identity, some]) =>
      graph.resources.filter((one) => one === identity).map((resource) => [resource, some] as const),
    ),
  );
  return (rollout) => {
    const split = new Set<Resource | undefined>(
      routers
        .flatMap((router) => router.references(rollout, graph.rolloutsVersion))
        .map((reference) => graph.find(reference)),
    );
    return toldOf(rollout, [
      ...new Set(
        [...holders].flatMap(([resource, some]) =>
          some.filter((finding) => concerns(finding, rollout, resource, split, graph)).map(messageOf),
        ),
      ),
    ]);
  };
}

/** The most that is told of one Rollout. */
const mostTold = 3;

function toldOf(rollout: Resource, messages: readonly string[]): readonly string[] {
  const more = messages.length - mostTold;
  const what = blueGreen(rollout).exists ? 'A switch of the active Service does' : 'The weights do';
  return [
    ...messages.slice(0, mostTold).map((text) => `${what} not apply to all requests: ${text}`),
    ...(more > 0
      ? [`${what} not apply to other requests either; lint has ${counted(more, 'more finding')}.`]
      : []),
  ];
}

/** Whether a finding is about a Rollout: it is in it, names it, or is in an object in which it sets weights. */
function concerns(
  { message: { data } }: Finding,
  rollout: Resource,
  holder: Resource,
  split: ReadonlySet<Resource | undefined>,
  graph: Graph,
): boolean {
  if (holder === rollout) return true;
  if (data['rollout'] === undefined) return split.has(holder);
  const [own, there] = [graph.namespace(rollout), graph.namespace(holder)];
  return (
    data['rollout'] === rollout.name &&
    (own === undefined || there === undefined || own === there || split.has(holder)) &&
    graph.areDeployedTogether(rollout, holder)
  );
}
