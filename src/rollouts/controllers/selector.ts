import { memoize } from '../../model/memo.js';
import type { LabelSelector } from '../../kubernetes/objects/rollout-object.js';
import { invalid, errorMessage } from '../../kubernetes/validation/field-error.js';
import { labelValueProblems, qualifiedNameProblems } from '../../kubernetes/validation/labels.js';

/**
 * Why a selector is invalid; undefined if it is valid. An invalid one ends a pass before validation can report it.
 * https://github.com/kubernetes/apimachinery/blob/v0.34.1/pkg/apis/meta/v1/helpers.go (LabelSelectorAsSelector)
 * https://github.com/kubernetes/apimachinery/blob/v0.34.1/pkg/labels/selector.go (NewRequirement)
 */
export const selectorProblem = memoize(
  ({ matchLabels, matchExpressions }: LabelSelector): string | undefined => {
    // Go iterates over a map in random order; here the first key in order decides.
    const labels = Object.entries(matchLabels ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
    for (const [key, value] of labels) {
      const problem = aggregateError([...labelKeyErrors(key), ...valueErrors(key, [value])]);
      if (problem !== undefined) return problem;
    }
    for (const { key, operator, values = [] } of matchExpressions ?? []) {
      if (!['In', 'NotIn', 'Exists', 'DoesNotExist'].includes(operator))
        return `"${operator}" is not a valid label selector operator`;
      const isSet = operator.endsWith('In');
      const problem = aggregateError([
        ...labelKeyErrors(key),
        ...(isSet && values.length === 0
          ? ["values: Invalid value: null: for 'in', 'notin' operators, values set can't be empty"]
          : []),
        ...(!isSet && values.length > 0
          ? [
              errorMessage(
                invalid('values', values, 'values set must be empty for exists and does not exist'),
              ),
            ]
          : []),
        ...valueErrors(key, values),
      ]);
      if (problem !== undefined) return problem;
    }
    return undefined;
  },
);

function labelKeyErrors(key: string): readonly string[] {
  const problems = qualifiedNameProblems(key);
  return problems.length > 0 ? [errorMessage(invalid('key', key, problems.join('; ')))] : [];
}

function valueErrors(key: string, values: readonly string[]): readonly string[] {
  return values.flatMap((value, index) => {
    const problems = labelValueProblems(value);
    return problems.length > 0
      ? [errorMessage(invalid(`values[${index}][${key}]`, value, problems.join('; ')))]
      : [];
  });
}

/** https://pkg.go.dev/k8s.io/apimachinery/pkg/util/errors#Aggregate */
function aggregateError(errors: readonly string[]): string | undefined {
  const distinct = [...new Set(errors)];
  return distinct.length > 1 ? `[${distinct.join(', ')}]` : distinct[0];
}
