import type {
  CanaryStep,
  CanaryStrategy,
  IntOrString,
  RolloutObject,
} from '../../../kubernetes/objects/rollout-object.js';
import { isAtLeast, type RolloutsVersion } from '../../../kubernetes/objects/version.js';
import { whereKnown } from '../../../kubernetes/objects/unknown.js';
import { intOrPercent } from '../../../kubernetes/kinds/int-or-percent.js';
import { needsServices } from '../../routers/needed-services.js';
import { isAllowed } from '../../routers/support.js';
import { antiAffinityErrors } from './blue-green.js';
import {
  type FieldError,
  following,
  invalid,
  concatenated,
  ofEach,
} from '../../../kubernetes/validation/field-error.js';
import { none } from '../../../model/none.js';
import { stepErrors } from './steps.js';
import { type Violation, violations } from './violation.js';

/** https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation.go (ValidateRolloutStrategyCanary) */
export function canaryErrors(
  rollout: RolloutObject,
  canary: CanaryStrategy,
  path: string,
  version: RolloutsVersion,
): readonly Violation[] {
  return concatenated(
    violations('canary-surge', () => surgeErrors(canary, path)),
    violations('canary-same-service', () => sameServiceErrors(canary, path)),
    whereKnown(() => pingPongErrors(canary, path, version), none),
    ...(['stableService', 'canaryService'] as const).map((key) =>
      violations('canary-services-missing', () => neededServiceErrors(canary, key, path)),
    ),
    violations('option-unrouted', () => unroutedErrors(canary, path)),
    violations('options-exclusive', () => exclusiveErrors(canary, path)),
    violations('max-weight-unsupported', () => maxWeightErrors(canary, path, version)),
    whereKnown(() => ofEach(canary.steps, stepErrorsAt), none),
    violations('anti-affinity', () => antiAffinityErrors(canary.antiAffinity, `${path}.antiAffinity`)),
  );

  function stepErrorsAt(step: CanaryStep, index: number): readonly Violation[] {
    return stepErrors({ rollout, canary, step, index, version }, path);
  }
}

function surgeErrors({ maxSurge, maxUnavailable }: CanaryStrategy, path: string): readonly FieldError[] {
  // The default is 25 %, which is not zero.
  if (
    maxSurge === undefined ||
    !isZeroAmount(maxSurge) ||
    maxUnavailable === undefined ||
    !isZeroAmount(maxUnavailable)
  )
    return none;
  return [invalid(`${path}.maxSurge`, maxSurge, 'MaxSurge and MaxUnavailable both can not be zero')];
}

/** An unreadable value counts as zero. */
function isZeroAmount(value: IntOrString): boolean {
  return intOrPercent({ value })?.isZero ?? true;
}

function sameServiceErrors(canary: CanaryStrategy, path: string): readonly FieldError[] {
  const { canaryService = '', stableService = '' } = canary;
  if (canaryService === '' || canaryService !== stableService) return none;
  return [
    invalid(
      `${path}.stableService`,
      stableService,
      'This rollout uses the same service for the stable and canary services, but two different services are required.',
    ),
  ];
}

function pingPongErrors(
  { pingPong, trafficRouting }: CanaryStrategy,
  path: string,
  version: RolloutsVersion,
): readonly Violation[] {
  if (!pingPong) return none;
  const routers = isAtLeast(version, '1.10')
    ? 'the ALB, Istio, and plugin-based traffic routers'
    : 'the ALB and Istio traffic routers';
  const root = 'Root service field is required for the configuration with ALB and ping-pong feature enabled';
  return concatenated(
    violations('ping-pong-unsupported', () =>
      trafficRouting && !isAllowed(trafficRouting, 'pingPong', version)
        ? [
            {
              ...invalid(
                `${path}.trafficRouting.alb`,
                undefined,
                `Ping-pong feature works with ${routers} only`,
              ),
              at: `${path}.pingPong`,
            },
          ]
        : none,
    ),
    ...(['pingService', 'pongService'] as const).map((key) =>
      violations('ping-pong-service-missing', () =>
        (pingPong[key] ?? '') === '' ? [invalid(`${path}.pingPong.${key}`, '', unsetPingPong)] : none,
      ),
    ),
    violations('ping-pong-same-service', () => samePingPongErrors(pingPong, `${path}.pingPong`)),
    violations('ping-pong-root-service', () =>
      trafficRouting?.alb && (trafficRouting.alb.rootService ?? '') === ''
        ? [invalid(`${path}.trafficRouting.alb.rootService`, '', root)]
        : none,
    ),
  );
}

const unsetPingPong = 'Ping service and Pong service must to be set to use Ping-Pong feature';

function samePingPongErrors(
  { pingService: ping = '', pongService: pong = '' }: NonNullable<CanaryStrategy['pingPong']>,
  path: string,
): readonly FieldError[] {
  const same =
    'This rollout uses the same service for the ping and pong services, but two different services are required.';
  if (ping !== pong) return none;
  const errors = [invalid(`${path}.pingService`, ping, same)];
  return ping === '' ? following(errors) : errors;
}

function neededServiceErrors(
  canary: CanaryStrategy,
  key: 'stableService' | 'canaryService',
  path: string,
): readonly FieldError[] {
  if ((canary[key] ?? '') !== '' || !needsServices(canary)) return none;
  const words = 'Canary service and Stable service must to be set to use Traffic Routing';
  return [invalid(`${path}.${key}`, '', words)];
}

/** Options that require a traffic router. */
function unroutedErrors(canary: CanaryStrategy, path: string): readonly FieldError[] {
  const { trafficRouting, scaleDownDelaySeconds: delay, dynamicStableScale: isDynamic = false } = canary;
  if (trafficRouting) return none;
  const errorOf = (key: string, value: unknown): FieldError =>
    invalid(`${path}.${key}`, value, `Canary ${key} can only be used with traffic routing`);
  return concatenated(
    delay === undefined ? none : [errorOf('scaleDownDelaySeconds', delay)],
    isDynamic ? [errorOf('dynamicStableScale', true)] : none,
  );
}

function exclusiveErrors(canary: CanaryStrategy, path: string): readonly FieldError[] {
  const { trafficRouting, scaleDownDelaySeconds: delay, dynamicStableScale: isDynamic = false } = canary;
  if (!trafficRouting || delay === undefined || !isDynamic) return none;
  const words = 'Canary dynamicStableScale cannot be used with scaleDownDelaySeconds';
  return [invalid(`${path}.dynamicStableScale`, true, words)];
}

function maxWeightErrors(
  { trafficRouting }: CanaryStrategy,
  path: string,
  version: RolloutsVersion,
): readonly FieldError[] {
  const max = trafficRouting?.maxTrafficWeight;
  if (!trafficRouting || max === undefined || isAllowed(trafficRouting, 'maxTrafficWeight', version))
    return none;
  const words = 'Canary maxTrafficWeight in traffic routing only supported in Nginx and Plugins';
  return [invalid(`${path}.trafficRouting.maxTrafficWeight`, max, words)];
}
