import { blueGreen, canary } from '../../kubernetes/kinds/rollout.js';
import { titled } from '../choices.js';
import { removalOf } from '../fixes.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'rollout/strategy-given',
    description: 'Require a Rollout to have exactly one strategy, canary or blueGreen.',
    why: 'The controller marks the Rollout InvalidSpec: "Rollout has missing field \'.spec.strategy.canary or .spec.strategy.blueGreen\'" or "Multiple Strategies can not be listed".',
    consequence: 'invalid-spec',
    severity: 'error',
    fixes: ['choice'],
    messages: {
      none: 'Rollout "{rollout}" has no strategy; set "canary" or "blueGreen" (an empty canary, "canary: {}", updates like a Deployment).',
      both: 'Rollout "{rollout}" has two strategies, canary and blueGreen; remove one.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/concepts/#deployment-strategies',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation.go',
    ],
  },

  voices: {
    'strategies-many': (_, { rollout, report }) =>
      report(
        blueGreen(rollout),
        'both',
        { rollout: rollout.name },
        // The needs of the Rollout depend on which of them is meant.
        {
          atKey: true,
          isFirst: true,
          choices: () => [blueGreen(rollout), canary(rollout)].map((strategy) => removalOf(strategy)),
          related: [{ at: canary(rollout).keyPlace, message: 'the other strategy' }],
        },
      ),
    'strategy-missing': ([{ field }], { rollout, report }) => {
      // A misspelt strategy is covered by schema/fields-known.
      if (field.entries.every(({ key }) => key === 'canary' || key === 'blueGreen'))
        report(
          field,
          'none',
          { rollout: rollout.name },
          {
            atKey: true,
            choices: () => [titled('Set "canary" to {}.', { field: canary(rollout), value: {} })],
          },
        );
    },
  },
});
