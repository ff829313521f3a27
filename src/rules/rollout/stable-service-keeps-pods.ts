import { liveWhen } from '../../facts/live.js';
import { services, steps, trafficRouting } from '../../kinds/rollout.js';
import { actions, type ActionName, weightAt } from '../../kinds/steps.js';
import { defineRule } from '../rule.js';

export default defineRule({
  meta: {
    name: 'rollout/stable-service-keeps-pods',
    description: 'Require the stable Service of a canary without a traffic router to have pods whenever the update waits.',
    why: 'Without a traffic router the number of pods is the weight: at setWeight: 100 the controller removes all stable pods, but the stable Service selects them until the update is over. Requests to it fail for as long as the update waits.',
    consequence: 'lost-traffic',
    severity: 'warning',
    messages: {
      empty:
        'Service "{service}" selects only stable pods and has no endpoints while {action} waits: without a traffic router no stable pod is left at setWeight: 100; remove stableService, or wait at a lower weight.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/canary/',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/service.go',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/canary.go',
    ],
  },

  checkRollout(rollout, { graph, report }) {
    const stable = services(rollout).find(({ role }) => role === 'stable');
    if (!stable || trafficRouting(rollout).exists || rollout.at('spec', 'replicas').number === 0) return;
    const all = steps(rollout);
    for (const [index, step] of all.entries()) {
      const weight = weightAt(all, index);
      const wait = actions(step).find(({ key }) => waits.has(key as ActionName));
      if (!wait || weight?.number !== 100) continue;
      const service = graph.find(stable);
      report(
        stable.from,
        'empty',
        { service: stable.to.name, action: String(wait.key) },
        {
          related: [
            { at: weight, message: 'leaves no stable pod' },
            { at: wait, message: 'the update waits' },
          ],
          live: () =>
            service &&
            liveWhen(graph, rollout, service, ({ frame }) => frame.kind === 'step' && frame.step === index),
        },
      );
      return;
    }
  },
});

/** Steps that end by something else than pods that become available. */
const waits: ReadonlySet<ActionName> = new Set(['pause', 'analysis', 'experiment', 'plugin']);
