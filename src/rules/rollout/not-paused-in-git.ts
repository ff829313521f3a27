import { blueGreen } from '../../kubernetes/kinds/rollout.js';
import { removalOf } from '../fixes.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'rollout/not-paused-in-git',
    description: 'Require a Rollout not to be paused in Git.',
    why: 'The controller does not change the pods of a paused canary, not even to start those of the first version, and does not switch the active Service of a paused blue-green Rollout. A resume in the cluster is a difference from Git: Argo CD shows it as OutOfSync, and self-heal or the next sync pauses the Rollout again.',
    consequence: 'update-stuck',
    severity: 'warning',
    messages: {
      paused:
        'Rollout "{rollout}" is paused in Git, so the controller {held} until it is resumed, and each sync pauses it again; remove paused.',
    },
    fixes: ['unsafe'],
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/specification/',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/context.go',
    ],
  },

  checkRollout(rollout, { report }) {
    const paused = rollout.at('spec', 'paused');
    if (paused.boolean !== true) return;
    const held = blueGreen(rollout).exists
      ? 'does not switch the active Service to a new version'
      : 'starts no pods of a new version';
    report(
      paused,
      'paused',
      { rollout: rollout.name, held },
      { rests: [paused], fix: () => removalOf(paused, 'unsafe') },
    );
  },
});
