import type { CanaryStrategy, IntOrString, RolloutObject } from '../../cluster/rollout-object.js';
import { isAtLeast, type RolloutsVersion } from '../../cluster/version.js';
import { intOrPercent } from '../../kinds/int-or-percent.js';
import { needsServices } from '../../routers/needed-services.js';
import { isAllowed } from '../../routers/support.js';
import { antiAffinityErrors } from './blue-green.js';
import { type FieldError, invalid, joined, none, ofEach } from '../../validation/field-error.js';
import { stepErrors } from './steps.js';
import { type Violation, violations } from './violation.js';

/** https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation.go (ValidateRolloutStrategyCanary) */
export function canaryErrors(
  rollout: RolloutObject,
  canary: CanaryStrategy,
  path: string,
  version: RolloutsVersion,
): readonly Violation[] {
  return joined(
    violations('canary-surge', surgeErrors(canary, path)),
    violations('canary-same-service', sameServiceErrors(canary, path)),
    pingPongErrors(canary, path, version),
    violations('canary-services-missing', neededServiceErrors(canary, path)),
    violations('canary-option-unsupported', optionErrors(canary, path, version)),
    ofEach(canary.steps, (step, index) => stepErrors({ rollout, canary, step, index, version }, path)),
    violations('anti-affinity', antiAffinityErrors(canary.antiAffinity, `${path}.antiAffinity`)),
  );
}

function surgeErrors({ maxSurge, maxUnavailable }: CanaryStrategy, path: string): readonly FieldError[] {
  // What is absent is a quarter, which is not zero.
  if (maxSurge === undefined || !isZero(maxSurge) || maxUnavailable === undefined || !isZero(maxUnavailable))
    return none;
  return [invalid(`${path}.maxSurge`, maxSurge, 'MaxSurge and MaxUnavailable both can not be zero')];
}

/** What cannot be read counts as zero. */
function isZero(value: IntOrString): boolean {
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
  const isUnsupported = trafficRouting && !isAllowed(trafficRouting, 'pingPong', version);
  const lacksRoot = trafficRouting?.alb && (trafficRouting.alb.rootService ?? '') === '';
  const routers = isAtLeast(version, '1.10')
    ? 'the ALB, Istio, and plugin-based traffic routers'
    : 'the ALB and Istio traffic routers';
  const root = 'Root service field is required for the configuration with ALB and ping-pong feature enabled';
  return joined(
    violations(
      'ping-pong-unsupported',
      isUnsupported
        ? [invalid(`${path}.trafficRouting.alb`, undefined, `Ping-pong feature works with ${routers} only`)]
        : none,
    ),
    violations('ping-pong-services', pingPongServiceErrors(pingPong, `${path}.pingPong`)),
    violations(
      'ping-pong-root-service',
      lacksRoot ? [invalid(`${path}.trafficRouting.alb.rootService`, '', root)] : none,
    ),
  );
}

function pingPongServiceErrors(
  { pingService: ping = '', pongService: pong = '' }: NonNullable<CanaryStrategy['pingPong']>,
  path: string,
): readonly FieldError[] {
  const unset = 'Ping service and Pong service must to be set to use Ping-Pong feature';
  const same =
    'This rollout uses the same service for the ping and pong services, but two different services are required.';
  return joined(
    ping === '' ? [invalid(`${path}.pingService`, ping, unset)] : none,
    pong === '' ? [invalid(`${path}.pongService`, pong, unset)] : none,
    ping === pong ? [invalid(`${path}.pingService`, ping, same)] : none,
  );
}

function neededServiceErrors(canary: CanaryStrategy, path: string): readonly FieldError[] {
  if (!needsServices(canary)) return none;
  const words = 'Canary service and Stable service must to be set to use Traffic Routing';
  return (['stableService', 'canaryService'] as const)
    .filter((key) => (canary[key] ?? '') === '')
    .map((key) => invalid(`${path}.${key}`, '', words));
}

function optionErrors(canary: CanaryStrategy, path: string, version: RolloutsVersion): readonly FieldError[] {
  const { trafficRouting, scaleDownDelaySeconds: delay, dynamicStableScale: isDynamic = false } = canary;
  const errors: FieldError[] = [];
  if (!trafficRouting) {
    if (delay !== undefined)
      errors.push(
        invalid(
          `${path}.scaleDownDelaySeconds`,
          delay,
          'Canary scaleDownDelaySeconds can only be used with traffic routing',
        ),
      );
    if (isDynamic)
      errors.push(
        invalid(
          `${path}.dynamicStableScale`,
          true,
          'Canary dynamicStableScale can only be used with traffic routing',
        ),
      );
    return errors;
  }
  if (delay !== undefined && isDynamic)
    errors.push(
      invalid(
        `${path}.dynamicStableScale`,
        true,
        'Canary dynamicStableScale cannot be used with scaleDownDelaySeconds',
      ),
    );
  const max = trafficRouting.maxTrafficWeight;
  if (max !== undefined && !isAllowed(trafficRouting, 'maxTrafficWeight', version))
    errors.push(
      invalid(
        `${path}.trafficRouting.maxTrafficWeight`,
        max,
        'Canary maxTrafficWeight in traffic routing only supported in Nginx and Plugins',
      ),
    );
  return errors;
}
