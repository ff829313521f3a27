import { steps } from '../../kubernetes/kinds/rollout.js';
import { setTo, removalOf } from '../fixes.js';
import { titled } from '../choices.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'steps/canary-scale-single',
    description: 'Require setCanaryScale to set exactly one valid option.',
    why: 'Of several settings the controller uses only the first in this order: matchTrafficWeight, replicas, weight. Without any, the step changes nothing. A negative number stops the update, because a ReplicaSet cannot have it.',
    consequence: 'no-effect',
    severity: 'warning',
    messages: {
      ignored: '{ignored} has no effect next to {taken}; remove it.',
      none: 'This setCanaryScale is empty; set replicas, weight or "matchTrafficWeight: true".',
      negative: '{key} {number} is below 0; set 0 or more.',
      above:
        'weight {number} is above 100, so the canary gets more pods than the Rollout has; set at most 100.',
    },
    fixes: ['safe', 'unsafe', 'choice'],
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/canary/#dynamic-canary-scale-with-traffic-routing',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/canary.go',
    ],
  },

  checkRollout(rollout, { report }) {
    for (const step of steps(rollout)) {
      const scale = step.at('setCanaryScale');
      if (scale.shape !== 'map') continue;
      const [match, replicas, weight] = ['matchTrafficWeight', 'replicas', 'weight'].map((key) =>
        scale.at(key),
      );
      if (!match || !replicas || !weight) continue;

      const given = [...(match.boolean === true ? [match] : []), replicas, weight].filter(
        ({ exists }) => exists,
      );
      const [taken, ...ignored] = given;
      for (const field of ignored)
        report(
          field,
          'ignored',
          { ignored: String(field.key), taken: String(taken!.key) },
          {
            atKey: true,
            related: [{ at: taken!, message: 'the controller takes this' }],
            fix: () => removalOf(field),
          },
        );
      // A misspelt key is covered by schema/fields-known.
      const known = scale.entries.every(({ key }) =>
        ['matchTrafficWeight', 'replicas', 'weight'].includes(String(key)),
      );
      if (!taken && !match.exists && known) {
        const field = scale.at('matchTrafficWeight');
        const choices = () => [titled('Set matchTrafficWeight to true.', { field, value: true })];
        report(scale, 'none', {}, { atKey: true, choices });
      }
      if (taken?.number === undefined) continue;
      if (taken.number < 0)
        report(
          taken,
          'negative',
          { key: String(taken.key), number: taken.number },
          { fix: () => setTo(taken, 0, 'unsafe') },
        );
      else if (taken.key === 'weight' && taken.number > 100)
        report(taken, 'above', { number: taken.number }, { fix: () => setTo(taken, 100, 'unsafe') });
    }
  },
});
