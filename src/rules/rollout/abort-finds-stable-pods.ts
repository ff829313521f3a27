import { canary, steps, trafficRouting } from '../../kubernetes/kinds/rollout.js';
import { type ActionName, stepActions, weightAt } from '../../kubernetes/kinds/steps.js';
import { whereKnown } from '../../kubernetes/objects/unknown.js';
import type { Field } from '../../model/field.js';
import { countsAtStep, podsAt } from '../../rollouts/controllers/replicas.js';
import { maxWeight } from '../../rollouts/controllers/steps.js';
import { judgementOn } from '../facts/rollout/violations.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'rollout/abort-finds-stable-pods',
    description:
      'Require stable pods while a canary with dynamicStableScale waits, so that an abort can go back to them.',
    why: 'With dynamicStableScale the controller removes all stable pods as soon as the canary has all traffic, without scaleDownDelaySeconds. An abort while the update waits there first starts them again, and the aborted version serves users until they are available.',
    consequence: 'wrong-pods',
    severity: 'info',
    messages: {
      none: 'Rollout "{rollout}" has no stable pods while {action} of steps[{step}] waits at weight {weight}, because of dynamicStableScale; an abort there first starts {pods} pods. Wait at a lower weight, or remove dynamicStableScale.',
    },
    links: [
      'https://github.com/argoproj/argo-rollouts/issues/4828',
      'https://argo-rollouts.readthedocs.io/en/stable/features/canary/#dynamic-stable-scale-with-traffic-routing',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/canary.go',
    ],
  },

  checkRollout(rollout, { graph, report }) {
    const dynamic = canary(rollout).at('dynamicStableScale');
    if (dynamic.boolean !== true || !trafficRouting(rollout).exists) return;
    const { object } = judgementOn(graph, rollout);
    if (!object) return;
    const all = steps(rollout);
    for (const [index, step] of all.entries()) {
      const wait = waitOf(step);
      if (!wait) continue;
      const pods = whereKnown(() => podsAt(object, maxWeight(object)), 0);
      const stable = whereKnown(() => countsAtStep(object, graph.rolloutsVersion, index).stable, undefined);
      if (pods === 0 || stable !== 0) continue;
      const weight = weightAt(all, index);
      report(
        wait,
        'none',
        {
          rollout: rollout.name,
          action: String(wait.key),
          step: index,
          weight: weight?.number ?? 0,
          pods,
        },
        {
          rests: [dynamic, rollout.at('spec', 'replicas'), ...all],
          related: [
            { at: dynamic, message: 'removes the stable pods' },
            ...(weight ? [{ at: weight, message: 'all traffic' }] : []),
          ],
        },
      );
      return;
    }
  },
});

/** Actions that wait for a time, a user or a measurement, in which an abort is decided. */
const waitingSteps: ReadonlySet<ActionName> = new Set(['pause', 'analysis', 'experiment']);

function waitOf(step: Field): Field | undefined {
  return stepActions(step).find(({ key }) => waitingSteps.has(key as ActionName));
}
