import rule from '../../../src/rules/rollout/analysis-has-templates.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'background-without-templates.yaml': [
    'The background analysis of Rollout "web" names no template; name an AnalysisTemplate in "templates", or remove the analysis.',
  ],
  'limits-in-the-wrong-place.yaml': [],
  'named-templates.yaml': [],
  'no-analysis.yaml': [],
  'promotion-without-templates.yaml': [
    'The analysis before promotion of Rollout "web" names no template; name an AnalysisTemplate in "templates", or remove the analysis.',
    'The analysis after promotion of Rollout "web" names no template; name an AnalysisTemplate in "templates", or remove the analysis.',
  ],
  'steps-without-templates.yaml': [
    'The analysis of steps[1] of Rollout "web" names no template; name an AnalysisTemplate in "templates", or remove the analysis.',
    'The analysis of steps[2] of Rollout "web" names no template; name an AnalysisTemplate in "templates", or remove the analysis.',
    'The analysis of steps[3] of Rollout "web" names no template; name an AnalysisTemplate in "templates", or remove the analysis.',
  ],
  'template-in-the-wrong-place.yaml': [],
  'templates-by-a-patch': [],
});
