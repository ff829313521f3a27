import { durationText } from '../../rollouts/analysis/timing.js';
import { unjudged } from '../../rollouts/analysis/unjudged.js';
import { titled } from '../choices.js';
import { type ProposedFix, typedRule } from '../rule.js';

/** Pauses of so many seconds in all leave time for an alert and for a person to abort. */
const longEnough = 600;

export default typedRule({
  meta: {
    name: 'analysis/update-judged',
    description:
      'Require an analysis, a pause for a user or ten minutes of pauses before a new version gets all requests.',
    why: 'Once its pods are ready, the new version gets all requests whatever it answers. A bad version stays until a user notices it.',
    consequence: 'analysis-void',
    severity: 'info',
    fixes: ['choice'],
    messages: {
      steps:
        'Nothing judges a new version of Rollout "{rollout}": its steps have no analysis, and {pauses}; add an analysis, or a pause without duration.',
      promotion:
        'Nothing judges a new version of Rollout "{rollout}": it has no analysis, and is promoted {when}; add a prePromotionAnalysis, or set autoPromotionEnabled to false.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/analysis/',
      'https://argo-rollouts.readthedocs.io/en/stable/features/bluegreen/#autopromotionenabled',
    ],
  },

  checkRollout(rollout, { report }) {
    const found = unjudged(rollout);
    if (!found || found.seconds >= longEnough) return;
    const { field, seconds } = found;
    const data = { rollout: rollout.name };
    const options = { atKey: true, complete: [field], rests: [rollout.at('spec', 'strategy')] };
    if (field.key === 'blueGreen') {
      const when =
        seconds === 0
          ? 'as soon as its pods are available'
          : `${durationText(seconds)} after its pods are available`;
      const enabled = field.at('autoPromotionEnabled');
      const choices = (): readonly ProposedFix[] => [
        titled('Set autoPromotionEnabled to false.', { field: enabled, value: false }),
      ];
      report(field, 'promotion', { ...data, when }, { ...options, choices });
    } else {
      const pauses = seconds === 0 ? 'no step pauses' : `all pauses together last ${durationText(seconds)}`;
      report(field, 'steps', { ...data, pauses }, options);
    }
  },
});
