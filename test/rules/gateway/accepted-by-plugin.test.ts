import rule from '../../../src/rules/gateway/accepted-by-plugin.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'entry-without-a-name.yaml': [
    'An entry of httpRoutes in Rollout "web" has no name, so the plugin finds no route; set the name of the route.',
  ],
  'misspelt-key.yaml': [
    'Plugin "argoproj-labs/gatewayAPI" ignores unknown key "useHeaderRoute"; did you mean "useHeaderRoutes"?',
  ],
  'named.yaml': [],
  'no-route.yaml': [
    'Rollout "web" names no route for plugin "argoproj-labs/gatewayAPI"; name one, such as with httpRoute.',
  ],
  'nothing.yaml': [
    'Rollout "web" gives plugin "argoproj-labs/gatewayAPI" no configuration, which makes the plugin panic and fail for all Rollouts; name a route.',
  ],
  'operator-of-other-selectors.yaml': [
    'Operator "Equals" in httpRouteSelector of Rollout "web" is unknown, so the plugin selects no route; use one of In, NotIn, Exists and DoesNotExist.',
  ],
  'other-case-of-a-key.yaml': [],
  'text-for-a-list.yaml': [
    'Plugin "argoproj-labs/gatewayAPI" cannot read its configuration in Rollout "web": json: cannot unmarshal string into Go struct field GatewayAPITrafficRouting.httpRoutes of type []plugin.HTTPRoute.',
  ],
  'without-services.yaml': [
    'Rollout "web" splits traffic with plugin "argoproj-labs/gatewayAPI" but names no stableService or canaryService, by which the plugin finds the backends of a route; set them.',
  ],
});
