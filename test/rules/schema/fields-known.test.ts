import rule from '../../../src/rules/schema/fields-known.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'gateway-api-as-a-router.yaml': [
    'Rollout "web" has no field "gatewayAPI" in spec.strategy.canary.trafficRouting: the Gateway API is a plugin; write what is in it under plugins, "argoproj-labs/gatewayAPI".',
  ],
  'known-fields.yaml': [],
  'misspelt.yaml': [
    'Rollout "web" has no field "setWieght" in spec.strategy.canary.steps[0]; did you mean "setWeight"?',
  ],
  'one-level-too-deep.yaml': [
    'Rollout "web" has no field "canaryService" in spec.strategy.canary.trafficRouting; it belongs in spec.strategy.canary.',
  ],
  'open-objects.yaml': [],
  'other-case.yaml': [
    'Rollout "web" has no field "maxsurge" in spec.strategy.canary; did you mean "maxSurge"?',
  ],
  'unheard-of.yaml': [
    'Rollout "web" has no field "frobnicate" in spec.strategy.canary.antiAffinity, whose fields are preferredDuringSchedulingIgnoredDuringExecution, requiredDuringSchedulingIgnoredDuringExecution.',
  ],
});
