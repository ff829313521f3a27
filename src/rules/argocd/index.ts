import blueGreenSelectorKept from './blue-green-selector-kept.js';
import headerRouteIgnored from './header-route-ignored.js';
import ignoreRuleMatches from './ignore-rule-matches.js';
import jqConcernsApart from './jq-concerns-apart.js';
import jqParses from './jq-parses.js';
import jqRuns from './jq-runs.js';
import jqSelectsFields from './jq-selects-fields.js';
import listElementsFoundByName from './list-elements-found-by-name.js';
import managersHideNoChanges from './managers-hide-no-changes.js';
import podTemplateHashLeftOut from './pod-template-hash-left-out.js';
import pointersLeadToFields from './pointers-lead-to-fields.js';
import replicasLeftToAutoscaler from './replicas-left-to-autoscaler.js';
import routerFieldsIgnored from './router-fields-ignored.js';
import routerObjectsNotReplaced from './router-objects-not-replaced.js';
import serverSideDifferencesIgnored from './server-side-differences-ignored.js';
import settingsFieldsKnown from './settings-fields-known.js';
import settingsLoad from './settings-load.js';
import settingsManagersFound from './settings-managers-found.js';
import settingsUpdatesWatched from './settings-updates-watched.js';
import syncOptionsKnown from './sync-options-known.js';

export const rules = [
  blueGreenSelectorKept,
  headerRouteIgnored,
  ignoreRuleMatches,
  jqConcernsApart,
  jqParses,
  jqRuns,
  jqSelectsFields,
  listElementsFoundByName,
  managersHideNoChanges,
  podTemplateHashLeftOut,
  pointersLeadToFields,
  replicasLeftToAutoscaler,
  routerFieldsIgnored,
  routerObjectsNotReplaced,
  serverSideDifferencesIgnored,
  settingsFieldsKnown,
  settingsLoad,
  settingsManagersFound,
  settingsUpdatesWatched,
  syncOptionsKnown,
];
