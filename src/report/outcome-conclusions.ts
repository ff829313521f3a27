import {
  isRestless,
  lessCapacity,
  type OutcomeKind,
  unansweredAt,
  weightsThatStay,
} from '../play/outcome/outcome.js';
import type { Frame } from '../play/simulate/trace.js';
import { ByText, type Conclusion } from './conclusions.js';
import { unansweredText } from './impact-unanswered.js';

/** What is wrong with the frames of an update although the controller has no error. */
export interface OutcomeConclusion extends Conclusion {
  readonly kind: OutcomeKind;
}

/** A sentence for each outcome of an update that shows something wrong, except errors of the controller. */
export function outcomeConclusions(frames: readonly Frame[]): readonly OutcomeConclusion[] {
  return [...restless(frames), ...lastingOutcomes(frames)];
}

/** Those that stay for as long as nothing else happens, so that they matter beside a comparison, too. */
export function lastingOutcomes(frames: readonly Frame[]): readonly OutcomeConclusion[] {
  return [
    ...told('unanswered', unansweredTexts(frames)),
    ...told(
      'less-capacity',
      lessCapacity(frames).map(({ frame, available, before }) => ({
        frame,
        text: `${available} ${available === 1 ? 'pod is' : 'pods are'} available, fewer than the ${before} before the update`,
      })),
    ),
    ...told(
      'weight-stays',
      weightsThatStay(frames).map((frame) => ({
        frame,
        text: `the aborted version keeps ${Math.round(frame.weight ?? 0)} % of the requests, and the controller does nothing more`,
      })),
    ),
  ];
}

interface Shown {
  readonly frame: Frame;
  readonly text: string;
}

/** Each sentence once, with all frames that show it. */
function told(kind: OutcomeKind, shown: readonly Shown[]): readonly OutcomeConclusion[] {
  const byText = new ByText();
  for (const { frame, text } of shown) byText.add('warning', text, frame.id);
  return byText.all((what, ids) => `${ids}: ${what}.`).map((conclusion) => ({ kind, ...conclusion }));
}

/** One sentence for each lane and destination, with the largest share. */
function unansweredTexts(frames: readonly Frame[]): readonly Shown[] {
  const all = frames.flatMap((frame) =>
    unansweredAt(frame).map(({ lane: { object, route }, leg: { service, subset, port }, share, why }) => ({
      frame,
      share: Math.round(share),
      gap: { lane: { object, route }, service, subset, port, why },
    })),
  );
  const shares = new Map<string, readonly number[]>();
  for (const { gap, share } of all) {
    const key = JSON.stringify(gap);
    shares.set(key, [...(shares.get(key) ?? []), share]);
  }
  return all.map(({ frame, gap }) => {
    const known = shares.get(JSON.stringify(gap)) ?? [];
    const share = known.reduce((most, one) => Math.max(most, one), 0);
    const isLargest = known.some((one) => one !== share);
    return { frame, text: unansweredText({ ...gap, share, isLargest }) };
  });
}

function restless(frames: readonly Frame[]): readonly OutcomeConclusion[] {
  return told(
    'restless',
    frames.filter(isRestless).map((frame) => ({ frame, text: rewritten(frame.rewrites) })),
  );
}

function rewritten(keys: readonly string[]): string {
  if (keys.length === 0) return 'the controller does not settle: each pass writes something again';
  const names = keys.map((key) => {
    const [, kind = '', , name = ''] = key.split('/');
    return `${kind} "${name}"`;
  });
  return `the controller does not settle: each pass writes ${names.join(', ')} and reverts it`;
}
