import type { Field } from '../../../model/field.js';
import type { Resource } from '../../../model/resource.js';
import { otherThan, type Refusals } from '../refusal.js';

/** https://github.com/kubernetes/kubernetes/blob/v1.34.1/pkg/apis/policy/validation/validation.go (ValidatePodDisruptionBudgetSpec) */
export function* budgetRefusals(budget: Resource): Refusals {
  const [least, most] = [budget.at('spec', 'minAvailable'), budget.at('spec', 'maxUnavailable')];
  if (least.exists && most.exists)
    yield { at: most, problem: 'stands beside "minAvailable"; leave one of the two', rests: [least] };
  for (const at of [least, most]) yield* countRefusals(at);
  yield* otherThan(budget.at('spec', 'unhealthyPodEvictionPolicy'), ['AlwaysAllow', 'IfHealthyBudget']);
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
  if (most.number !== undefined && most.number < 1)
    yield { at: most, problem: `is ${most.number}; it must be at least 1` };
  else if (most.number !== undefined && least.number !== undefined && most.number < least.number)
    yield {
      at: most,
      problem: `is ${most.number}, less than "minReplicas", which is ${least.number}`,
      rests: [least],
    };
  for (const metric of autoscaler.at('spec', 'metrics').items) yield* metricRefusals(metric);
  for (const direction of ['scaleUp', 'scaleDown'])
    yield* behaviorRefusals(autoscaler.at('spec', 'behavior', direction));
}

/** The types of metrics, each with the field that it fills in. */
const metricFields: Readonly<Record<string, string>> = {
  ContainerResource: 'containerResource',
  External: 'external',
  Object: 'object',
  Pods: 'pods',
  Resource: 'resource',
};

/** https://github.com/kubernetes/kubernetes/blob/v1.34.1/pkg/apis/autoscaling/validation/validation.go (validateMetricSpec) */
function* metricRefusals(metric: Field): Refusals {
  const type = metric.at('type');
  yield* otherThan(type, Object.keys(metricFields));
  const wanted = Object.hasOwn(metricFields, type.text ?? '') ? metricFields[type.text ?? ''] : undefined;
  if (wanted === undefined) return;
  if (metric.shape === 'map' && !metric.at(wanted).exists)
    yield { at: type, problem: `is "${type.text}", but "${wanted}" is missing; add it`, rests: [metric] };
  const target = metric.at(wanted, 'target');
  yield* otherThan(target.at('type'), ['AverageValue', 'Utilization', 'Value']);
  const share = target.at('averageUtilization');
  if (share.number !== undefined && share.number < 1)
    yield { at: share, problem: `is ${share.number}; it must be above 0` };
}

/** https://github.com/kubernetes/kubernetes/blob/v1.34.1/pkg/apis/autoscaling/validation/validation.go (validateScalingRules) */
function* behaviorRefusals(rules: Field): Refusals {
  yield* outsideOf(rules.at('stabilizationWindowSeconds'), 0, 3600);
  yield* otherThan(rules.at('selectPolicy'), ['Disabled', 'Max', 'Min']);
  const policies = rules.at('policies');
  if (policies.shape === 'list' && policies.items.length === 0)
    yield { at: policies, problem: 'is empty; add a policy, or remove it' };
  for (const policy of policies.items) {
    yield* otherThan(policy.at('type'), ['Percent', 'Pods']);
    const value = policy.at('value');
    if (value.number !== undefined && value.number < 1)
      yield { at: value, problem: `is ${value.number}; it must be above 0` };
    yield* outsideOf(policy.at('periodSeconds'), 1, 1800);
  }
}

function* outsideOf(at: Field, least: number, most: number): Refusals {
  const { number } = at;
  if (number !== undefined && (number < least || number > most))
    yield { at, problem: `is ${number}; it must be from ${least} to ${most}` };
}
