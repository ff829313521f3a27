import rule from '../../../src/rules/rollout/strategy-given.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'assertion-without-spec.yaml': [],
  'both.yaml': ['Rollout "web" has two strategies, canary and blueGreen; remove one.'],
  'misspelt.yaml': [],
  'none.yaml': ['web', 'api', 'admin'].map(
    (name) =>
      `Rollout "${name}" has no strategy; set "canary" or "blueGreen" (an empty canary, "canary: {}", updates like a Deployment).`,
  ),
  'one.yaml': [],
});
