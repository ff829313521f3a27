import rule from '../../../src/rules/alb/readiness-gates-injected.js';
import { describeRule } from '../../support/describe-rule.js';

const namespace =
  'Namespace "shop" asks for no readiness gates, so pods of Rollout "web" are available before the ALB of Ingress "web" reaches them; add label "elbv2.k8s.aws/pod-readiness-gate-inject: enabled".';

describeRule(rule, {
  'created-by-the-application.yaml': [
    'Application "shop" creates namespace "shop" without readiness gates, so pods of Rollout "web" are available before the ALB of Ingress "web" reaches them; add label "elbv2.k8s.aws/pod-readiness-gate-inject: enabled" to managedNamespaceMetadata.',
  ],
  'injected.yaml': [],
  'instances.yaml': [],
  'namespace-elsewhere.yaml': [],
  'no-labels.yaml': [namespace],
  'other-labels.yaml': [namespace],
  'own-gates.yaml': [],
});
