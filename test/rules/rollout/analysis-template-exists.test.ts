import rule from '../../../src/rules/rollout/analysis-template-exists.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'all-there.yaml': [],
  'circle.yaml': ['AnalysisTemplate "a" is made of itself: "a" → "b" → "a".'],
  'cluster-templates-from-elsewhere.yaml': [],
  'missing-cluster-template.yaml': [
    'ClusterAnalysisTemplate "availability" of Rollout "web" does not exist.',
  ],
  'missing-in-each-place.yaml': [
    'AnalysisTemplate "background" of Rollout "web" does not exist.',
    'AnalysisTemplate "step" of Rollout "web" does not exist.',
    'AnalysisTemplate "experiment" of Rollout "web" does not exist.',
    'AnalysisTemplate "nested" of AnalysisTemplate "there" does not exist.',
    'AnalysisTemplate "before" of Rollout "api" does not exist.',
    'AnalysisTemplate "after" of Rollout "api" does not exist.',
  ],
  'misspelt.yaml': ['AnalysisTemplate "succes-rate" of Rollout "web" does not exist; "success-rate" does.'],
  'name-suffix': [
    'AnalysisTemplate "errors" of Rollout "web" is deployed as "errors-v2": kustomize does not change this field unless a transformer configuration tells it to.',
  ],
  'other-scope.yaml': [
    'AnalysisTemplate "errors" of Rollout "web" does not exist; ClusterAnalysisTemplate "errors" does: set clusterScope to true.',
    'ClusterAnalysisTemplate "latency" of Rollout "web" does not exist; AnalysisTemplate "latency" does: leave clusterScope out.',
  ],
});
