import rule from '../../../src/rules/istio/route-names-unique.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'chosen-name-twice.yaml': [
    'VirtualService "checkout" has 2 HTTP routes named "primary", of which Rollout "checkout" shifts the first only; give each its own name.',
  ],
  'distinct-names.yaml': [],
  'managed-route-in-git-twice.yaml': [],
  'none-chosen.yaml': [],
  'one-name-twice.yaml': [
    'VirtualService "checkout" has 2 HTTP routes named "books", which the controller multiplies when it sorts them for Rollout "checkout"; give each its own name.',
  ],
  'one-without-a-name.yaml': [],
  'repeated-and-not-chosen.yaml': [],
  'routes-patched': [],
  'two-without-a-name.yaml': [
    'VirtualService "checkout" has 2 HTTP routes without a name, which the controller multiplies when it sorts them for Rollout "checkout"; give each a name.',
  ],
  'unnamed-without-managed-routes.yaml': [],
});
