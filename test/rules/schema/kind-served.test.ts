import rule from '../../../src/rules/schema/kind-served.js';
import { describeRule } from '../../support/describe-rule.js';

const rollouts = 'apiVersion "argoproj.io/v1alpha1"';

describeRule(rule, {
  'misspelt.yaml': [
    `${rollouts} has no kind "rollout"; did you mean "Rollout"?`,
    `${rollouts} has no kind "Rollouts"; did you mean "Rollout"?`,
    `${rollouts} has no kind "Rolout"; did you mean "Rollout"?`,
    'apiVersion "networking.istio.io/v1" has no kind "DestinationRules"; did you mean "DestinationRule"?',
    'apiVersion "v1" has no kind "Servise"; did you mean "Service"?',
    'apiVersion "networking.k8s.io/v1" has no kind "NetworkPolicies"; did you mean "NetworkPolicy"?',
    `${rollouts} has no kind "CronWorkfow"; did you mean "CronWorkflow"?`,
  ],
  'of-another-group.yaml': [
    `apiVersion "apps/v1" has no kind "Rollout"; "Rollout" is in ${rollouts}.`,
    'apiVersion "v1" has no kind "Deployment"; "Deployment" is in apiVersion "apps/v1".',
    'apiVersion "apps/v1" has no kind "service"; "Service" is in apiVersion "v1".',
    `apiVersion "v1alpha1" has no kind "Rollout"; "Rollout" is in ${rollouts}.`,
    'apiVersion "networking.k8s.io/v1" has no kind "Gateway"; "Gateway" is in API group "gateway.networking.k8s.io" or apiVersion "networking.istio.io/v1".',
    'apiVersion "autoscaling" has no kind "HorizontalPodAutoscaler"; "HorizontalPodAutoscaler" is in apiVersion "autoscaling/v2".',
  ],
  'group-misspelt.yaml': [
    `API group "argoprj.io" is unknown; "Rollout" is in ${rollouts}.`,
    'API group "networking.istio" is unknown; "VirtualService" is in apiVersion "networking.istio.io/v1".',
  ],
  'half.yaml': [
    `Rollout "web" has no apiVersion; this kind is in ${rollouts}.`,
    'Service "web" has no apiVersion; this kind is in apiVersion "v1". Did you mean "apiVersion" instead of "apiVerson"?',
    `"web" has ${rollouts} but no kind. Write one, such as "kind: Rollout".`,
    '"web" has apiVersion "v1" but no kind. Did you mean "kind" instead of "Kind"?',
    '"flow" has apiVersion "v1" but no kind. Write one, such as "kind: Service".',
    'The kind of a manifest is a map; it must be a string.',
    'The apiVersion of a manifest is a map; it must be a string.',
    'The apiVersion of a manifest is a number; it must be a string.',
    `Rollout "web" has no apiVersion; this kind is in ${rollouts}.`,
  ],
  // A podTemplate of Jenkins: its plugin fills in what kubectl misses.
  'pods-without-a-version': [
    'Pod "node" has no apiVersion; this kind is in apiVersion "v1".',
    'Pod "maven" has no apiVersion; this kind is in apiVersion "v1".',
    'Pod "misspelt" has no apiVersion; this kind is in apiVersion "v1". Did you mean "apiVersion" instead of "apiVerson"?',
    'Deployment "web" has no apiVersion; this kind is in apiVersion "apps/v1".',
    'Pod "debug" has no apiVersion; this kind is in apiVersion "v1".',
  ],
  'unknown-beside-a-rollout.yaml': [
    'apiVersion "v1" has no published kind "http".',
    'apiVersion "networking.k8s.io/v1" has no published kind "Firewall".',
    `${rollouts} has no published kind "CreateNamespace=true".`,
  ],
  'unknown.yaml': [`${rollouts} has no published kind "Shipment".`],
  'served.yaml': [],
});
