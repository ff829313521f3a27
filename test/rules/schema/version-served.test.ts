import rule from '../../../src/rules/schema/version-served.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'own-kind.yaml': [
    'Widget "web" has apiVersion "example.com/v1beta1", which is not served; served versions are "example.com/v1".',
  ],
  // https://kubernetes.io/docs/reference/using-api/deprecation-guide/
  'gone.yaml': [
    'Ingress "web" has apiVersion "extensions/v1beta1", which is not served; served versions are "networking.k8s.io/v1".',
    'Deployment "web" has apiVersion "extensions/v1beta1", which is not served; served versions are "apps/v1".',
    'StatefulSet "store" has apiVersion "apps/v1beta2", which is not served; served versions are "apps/v1".',
  ],
  'never.yaml': [
    'ConfigMap "web" has apiVersion "v1beta1", which is not served; served versions are "v1".',
    'NetworkPolicy "web" has apiVersion "extensions/v1beta1", which is not served; served versions are "networking.k8s.io/v1".',
    'VirtualService "web" has apiVersion "networking.istio.io/v1alpha2", which is not served; served versions are "networking.istio.io/v1", "networking.istio.io/v1beta1", "networking.istio.io/v1alpha3".',
    'EnvoyFilter "web" has apiVersion "networking.istio.io/v1", which is not served; served versions are "networking.istio.io/v1alpha3".',
    'RequestAuthentication "web" has apiVersion "security.istio.io/v1alpha1", which is not served; served versions are "security.istio.io/v1", "security.istio.io/v1beta1".',
    'HTTPRoute "web" has apiVersion "gateway.networking.k8s.io/v1alpha1", which is not served; served versions are "gateway.networking.k8s.io/v1", "gateway.networking.k8s.io/v1beta1", "gateway.networking.k8s.io/v1alpha2".',
  ],
  'rollout-v1.yaml': [
    'Rollout "web" has apiVersion "argoproj.io/v1", which is not served; served versions are "argoproj.io/v1alpha1".',
  ],
  'served.yaml': [],
  'without-a-version.yaml': [
    'ConfigMap "old" has apiVersion "v1beta1", which is not served; served versions are "v1".',
  ],
});
