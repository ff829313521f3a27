import { isMap } from '../../kubernetes/objects/json.js';
import { pauseSeconds } from '../../kubernetes/kinds/duration.js';
import type { Labels } from '../../kubernetes/objects/object.js';
import { refuse } from './manifest.js';
import type { AnyRolloutProps } from './props.js';
import type { AnyStep, Pause } from './steps.js';

/**
 * Names of Services, containers and subsets.
 * https://kubernetes.io/docs/concepts/overview/working-with-objects/names/#dns-label-names
 */
const dnsLabel = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;

/** @throws {UnfitProps} for a name that no Service can have */
export function checkName(name: string, what: string): void {
  if (dnsLabel.test(name)) return;
  refuse(
    name.length > 63
      ? `${what} would be named "${name}", which has ${name.length} characters; choose a shorter name, at most 63 characters are allowed.`
      : `${what} cannot be named "${name}"; a name must have lowercase letters, digits and hyphens, with a letter or digit at both ends.`,
  );
}

/** Props that name an object to make, or one that exists. */
const namedProps: ReadonlySet<string> = new Set([
  'virtualService',
  'destinationRule',
  'ingress',
  'service',
  'stableService',
  'canaryService',
  'rootService',
  'pingService',
  'pongService',
  'activeService',
  'previewService',
]);

/**
 * Programs without types can give an object with a name, which would silently not be made.
 * @throws {UnfitProps} for one that does not tell whether it exists
 */
export function checkNamed(given: object, more: readonly string[] = []): void {
  const entries: readonly (readonly [string, unknown])[] = Object.entries(given);
  for (const [key, named] of entries) {
    if (!namedProps.has(key) && !more.includes(key)) continue;
    if (typeof named !== 'object' || named === null || 'existing' in named || 'node' in named) continue;
    const name = 'name' in named ? String(named.name) : 'name';
    refuse(
      `"${key}" is an object with a name, which does not tell whether it exists; write ${key}: '${name}' for one to make, or fromExisting('${name}') for one that exists.`,
    );
  }
}

/** @throws {UnfitProps} for a value that is wrong by itself */
export function checkRollout({ replicas, rollback, ports, selector, pod }: AnyRolloutProps): void {
  if (typeof replicas !== 'object') checkCount(replicas, 'replicas');
  checkCount(rollback?.window, 'rollback.window', 1);
  checkUnlike(
    (ports ?? []).map(({ name }) => name),
    'ports',
  );
  for (const { port, targetPort } of ports ?? []) {
    checkPort(port, 'ports');
    if (typeof targetPort === 'number') checkPort(targetPort, 'ports');
  }
  if ('port' in pod && pod.port !== undefined) checkPort(pod.port, 'pod.port');
  checkSelector(selector);
}

function checkSelector(selector: Labels | undefined): void {
  if (selector && Object.keys(selector).length === 0)
    refuse('The selector is empty; set the labels that select the pods, or remove the selector.');
}

function checkUnlike(names: readonly string[], where: string): void {
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) refuse(`"${where}" has "${twice}" twice; use different names.`);
}

function checkPort(port: number, where: string): void {
  if (!isIntegerWithin(port, 1, 65_535))
    refuse(`"${where}" has ${port}; a port must be a number from 1 to 65535.`);
}

/** @throws {UnfitProps} for a number that is not an integer of at least `least` */
export function checkCount(value: number | undefined, where: string, least = 0): void {
  if (value !== undefined && !isIntegerWithin(value, least, 2 ** 31 - 1))
    refuse(`"${where}" is ${value}; it must be an integer of at least ${least}.`);
}

/**
 * @param maxWeight - the weight that is all of the traffic
 * @throws {UnfitProps} for a value that is wrong whatever stands around the step
 */
export function checkSteps(steps: readonly AnyStep[], maxWeight = 100): void {
  for (const [index, step] of steps.entries()) {
    const where = `steps[${index}]`;
    const { setWeight, pause, setCanaryScale, setHeaderRoute, setMirrorRoute } = step;
    if (setWeight !== undefined && !isIntegerWithin(setWeight, 0, maxWeight))
      refuse(`${where}.setWeight is ${String(setWeight)}; it must be an integer from 0 to ${maxWeight}.`);
    if (pause) checkPause(pause, where);
    if (setCanaryScale !== undefined) checkScale(setCanaryScale, `${where}.setCanaryScale`);
    if (setMirrorRoute?.percentage !== undefined && !isIntegerWithin(setMirrorRoute.percentage, 0, 100))
      refuse(
        `${where}.setMirrorRoute.percentage is ${String(setMirrorRoute.percentage)}; it must be an integer from 0 to 100.`,
      );
    for (const { name } of [setHeaderRoute, setMirrorRoute].filter((route) => route !== undefined))
      if (name === '') refuse(`${where} sets a route without a name; name it.`);
  }
}

const measures = ['weight', 'replicas', 'matchTrafficWeight'];

function checkScale(scale: NonNullable<AnyStep['setCanaryScale']>, where: string): void {
  const given = Object.entries(isMap(scale) ? scale : {}).filter(([, value]) => value !== undefined);
  const [measure = '', another] = given.map(([key]) => key);
  if (!measures.includes(measure) || another !== undefined)
    refuse(
      `${where} is ${JSON.stringify(scale)}; it must have one measure: { weight: 20 }, { replicas: 1 } or { matchTrafficWeight: true }.`,
    );
  const { weight, replicas } = scale;
  if (weight !== undefined && !isIntegerWithin(weight, 0, 100))
    refuse(`${where}.weight is ${String(weight)}; it must be an integer from 0 to 100.`);
  checkCount(replicas, `${where}.replicas`);
}

/** The controller reads durations as Go does. https://pkg.go.dev/time#ParseDuration */
function checkPause({ duration }: Pause, where: string): void {
  if (duration === undefined) return;
  const seconds = pauseSeconds({ value: duration });
  if (seconds === undefined || seconds < 0 || (typeof duration === 'number' && !Number.isInteger(duration)))
    refuse(
      `${where}.pause.duration is "${duration}"; it must be seconds, or a string such as "30s", "10m" or "1h30m".`,
    );
}

function isIntegerWithin(value: unknown, least: number, most: number): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;
}
