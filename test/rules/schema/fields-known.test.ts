import rule from '../../../src/rules/schema/fields-known.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'left-out': [
    'Rollout "web" has no field "maxSurge" in spec.strategy.blueGreen, whose fields are abortScaleDownDelaySeconds, activeMetadata, activeService, antiAffinity, autoPromotionEnabled, autoPromotionSeconds, maxUnavailable, postPromotionAnalysis, prePromotionAnalysis, previewMetadata, previewReplicaCount, previewService and others; remove it, or correct its name.',
  ],
  'own-kind.yaml': ['Widget "web" has no field "mod" in spec; did you mean "mode"?'],
  'own-kind-without-fields.yaml': [
    'Widget "web" has no field "colour" in spec.empty, which has no fields; remove it.',
  ],
  'config-of-the-pods.yaml': [
    'ConfigMap "web" has no field "immutabel" in its top level; did you mean "immutable"?',
  ],
  'fields-of-some-releases.yaml': [],
  'gateway-api-as-a-router.yaml': [
    'Rollout "web" has no field "gatewayAPI" in spec.strategy.canary.trafficRouting, because the Gateway API is a plugin; move its content to plugins, "argoproj-labs/gatewayAPI".',
  ],
  'ingress-of-class-alb.yaml': [
    'Rollout "web" has no field "ingress" in spec.strategy.canary.trafficRouting; move it to spec.strategy.canary.trafficRouting.alb.',
  ],
  'ingress-of-class-nginx.yaml': [
    'Rollout "web" has no field "ingress" in spec.strategy.canary.trafficRouting; move it to spec.strategy.canary.trafficRouting.nginx, as "stableIngress".',
  ],
  'ingress-of-unknown-class.yaml': [
    'Rollout "web" has no field "ingress" in spec.strategy.canary.trafficRouting; for ingress-nginx it belongs in spec.strategy.canary.trafficRouting.nginx as "stableIngress", for an ALB in spec.strategy.canary.trafficRouting.alb.',
  ],
  'ingress-that-is-in-alb.yaml': [
    'Rollout "web" has no field "ingress" in spec.strategy.canary.trafficRouting; move its content to spec.strategy.canary.trafficRouting.alb.',
  ],
  'ingress-that-is-in-nginx.yaml': [
    'Rollout "web" has no field "ingress" in spec.strategy.canary.trafficRouting; move its content to spec.strategy.canary.trafficRouting.nginx.',
  ],
  'router-under-another-name.yaml': [
    'Rollout "web" has no field "mesh" in spec.strategy.canary.trafficRouting; move its content to spec.strategy.canary.trafficRouting.istio.',
  ],
  'known-fields.yaml': [],
  'filled-in.yaml': ['Rollout "web" has no field "replica" in spec; did you mean "replicas"?'],
  'misspelt.yaml': [
    'Rollout "web" has no field "setWieght" in spec.strategy.canary.steps[0]; did you mean "setWeight"?',
  ],
  'one-level-too-deep.yaml': [
    'Rollout "web" has no field "canaryService" in spec.strategy.canary.trafficRouting; move it to spec.strategy.canary.',
  ],
  'open-objects.yaml': [],
  'other-case.yaml': [
    'Rollout "web" has no field "maxsurge" in spec.strategy.canary; did you mean "maxSurge"?',
  ],
  'routes-beside-a-rollout-without-the-plugin.yaml': [
    'HTTPRoute "web" has no field "paht" in spec.rules[0].matches[0]; did you mean "path"?',
  ],
  'routes-of-the-gateway-api.yaml': [
    'HTTPRoute "web" has no field "hostname" in spec; did you mean "hostnames"?',
    'HTTPRoute "web" has no field "backendRef" in spec.rules[0]; did you mean "backendRefs"?',
    'HTTPRoute "web" has no field "wieght" in spec.rules[1].backendRefs[0]; did you mean "weight"?',
    'HTTPRoute "web" has no field "replace" in spec.rules[1].filters[0].requestHeaderModifier, whose fields are add, remove, set; remove it, or correct its name.',
    'GRPCRoute "calls" has no field "path" in spec.rules[0].matches[0], whose fields are headers, method; remove it, or correct its name.',
  ],
  'routes-without-a-rollout.yaml': [],
  'unheard-of.yaml': [
    'Rollout "web" has no field "frobnicate" in spec.strategy.canary.antiAffinity, whose fields are preferredDuringSchedulingIgnoredDuringExecution, requiredDuringSchedulingIgnoredDuringExecution; remove it, or correct its name.',
  ],
});
