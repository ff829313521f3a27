import { blueGreen, canary } from '../../kinds/rollout.js';
import { defineRule } from '../rule.js';

export default defineRule({
  meta: {
    name: 'rollout/strategy-given',
    description: 'Require a Rollout to have one strategy: canary or blueGreen.',
    why: 'The controller marks the Rollout InvalidSpec: "Rollout has missing field \'.spec.strategy.canary or .spec.strategy.blueGreen\'" or "Multiple Strategies can not be listed".',
    consequence: 'invalid-spec',
    severity: 'error',
    messages: {
      none: 'Rollout "{rollout}" has no strategy; give it "canary" or "blueGreen", an empty canary ("{}") updates like a Deployment.',
      both: 'Rollout "{rollout}" has two strategies, canary and blueGreen; keep one.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/concepts/#deployment-strategies',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation.go',
    ],
  },

  checkRollout(rollout, { report }) {
    if (!rollout.at('spec').exists) return; // schema/fields-complete reports it.
    const strategy = rollout.at('spec', 'strategy');
    const [first, second] = [canary(rollout), blueGreen(rollout)].filter(({ exists }) => exists);
    if (second)
      report(
        second,
        'both',
        { rollout: rollout.name },
        // Which of them is meant decides what the Rollout needs.
        { atKey: true, isFirst: true, related: [{ at: first!.keyPlace, message: 'the other strategy' }] },
      );
    // A strategy of another name is schema/fields-known's to report.
    const isMisspelt = strategy.entries.some(({ key }) => key !== 'canary' && key !== 'blueGreen');
    const isOtherType = strategy.exists && strategy.shape !== 'map';
    if (!first && !isMisspelt && !isOtherType)
      report(strategy, 'none', { rollout: rollout.name }, { atKey: true });
  },
});
