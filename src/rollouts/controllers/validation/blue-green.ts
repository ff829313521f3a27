import type {
  AntiAffinity,
  BlueGreenStrategy,
  RolloutObject,
} from '../../../kubernetes/objects/rollout-object.js';
import { historyLimitOf } from './defaults.js';
import { type FieldError, invalid, concatenated } from '../../../kubernetes/validation/field-error.js';
import { none } from '../../../model/none.js';
import { type Violation, violations } from './violation.js';

/** https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation.go (ValidateRolloutStrategyBlueGreen) */
export function blueGreenErrors(
  { spec }: RolloutObject,
  blueGreen: BlueGreenStrategy,
  path: string,
): readonly Violation[] {
  const sameService =
    'This rollout uses the same service for the active and preview services, but two different services are required.';
  const limited =
    "This rollout's revision history limit can not be smaller than the rollout's scale down limit";
  return concatenated(
    ...(['blue-green-services-missing', 'blue-green-same-service'] as const).map((code) =>
      violations(code, () => {
        const { activeService: active = '', previewService: preview = '' } = blueGreen;
        const isOfCode = (active === '') === (code === 'blue-green-services-missing');
        return active === preview && isOfCode
          ? [invalid(`${path}.activeService`, active, sameService)]
          : none;
      }),
    ),
    violations('blue-green-revision-limit', () => {
      const { scaleDownDelayRevisionLimit: limit } = blueGreen;
      return limit !== undefined && historyLimitOf(spec) < limit
        ? [invalid(`${path}.scaleDownDelayRevisionLimit`, limit, limited)]
        : none;
    }),
    violations('anti-affinity', () => antiAffinityErrors(blueGreen.antiAffinity, `${path}.antiAffinity`)),
  );
}

/** https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation.go (ValidateRolloutStrategyAntiAffinity) */
export function antiAffinityErrors(
  antiAffinity: AntiAffinity | undefined,
  path: string,
): readonly FieldError[] {
  if (!antiAffinity) return none;
  const errors: FieldError[] = [];
  const preferred = antiAffinity.preferredDuringSchedulingIgnoredDuringExecution;
  const isPreferred = preferred !== undefined;
  const isRequired = antiAffinity.requiredDuringSchedulingIgnoredDuringExecution !== undefined;
  if (isPreferred === isRequired)
    errors.push(
      invalid(
        path,
        `antiAffinity.PreferredDuringSchedulingIgnoredDuringExecution: ${isPreferred} antiAffinity.RequiredDuringSchedulingIgnoredDuringExecution: ${isRequired}`,
        'AntiAffinity must have exactly one strategy listed',
      ),
    );
  if (preferred && (preferred.weight < 1 || preferred.weight > 100))
    errors.push(invalid(`${path}.weight`, preferred.weight, 'AntiAffinity weight must be between 1-100'));
  return errors;
}
