import type {
  AnalysisRunArgument,
  CanaryStep,
  CanaryStrategy,
  IntOrString,
  RolloutObject,
  StringMatch,
} from '../../../kubernetes/objects/rollout-object.js';
import {
  defaultRolloutsVersion,
  isAtLeast,
  type RolloutsVersion,
} from '../../../kubernetes/objects/version.js';
import { isHidden, whereKnown } from '../../../kubernetes/objects/unknown.js';
import { parseDuration, pauseSeconds } from '../../../kubernetes/kinds/duration.js';
import { isAllowed } from '../../routers/support.js';
import {
  type FieldError,
  following,
  invalid,
  concatenated,
  ofEach,
  requiredError,
} from '../../../kubernetes/validation/field-error.js';
import { none } from '../../../model/none.js';
import { readMetadata } from '../../../kubernetes/validation/metadata-path.js';
import type { GoShape } from '../../../kubernetes/validation/go-values.js';
import { listOf, shapeOf } from './shapes.js';
import { type Violation, violations } from './violation.js';

export interface StepToValidate {
  readonly rollout: RolloutObject;
  readonly canary: CanaryStrategy;
  readonly step: CanaryStep;
  readonly index: number;
  readonly version: RolloutsVersion;
}

function wordsOfActions(version: RolloutsVersion): string {
  const last = isAtLeast(version, '1.8') ? 'setCanaryScale, plugin or pause' : 'setCanaryScale or pause';
  return `Step must have one of the following set: experiment, setWeight, ${last}`;
}

/**
 * The errors in one item of `steps`.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation.go
 * (ValidateRolloutStrategyCanary)
 */
export function stepErrors(given: StepToValidate, path: string): readonly Violation[] {
  const { canary, step, index, rollout } = given;
  const at = `${path}.steps[${index}]`;
  return concatenated(
    violations('step-actions-many', () => manyActionsErrors(given, at)),
    violations('step-action-missing', () => noActionErrors(given, at)),
    violations('step-weight', () => weightErrors(given, at)),
    violations('step-pause', () => pauseErrors(step, at)),
    violations('step-unrouted', () => {
      if (!step.setCanaryScale || canary.trafficRouting) return none;
      const words = 'SetCanaryScale requires TrafficRouting to be set';
      return [{ ...requiredError(`${path}.trafficRouting`, words), at: `${at}.setCanaryScale` }];
    }),
    whereKnown(() => headerRouteErrors(given, at), none),
    whereKnown(() => mirrorRouteErrors(given, at), none),
    whereKnown(() => managedRouteErrors(given, path, at), none),
    whereKnown(() => {
      const code = canary.trafficRouting ? 'experiment-weight-unsupported' : 'step-unrouted';
      return violations(code, () => experimentWeightErrors(given, at));
    }, none),
    violations('analysis-arguments', () => argumentErrors(rollout, step, at)),
  );
}

const exclusive = ['experiment', 'pause', 'setWeight', 'analysis'] as const;
const actions = [...exclusive, 'setCanaryScale', 'setHeaderRoute', 'setMirrorRoute', 'plugin'] as const;
const actionsOf17 = actions.filter((name) => name !== 'plugin');

function manyActionsErrors({ step, version }: StepToValidate, at: string): readonly FieldError[] {
  if (exclusive.filter((name) => hasAction(step, name)).length < 2) return none;
  return [
    invalid(
      at,
      list(exclusive, (name) => hasAction(step, name)),
      wordsOfActions(version),
    ),
  ];
}

function noActionErrors({ step, version }: StepToValidate, at: string): readonly FieldError[] {
  const isLater = isAtLeast(version, '1.8');
  const known = isLater ? actions : actionsOf17;
  if (known.some((name) => hasAction(step, name))) return none;
  // Upstream's check is true for an absent value.
  const absent = list(known, () => true);
  return [
    invalid(at, isLater ? absent : absent.replace('MirrorRoute', 'MirrorRoutes'), wordsOfActions(version)),
  ];
}

