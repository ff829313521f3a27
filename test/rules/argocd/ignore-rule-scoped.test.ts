import rule from '../../../src/rules/argocd/ignore-rule-scoped.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'another-of-its-kind.yaml': [
    'This entry is meant for VirtualService "web", which Rollout "web" changes, but it also hides the same fields of VirtualService "api", which only Git sets; add name: web.',
  ],
  'nothing-of-the-kind-there.yaml': [],
  'only-one.yaml': [],
  'with-a-name.yaml': [],
});
