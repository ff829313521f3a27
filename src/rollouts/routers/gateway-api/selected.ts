import { ControllerError } from '../../../kubernetes/objects/controller-error.js';
import type { Labels } from '../../../kubernetes/objects/object.js';
import type { LabelSelector } from '../../../kubernetes/objects/rollout-object.js';

/**
 * Whether a selector of the plugin's configuration matches these labels; one without requirements matches everything.
 * https://github.com/kubernetes/apimachinery/blob/v0.34.1/pkg/apis/meta/v1/helpers.go (LabelSelectorAsSelector)
 */
export function selectorMatchesLabels(
  { matchLabels = {}, matchExpressions = [] }: LabelSelector,
  labels: Labels,
): boolean {
  const isEqual = Object.entries(matchLabels).every(([key, value]) => labels[key] === value);
  const answers = matchExpressions.map(({ key, operator, values = [] }) => {
    const value = Object.hasOwn(labels, key) ? labels[key] : undefined;
    return requirementHolds(operator, value, values);
  });
  return isEqual && answers.every(Boolean);
}

function requirementHolds(operator: string, value: string | undefined, values: readonly string[]): boolean {
  switch (operator) {
    case 'In':
      return value !== undefined && values.includes(value);
    case 'NotIn':
      return value === undefined || !values.includes(value);
    case 'Exists':
      return value !== undefined;
    case 'DoesNotExist':
      return value === undefined;
    default:
      throw new ControllerError(`"${operator}" is not a valid label selector operator`);
  }
}
