import { analyses } from '../../kubernetes/kinds/analysis.js';
import type { Field } from '../../model/field.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'rollout/analysis-has-templates',
    description: 'Require an analysis to name at least one template.',
    why: 'The controller creates no AnalysisRun for it and waits for one to succeed: the update waits until it is promoted or aborted by hand.',
    otherwise: {
      background: {
        when: 'In the background',
        consequence: 'analysis-void',
        why: 'The controller creates no AnalysisRun: the update goes on without any analysis.',
      },
      promoted: {
        when: 'After promotion',
        consequence: 'update-stuck',
        why: 'The controller creates no AnalysisRun and waits for one to succeed: the new version serves traffic and never becomes the stable one.',
      },
    },
    consequence: 'update-stuck',
    severity: 'error',
    messages: {
      none: 'The {analysis} of Rollout "{rollout}" names no template; name an AnalysisTemplate in "templates", or remove the analysis.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/analysis/',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/analysis.go',
    ],
  },

  checkRollout(rollout, { report }) {
    for (const { field, words, place } of analyses(rollout)) {
      if (place === 'experiment' || !isWithoutTemplates(field)) continue;
      const isPromoted = field.key === 'postPromotionAnalysis';
      report(
        field,
        'none',
        {
          rollout: rollout.name,
          analysis: words.startsWith('step') ? `analysis of ${words}` : words.replace(/^the /, ''),
        },
        { atKey: true, case: place === 'background' ? 'background' : isPromoted ? 'promoted' : undefined },
      );
    }
  },
});

/** An analysis with other fields, such as templateName, has its templates in the wrong place, which is another error. */
function isWithoutTemplates(analysis: Field): boolean {
  const templates = analysis.at('templates');
  const isEmpty =
    templates.shape === 'absent' || (templates.shape === 'list' && templates.items.length === 0);
  return isEmpty && analysis.shape === 'map' && analysis.entries.every(({ key }) => fields.has(String(key)));
}

const fields: ReadonlySet<string> = new Set([
  'analysisRunMetadata',
  'args',
  'dryRun',
  'measurementRetention',
  'startingStep',
  'templates',
]);
