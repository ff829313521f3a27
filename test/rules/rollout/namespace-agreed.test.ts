import rule from '../../../src/rules/rollout/namespace-agreed.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  application: [],
  'default.yaml': [],
  'filled-in.yaml': [],
  kustomization: [],
  'none-at-all.yaml': [],
  'one-for-all.yaml': [],
  'rollout-without-one.yaml': [
    'Rollout "web" names no namespace, and its Service "web" is in namespace "shop"; write the namespace in both, or in neither.',
  ],
  'services-without-one.yaml': [
    'Service "web" names no namespace, and Rollout "web", which sends requests to it, is in namespace "shop"; write the namespace in both, or in neither.',
    'Service "web-canary" names no namespace, and Rollout "web", which sends requests to it, is in namespace "shop"; write the namespace in both, or in neither.',
  ],
});
