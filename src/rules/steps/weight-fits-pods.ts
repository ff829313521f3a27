import { counted } from '../../model/wording.js';
import { entriesTo } from '../facts/entries.js';
import { scaledRollouts } from '../facts/scaled-rollouts.js';
import { canary, services, steps, trafficRouting } from '../../kubernetes/kinds/rollout.js';
import { whereKnown } from '../../kubernetes/objects/unknown.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import { fenceposts } from '../../rollouts/controllers/replicas.js';
import { approximate } from '../../rollouts/controllers/approximate.js';
import { judgementOn } from '../facts/rollout/violations.js';
import { isTaken } from '../facts/schema/problems.js';
import { titled } from '../choices.js';
import { type ProposedFix, typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'steps/weight-fits-pods',
    description:
      'Require a Rollout without a traffic router to have enough pods for the weights of its steps.',
    why: 'Without a traffic router the controller approximates a weight by numbers of pods: at least one of each version, or none of the canary if only one pod may run. With few pods a small weight becomes a large share of the requests, and a bad version affects more users than the step says. Without a pod the step tests nothing.',
    consequence: 'misdirected-traffic',
    severity: 'info',
    fixes: ['choice'],
    yieldsTo: ['rollout/canary-gets-requests'],
    messages: {
      larger:
        'setWeight: {weight} of Rollout "{rollout}" is {canary} of {total}, which get about {share} % of the requests; set replicas to at least {needed}, or use a traffic router.',
      fewest:
        'setWeight: {weight} of Rollout "{rollout}" is {canary} of {total} while {kind} "{autoscaler}" runs only {fewest}, and the canary gets about {share} % of the requests; let it run at least {needed} pods, or use a traffic router.',
      same: 'setWeight: {weight} of Rollout "{rollout}" is {canary} of {total}, like setWeight: {earlier} before it, so this step moves no requests; set more replicas, or use a traffic router.',
      none: 'setWeight: {weight} of Rollout "{rollout}" gives the canary no pod, so no request reaches it; set replicas to at least {needed}, or use a traffic router.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/canary/',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/canary.go',
    ],
  },

  checkRollout(rollout, { graph, report }) {
    if (!canary(rollout).exists || trafficRouting(rollout).exists) return;
    const { object, own } = judgementOn(graph, rollout);
    if (!object || own.length > 0 || !isTaken(graph, rollout)) return;
    const size = podCount(graph, rollout);
    const surge = whereKnown(() => fenceposts(object).surge, undefined);
    if (size === undefined || surge === undefined) return;
    const { field: replicas, count } = size;
    const shares = steps(rollout).flatMap((step) => podShare(step.at('setWeight'), count, surge) ?? []);
    const options = () => ({
      rests: [replicas, canary(rollout).at('maxSurge'), canary(rollout).at('maxUnavailable')],
      unless: { 'rollout/canary-gets-requests': pinnedAt(graph, rollout) },
      ...(replicas.exists && { related: [{ at: replicas, message: 'the pods of the Rollout' }] }),
    });
    const first = shares.find((one) => isFarFrom(one, count));
    if (first) {
      const { weight, pods, total } = first;
      const data = {
        weight,
        rollout: rollout.name,
        needed: Math.ceil(100 / weight),
        canary: pods,
        total: counted(total, 'pod'),
      };
      const all = { ...data, share: Math.round(first.share), fewest: count, ...size.by };
      const choices = (): readonly ProposedFix[] =>
        size.by ? [] : [titled(`Set replicas to ${data.needed}.`, { field: replicas, value: data.needed })];
      report(first.field, pods === 0 ? 'none' : size.by ? 'fewest' : 'larger', all, {
        ...options(),
        choices,
      });
      return;
    }
    const same = shares.find((one, index) => isRepeated(shares, one, index));
    const earlier = same && shares.find(({ pods }) => pods === same.pods);
    if (!same || !earlier || size.by) return;
    const { weight, pods, total } = same;
    const data = {
      weight,
      rollout: rollout.name,
      canary: pods,
      total: counted(total, 'pod'),
      earlier: earlier.weight,
    };
    report(same.field, 'same', data, options());
  },
});

/** Where a canary that gets no requests at all is told. */
function pinnedAt(graph: Graph, rollout: Resource): readonly Resource[] {
  const stable = services(rollout).find(({ role }) => role === 'stable');
  const service = stable && graph.find(stable);
  return service ? [rollout, service, ...entriesTo(graph, service)] : [rollout];
}

/** What a weight is in pods. */
interface Share {
  readonly field: Field;
  readonly weight: number;
  readonly pods: number;
  readonly total: number;
  /** The percentage of the requests that the pods get. */
  readonly share: number;
}

function podShare(field: Field, count: number, surge: number): Share | undefined {
  const weight = field.number ?? 0;
  if (weight <= 0 || weight >= 100) return undefined;
  const pods = approximate({ replicas: count, weight, max: 100, surge });
  const total = pods.canary + pods.stable;
  return { field, weight, pods: pods.canary, total, share: (100 * pods.canary) / total };
}

/** Whether the pods are not what the author of a weight means. What is near to it is what small numbers of pods are. */
function isFarFrom({ weight, pods, share }: Share, count: number): boolean {
  if (pods === 0) return true;
  // One pod can only be halved.
  return count === 1 ? share > 2 * weight : share > 1.5 * weight && share - weight >= 5;
}

/** Whether a weight that is much larger than an earlier one changes no pods. */
function isRepeated(shares: readonly Share[], { weight, pods }: Share, index: number): boolean {
  const earlier = shares.slice(0, index).find((one) => one.pods === pods);
  return earlier !== undefined && weight - earlier.weight >= 30;
}

interface Size {
  readonly count: number;
  /** Where the number is set, or would be. */
  readonly field: Field;
  /** The autoscaler that chooses the number, whose least one counts. */
  readonly by?: { readonly kind: string; readonly autoscaler: string };
}

/** The number of pods of a Rollout, or the least one of its autoscaler; undefined where it is unknown or 0. */
function podCount(graph: Graph, rollout: Resource): Size | undefined {
  const autoscaler = scaledRollouts(graph).get(rollout);
  const [field, byDefault] = !autoscaler
    ? [rollout.at('spec', 'replicas'), 1]
    : autoscaler.kind === 'ScaledObject'
      ? [autoscaler.at('spec', 'minReplicaCount'), 0]
      : [autoscaler.at('spec', 'minReplicas'), 1];
  const count = field.exists ? field.number : byDefault;
  if (count === undefined || count < 1) return undefined;
  return {
    count,
    field,
    ...(autoscaler && { by: { kind: autoscaler.kind, autoscaler: autoscaler.name } }),
  };
}
