import type { Drift, ObjectDrift } from '../drift/drift.js';
import { isStandIn } from '../drift/applications.js';
import { countsOf, isLoss, refusals, rejectedOf } from '../drift/judged.js';
import { patchOf } from '../drift/patch.js';
import type { Status } from '../drift/verdict.js';
import { unknownFieldsNote } from '../simulate/admission.js';
import type { Frame } from '../simulate/trace.js';
import { errorGroups, errorText } from './frame-errors.js';
import { paragraph } from './paragraph.js';
import {
  faultText,
  frozenText,
  hiddenText,
  lastingText,
  listed,
  objectCalled,
  obstacleTexts,
  pathText,
  syncText,
} from './drift-words.js';
import { quoted } from './quoted.js';
import { branchOf, ranges } from './simulation-text.js';
import type { DriftResult } from './drift-json.js';
import { uncheckedText } from './report.js';
import type { Style } from './style.js';
import { type Column, type Row, table } from './table.js';
import { yamlToCopy } from './yaml.js';

/** Lines are broken here, however wide a terminal is: longer ones are hard to read. */
const maxCells = 100;

const words: Readonly<Record<Status, string>> = {
  synced: 'Synced',
  'out-of-sync': 'OutOfSync',
  unknown: 'Unknown',
  'cannot-tell': '?',
};

/** The lines of what an Application says of a Rollout: a table of frames and objects, what syncs do, and what to ignore. */
export function driftText(drift: Drift, style: Style, columns = maxCells): readonly string[] {
  const room = Math.max(60, Math.min(columns, maxCells));
  const { trace, objects, frames } = drift;
  const different = objects.filter(({ verdicts }) =>
    [...verdicts.values()].some(({ status }) => status !== 'synced'),
  );
  const failures = failuresOf(objects);
  // They are told as what is different for ever.
  const told = new Set(
    drift.entries
      .filter(({ derivation }) => derivation.obstacles.some(({ kind }) => kind === 'unknown'))
      .flatMap(({ subject: { git, dropped } }) => unknownFieldsNote(git, dropped)),
  );
  const isNew = (note: string): boolean => !told.has(note);
  const isNothingKnown = frames.length > 0 && frames.every(({ status }) => status === 'unknown');
  return [
    ...heading(drift, style),
    '',
    ...(frames.length === 0
      ? []
      : different.length === 0
        ? [...paragraph(style.green('✓'), synced(frames.length, objects), room), '']
        : isNothingKnown
          ? []
          : [...tables(drift, different, room, style), '']),
    ...refusals(trace).flatMap((reason) =>
      trace.doubt === undefined
        ? paragraph(
            style.red('×'),
            `Nothing is compared, because the controller rejects the Rollout: ${reason}`,
            room,
          )
        : paragraph(
            style.yellow('?'),
            `Nothing is compared: the Rollout would be rejected as it is in the files, and ${trace.doubt}, so the deployed objects are unknown. ${reason}`,
            room,
          ),
    ),
    ...errorGroups(trace.frames.filter(isPlayed))
      .filter(({ error }) => !error.isTransient)
      .flatMap(({ ids, error }) =>
        paragraph(style.red('×'), `${listed(ids)}: the controller fails. ${errorText(error)}`, room),
      ),
    ...failures.flatMap((reason) =>
      paragraph(
        style.red('×'),
        `${isNothingKnown ? 'Unknown in all frames' : 'Unknown'}: the comparison fails, and so do automatic and manual syncs. ${reason}`,
        room,
      ),
    ),
    ...different.flatMap((object) => differences(object, room, style)),
    ...drift.lasting.flatMap((one) => paragraph(style.red('×'), lastingText(one), room)),
    ...drift.syncs
      .filter(({ outcome }) => outcome !== 'kept')
      .flatMap((sync) => {
        const mark = isLoss(sync) ? style.red('×') : style.yellow('!');
        return paragraph(mark, `${listed(sync.frames.map(({ id }) => id))}: ${syncText(drift, sync)}`, room);
      }),
    ...drift.entries.flatMap(({ subject, derivation: { obstacles } }) =>
      obstacleTexts(objectCalled(drift, subject.key), obstacles).flatMap((text) =>
        paragraph(style.red('×'), text, room),
      ),
    ),
    ...drift.frozen.flatMap((one) =>
      paragraph(one.isMeant ? style.yellow('!') : style.red('×'), frozenText(one), room),
    ),
    ...drift.faults.flatMap((fault) => paragraph(style.red('×'), faultText(fault), room)),
    ...drift.hidden.flatMap((one) => paragraph(style.yellow('!'), hiddenText(one), room)),
    ...[...drift.notes, ...trace.notes.filter(isNew)].flatMap((note) =>
      paragraph(style.blue('i'), note, room),
    ),
    ...patchLines(drift, style),
  ];
}