function hasAction(step: CanaryStep, name: keyof CanaryStep): boolean {
  return name in step && (isHidden(step, name) || step[name] !== undefined);
}

function list(names: readonly (keyof CanaryStep)[], say: (name: keyof CanaryStep) => boolean): string {
  return names.map((name) => `step.${name[0]?.toUpperCase()}${name.slice(1)}: ${say(name)}`).join(' ');
}

function weightErrors({ canary, step: { setWeight } }: StepToValidate, at: string): readonly FieldError[] {
  const max = canary.trafficRouting?.maxTrafficWeight ?? 100;
  if (setWeight === undefined || (setWeight >= 0 && setWeight <= max)) return none;
  return [invalid(`${at}.setWeight`, setWeight, `SetWeight needs to be between 0 and ${max}`)];
}

function pauseErrors({ pause }: CanaryStep, at: string): readonly FieldError[] {
  const seconds = pause?.duration === undefined ? 0 : secondsOf(pause.duration);
  return seconds < 0
    ? [invalid(`${at}.pause.duration`, seconds, 'Duration needs to be greater than 0')]
    : none;
}

/** As upstream counts: -1 for an unreadable value, and the lowest number on overflow. */
function secondsOf(duration: IntOrString): number {
  const seconds = pauseSeconds({ value: duration });
  if (seconds !== undefined) return seconds;
  return typeof duration === 'string' && parseDuration(duration) !== undefined ? -(2 ** 31) : -1;
}

function headerRouteErrors(
  { canary: { trafficRouting }, step: { setHeaderRoute }, version }: StepToValidate,
  at: string,
): readonly Violation[] {
  if (!setHeaderRoute) return none;
  if (!trafficRouting || !isAllowed(trafficRouting, 'setHeaderRoute', version))
    return violations(trafficRouting ? 'step-header-route-unsupported' : 'step-unrouted', () => [
      invalid(
        `${at}.setHeaderRoute`,
        setHeaderRoute,
        'SetHeaderRoute requires TrafficRouting, supports Istio and ALB and Apisix',
        shapeOf('SetHeaderRoute', version),
      ),
    ]);
  const errorsOf = trafficRouting.alb ? albMatchErrors : matchErrors;
  return ofEach(setHeaderRoute.match, (match, index) =>
    matchViolations(match, 'headerValue', `${at}.setHeaderRoute.match[${index}]`, errorsOf),
  );
}

/** The error in one value of a match; upstream reports the match. */
function matchViolations<Key extends string>(
  match: { readonly [K in Key]?: StringMatch | undefined },
  key: Key,
  path: string,
  errorsOf: (value: StringMatch | undefined, path: string) => readonly FieldError[],
): readonly Violation[] {
  return violations('step-match', () =>
    errorsOf(match[key], path).map((error) => ({ ...error, at: `${path}.${key}` })),
  );
}

const wordsOfNoMatch =
  'StringMatch value missed, match value must have one of the following: exact, regex, prefix';

/** The same in all releases. */
const stringMatch = (): GoShape => shapeOf('StringMatch', defaultRolloutsVersion);

function matchErrors(match: StringMatch | undefined, path: string): readonly FieldError[] {
  const given = [match?.exact, match?.regex, match?.prefix].filter(
    (text) => text !== undefined && text !== '',
  );
  if (given.length === 1) return none;
  const words =
    given.length === 0
      ? wordsOfNoMatch
      : 'StringMatch match value must have exactly one of the following: exact, regex, prefix';
  return [invalid(path, match, words, stringMatch())];
}

function albMatchErrors(match: StringMatch | undefined, path: string): readonly FieldError[] {
  if (!match) return [invalid(path, match, wordsOfNoMatch)];
  const { exact = '', regex = '', prefix = '' } = match;
  if (exact !== '' && regex === '' && prefix === '') return none;
  return [
    invalid(
      path,
      match,
      "SetHeaderRoute match value invalid. ALB supports 'exact' value only",
      stringMatch(),
    ),
  ];
}

