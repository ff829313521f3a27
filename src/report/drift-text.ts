import { counted } from '../model/wording.js';
import { isStandIn } from '../play/drift/applications.js';
import type { Drift, ObjectDrift } from '../play/drift/drift.js';
import { patchOf } from '../play/drift/patch.js';
import type { Status } from '../play/drift/verdict.js';
import type { Frame } from '../play/simulate/trace.js';
import { shortList, markOf } from './conclusions.js';
import { driftConclusions, isNothingKnown } from './drift-conclusions.js';
import type { DriftResult } from './drift-json.js';
import { paragraph } from './paragraph.js';
import { quoted } from './quoted.js';
import { uncheckedText } from './report.js';
import { ranges } from './ranges.js';
import { branchOf } from './simulation-text.js';
import type { Style } from './style.js';
import { type Column, type Row, table, maxCells } from './table.js';
import { yamlToCopy } from './yaml-to-copy.js';
import { tookText } from './took.js';

const statusWords: Readonly<Record<Status, string>> = {
  synced: 'Synced',
  'out-of-sync': 'OutOfSync',
  unknown: 'Unknown',
  'cannot-tell': '?',
};

/** The comparison of an Application with a Rollout as lines: a table of frames and objects, what syncs do, and what to ignore. */
export function driftText(drift: Drift, style: Style, columns = maxCells): readonly string[] {
  const room = Math.max(60, Math.min(columns, maxCells));
  const { objects, frames } = drift;
  const different = objects.filter(({ verdicts }) =>
    [...verdicts.values()].some(({ status }) => status !== 'synced'),
  );
  return [
    ...heading(drift, style),
    '',
    ...(frames.length === 0
      ? []
      : different.length === 0
        ? [...paragraph(syncedMark(drift, style), synced(frames.length, objects), room), '']
        : isNothingKnown(drift)
          ? []
          : [...tables(drift, different, room, style), '']),
    ...driftConclusions(drift).flatMap(({ level, text }) => paragraph(markOf(level, style), text, room)),
    ...patchLines(drift, style),
  ];
}

/** An Application in full: `Application argocd/web of ApplicationSet web`. */
export function applicationCalled(deployer: Drift['deployer']): string {
  if (isStandIn(deployer)) return 'No Application';
  const { application, set } = deployer;
  const { namespace, name } = application;
  const from = set ? ` of ApplicationSet ${set.name}` : '';
  return `Application ${namespace === undefined ? name : `${namespace}/${name}`}${from}`;
}

function heading({ deployer, argo, trace }: Drift, { bold }: Style): readonly string[] {
  const file = isStandIn(deployer) ? '' : deployer.application.source.name;
  const rollout =
    trace.rollout.namespace === undefined
      ? trace.rollout.name
      : `${trace.rollout.namespace}/${trace.rollout.name}`;
  return [
    `${bold(quoted(applicationCalled(deployer)))}${file === '' ? '' : `  ${quoted(file)}`}`,
    `${bold(`Rollout ${quoted(rollout)}`)}${trace.rollout.file === undefined ? '' : `  ${quoted(trace.rollout.file)}`}`,
    `${argo.description}; Argo Rollouts ${trace.version}`,
  ];
}

/** What is written for a router that is not simulated is not compared. */
function syncedMark({ unsimulated }: Drift, style: Style): string {
  return unsimulated.length === 0 ? style.green('✓') : markOf('warning', style);
}

function synced(frames: number, objects: readonly ObjectDrift[]): string {
  return `Synced in all ${frames} frames: ${shortList(objects.map(objectTitle))}.`;
}

function objectTitle({ subject: { git } }: ObjectDrift): string {
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
    ...objects.map((object): Column => ({ title: objectTitle(object), least: 9 })),
  ];
  const cells = (frame: Frame): readonly string[] =>
    objects.map(({ verdicts }) => {
      const verdict = verdicts.get(frame.id);
      return verdict ? statusWords[verdict.status] : '';
    });
  const rows = main.map(({ frame, status }): Row => ({
    paint: paintOfStatus(status, style),
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
    paint: paintOfStatus(status, style),
    cells: [fate, ranges(places), ...state],
  }));
  return table(columns, [...rows, ...others], room, style);
}

function paintOfStatus(status: Status, { red, yellow, bold }: Style): Style['bold'] {
  if (status === 'out-of-sync' || status === 'unknown') return red;
  return status === 'cannot-tell' ? yellow : bold;
}

function patchLines(drift: Drift, { bold }: Style): readonly string[] {
  const patch = patchToAdd(drift);
  return patch === undefined ? [] : ['', bold(quoted(`# ${patch.where}`)), ...patch.lines];
}

/** The entries to add to an Application so that it stays Synced, and where to add them. */
export function patchToAdd(
  drift: Drift,
): { readonly where: string; readonly lines: readonly string[] } | undefined {
  const patch = patchOf(drift);
  if (!patch) return undefined;
  const { application, set } = drift.deployer;
  const where = isStandIn(drift.deployer)
    ? 'the Application that deploys it'
    : set
      ? `the template of ApplicationSet ${set.name}`
      : `Application ${application.name}`;
  const file = application.source.name === '' ? '' : `, ${application.source.name}`;
  return { where: `Add to ${where}${file}`, lines: yamlToCopy(patch) };
}

/** A summary line: whether all differences are covered, and what was left out. */
export function driftSummary(
  { tally, leftOut, failures, unchecked, faults }: Omit<DriftResult, 'findings' | 'notes'>,
  style: Style,
  milliseconds: number,
): string {
  const { rollouts, applications, frames, notJudged, withoutApplication, ...counts } = tally.counts;
  const { rejected } = tally;
  const withDrift = counts.withDrift - rejected;
  const scope = [
    `${counted(applications, 'Application')}${leftOut.length > 0 ? ` (${leftOut.length} more skipped)` : ''}`,
    `${counted(rollouts, 'Rollout')}${withoutApplication > 0 ? ` (${withoutApplication} without an Application)` : ''}`,
    counted(frames, 'frame'),
    tookText(milliseconds),
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
