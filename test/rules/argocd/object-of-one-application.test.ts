import rule from '../../../src/rules/argocd/object-of-one-application.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'a-part-each': [],
  'an-argo-cd-in-each-cluster': [],
  'an-overlay-each': [],
  'another-cluster': [],
  'another-name': [],
  'another-namespace': [],
  'another-revision': [],
  'destination-with-a-placeholder': [],
  'namespace-in-the-manifest': [
    'Applications "two" and "one" both deploy Rollout "web" and 1 more to namespace "shop" of one cluster; leave it to one of them, or give each a namespace of its own.',
  ],
  'one-destination': [
    'Applications "two" and "one" both deploy Rollout "web" to namespace "shop" of one cluster; leave it to one of them, or give each a namespace of its own.',
  ],
  'one-remote-cluster': [
    'Applications "two" and "one" both deploy Rollout "web" to namespace "shop" of one cluster; leave it to one of them, or give each a namespace of its own.',
  ],
});
