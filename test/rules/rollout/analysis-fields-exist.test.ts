import rule from '../../../src/rules/rollout/analysis-fields-exist.js';
import { describeRule } from '../../support/describe-rule.js';

const lost = (path: string, argument: string, error: string): string =>
  `The fieldPath "${path}" of argument "${argument}" leads to no single value in Rollout "web": ${error}.`;

describeRule(rule, {
  'negative-index.yaml': [lost('spec.template.spec.containers[-1].image', 'image', 'index out of range')],
  'not-there.yaml': [
    lost('spec.template.spec.containers[1].image', 'image', 'index 1 out of range'),
    lost('spec.template.spec.tag', 'tag', 'invalid path spec.template.spec.tag in rollout'),
    lost(
      'spec.template.spec',
      'pods',
      'path spec.template.spec in rollout must terminate in a primitive value',
    ),
  ],
  'of-a-workload.yaml': [
    'The fieldPath "spec.template.spec.containers[0].image" of argument "image" leads to nothing: Rollout "web" has its pod template from a workloadRef, and the analysis sees no template.',
  ],
  'there.yaml': [],
});
