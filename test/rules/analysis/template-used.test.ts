import rule from '../../../src/rules/analysis/template-used.js';
import { describeRule } from '../../support/describe-rule.js';

const unused = (template: string, place: string) =>
  `AnalysisTemplate "${template}" is not used, and Rollout "web" beside it has no analysis, so the template measures no update; name it in the ${place} of the Rollout, or remove it.`;

describeRule(rule, {
  'unused.yaml': [unused('gate', 'prePromotionAnalysis')],
  'beside.yaml': [
    'AnalysisTemplate "latency" is not used: Rollout "web" beside it has an analysis of other templates, so what this one measures stops no update; add it to the templates of steps[1], or remove it.',
  ],
  // Another Rollout uses it.
  'used.yaml': [],
  'nested.yaml': [unused('all', 'analysis')],
  'by-kargo.yaml': [],
});
