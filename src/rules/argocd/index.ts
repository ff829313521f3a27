import appliedFieldsDeclared from './applied-fields-declared.js';
import blueGreenSelectorKept from './blue-green-selector-kept.js';
import conditionsLast from './conditions-last.js';
import headerRouteIgnored from './header-route-ignored.js';
import ignoreRuleMatches from './ignore-rule-matches.js';
import ignoreRuleNarrow from './ignore-rule-narrow.js';
import ignoreRuleScoped from './ignore-rule-scoped.js';
import ignoredFieldsExist from './ignored-fields-exist.js';
import ignoredFieldsKept from './ignored-fields-kept.js';
import jqConcernsApart from './jq-concerns-apart.js';
import jqParses from './jq-parses.js';
import jqRuns from './jq-runs.js';
import jqSelectsFields from './jq-selects-fields.js';
import listElementsFoundByName from './list-elements-found-by-name.js';
import managersHideNoChanges from './managers-hide-no-changes.js';
import managersWrite from './managers-write.js';
import objectOfOneApplication from './object-of-one-application.js';
import onlyChangedObjectsApplied from './only-changed-objects-applied.js';
import pathLeadsSomewhere from './path-leads-somewhere.js';
import pauseHoldsNoSync from './pause-holds-no-sync.js';
import podTemplateHashLeftOut from './pod-template-hash-left-out.js';
import pointersLeadToFields from './pointers-lead-to-fields.js';
import portProtocolsWritten from './port-protocols-written.js';
import referencesSyncedFirst from './references-synced-first.js';
import replicasLeftToAutoscaler from './replicas-left-to-autoscaler.js';
import respectedListsDeployed from './respected-lists-deployed.js';
import routeDefaultsWritten from './route-defaults-written.js';
import routerFieldsIgnored from './router-fields-ignored.js';
import routerObjectsNotReplaced from './router-objects-not-replaced.js';
import serverSideDifferencesIgnored from './server-side-differences-ignored.js';
import settingsFieldsKnown from './settings-fields-known.js';
import settingsLoad from './settings-load.js';
import settingsManagersFound from './settings-managers-found.js';
import settingsUpdatesWatched from './settings-updates-watched.js';
import sourceComplete from './source-complete.js';
import syncOptionsKnown from './sync-options-known.js';
import undoOutlivesSelfHeal from './undo-outlives-self-heal.js';
import unwatchedRoutesLeftAlone from './unwatched-routes-left-alone.js';

export const rules = [
  appliedFieldsDeclared,
  blueGreenSelectorKept,
  conditionsLast,
  headerRouteIgnored,
  ignoreRuleMatches,
  ignoreRuleNarrow,
  ignoreRuleScoped,
  ignoredFieldsExist,
  ignoredFieldsKept,
  jqConcernsApart,
  jqParses,
  jqRuns,
  jqSelectsFields,
  listElementsFoundByName,
  managersHideNoChanges,
  managersWrite,
  objectOfOneApplication,
  onlyChangedObjectsApplied,
  pathLeadsSomewhere,
  pauseHoldsNoSync,
  podTemplateHashLeftOut,
  pointersLeadToFields,
  portProtocolsWritten,
  referencesSyncedFirst,
  replicasLeftToAutoscaler,
  respectedListsDeployed,
  routeDefaultsWritten,
  routerFieldsIgnored,
  routerObjectsNotReplaced,
  serverSideDifferencesIgnored,
  settingsFieldsKnown,
  settingsLoad,
  settingsManagersFound,
  settingsUpdatesWatched,
  sourceComplete,
  syncOptionsKnown,
  undoOutlivesSelfHeal,
  unwatchedRoutesLeftAlone,
];
