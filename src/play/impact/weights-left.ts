import { canary, trafficRouting } from '../../kubernetes/kinds/rollout.js';
import { routers } from '../../rollouts/routers/index.js';
import type { CourseOfChange } from './course.js';
import type { Detail } from './effect.js';
import type { Lane, Leg } from './lanes.js';
import { type RolloutState, servicesOfUpdates } from './state.js';
import { refusal } from './updates.js';

/** Routes that stay with two destinations, whose weights the controller wrote before the change and writes no more. */
export function weightsLeft(
  { before, after }: Readonly<Record<'before' | 'after', RolloutState>>,
  { rested }: Pick<CourseOfChange, 'rested'>,
): readonly Detail[] {
  if (refusal(rested) !== undefined || canary(before.rollout).at('pingPong').exists) return [];
  const now = writtenBy(after);
  const left = new Set([...writtenBy(before)].filter((key) => !now.has(key)));
  if (left.size === 0) return [];
  const isOfCanary = canaryLegs(before);
  const isRouted = trafficRouting(after.rollout).exists;
  return rested.flows.flatMap(({ lane }): readonly Detail[] => {
    const share = left.has(lane.object) ? canaryShare(lane, isOfCanary) : undefined;
    if (!share) return [];
    const { object, route } = lane;
    return [{ kind: 'weights-left', lane: { object, route }, ...share, isRouted }];
  });
}

/** The keys of the objects in which the controller sets weights for a Rollout. */
function writtenBy({ graph, rollout, targets }: RolloutState): ReadonlySet<string> {
  const found = new Set(
    routers
      .flatMap((router) => router.references(rollout, graph.rolloutsVersion))
      .map((reference) => graph.find(reference)),
  );
  return new Set([...targets].flatMap(([key, { resource }]) => (found.has(resource) ? key : [])));
}

function canaryLegs(state: RolloutState): (leg: Leg) => boolean {
  const subset = trafficRouting(state.rollout).at('istio', 'destinationRule', 'canarySubsetName').text;
  const services = new Set(servicesOfUpdates(state));
  return (leg) => (subset === undefined ? services.has(leg.service) : leg.subset === subset);
}

/** The destination of the canary and its share of the requests; undefined if the lane does not lead to both sides. */
function canaryShare(
  { legs }: Lane,
  isOfCanary: (leg: Leg) => boolean,
): Pick<Extract<Detail, { kind: 'weights-left' }>, 'service' | 'subset' | 'share'> | undefined {
  const sum = legs.reduce((total, { weight }) => total + weight, 0);
  const own = legs.filter(isOfCanary);
  const [first] = own;
  if (!first || own.length === legs.length || sum === 0) return undefined;
  const share = Math.round((own.reduce((total, { weight }) => total + weight, 0) * 100) / sum);
  return { service: first.service, subset: first.subset, share };
}