function mirrorRouteErrors(
  { canary: { trafficRouting }, step: { setMirrorRoute }, version }: StepToValidate,
  at: string,
): readonly Violation[] {
  if (!setMirrorRoute) return none;
  const isSupported = trafficRouting && isAllowed(trafficRouting, 'setMirrorRoute', version);
  const routers = isAtLeast(version, '1.10') ? 'Istio and Plugins' : 'Istio only';
  const words = `SetMirrorRoute requires TrafficRouting, supports ${routers}`;
  return concatenated(
    violations(trafficRouting ? 'step-mirror-route-unsupported' : 'step-unrouted', () =>
      isSupported
        ? none
        : [invalid(`${at}.setMirrorRoute`, setMirrorRoute, words, shapeOf('SetMirrorRoute', version))],
    ),
    // Upstream checks the method twice; the second check was meant for the headers.
    ofEach(setMirrorRoute.match, (match, index) =>
      ofEach(['method', 'path'] as const, (key) =>
        match[key] ? matchViolations(match, key, `${at}.setMirrorRoute.match[${index}]`, matchErrors) : none,
      ),
    ),
  );
}

function managedRouteErrors(
  { canary: { trafficRouting }, step, version }: StepToValidate,
  path: string,
  at: string,
): readonly Violation[] {
  if (!trafficRouting || !(step.setHeaderRoute ?? step.setMirrorRoute)) return none;
  const { managedRoutes } = trafficRouting;
  // If no router supports the step, declaring the route does not help.
  const isHelped = (key: 'setHeaderRoute' | 'setMirrorRoute'): boolean =>
    step[key] !== undefined && isAllowed(trafficRouting, key, version);
  if (!managedRoutes) {
    const errors = violations('managed-routes-missing', () => [
      {
        ...requiredError(
          `${path}.trafficRouting.managedRoutes`,
          "Rollout has missing field 'spec.strategy.canary.trafficRouting.managedRoutes'",
        ),
        at,
      },
    ]);
    return isHelped('setHeaderRoute') || isHelped('setMirrorRoute') ? errors : following(errors);
  }
  return ofEach(['setHeaderRoute', 'setMirrorRoute'] as const, (key) => {
    const route = step[key];
    const name = route?.name ?? '';
    if (!route || managedRoutes.some((managed) => (managed.name ?? '') === name)) return none;
    const words =
      'Steps define a route that does not exist in spec.strategy.canary.trafficRouting.managedRoutes';
    const errors = violations('managed-route-undeclared', () => [invalid(`${at}.${key}`, name, words)]);
    return isHelped(key) ? errors : following(errors);
  });
}

function experimentWeightErrors(
  { canary: { trafficRouting }, step: { experiment }, version }: StepToValidate,
  at: string,
): readonly FieldError[] {
  if (!experiment) return none;
  if (trafficRouting && isAllowed(trafficRouting, 'experimentWeight', version)) return none;
  const routers = isAtLeast(version, '1.8') ? 'Istio and Plugins' : 'and Istio';
  const words = trafficRouting
    ? `Experiment template weight is only available for TrafficRouting with SMI, ALB, ${routers} at this time`
    : 'Experiment template weight cannot be set unless TrafficRouting is enabled';
  return ofEach(experiment.templates, ({ weight }, index) =>
    weight === undefined ? none : [invalid(`${at}.experiment.templates[${index}].weight`, weight, words)],
  );
}

function argumentErrors(rollout: RolloutObject, step: CanaryStep, at: string): readonly FieldError[] {
  if (!step.experiment && !step.analysis) return none;
  const given: readonly AnalysisRunArgument[] = [
    ...(step.experiment?.analyses ?? []).flatMap(({ args }) => args ?? []),
    ...(step.analysis?.args ?? []),
  ];
  const words = 'Analyses arguments must refer to valid object metadata supported by downwardAPI';
  return ofEach(given, ({ valueFrom }) => {
    const path = valueFrom?.fieldRef?.fieldPath ?? '';
    if (!path.startsWith('metadata') || readMetadata(rollout, path) !== undefined) return none;
    return [invalid(`${at}.analyses`, given, words, listOf('AnalysisRunArgument', defaultRolloutsVersion))];
  });
}
