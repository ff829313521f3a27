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
    `apiVersion "apps/v1" has no kind "Rollout"; "Rollout" is of ${rollouts}.`,
    'apiVersion "v1" has no kind "Deployment"; "Deployment" is of apiVersion "apps/v1".',
    'apiVersion "apps/v1" has no kind "service"; "Service" is of apiVersion "v1".',
    `apiVersion "v1alpha1" has no kind "Rollout"; "Rollout" is of ${rollouts}.`,
    'apiVersion "networking.k8s.io/v1" has no kind "Gateway"; "Gateway" is of API group "gateway.networking.k8s.io" or apiVersion "networking.istio.io/v1".',
  ],
  'group-misspelt.yaml': [
    `There is no API group "argoprj.io"; "Rollout" is of ${rollouts}.`,
    'There is no API group "networking.istio"; "VirtualService" is of apiVersion "networking.istio.io/v1".',
  ],
  'half.yaml': [
    `Rollout "web" has no apiVersion; it is of ${rollouts}.`,
    'Service "web" has no apiVersion; it is of apiVersion "v1". Is "apiVerson" to be "apiVersion"?',
    `"web" has ${rollouts} and no kind. Write one, such as "kind: Rollout".`,
    '"web" has apiVersion "v1" and no kind. Is "Kind" to be "kind"?',
    '"flow" has apiVersion "v1" and no kind. Write one, such as "kind: Service".',
  ],
  'unknown.yaml': [`${rollouts} has no kind "Shipment" that is published with it.`],
  'served.yaml': [],
});