/** Whether a frame shows what the controller does, and not why it does nothing. */
function isPlayed({ kind }: Frame): boolean {
  return kind !== 'invalid';
}

function heading({ deployer, argo, trace }: Drift, { bold }: Style): readonly string[] {
  const { application, set } = deployer;
  const file = application.source.name;
  const name =
    application.namespace === undefined ? application.name : `${application.namespace}/${application.name}`;
  const from = set ? ` of ApplicationSet ${quoted(set.name)}` : '';
  const rollout =
    trace.rollout.namespace === undefined
      ? trace.rollout.name
      : `${trace.rollout.namespace}/${trace.rollout.name}`;
  return [
    isStandIn(deployer)
      ? bold('No Application')
      : `${bold(`Application ${quoted(name)}`)}${from}${file === '' ? '' : `  ${quoted(file)}`}`,
    `${bold(`Rollout ${quoted(rollout)}`)}${trace.rollout.file === undefined ? '' : `  ${quoted(trace.rollout.file)}`}`,
    `${argo.description}; Argo Rollouts ${trace.version}`,
  ];
}

function synced(frames: number, objects: readonly ObjectDrift[]): string {
  return `Synced in all ${frames} frames: ${listed(objects.map(nameOf))}.`;
}

function nameOf({ subject: { git } }: ObjectDrift): string {
  return `${git.kind} ${git.metadata.name}`;
}

function tables(
  { frames }: Drift,
  objects: readonly ObjectDrift[],
  room: number,
  style: Style,
): readonly string[] {
  const main = frames.filter(({ frame }) => frame.from === undefined);
  const columns: readonly Column[] = [
    { title: 'frame' },
    { title: '', least: 15 },
    ...objects.map((object): Column => ({ title: nameOf(object), least: 9 })),
  ];
  const cells = (frame: Frame): readonly string[] =>
    objects.map(({ verdicts }) => {
      const verdict = verdicts.get(frame.id);
      return verdict ? words[verdict.status] : '';
    });
  const rows = main.map(({ frame, status }): Row => ({
    paint: paintOf(status, style),
    cells: [frame.id, frame.title, ...cells(frame)],
  }));
  const branches = new Map<
    string,
    { fate: string; places: string[]; cells: readonly string[]; status: Status }
  >();
  for (const { frame, status } of frames) {
    if (frame.from === undefined) continue;
    const { fate, place } = branchOf(frame);
    const state = cells(frame);
    const key = JSON.stringify([fate, state]);
    const known = branches.get(key);
    if (known) known.places.push(place);
    else branches.set(key, { fate, places: [place], cells: state, status });
  }
  const others = [...branches.values()].map(({ fate, places, cells: state, status }): Row => ({
    paint: paintOf(status, style),
    cells: [fate, ranges(places), ...state],
  }));
  return table(columns, [...rows, ...others], room, style);
}

function paintOf(status: Status, { red, yellow, bold }: Style): Style['bold'] {
  if (status === 'out-of-sync' || status === 'unknown') return red;
  return status === 'cannot-tell' ? yellow : bold;
}

