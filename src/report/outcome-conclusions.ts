import { hasFailed } from '../play/drift/judged.js';
import { type Astray, astray } from '../play/outcome/astray.js';
import {
  atOnce,
  isRestless,
  lessCapacity,
  type OutcomeKind,
  unansweredAt,
  unfinished,
  weightsLeftBehind,
  weightsThatStay,
} from '../play/outcome/outcome.js';
import type { Frame } from '../play/simulate/trace.js';
import { ByText, type Conclusion, type Level } from './conclusions.js';
import { laneText, objectText } from './impact-terms.js';
import { unansweredText } from './impact-unanswered.js';

/** What is wrong with the frames of an update although the controller has no error. */
export interface OutcomeConclusion extends Conclusion {
  readonly kind: OutcomeKind;
}

/** A sentence for each outcome of an update that shows something wrong, except errors of the controller. */
export function outcomeConclusions(frames: readonly Frame[]): readonly OutcomeConclusion[] {
  return [
    ...restless(frames),
    ...lastingOutcomes(frames),
    ...told('at-once', [atOnce(frames) ?? []].flat().map(atOnceShown)),
    ...told('astray', astray(frames).map(astrayShown)),
    ...told('left-behind', weightsLeftBehind(frames).map(leftBehindShown), 'info'),
  ];
}

/** Those that stay for as long as nothing else happens, so that they matter beside a comparison, too. */
export function lastingOutcomes(frames: readonly Frame[]): readonly OutcomeConclusion[] {
  return [
    ...told('unfinished', [unfinished(frames) ?? []].flat().flatMap(unfinishedShown)),
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
function told(
  kind: OutcomeKind,
  shown: readonly Shown[],
  level: Level = 'warning',
): readonly OutcomeConclusion[] {
  const byText = new ByText();
  for (const { frame, text } of shown) byText.add(level, text, frame.id);
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

/** An update that the controller aborts or rejects, or that waits for a person, has a conclusion of its own. */
function unfinishedShown(frame: Frame): readonly Shown[] {
  const { stopsFor } = frame;
  if (stopsFor === undefined) return [];
  const why = hasFailed(frame) ? ', because the controller fails with this error' : `: ${stopsFor}`;
  return [{ frame, text: `the update stops here, and the new version never becomes the stable one${why}` }];
}

function atOnceShown(frame: Frame): Shown {
  return {
    frame,
    text: 'the new version gets all requests at once, because no step stops the update before; add steps, such as "setWeight: 20" and "pause: {duration: 10m}"',
  };
}

function astrayShown({ frame, lane, leg: { service, subset }, share, kept }: Astray): Shown {
  const to = subset === undefined ? objectText(service) : `subset "${subset}" of ${objectText(service)}`;
  const [inGit, between] = [share, kept].map((one) => `${Math.round(one)} %`);
  return {
    frame,
    text: `${laneText(lane)} gives ${to} ${inGit ?? ''} of its requests in Git and ${between ?? ''} between updates; a sync that writes these weights sends requests there until the next pass of the controller, also during an update; write the weights between updates`,
  };
}

function leftBehindShown(frame: Frame): Shown {
  return {
    frame,
    text: 'the deleted Rollout leaves the share of its canary in the routers, and the pods are gone; promote or abort an update before you delete its Rollout',
  };
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
