import { kinds } from '../kubernetes/objects/object.js';
import type { RolloutObject } from '../kubernetes/objects/rollout-object.js';
import { hasFailed } from '../play/drift/judged.js';
import { abortReason } from '../play/simulate/abort-reason.js';
import type { Frame } from '../play/simulate/trace.js';
import { abortScaleDownDelay } from '../rollouts/controllers/steps.js';
import type { Conclusion } from './conclusions.js';
import { durationText } from './durations.js';

/** The frame in which an update that was to fail is aborted; undefined if it is not. */
function abortOf(frames: readonly Frame[]): Frame | undefined {
  return frames.find(({ from, kind }) => from === undefined && kind === 'aborted');
}

/** That the update itself is aborted, and what each abort leaves behind. */
export function abortConclusions(frames: readonly Frame[]): readonly Conclusion[] {
  return [...abortedUpdate(abortOf(frames)), ...leftByAbort(frames)];
}

/** An abort that is an error of its own says so already. */
function abortedUpdate(frame: Frame | undefined): readonly Conclusion[] {
  if (!frame || hasFailed(frame)) return [];
  const reason = frame.message === undefined ? undefined : abortReason(frame.message);
  const after = frame.at === undefined ? '' : ` ${durationText(frame.at)} after it began`;
  const why = reason === undefined ? '' : `: ${reason}`;
  const text = `${frame.id}: the controller aborts the update${after}, and the new version never becomes the stable one${why}.`;
  return [{ level: 'warning', text, frames: [frame.id] }];
}

/** One note for canary and blue-green alike: the rows of an abort show its first moment only. */
function leftByAbort(frames: readonly Frame[]): readonly Conclusion[] {
  const first = frames.find(
    ({ kind, phase }) => (kind === 'aborted' || kind === 'failed') && phase === 'Degraded',
  );
  if (!first) return [];
  const rollout = [...first.objects.values()].find(
    (object): object is RolloutObject => object.kind === kinds.rollout.kind,
  );
  const keepsPods = first.replicas.canary.desired > 0 && rollout !== undefined;
  const pods = keepsPods ? podsAfterAbort(abortScaleDownDelay(rollout)) : '';
  const text = `After an abort ${pods}the Rollout stays Degraded until Git has another version or the update is retried.`;
  return [{ level: 'info', text, frames: [] }];
}

function podsAfterAbort(seconds: number | undefined): string {
  if (seconds === undefined) return 'the new pods stay, because abortScaleDownDelaySeconds is 0, and ';
  if (seconds === 0) return '';
  return `the new pods are removed after ${durationText(seconds)} (abortScaleDownDelaySeconds), and `;
}
