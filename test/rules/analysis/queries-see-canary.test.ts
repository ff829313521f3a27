import rule from '../../../src/rules/analysis/queries-see-canary.js';
import { describeRule } from '../../support/describe-rule.js';

const both = (metric: string) =>
  `Nothing in the query of metric "${metric}" selects the canary of Rollout "web", so it measures both versions; select its Service, its labels or its pod template hash.`;

describeRule(rule, {
  'both-versions.yaml': [both('by-app')],
  'argument-of-stable.yaml': [both('by-service')],
  'good.yaml': [],
});
