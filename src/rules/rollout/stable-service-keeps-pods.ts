import { withoutNulls } from '../../kubernetes/objects/merge-patch.js';
import type { RolloutObject } from '../../kubernetes/objects/rollout-object.js';
import { fenceposts } from '../../rollouts/controllers/replicas.js';
import { liveWhen } from '../facts/live.js';
import { canary, services, steps, trafficRouting } from '../../kubernetes/kinds/rollout.js';
import { stepActions, type ActionName, weightAt } from '../../kubernetes/kinds/steps.js';
import type { Field } from '../../model/field.js';
import { titled } from '../choices.js';
import { removalOf } from '../fixes.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'rollout/stable-service-keeps-pods',
    description:
      'Require the stable Service of a canary without a traffic router to have pods throughout an update.',
    why: 'Without a traffic router the number of pods is the weight: at setWeight: 100 and after the last step the controller removes all stable pods, but the stable Service selects them until the new version is complete. Requests to it fail until then.',
    consequence: 'lost-traffic',
    severity: 'warning',
    fixes: ['choice'],
    messages: {
      empty:
        'Service "{service}" selects only stable pods and has no endpoints while {action} waits: without a traffic router no stable pod is left at setWeight: 100; remove stableService, or wait at a lower weight.',
      short:
        'Service "{service}" selects only stable pods and has no endpoints at the end of each update: without a traffic router the last stable pod is removed while up to {unavailable} of {replicas} new pods are not available yet; set maxUnavailable to 0, or remove stableService.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/canary/',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/service.go',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/canary.go',
    ],
  },

  checkRollout(rollout, { graph, report }) {
    const stable = services(rollout).find(({ role }) => role === 'stable');
    const replicas = rollout.at('spec', 'replicas').number;
    if (!stable || trafficRouting(rollout).exists || replicas === 0) return;
    const service = stable.to.name;
    const waiting = waitingAtFull(steps(rollout));
    if (waiting) {
      const { index, weight, wait } = waiting;
      const found = graph.find(stable);
      report(
        stable.from,
        'empty',
        { service, action: String(wait.key) },
        {
          related: [
            { at: weight, message: 'leaves no stable pod' },
            { at: wait, message: 'the update waits' },
          ],
          choices: () => [removalOf(stable.from)],
          live: () =>
            found &&
            liveWhen(graph, rollout, found, ({ frame }) => frame.kind === 'step' && frame.step === index),
        },
      );
    } else if (replicas !== undefined) {
      const { unavailable } = fenceposts(withoutNulls(rollout.at().value) as RolloutObject);
      if (unavailable === 0) return;
      const given = canary(rollout).at('maxUnavailable');
      const related = given.exists ? [{ at: given, message: 'so many pods may be missing' }] : [];
      report(
        stable.from,
        'short',
        { service, unavailable, replicas },
        {
          related,
          choices: () => [
            ...(canary(rollout).at('maxSurge').value === 0
              ? []
              : [titled('Set maxUnavailable to 0.', { field: given, value: 0 })]),
            removalOf(stable.from),
          ],
        },
      );
    }
  },
});

/** The first step that waits with all traffic on the canary. */
function waitingAtFull(
  all: readonly Field[],
): { readonly index: number; readonly weight: Field; readonly wait: Field } | undefined {
  for (const [index, step] of all.entries()) {
    const weight = weightAt(all, index);
    const wait = stepActions(step).find(({ key }) => waits.has(key as ActionName));
    if (wait && weight?.number === 100) return { index, weight, wait };
  }
  return undefined;
}

/** Steps that need more than available pods to complete. */
const waits: ReadonlySet<ActionName> = new Set(['pause', 'analysis', 'experiment', 'plugin']);