/** Why nothing is compared, each reason once. */
function failuresOf(objects: readonly ObjectDrift[]): readonly string[] {
  const verdicts = objects.flatMap((object) => [...object.verdicts.values()]);
  return [...new Set(verdicts.flatMap((verdict) => (verdict.status === 'unknown' ? [verdict.reason] : [])))];
}

/** What is different in an object, or why that is not known, each with the frames in which it is. */
function differences(object: ObjectDrift, room: number, style: Style): readonly string[] {
  const groups = new Map<string, { frames: string[]; status: Status }>();
  for (const [id, verdict] of object.verdicts) {
    if (verdict.status === 'synced' || verdict.status === 'unknown') continue;
    const text =
      verdict.status === 'out-of-sync'
        ? `${listed(verdict.paths.map(pathText))} ${verdict.paths.length === 1 ? 'differs' : 'differ'}`
        : `the result of Argo CD cannot be determined: ${verdict.reason}`;
    const known = groups.get(text);
    if (known) known.frames.push(id);
    else groups.set(text, { frames: [id], status: verdict.status });
  }
  return [...groups].flatMap(([text, { frames, status }]) =>
    paragraph(
      status === 'cannot-tell' ? style.yellow('?') : style.red('×'),
      `${nameOf(object)}: ${text} (${listed(frames)}).`,
      room,
    ),
  );
}

function patchLines(drift: Drift, style: Style): readonly string[] {
  const patch = patchOf(drift);
  if (!patch) return [];
  const { application, set } = drift.deployer;
  const where = isStandIn(drift.deployer)
    ? 'the Application that deploys it'
    : set
      ? `the template of ApplicationSet ${set.name}`
      : `Application ${application.name}`;
  return [
    '',
    style.bold(
      quoted(`# Add to ${where}${application.source.name === '' ? '' : `, ${application.source.name}`}`),
    ),
    ...yamlToCopy(patch),
  ];
}

/** One line that says whether all is covered, and what was left out. */
export function driftSummary(
  { drifts, leftOut, failures, unchecked, faults }: Omit<DriftResult, 'findings' | 'notes'>,
  style: Style,
  milliseconds: number,
): string {
  const { rollouts, applications, frames, notJudged, withoutApplication, ...counts } = countsOf(drifts);
  const rejected = rejectedOf(drifts);
  const withDrift = counts.withDrift - rejected;
  const scope = [
    `${counted(applications, 'Application')}${leftOut.length > 0 ? ` (${leftOut.length} more skipped)` : ''}`,
    `${counted(rollouts, 'Rollout')}${withoutApplication > 0 ? ` (${withoutApplication} without an Application)` : ''}`,
    counted(frames, 'frame'),
    `${(milliseconds / 1000).toFixed(2)} s`,
  ].join(', ');
  const rest = uncheckedText(unchecked);
  const wrong = [
    ...(withDrift > 0 ? [`${counted(withDrift, 'Rollout')} with drift`] : []),
    ...(rejected > 0 ? [`${counted(rejected, 'Rollout')} that the controller rejects`] : []),
    ...(failures.length > 0 ? [`${counted(failures.length, 'input')} not read or written`] : []),
    ...(faults.length > 0 ? [`${counted(faults.length, 'bug')} in rolloutkit`] : []),
  ];
  const unknown = notJudged > 0 ? [`${counted(notJudged, 'Rollout')} that cannot be compared`] : [];
  if (wrong.length > 0)
    return `${style.red('×')} ${style.red([...wrong, ...unknown].join(', '))} in ${scope}${rest}`;
  if (notJudged > 0) return `${style.yellow('?')} ${style.yellow(unknown.join(''))} in ${scope}${rest}`;
  const isAll = leftOut.length === 0 && rest === '';
  return `${isAll ? style.green('✓') : style.yellow('!')} ${scope}${rest}`;
}

function counted(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`;
}
