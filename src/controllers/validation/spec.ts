import type { RolloutObject } from '../../cluster/rollout-object.js';
import type { RolloutsVersion } from '../../cluster/version.js';
import { blueGreenErrors } from './blue-green.js';
import { canaryErrors } from './canary.js';
import { defaultProgressDeadlineSeconds, defaultRevisionHistoryLimit } from './defaults.js';
import {
  type FieldError,
  internalError,
  invalid,
  joined,
  none,
  nonNegative,
  required,
} from '../../validation/field-error.js';
import { isEmptySelector, selectorErrors, selectorShape } from '../../validation/labels.js';
import { podTemplateErrors } from '../../validation/pod-template.js';
import { type Violation, violations } from './violation.js';

/** A Rollout, and whether it has the template of its workloadRef. */
export interface SpecToValidate {
  readonly rollout: RolloutObject;
  readonly isResolved: boolean;
  readonly version: RolloutsVersion;
}

/**
 * What is wrong with the spec of a Rollout by itself, in upstream's order.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation.go (ValidateRolloutSpec)
 */
export function specErrors({ rollout, isResolved, version }: SpecToValidate): readonly Violation[] {
  const { spec } = rollout;
  const minReady = spec.minReadySeconds ?? 0;
  const deadline = spec.progressDeadlineSeconds ?? defaultProgressDeadlineSeconds;
  return joined(
    violations('replicas', nonNegative('spec.replicas', spec.replicas ?? 1)),
    violations('selector', spec.workloadRef ? none : ownSelectorErrors(rollout)),
    violations(
      'template-beside-workload',
      spec.workloadRef && !isResolved ? strayTemplateErrors(rollout) : none,
    ),
    templateErrors(rollout, isResolved, version),
    violations('seconds', nonNegative('spec.minReadySeconds', minReady)),
    violations(
      'seconds',
      nonNegative('spec.revisionHistoryLimit', spec.revisionHistoryLimit ?? defaultRevisionHistoryLimit),
    ),
    violations('seconds', nonNegative('spec.progressDeadlineSeconds', deadline)),
    violations(
      'deadline-after-ready',
      deadline <= minReady
        ? [invalid('spec.progressDeadlineSeconds', deadline, 'must be greater than minReadySeconds')]
        : none,
    ),
    strategyErrors(rollout, version),
  );
}

function ownSelectorErrors({ spec: { selector } }: RolloutObject): readonly FieldError[] {
  if (!selector) return [required('spec.selector', "Rollout has missing field '.spec.selector'")];
  const isEmpty = isEmptySelector(selector);
  return joined(
    selectorErrors(selector, 'spec.selector'),
    isEmpty
      ? [invalid('spec.selector', selector, 'empty selector is invalid for deployment', selectorShape)]
      : none,
  );
}

/** Upstream looks for labels and annotations only; a template with nothing but containers is none. */
function strayTemplateErrors({ spec: { template } }: RolloutObject): readonly FieldError[] {
  const { labels, annotations } = template?.metadata ?? {};
  if (Object.keys({ ...labels, ...annotations }).length === 0) return none;
  return [internalError('spec.template', 'template must be empty for workload reference rollout')];
}

function templateErrors(
  { spec: { selector, template, workloadRef } }: RolloutObject,
  isResolved: boolean,
  version: RolloutsVersion,
): readonly Violation[] {
  // What cannot be turned into a selector is what a selector's syntax forbids.
  if (selector && selectorErrors(selector, '').length > 0)
    return violations('selector', [
      invalid('spec.selector', selector, 'invalid label selector', selectorShape),
    ]);
  if (workloadRef && !isResolved) return none;
  return violations('pod-template', podTemplateErrors(template ?? {}, selector, version));
}

function strategyErrors(rollout: RolloutObject, version: RolloutsVersion): readonly Violation[] {
  const { canary, blueGreen } = rollout.spec.strategy ?? {};
  const path = 'spec.strategy';
  if (canary && blueGreen)
    return violations('strategies-many', [
      invalid(`${path}.strategy`, 'blueGreen: true canary: true', 'Multiple Strategies can not be listed'),
    ]);
  if (blueGreen) return blueGreenErrors(rollout, blueGreen, path);
  if (canary) return canaryErrors(rollout, canary, path, version);
  const words = "Rollout has missing field '.spec.strategy.canary or .spec.strategy.blueGreen'";
  return violations('strategy-missing', [required(`${path}.strategy`, words)]);
}
