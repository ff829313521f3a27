import { canary, steps, trafficRouting } from '../../kubernetes/kinds/rollout.js';
import { claimReferences, selects } from '../../kubernetes/kinds/workload.js';
import { whereKnown } from '../../kubernetes/objects/unknown.js';
import { kinds } from '../../kubernetes/objects/object.js';
import { byFixedOrder } from '../../model/fixed-order.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import { isEmptiedAtOnce } from '../../rollouts/controllers/emptied.js';
import { fenceposts } from '../../rollouts/controllers/replicas.js';
import { authoredSelector } from '../../kubernetes/kinds/service.js';
import { judgementOn } from '../facts/rollout/violations.js';
import { scaledRollouts } from '../facts/scaled-rollouts.js';
import { isTaken } from '../facts/schema/problems.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'rollout/pods-kept-in-update',
    description: 'Require a canary without a traffic router to keep a pod while it is updated.',
    why: 'The controller may stop as many pods as maxUnavailable says before new ones are ready, and starts no pod above replicas without maxSurge. Where all pods stop first, the Service has no endpoints until a new pod is ready, in each update and each time it is undone.',
    consequence: 'lost-traffic',
    severity: 'warning',
    messages: {
      outage:
        'With maxUnavailable {unavailable} and maxSurge {surge} of {replicas}, the controller stops all pods of Rollout "{rollout}" before a new one is ready, and Service "{service}" has none; set maxSurge to 1 and maxUnavailable to 0.',
    },
    fixes: ['unsafe'],
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/canary/#maxunavailable',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/canary.go',
    ],
  },

  checkRollout(rollout, { graph, report }) {
    if (!canary(rollout).exists || trafficRouting(rollout).exists || scaledRollouts(graph).has(rollout))
      return;
    const { object, own } = judgementOn(graph, rollout);
    if (!object || own.length > 0 || !isTaken(graph, rollout)) return;
    const [most, surge] = [canary(rollout).at('maxUnavailable'), canary(rollout).at('maxSurge')];
    const replicas = rollout.at('spec', 'replicas');
    const template = graph.podTemplate(rollout);
    // Pods that mount one claim are often meant to stop first.
    if (!template || claimReferences(template).length > 0 || !(most.exists || surge.exists)) return;
    const isEmptied = whereKnown(() => isEmptiedAtOnce(object, graph.rolloutsVersion), undefined);
    const service = isEmptied === true ? servedThrough(graph, rollout) : undefined;
    if (!service) return;
    const { surge: above, unavailable } = fenceposts(object);
    const count = replicas.number ?? 1;
    report(
      most.exists ? most : surge,
      'outage',
      {
        ...{ rollout: rollout.name, service: service.name, unavailable, surge: above },
        replicas: count === 1 ? '1 pod' : `${count} pods`,
      },
      {
        fix: () => ({
          title: 'Set maxSurge to 1 and maxUnavailable to 0.',
          isUnsafe: true,
          writes: [
            { field: surge, value: 1 },
            { field: most, value: 0 },
          ],
        }),
        rests: [replicas, most, surge, trafficRouting(rollout), ...steps(rollout)],
        related: [{ at: service, message: 'has no pods then' }],
      },
    );
  },
});

/** A Service that sends requests to the pods of a Rollout. */
function servedThrough(graph: Graph, rollout: Resource): Resource | undefined {
  const labels = graph.labels(rollout);
  return [...graph.companions(rollout, kinds.service)].sort(byFixedOrder).find((service) => {
    const selector = authoredSelector(service);
    return Object.keys(selector).length > 0 && selects(selector, labels);
  });
}
