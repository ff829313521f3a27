import { blueGreen } from '../../kubernetes/kinds/rollout.js';
import { removalOf } from '../fixes.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'rollout/auto-promotion-takes-effect',
    description: 'Require autoPromotionSeconds only where autoPromotionEnabled is not false.',
    why: 'The controller reads autoPromotionSeconds only when automatic promotion is enabled. The update waits until a user promotes it.',
    consequence: 'no-effect',
    severity: 'warning',
    fixes: ['choice'],
    messages: {
      ignored:
        'autoPromotionSeconds of Rollout "{rollout}" has no effect, because autoPromotionEnabled is false; remove one of them.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/bluegreen/#autopromotionseconds',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/pause.go',
    ],
  },

  checkRollout(rollout, { report }) {
    const [seconds, enabled] = [
      blueGreen(rollout).at('autoPromotionSeconds'),
      blueGreen(rollout).at('autoPromotionEnabled'),
    ];
    if (enabled.boolean !== false || (seconds.number ?? 0) <= 0) return;
    report(
      seconds,
      'ignored',
      { rollout: rollout.name },
      {
        choices: () => [removalOf(seconds), removalOf(enabled)],
        rests: [enabled],
        related: [{ at: enabled, message: 'disables automatic promotion' }],
      },
    );
  },
});
