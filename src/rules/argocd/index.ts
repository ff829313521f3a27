import headerRouteIgnored from './header-route-ignored.js';
import ignoreRuleMatches from './ignore-rule-matches.js';
import jqParses from './jq-parses.js';
import jqSelectsFields from './jq-selects-fields.js';
import podTemplateHashLeftOut from './pod-template-hash-left-out.js';
import replicasLeftToAutoscaler from './replicas-left-to-autoscaler.js';
import routerFieldsIgnored from './router-fields-ignored.js';

export const rules = [
  headerRouteIgnored,
  ignoreRuleMatches,
  jqParses,
  jqSelectsFields,
  podTemplateHashLeftOut,
  replicasLeftToAutoscaler,
  routerFieldsIgnored,
];
