/** A number of pods as the controller reads it: a count, or a percentage. */
export interface IntOrPercent {
  readonly number: number;
  readonly isPercent: boolean;
  /** Whether validation treats it as zero, as it does with everything that it cannot parse. */
  readonly isZero: boolean;
}

/**
 * Parses `maxSurge` and `maxUnavailable`. At run time every string is a percentage, even without the sign, and all percent signs
 * are removed; undefined if the rest is not a number. Validation parses strings differently.
 * https://github.com/kubernetes/apimachinery/blob/v0.34.1/pkg/util/intstr/intstr.go (GetValueFromIntOrPercent)
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation.go (getIntOrPercentValue)
 */
export function intOrPercent({ value }: { readonly value: unknown }): IntOrPercent | undefined {
  if (typeof value === 'number') return { number: value, isPercent: false, isZero: value === 0 };
  if (typeof value !== 'string') return undefined;
  const number = atoi(value.replaceAll('%', ''));
  if (number === undefined) return undefined;
  const validated = /^\d+%$/.test(value) ? number : (atoi(value) ?? 0);
  return { number, isPercent: true, isZero: validated === 0 };
}

function atoi(text: string): number | undefined {
  return /^[-+]?\d+$/.test(text) ? Number(text) : undefined;
}
