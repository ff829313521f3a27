import rule from '../../../src/rules/schema/version-served.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  // https://kubernetes.io/docs/reference/using-api/deprecation-guide/
  'gone.yaml': [
    'Ingress "web" has apiVersion "extensions/v1beta1", which is not served; served versions are "networking.k8s.io/v1".',
    'Deployment "web" has apiVersion "extensions/v1beta1", which is not served; served versions are "apps/v1".',
    'StatefulSet "store" has apiVersion "apps/v1beta2", which is not served; served versions are "apps/v1".',
  ],
  'rollout-v1.yaml': [
    'Rollout "web" has apiVersion "argoproj.io/v1", which is not served; served versions are "argoproj.io/v1alpha1".',
  ],
  'served.yaml': [],
});
