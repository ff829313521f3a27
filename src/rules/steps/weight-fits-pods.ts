import { autoscalerKinds, scaleTarget } from '../../kubernetes/kinds/autoscaler.js';
import { canary, steps, trafficRouting } from '../../kubernetes/kinds/rollout.js';
import { whereKnown } from '../../kubernetes/objects/unknown.js';
import { memoize } from '../../model/memo.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import { approximate, fenceposts } from '../../rollouts/controllers/replicas.js';
import { judgementOn } from '../facts/rollout/violations.js';
import { isTaken } from '../facts/schema/problems.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'steps/weight-fits-pods',
    description:
      'Require a Rollout without a traffic router to have enough pods for the weights of its steps.',
    why: 'Without a traffic router the controller makes a weight of numbers of pods, at least one of each version. With few pods a small weight becomes a large share of the requests, and a bad version hurts more users than the step says.',
    consequence: 'misdirected-traffic',
    severity: 'info',
    messages: {
      larger:
        'setWeight: {weight} of Rollout "{rollout}" is {canary} of {total} pods, which get about {share} % of the requests; set replicas to at least {needed}, or use a traffic router.',
      none: 'setWeight: {weight} of Rollout "{rollout}" gives the canary no pod, so no request reaches it; set replicas to at least {needed}, or use a traffic router.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/canary/',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/canary.go',
    ],
  },

  checkRollout(rollout, { graph, report }) {
    if (!canary(rollout).exists || trafficRouting(rollout).exists || scaled(graph).has(rollout)) return;
    const replicas = rollout.at('spec', 'replicas');
    const { object, own } = judgementOn(graph, rollout);
    const count = replicas.exists ? replicas.number : 1;
    if (!object || own.length > 0 || !isTaken(graph, rollout) || count === undefined || count < 1) return;
    const surge = whereKnown(() => fenceposts(object).surge, undefined);
    if (surge === undefined) return;
    for (const step of steps(rollout)) {
      const field = step.at('setWeight');
      const weight = field.number ?? 0;
      if (weight <= 0 || weight >= 100) continue;
      const pods = approximate({ replicas: count, weight, max: 100, surge });
      const total = pods.canary + pods.stable;
      const share = Math.round((100 * pods.canary) / total);
      // What is within a factor of two is what small numbers of pods are.
      if (pods.canary > 0 && share <= 2 * weight) continue;
      const data = { weight, rollout: rollout.name, needed: Math.ceil(100 / weight) };
      const options = {
        rests: [replicas, canary(rollout).at('maxSurge'), canary(rollout).at('maxUnavailable')],
        ...(replicas.exists && { related: [{ at: replicas, message: 'the pods of the Rollout' }] }),
      };
      if (pods.canary === 0) report(field, 'none', data, options);
      else report(field, 'larger', { ...data, canary: pods.canary, total, share }, options);
      return;
    }
  },
});

/** The Rollouts that an autoscaler scales: how many pods they have is not in the files. */
const scaled = memoize((graph: Graph): ReadonlySet<Resource> => {
  const found = new Set<Resource>();
  for (const { kind, group } of autoscalerKinds)
    for (const autoscaler of graph.ofKind(kind, group)) {
      const reference = scaleTarget(autoscaler);
      const rollout = reference && graph.find(reference);
      if (rollout) found.add(rollout);
    }
  return found;
});
