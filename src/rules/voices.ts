import type { ViolationCode } from '../controllers/validation/violation.js';
import deadlineExceedsReady from './steps/deadline-exceeds-ready.js';
import durationParses from './steps/duration-parses.js';
import managedRouteDeclared from './steps/managed-route-declared.js';
import matchHasOneValue from './steps/match-has-one-value.js';
import oneAction from './steps/one-action.js';
import optionsSupportedByRouter from './steps/options-supported-by-router.js';
import supportedByRouter from './steps/supported-by-router.js';
import surgeParses from './steps/surge-parses.js';
import weightInRange from './steps/weight-in-range.js';
import type { VoicingRule } from './rule.js';

/** A rule that has words for a kind of violation, or rollout/accepted-by-controller, which has upstream's for all. */
type Speaker<Code extends ViolationCode> = Pick<VoicingRule<Code>, 'meta' | 'voices'> | typeof upstream;

export const upstream = 'rollout/accepted-by-controller';

/** Who says what the controller rejects. */
export const voices: { readonly [Code in ViolationCode]: Speaker<Code> } = {
  replicas: upstream,
  'selector-missing': upstream,
  'selector-empty': upstream,
  'selector-malformed': upstream,
  'template-beside-workload': upstream,
  'template-missing': upstream,
  'labels-unselected': upstream,
  'volume-undeclared': upstream,
  'pod-template': upstream,
  seconds: upstream,
  'deadline-after-ready': deadlineExceedsReady,
  'strategy-missing': upstream,
  'strategies-many': upstream,
  'anti-affinity': upstream,
  'blue-green-services-missing': upstream,
  'blue-green-same-service': upstream,
  'blue-green-revision-limit': upstream,
  'canary-surge': surgeParses,
  'canary-same-service': upstream,
  'ping-pong-unsupported': optionsSupportedByRouter,
  'ping-pong-service-missing': upstream,
  'ping-pong-same-service': upstream,
  'ping-pong-root-service': upstream,
  'canary-services-missing': upstream,
  'option-unrouted': optionsSupportedByRouter,
  'options-exclusive': optionsSupportedByRouter,
  'max-weight-unsupported': optionsSupportedByRouter,
  'step-actions-many': oneAction,
  'step-action-missing': oneAction,
  'step-weight': weightInRange,
  'step-pause': durationParses,
  'step-unrouted': supportedByRouter,
  'step-header-route-unsupported': supportedByRouter,
  'step-mirror-route-unsupported': supportedByRouter,
  'step-match': matchHasOneValue,
  'managed-routes-missing': managedRouteDeclared,
  'managed-route-undeclared': managedRouteDeclared,
  'experiment-weight-unsupported': supportedByRouter,
  'analysis-arguments': upstream,
  'service-missing': upstream,
  'service-labels': upstream,
  'service-of-another-rollout': upstream,
  'analysis-template-missing': upstream,
  'analysis-template': upstream,
  'ingress-choice': upstream,
  'ingress-missing': upstream,
  'ingress-backend': upstream,
  'virtual-service-choice': upstream,
  'virtual-service-missing': upstream,
  'virtual-service-routes': upstream,
  'ambassador-mapping': upstream,
  'app-mesh-virtual-service': upstream,
};
