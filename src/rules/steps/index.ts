import actionsWaitedFor from './actions-waited-for.js';
import analysisStarts from './analysis-starts.js';
import canaryScaleKeepsUp from './canary-scale-keeps-up.js';
import canaryScaleSingle from './canary-scale-single.js';
import canaryScaleWithinReplicas from './canary-scale-within-replicas.js';
import deadlineExceedsReady from './deadline-exceeds-ready.js';
import durationParses from './duration-parses.js';
import experimentHasPorts from './experiment-has-ports.js';
import experimentVersionKnown from './experiment-version-known.js';
import firstStepSetsNoRoute from './first-step-sets-no-route.js';
import headerRouteBeforeMirror from './header-route-before-mirror.js';
import managedRouteDeclared from './managed-route-declared.js';
import managedRouteNameFree from './managed-route-name-free.js';
import managedRoutesUnique from './managed-routes-unique.js';
import managedRoutesUsed from './managed-routes-used.js';
import matchHasOneValue from './match-has-one-value.js';
import mirrorPercentageInRange from './mirror-percentage-in-range.js';
import oneAction from './one-action.js';
import optionsSupportedByRouter from './options-supported-by-router.js';
import presentWithRouter from './present-with-router.js';
import progressThresholdReachable from './progress-threshold-reachable.js';
import routerGiven from './router-given.js';
import routesAfterCanaryHasPods from './routes-after-canary-has-pods.js';
import supportedByRouter from './supported-by-router.js';
import surgeParses from './surge-parses.js';
import surgeUnquoted from './surge-unquoted.js';
import weightInRange from './weight-in-range.js';
import weightsWithinHundred from './weights-within-hundred.js';
import type { Rule } from '../rule.js';

export const rules: readonly Rule[] = [
  actionsWaitedFor,
  analysisStarts,
  canaryScaleKeepsUp,
  canaryScaleSingle,
  canaryScaleWithinReplicas,
  deadlineExceedsReady,
  durationParses,
  experimentHasPorts,
  experimentVersionKnown,
  firstStepSetsNoRoute,
  headerRouteBeforeMirror,
  managedRouteDeclared,
  managedRouteNameFree,
  managedRoutesUnique,
  managedRoutesUsed,
  matchHasOneValue,
  mirrorPercentageInRange,
  oneAction,
  optionsSupportedByRouter,
  presentWithRouter,
  progressThresholdReachable,
  routerGiven,
  routesAfterCanaryHasPods,
  supportedByRouter,
  surgeParses,
  surgeUnquoted,
  weightInRange,
  weightsWithinHundred,
];
