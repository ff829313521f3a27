import { isSameJson } from '../cluster/json.js';
import { kinds } from '../cluster/object.js';
import type { Play } from './play.js';
import type { Frame } from './trace.js';

/**
 * What is to be said of an abort after which the controller writes the canary Service in every pass: it points it at the
 * canary's pods, as in an update, and back, as in an abort. Upstream knows of it.
 * https://github.com/argoproj/argo-rollouts/issues/3078
 */
export function rewritesNote({ rewrites, rollout, secondsToScaleDown }: Play): string | undefined {
  const service = rollout.spec.strategy?.canary?.canaryService;
  if (service === undefined || !rewrites.some((key) => key.endsWith(`/${service}`))) return undefined;
  const end =
    secondsToScaleDown === undefined
      ? 'With "abortScaleDownDelaySeconds: 0" they are kept, so this never ends.'
      : `They are removed ${secondsToScaleDown - 1} s after the abort.`;
  return `After an abort each pass points Service "${service}" at the canary pods and back while there are any (argoproj/argo-rollouts#3078). ${end}`;
}

/**
 * What ends otherwise where the caches of the controller know of its writes after the pass only, as they nearly always do:
 * the second write of a VirtualService in one pass is refused then.
 */
export function cachesNotes(frames: readonly Frame[], lagging: readonly Frame[]): readonly string[] {
  const byId = new Map(lagging.map((frame) => [frame.id, frame]));
  const restless = lagging.filter(({ id, isSettled, rewrites }) => {
    const isSettledElse = frames.find((frame) => frame.id === id)?.isSettled ?? true;
    return !isSettled && isSettledElse && rewrites.length === 0;
  });
  const others = frames.filter((frame) => {
    const other = byId.get(frame.id);
    return !restless.some(({ id }) => id === frame.id) && (!other || !isSameTraffic(frame, other));
  });
  const why =
    'A pass writes a VirtualService twice, and the API server refuses the second write until the controller has seen the first, which is nearly always the case.';
  return [
    ...(restless.length > 0
      ? [`${why} Then the controller never settles, and routes appear and disappear: ${idsOf(restless)}.`]
      : []),
    ...(others.length > 0 ? [`${why} Then the routes end up different: ${idsOf(others)}.`] : []),
  ];
}

function idsOf(frames: readonly Frame[]): string {
  return frames.map(({ id }) => id).join(', ');
}

function isSameTraffic(one: Frame, other: Frame): boolean {
  const traffic = ({ objects }: Frame): unknown =>
    [...objects.values()].filter(({ kind }) => kind === kinds.virtualService.kind);
  return isSameJson(traffic(one), traffic(other));
}
