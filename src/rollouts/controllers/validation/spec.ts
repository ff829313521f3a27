import type { PodTemplate, RolloutObject, RolloutSpec } from '../../../kubernetes/objects/rollout-object.js';
import type { RolloutsVersion } from '../../../kubernetes/objects/version.js';
import { whereKnown } from '../../../kubernetes/objects/unknown.js';
import { blueGreenErrors } from './blue-green.js';
import { canaryErrors } from './canary.js';
import { deadlineOf, historyLimitOf } from './defaults.js';
import {
  type FieldError,
  following,
  internalError,
  invalid,
  concatenated,
  nonNegative,
  requiredError,
} from '../../../kubernetes/validation/field-error.js';
import { none } from '../../../model/none.js';
import { isEmptySelector, selectorErrors, selectorShape } from '../../../kubernetes/validation/labels.js';
import { podTemplateErrors, unselectedErrors } from '../../../kubernetes/validation/pod-template.js';
import { type Violation, violations } from './violation.js';

/** A Rollout, and whether it has the template of its workloadRef. */
export interface SpecToValidate {
  readonly rollout: RolloutObject;
  readonly isResolved: boolean;
  readonly version: RolloutsVersion;
}

/**
 * The errors in the spec of a Rollout alone, in upstream's order.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation.go (ValidateRolloutSpec)
 */
export function specErrors({ rollout, isResolved, version }: SpecToValidate): readonly Violation[] {
  const { spec } = rollout;
  return concatenated(
    violations('replicas', () => nonNegative('spec.replicas', spec.replicas ?? 1)),
    whereKnown(() => (spec.workloadRef ? none : ownSelectorErrors(spec)), none),
    violations('template-beside-workload', () =>
      spec.workloadRef && !isResolved ? strayTemplateErrors(rollout) : none,
    ),
    whereKnown(() => templateErrors(rollout, isResolved, version), none),
    violations('seconds', () => nonNegative('spec.minReadySeconds', spec.minReadySeconds ?? 0)),
    violations('seconds', () => nonNegative('spec.revisionHistoryLimit', historyLimitOf(spec))),
    violations('seconds', () => nonNegative('spec.progressDeadlineSeconds', deadlineOf(spec))),
    violations('deadline-after-ready', () => {
      const deadline = deadlineOf(spec);
      if (deadline > (spec.minReadySeconds ?? 0)) return none;
      const path = 'spec.progressDeadlineSeconds';
      const errors = [invalid(path, deadline, 'must be greater than minReadySeconds')];
      return deadline < 0 ? following(errors) : errors;
    }),
    whereKnown(() => strategyErrors(rollout, version), none),
  );
}

function ownSelectorErrors({ selector }: RolloutSpec): readonly Violation[] {
  const path = 'spec.selector';
  if (!selector)
    return violations('selector-missing', () => [
      requiredError(path, "Rollout has missing field '.spec.selector'"),
    ]);
  return concatenated(
    violations('selector-malformed', () => selectorErrors(selector, path)),
    violations('selector-empty', () =>
      isEmptySelector(selector)
        ? [invalid(path, selector, 'empty selector is invalid for deployment', selectorShape)]
        : none,
    ),
  );
}

/** Upstream only checks for labels and annotations, so a template with only containers counts as absent. */
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
  // Only syntax errors make a selector unusable. Those of the Rollout's own selector are already reported.
  const malformed = violations('selector-malformed', () => {
    if (!selector || selectorErrors(selector, '').length === 0) return none;
    const errors = [invalid('spec.selector', selector, 'invalid label selector', selectorShape)];
    return workloadRef ? errors : following(errors);
  });
  // Upstream stops here; the other errors show up after this one is corrected.
  const unselected = (): readonly FieldError[] => {
    if (malformed.length > 0) return none;
    const errors = unselectedErrors(template ?? {}, selector);
    return selector || workloadRef ? errors : following(errors);
  };
  return concatenated(
    malformed,
    workloadRef && !isResolved ? none : errorsOfPods(template, unselected, version),
  );
}

function errorsOfPods(
  template: PodTemplate | undefined,
  unselected: () => readonly FieldError[],
  version: RolloutsVersion,
): readonly Violation[] {
  if (!template)
    return violations('template-missing', () => concatenated(unselected(), podTemplateErrors({}, version)));
  return concatenated(
    violations('labels-unselected', unselected),
    whereKnown(() => podTemplateErrors(template, version), none).map((error) => ({
      code: error.type === 'Not found' ? ('volume-undeclared' as const) : ('pod-template' as const),
      ...error,
    })),
  );
}

/** Whether a Rollout has one of the strategies, without which the controller rejects it. */
export function hasStrategy({ strategy }: Pick<RolloutObject['spec'], 'strategy'>): boolean {
  return Boolean(strategy?.canary ?? strategy?.blueGreen);
}

function strategyErrors(rollout: RolloutObject, version: RolloutsVersion): readonly Violation[] {
  const { canary, blueGreen } = rollout.spec.strategy ?? {};
  const path = 'spec.strategy';
  if (canary && blueGreen)
    return violations('strategies-many', () => [
      invalid(`${path}.strategy`, 'blueGreen: true canary: true', 'Multiple Strategies can not be listed'),
    ]);
  if (blueGreen) return blueGreenErrors(rollout, blueGreen, path);
  if (canary) return canaryErrors(rollout, canary, path, version);
  const words = "Rollout has missing field '.spec.strategy.canary or .spec.strategy.blueGreen'";
  return violations('strategy-missing', () => [requiredError(`${path}.strategy`, words)]);
}
