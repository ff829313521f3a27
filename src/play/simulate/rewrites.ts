import { isSameJson } from '../../kubernetes/objects/json.js';
import { isConflict } from '../../kubernetes/objects/controller-error.js';
import { kinds } from '../../kubernetes/objects/object.js';
import { isAtLeast } from '../../kubernetes/objects/version.js';
import type { Play } from './play.js';
import type { Frame } from './trace.js';

/**
 * A note about an abort after which the controller writes the canary Service twice in every pass: to the canary's pods, as in
 * an update, and back, as in an abort. A known upstream issue. https://github.com/argoproj/argo-rollouts/issues/3078
 */
export function rewritesNote({ rewrites, rollout, scaleDownDue, now }: Play): string | undefined {
  const service = rollout.spec.strategy?.canary?.canaryService;
  if (service === undefined || !rewrites.some((key) => key.endsWith(`/${service}`))) return undefined;
  const end =
    scaleDownDue === undefined
      ? 'With "abortScaleDownDelaySeconds: 0" they are kept, so this never ends.'
      : `They are removed ${Math.max(0, scaleDownDue - Math.floor(now))} s after the abort.`;
  return `After an abort each pass points Service "${service}" at the canary pods and back while there are any (argoproj/argo-rollouts#3078). ${end}`;
}

/** Whether passes rewrite only that Service, and only while the pods of the aborted canary exist. */
export function endsItself({ rewrites, rollout, scaleDownDue }: Play): boolean {
  const service = rollout.spec.strategy?.canary?.canaryService;
  const isAll = service !== undefined && rewrites.every((key) => key.endsWith(`/${service}`));
  return rewrites.length > 0 && isAll && scaleDownDue !== undefined;
}

/** Values that Go prints as a memory address. */
const withAddress = /\.(?:setHeaderRoute|setMirrorRoute|analyses): Invalid value: [[{]/;

/**
 * Up to 1.8 the controller prints an invalid value in Go's notation, with the memory addresses of pointers. These differ in
 * each pass, so the message in the status never equals the new one.
 * https://github.com/kubernetes/kubernetes/blob/v1.29.3/staging/src/k8s.io/apimachinery/pkg/util/validation/field/errors.go
 */
export function addressNote({ version, status }: Play): string | undefined {
  const isTold = (status.conditions ?? []).some(({ message = '' }) => withAddress.test(message));
  if (isAtLeast(version, '1.9') || !isTold) return undefined;
  return 'Before 1.9 this message contains an address in memory, which is another one in each pass, so the controller writes the status again and again.';
}

/**
 * The controller's caches usually show its writes only after the pass. Then the API server refuses the second write of a
 * VirtualService in one pass, and the second write of an Ingress is based on a copy without the first. Notes the effects, and
 * what ends differently if the caches show the first write in time.
 */
export function cachesNotes(frames: readonly Frame[], fresh: readonly Frame[]): readonly string[] {
  const byId = new Map(fresh.map((frame) => [frame.id, frame]));
  const isRestless = ({ isSettled, rewrites }: Frame): boolean => !isSettled && rewrites.length === 0;
  const restless = frames.filter((frame) => {
    const other = byId.get(frame.id);
    return isRestless(frame) && !(other && isRestless(other));
  });
  const others = frames.filter((frame) => {
    const other = byId.get(frame.id);
    return !other || !isSameTraffic(frame, other);
  });
  if (restless.length + others.length === 0) return [];
  return [
    [
      whyOf(frames),
      ...(restless.length > 0
        ? [`So it tries again and again, and routes appear and disappear: ${idsOf(restless)}.`]
        : []),
      ...(others.length > 0
        ? [`If it sees the first in time, routes end up different: ${idsOf(others)}.`]
        : []),
    ].join(' '),
  ];
}

function whyOf(frames: readonly Frame[]): string {
  const isRefused = frames.some(({ errors }) => errors.some(({ message }) => isConflict(message)));
  return isRefused
    ? 'A pass writes a VirtualService twice, and the API server refuses the second write until the controller has seen the first, which nearly always takes longer.'
    : 'A pass writes an object twice, the second time from a copy without the first write, which the controller nearly always sees later.';
}

function idsOf(frames: readonly Frame[]): string {
  return frames.map(({ id }) => id).join(', ');
}

const traffic: ReadonlySet<string> = new Set([kinds.virtualService.kind, kinds.ingress.kind]);

function isSameTraffic(one: Frame, other: Frame): boolean {
  if (one === other) return true;
  const of = ({ objects }: Frame): unknown => [...objects.values()].filter(({ kind }) => traffic.has(kind));
  return isSameJson(of(one), of(other));
}
