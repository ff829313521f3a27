import rule from '../../../src/rules/rollout/analysis-fields-exist.js';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { lint } from '../../../src/lint/lint.js';
import { describeRule } from '../../support/describe-rule.js';
import { fileSource } from '../../support/sources.js';

const lost = (path: string, argument: string, error: string): string =>
  `The fieldPath "${path}" of argument "${argument}" leads to no single value in Rollout "web": ${error}.`;

const notThere = [
  lost('spec.template.spec.containers[1].image', 'image', 'index 1 out of range'),
  lost('spec.template.spec.tag', 'tag', 'invalid path spec.template.spec.tag in rollout'),
  lost(
    'spec.template.spec',
    'pods',
    'path spec.template.spec in rollout must terminate in a primitive value',
  ),
];

describeRule(rule, {
  'negative-index.yaml': [lost('spec.template.spec.containers[-1].image', 'image', 'index out of range')],
  'not-there.yaml': notThere,
  // Null is as good as nothing.
  'not-there-beside-a-null.yaml': notThere,
  'of-a-load-balancer.yaml': [
    'The fieldPath "status.alb.canaryTargetGroup.name" of argument "group" is empty in Rollout "web" unless the controller runs with --aws-verify-target-group; if it does, set "awsVerifyTargetGroup: true" in rolloutkit.yaml.',
  ],
  'of-a-workload.yaml': [
    'The fieldPath "spec.template.spec.containers[0].image" of argument "image" leads to nothing: Rollout "web" takes its pod template from a workloadRef, which an analysis cannot read; set a value instead.',
  ],
  'there.yaml': [],
});

it.each([
  [true, []],
  [false, ['error']],
  [undefined, ['info']],
])('judges fields of load balancers by what is said of the controller: %s', (verifiesTargetGroups, found) => {
  const file = join(__dirname, 'analysis-fields-exist/of-a-load-balancer.yaml');
  const { findings } = lint([fileSource(file)], [rule], { graph: { verifiesTargetGroups } });
  expect(findings.map(({ severity }) => severity)).toEqual(found);
});
