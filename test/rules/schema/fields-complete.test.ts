import rule from '../../../src/rules/schema/fields-complete.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'own-kind.yaml': ['Widget "web" lacks the required field "size" in spec; add it.'],
  'alb-without-port.yaml': [
    'Rollout "web" lacks the required field "servicePort" in spec.strategy.canary.trafficRouting.alb; add it.',
  ],
  'complete.yaml': [],
  'managed-route-without-name.yaml': [
    'Rollout "web" lacks the required field "name" in spec.strategy.canary.trafficRouting.managedRoutes[0]; add it.',
  ],
});
