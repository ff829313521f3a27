import rule from '../../../src/rules/argocd/ignore-rule-scoped.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'another-of-its-kind.yaml': [
    'The entry is meant for VirtualService "web", which Rollout "web" changes, and hides the same fields of VirtualService "api", which nothing but Git does; add name: web.',
  ],
  'nothing-of-the-kind-there.yaml': [],
  'only-one.yaml': [],
  'with-a-name.yaml': [],
});
