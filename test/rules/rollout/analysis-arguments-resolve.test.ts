import rule from '../../../src/rules/rollout/analysis-arguments-resolve.js';
import { describeRule } from '../../support/describe-rule.js';

const unresolved = (analysis: string) =>
  `Argument "service" of AnalysisTemplate "errors" has no value, and ${analysis} of Rollout "web" passes none; add it to the args of the analysis.`;

describeRule(rule, {
  'all-have-values.yaml': [],
  'given-by-the-rollout.yaml': [],
  'misspelt.yaml': [
    'AnalysisTemplate "errors" has no argument "service_name"; it has "service-name", which needs a value.',
  ],
  'no-value.yaml': [
    unresolved('the background analysis'),
    unresolved('steps[1]'),
    unresolved('the experiment of steps[2]'),
  ],
  'template-that-is-not-here.yaml': [],
  'two-values-in-the-background.yaml': [
    'Argument "token" of AnalysisTemplate "errors" has a value and a valueFrom; keep one.',
  ],
  'two-values.yaml': [
    'Argument "token" of AnalysisTemplate "errors" has a value and a valueFrom; keep one.',
    'Argument "namespace" is "blog" here and "shop" in AnalysisTemplate "errors", and steps[0] of Rollout "web" uses both; use the same value.',
  ],
  'undeclared-in-the-background.yaml': [
    'AnalysisTemplate "errors" does not declare argument "sevice", only "service"; declare it, or use one of these.',
  ],
  'none-declared.yaml': [
    'AnalysisTemplate "errors" uses argument "service" and declares none; add it to its args.',
  ],
  'undeclared.yaml': [
    'AnalysisTemplate "errors" does not declare argument "sevice", only "service"; declare it, or use one of these.',
  ],
});
