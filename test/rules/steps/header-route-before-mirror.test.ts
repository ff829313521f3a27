import rule from '../../../src/rules/steps/header-route-before-mirror.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'header-first.yaml': [],
  'mirror-ends-before.yaml': [],
  'mirror-first.yaml': [
    'Mirror route "copy" matches all requests and is tried before header route "by-header", which then gets none; list "by-header" before "copy" in managedRoutes.',
  ],
  'mirror-not-managed.yaml': [],
  'mirror-of-some-requests.yaml': [],
  'one-after-the-other.yaml': [],
  'two-header-routes.yaml': [],
});
