import headerRouteIgnored from './header-route-ignored.js';
import ignoreRuleMatches from './ignore-rule-matches.js';
import jqConcernsApart from './jq-concerns-apart.js';
import jqParses from './jq-parses.js';
import jqRuns from './jq-runs.js';
import jqSelectsFields from './jq-selects-fields.js';
import listElementsFoundByName from './list-elements-found-by-name.js';
import podTemplateHashLeftOut from './pod-template-hash-left-out.js';
import pointersLeadToFields from './pointers-lead-to-fields.js';
import replicasLeftToAutoscaler from './replicas-left-to-autoscaler.js';
import routerFieldsIgnored from './router-fields-ignored.js';

export const rules = [
  headerRouteIgnored,
  ignoreRuleMatches,
  jqConcernsApart,
  jqParses,
  jqRuns,
  jqSelectsFields,
  listElementsFoundByName,
  podTemplateHashLeftOut,
  pointersLeadToFields,
  replicasLeftToAutoscaler,
  routerFieldsIgnored,
];
