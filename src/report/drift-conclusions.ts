import type { Drift, ObjectDrift } from '../play/drift/drift.js';
import { isLost } from '../play/drift/frozen.js';
import { isLoss, isUsual, refusals } from '../play/drift/judged.js';
import { unknownFieldsNote } from '../play/simulate/admission.js';
import type { Frame } from '../play/simulate/trace.js';
import { ByText, type Conclusion, framesText, shortList } from './conclusions.js';
import {
  faultText,
  frozenText,
  hiddenText,
  lastingText,
  objectCalled,
  obstacleTexts,
  pathText,
  syncText,
  unsimulatedText,
} from './drift-words.js';
import { errorGroups, errorText } from './frame-errors.js';
import { lastingOutcomes } from './outcome-conclusions.js';

/** The conclusions of a comparison with an Application, and those of the simulation that affect it. */
export function driftConclusions(drift: Drift): readonly Conclusion[] {
  const { trace } = drift;
  // They are reported as permanent differences, and as what is not compared.
  const differing = drift.entries
    .filter(({ derivation }) => derivation.obstacles.some(({ kind }) => kind === 'unknown'))
    .flatMap(({ subject: { git, dropped } }) => unknownFieldsNote(git, dropped));
  const told = new Set([...differing, ...drift.unsimulated.map(({ note }) => note)]);
  return [
    ...refusalConclusions(drift),
    ...errorGroups(trace.frames.filter(isPlayed))
      .filter(({ error }) => !error.isTransient)
      .map(({ ids, error }): Conclusion => ({
        level: 'error',
        text: `${shortList(ids, 'frames')}: the controller fails. ${errorText(error)}`,
        frames: ids,
      })),
    ...lastingOutcomes(trace.frames.filter(isPlayed)),
    ...applicationConclusions(drift),
    ...[...drift.notes, ...trace.notes.filter((note) => !told.has(note))].map((text) => lone('info', text)),
  ];
}

/** The conclusions on the Application, without those on its Rollout alone. */
export function applicationConclusions(drift: Drift): readonly Conclusion[] {
  return [
    ...failures(drift),
    ...drift.objects.flatMap(differences),
    ...drift.lasting.map((one) => lone('error', lastingText(one))),
    ...drift.syncs
      .filter(({ outcome }) => outcome !== 'kept')
      .map((sync): Conclusion => {
        const frames = sync.frames.map(({ id }) => id);
        const text = `${syncText(drift, sync)} ${framesText(frames)}`;
        return { level: isLoss(sync) ? 'error' : isUsual(sync) ? 'info' : 'warning', text, frames };
      }),
    ...drift.entries.flatMap(({ subject, derivation: { obstacles } }) =>
      obstacleTexts(objectCalled(drift, subject.key), obstacles).map((text) => lone('error', text)),
    ),
    ...drift.frozen.map((one) => lone(isLost(one) ? 'error' : 'warning', frozenText(one))),
    ...drift.faults.map((fault) => ({
      ...lone('error', faultText(fault)),
      ...(fault.instead?.text && fault.neededFor === undefined ? { instead: fault.instead.text } : {}),
    })),
    ...drift.hidden.map((one) => lone('warning', hiddenText(drift, one))),
    ...drift.unsimulated.map((router) => lone('unknown', unsimulatedText(router))),
    ...healthConclusion(drift),
  ];
}

/** How the health of the Rollout changes, and which syncs wait for it. */
function healthConclusion({ frames, trace }: Drift): readonly Conclusion[] {
  const others = (['Progressing', 'Suspended', 'Degraded'] as const).flatMap((health) => {
    const ids = frames.filter((one) => one.health === health).map(({ frame }) => frame.id);
    return ids.length === 0 ? [] : [{ ids, text: `${health} (${shortList(ids, 'frames')})` }];
  });
  if (others.length === 0) return [];
  const said = others.map((one) => one.text).join(', ');
  const fails = frames.some(({ health }) => health === 'Degraded') ? ', and fails when it is Degraded' : '';
  const text = `Rollout "${trace.rollout.name}" is ${said} in Argo CD. A sync with several waves or with hooks goes on only once it is Healthy${fails}.`;
  return [{ level: 'info', text, frames: others.flatMap(({ ids }) => ids) }];
}

function lone(level: Conclusion['level'], text: string): Conclusion {
  return { level, text, frames: [] };
}

/** Whether the status of all frames is unknown. */
export function isNothingKnown({ frames }: Drift): boolean {
  return frames.length > 0 && frames.every(({ status }) => status === 'unknown');
}

/** Why nothing is simulated, and so nothing compared. */
export function refusalConclusions({ trace }: Drift): readonly Conclusion[] {
  const frames = trace.frames.filter((frame) => !isPlayed(frame)).map(({ id }) => id);
  return refusals(trace).map((reason) =>
    trace.doubt === undefined
      ? {
          level: 'error',
          text: `Nothing is compared, because the controller rejects the Rollout: ${reason}`,
          frames,
        }
      : {
          level: 'unknown',
          text: `Nothing is compared: the Rollout would be rejected as it is in the files, and ${trace.doubt}, so the deployed objects are unknown. ${reason}`,
          frames,
        },
  );
}

/** Whether a frame shows what the controller does, and not why it does nothing. */
function isPlayed({ kind }: Frame): boolean {
  return kind !== 'invalid';
}

/** Why nothing is compared, each reason once. */
function failures(drift: Drift): readonly Conclusion[] {
  const reasons = new ByText();
  for (const { verdicts } of drift.objects)
    for (const [id, verdict] of verdicts)
      if (verdict.status === 'unknown') reasons.add('error', verdict.reason, id);
  const where = isNothingKnown(drift) ? 'Unknown in all frames' : 'Unknown';
  return reasons.all(
    (reason) => `${where}: the comparison fails, and so do automatic and manual syncs. ${reason}`,
  );
}

/** The differences of an object, or why they are unknown, each with its frames. */
function differences({ subject: { git }, verdicts }: ObjectDrift): readonly Conclusion[] {
  const groups = new ByText();
  for (const [id, verdict] of verdicts) {
    if (verdict.status === 'cannot-tell')
      groups.add('unknown', `the result of Argo CD cannot be determined: ${verdict.reason}`, id);
    else if (verdict.status === 'out-of-sync')
      groups.add(
        'error',
        `${shortList(verdict.paths.map(pathText), 'fields')} ${verdict.paths.length === 1 ? 'differs' : 'differ'}`,
        id,
      );
  }
  return groups.all((text, frames) => `${git.kind} ${git.metadata.name}: ${text} (${frames}).`);
}
