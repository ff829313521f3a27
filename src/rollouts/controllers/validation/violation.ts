import { whereKnown } from '../../../kubernetes/objects/unknown.js';
import { type FieldError, errorMessage } from '../../../kubernetes/validation/field-error.js';
import { none } from '../../../model/none.js';

/** The checks of the Rollouts controller on a Rollout and the objects it refers to, in upstream's order. */
export const violationCodes = [
  'replicas',
  'selector-missing',
  'selector-empty',
  'selector-malformed',
  'template-beside-workload',
  'template-missing',
  'labels-unselected',
  'volume-undeclared',
  'pod-template',
  'seconds',
  'deadline-after-ready',
  'strategy-missing',
  'strategies-many',
  'anti-affinity',
  'blue-green-services-missing',
  'blue-green-same-service',
  'blue-green-revision-limit',
  'canary-surge',
  'canary-same-service',
  'ping-pong-unsupported',
  'ping-pong-service-missing',
  'ping-pong-same-service',
  'ping-pong-root-service',
  'canary-services-missing',
  'option-unrouted',
  'options-exclusive',
  'max-weight-unsupported',
  'step-actions-many',
  'step-action-missing',
  'step-weight',
  'step-pause',
  'step-unrouted',
  'step-header-route-unsupported',
  'step-mirror-route-unsupported',
  'step-match',
  'managed-routes-missing',
  'managed-route-undeclared',
  'experiment-weight-unsupported',
  'analysis-arguments',
  'workload-unsupported',
  'workload-missing',
  'service-missing',
  'service-labels',
  'service-of-another-rollout',
  'analysis-template-missing',
  'analysis-template',
  'nginx-ingress-choice',
  'alb-ingress-choice',
  'alb-ingress-missing',
  'nginx-ingress-missing',
  'alb-ingress-backend',
  'nginx-ingress-backend',
  'virtual-service-choice',
  'virtual-service-missing',
  'virtual-service-routes',
  'ambassador-mapping',
  'app-mesh-virtual-service',
] as const;

export type ViolationCode = (typeof violationCodes)[number];

/** A reason why a Rollout is `InvalidSpec`. */
export interface Violation extends FieldError {
  readonly code: ViolationCode;
}

/** Errors as violations with one code; none if the errors are undefined. */
export function violations(code: ViolationCode, find: () => readonly FieldError[]): readonly Violation[] {
  const errors = whereKnown(find, none);
  return errors.length === 0 ? none : errors.map((error) => ({ code, ...error }));
}

/** Ends the collection of referenced objects: one is missing, or the reference is ambiguous. */
export class BadReference extends Error {
  readonly violation: Violation;

  constructor(code: ViolationCode, error: FieldError) {
    super(errorMessage(error));
    this.violation = { code, ...error };
  }
}
