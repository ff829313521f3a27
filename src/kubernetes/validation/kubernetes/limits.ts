import type { Field } from '../../../model/field.js';
import type { Resource } from '../../../model/resource.js';
import type { Refusals } from '../refusal.js';

/** https://github.com/kubernetes/kubernetes/blob/v1.34.1/pkg/apis/policy/validation/validation.go (ValidatePodDisruptionBudgetSpec) */
export function* budgetRefusals(budget: Resource): Refusals {
  const [least, most] = [budget.at('spec', 'minAvailable'), budget.at('spec', 'maxUnavailable')];
  if (least.exists && most.exists)
    yield { at: most, problem: 'stands beside "minAvailable"; leave one of the two', rests: [least] };
  for (const at of [least, most]) yield* countRefusals(at);
}

function* countRefusals(at: Field): Refusals {
  const { text, number } = at;
  if (number !== undefined && number < 0) yield { at, problem: `is ${number}; it must not be negative` };
  if (text === undefined) return;
  const [, percent] = /^(\d+)%$/.exec(text) ?? [];
  if (percent === undefined)
    yield { at, problem: `is "${text}"; it must be a whole number without quotes, or a percentage` };
  else if (Number(percent) > 100) yield { at, problem: `is ${text}; it must not be above 100%` };
}

/** https://github.com/kubernetes/kubernetes/blob/v1.34.1/pkg/apis/autoscaling/validation/validation.go (validateHorizontalPodAutoscalerSpec) */
export function* autoscalerRefusals(autoscaler: Resource): Refusals {
  const [least, most] = [autoscaler.at('spec', 'minReplicas'), autoscaler.at('spec', 'maxReplicas')];
  // Zero is allowed with the feature gate HPAScaleToZero.
  if (least.number !== undefined && least.number < 0)
    yield { at: least, problem: `is ${least.number}; it must not be negative` };
  if (most.number === undefined) return;
  if (most.number < 1) yield { at: most, problem: `is ${most.number}; it must be at least 1` };
  else if (least.number !== undefined && most.number < least.number)
    yield {
      at: most,
      problem: `is ${most.number}, less than "minReplicas", which is ${least.number}`,
      rests: [least],
    };
}
