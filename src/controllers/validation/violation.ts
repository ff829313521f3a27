import { type FieldError, none, textOf } from '../../validation/field-error.js';

/** What the Rollouts controller checks of a Rollout and the objects that it refers to, in upstream's order. */
export const violationCodes = [
  'replicas',
  'selector',
  'template-beside-workload',
  'pod-template',
  'seconds',
  'deadline-after-ready',
  'strategy-missing',
  'strategies-many',
  'anti-affinity',
  'blue-green-same-service',
  'blue-green-revision-limit',
  'canary-surge',
  'canary-same-service',
  'ping-pong-unsupported',
  'ping-pong-services',
  'ping-pong-root-service',
  'canary-services-missing',
  'canary-option-unsupported',
  'step-actions',
  'step-weight',
  'step-pause',
  'step-canary-scale-unrouted',
  'step-header-route-unsupported',
  'step-mirror-route-unsupported',
  'step-match',
  'managed-routes-missing',
  'managed-route-undeclared',
  'experiment-weight-unsupported',
  'analysis-arguments',
  'service-missing',
  'service-labels',
  'service-of-another-rollout',
  'analysis-template-missing',
  'analysis-template',
  'ingress-choice',
  'ingress-missing',
  'ingress-backend',
  'virtual-service-choice',
  'virtual-service-missing',
  'virtual-service-routes',
  'ambassador-mapping',
  'app-mesh-virtual-service',
] as const;

export type ViolationCode = (typeof violationCodes)[number];

/** One thing that makes a Rollout `InvalidSpec`. */
export interface Violation extends FieldError {
  readonly code: ViolationCode;
}

/** Mistakes as violations of one kind. */
export function violations(code: ViolationCode, errors: readonly FieldError[]): readonly Violation[] {
  return errors.length === 0 ? none : errors.map((error) => ({ code, ...error }));
}

/** Ends the collection of referenced objects: one is missing, or it is not said which one is meant. */
export class BadReference extends Error {
  readonly violation: Violation;

  constructor(code: ViolationCode, error: FieldError) {
    super(textOf(error));
    this.violation = { code, ...error };
  }
}
