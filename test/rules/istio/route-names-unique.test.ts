import rule from '../../../src/rules/istio/route-names-unique.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'chosen-name-twice.yaml': [
    'VirtualService "checkout" has 2 HTTP routes named "primary", but Rollout "checkout" shifts only the first; give each a different name.',
  ],
  'distinct-names.yaml': [],
  'managed-route-in-git-twice.yaml': [],
  'none-chosen.yaml': [],
  'one-name-twice.yaml': [
    'VirtualService "checkout" has 2 HTTP routes named "books", and the controller duplicates them when it sorts the routes for Rollout "checkout"; give each a different name.',
  ],
  'one-without-a-name.yaml': [],
  'repeated-and-not-chosen.yaml': [],
  'routes-patched': [],
  'two-without-a-name.yaml': [
    'VirtualService "checkout" has 2 HTTP routes without a name, and the controller duplicates them when it sorts the routes for Rollout "checkout"; name each of them.',
  ],
  'unnamed-without-managed-routes.yaml': [],
});
