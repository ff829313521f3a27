import rule from '../../../src/rules/rollout/analysis-template-exists.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  // https://helm.sh/docs/topics/charts/#the-chart-file-structure: what Helm renders is in templates.
  'beside-chart': [
    'AnalysisTemplate "gate" of Rollout "web" is in gate.yaml, which Helm does not deploy, because it is not in the folder templates of the chart; move it there.',
  ],
  'all-there.yaml': [],
  'circle.yaml': ['AnalysisTemplate "a" contains itself: "a" → "b" → "a"; remove one of these references.'],
  'cluster-templates-from-elsewhere.yaml': [],
  'missing-cluster-template.yaml': ['ClusterAnalysisTemplate "availability" of Rollout "web" is not found.'],
  'missing-in-each-place.yaml': [
    'AnalysisTemplate "background" of Rollout "web" is not found.',
    'AnalysisTemplate "step" of Rollout "web" is not found.',
    'AnalysisTemplate "experiment" of Rollout "web" is not found.',
    'AnalysisTemplate "nested" of AnalysisTemplate "there" is not found.',
    'AnalysisTemplate "before" of Rollout "api" is not found.',
    'AnalysisTemplate "after" of Rollout "api" is not found.',
  ],
  'misspelt.yaml': [
    'AnalysisTemplate "succes-rate" of Rollout "web" is not found; did you mean "success-rate"?',
  ],
  'name-suffix': [
    'AnalysisTemplate "errors" of Rollout "web" is deployed as "errors-v2", but kustomize does not change this field; write "errors-v2", or list the field in a transformer configuration of kustomize.',
  ],
  'of-an-experiment.yaml': [
    'AnalysisTemplate "eror-rate" of Experiment "compare" is not found; did you mean "error-rate"?',
  ],
  'other-scope.yaml': [
    'AnalysisTemplate "errors" of Rollout "web" is not found, but ClusterAnalysisTemplate "errors" exists; set clusterScope to true.',
    'ClusterAnalysisTemplate "latency" of Rollout "web" is not found, but AnalysisTemplate "latency" exists; remove clusterScope.',
  ],
});
