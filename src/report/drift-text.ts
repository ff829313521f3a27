import { groupBy } from '../model/multimap.js';
import { counted } from '../model/wording.js';
import { isStandIn } from '../play/drift/applications.js';
import type { Drift, FrameDrift, ObjectDrift } from '../play/drift/drift.js';
import { patchOf } from '../play/drift/patch.js';
import type { Status } from '../play/drift/verdict.js';
import { markOf } from './conclusions.js';
import { driftConclusions, isNothingKnown } from './drift-conclusions.js';
import type { DriftResult } from './drift-json.js';
import { objectTitle, statusLine } from './drift-words.js';
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

/** A comparison as lines, in parts, so that it is said once for all comparisons with the same result. */
export interface DriftBlock {
  /** Of which Application and Rollout it is. */
  readonly place: DriftPlace;
  /** Equal for all comparisons with the same result; without the files and the Application. */
  readonly same: string;
  /** A table of frames and objects, and what syncs do. */
  readonly body: readonly string[];
  /** What to add to the Application, and to which one. */
  readonly patch: { readonly where: string; readonly lines: readonly string[] } | undefined;
}

export interface DriftPlace {
  readonly application: string;
  readonly applicationFile: string;
  readonly rollout: string;
  readonly rolloutFile: string;
}

/** The comparison of an Application with a Rollout as lines: a table of frames and objects, what syncs do, and what to ignore. */
export function driftText(drift: Drift, style: Style, columns = maxCells): readonly string[] {
  const { place, body, patch } = driftBlock(drift, style, columns);
  return [...headingOf([place], style, columns), ...body, ...patchText(patch ? [patch] : [], style)];
}

/** The parts of `driftText`. */
export function driftBlock(drift: Drift, style: Style, columns = maxCells): DriftBlock {
  const room = roomIn(columns);
  const { objects, frames } = drift;
  const different = objects.filter(({ verdicts }) =>
    [...verdicts.values()].some(({ status }) => status !== 'synced'),
  );
  const cells = frames.length > 0 && different.length > 0 && !isNothingKnown(drift);
  const conclusions = driftConclusions(drift);
  const patch = patchToAdd(drift);
  const description = `${drift.argo.description}; Argo Rollouts ${drift.trace.version}`;
  const head =
    frames.length > 0 && different.length === 0 ? synced(frames.length, objects) : statusLine(drift);
  const { columns: titles, rows } = cells ? statusRows(drift, different, style) : { columns: [], rows: [] };
  const said = conclusions.map(({ level, text }) => [level, text]);
  const shown = [titles.map(({ title }) => title), rows.map((row) => row.cells)];
  const whole = JSON.stringify([description, head, shown, said, patch?.lines, isStandIn(drift.deployer)]);
  // Where nothing is to do, Rollouts that differ only by their names are the same.
  const isQuiet = !patch && different.length === 0 && conclusions.every(({ level }) => level === 'info');
  return {
    place: driftPlace(drift),
    same: isQuiet ? whole.replaceAll(drift.trace.rollout.name, '\0') : whole,
    body: [
      description,
      '',
      ...(head === '' ? [] : [...paragraph(headMark(drift, different, style), head, room), '']),
      ...(cells ? [...table(titles, rows, room, style), ''] : []),
      ...conclusions.flatMap(({ level, text }) => paragraph(markOf(level, style), text, room)),
    ],
    patch,
  };
}

function roomIn(columns: number): number {
  return Math.max(60, Math.min(columns, maxCells));
}

function headMark(drift: Drift, different: readonly ObjectDrift[], style: Style): string {
  return different.length === 0 ? syncedMark(drift, style) : markOf('error', style);
}

/** An Application in full: `Application argocd/web of ApplicationSet web`. */
export function applicationCalled(deployer: Drift['deployer']): string {
  if (isStandIn(deployer)) return 'No Application';
  const { application, set } = deployer;
  const { namespace, name } = application;
  const from = set ? ` of ApplicationSet ${set.name}` : '';
  return `Application ${namespace === undefined ? name : `${namespace}/${name}`}${from}`;
}

function driftPlace({ deployer, trace: { rollout } }: Drift): DriftPlace {
  return {
    application: applicationCalled(deployer),
    applicationFile: isStandIn(deployer) ? '' : deployer.application.source.name,
    rollout: rollout.namespace === undefined ? rollout.name : `${rollout.namespace}/${rollout.name}`,
    rolloutFile: rollout.file ?? '',
  };
}

/** The Application and the Rollout of a comparison, and all others with the same result. */
export function headingOf(
  places: readonly DriftPlace[],
  { bold }: Style,
  columns = maxCells,
): readonly string[] {
  const [first, ...others] = places;
  if (!first) return [];
  const { application, applicationFile, rollout, rolloutFile } = first;
  const behind = (file: string): string => (file === '' ? '' : `  ${quoted(file)}`);
  return [
    `${bold(quoted(application))}${behind(applicationFile)}`,
    `${bold(`Rollout ${quoted(rollout)}`)}${behind(rolloutFile)}`,
    ...sameLines(first, others).flatMap((text) => paragraph('=', text, roomIn(columns))),
  ];
}

/** A sentence for each further Rollout, with all of its Applications. */
function sameLines(first: DriftPlace, others: readonly DriftPlace[]): readonly string[] {
  const calledTwice = countedBy([first, ...others].map(calledOf));
  const byRollout = groupBy(others, ({ rollout, rolloutFile }) => `${rollout}\0${rolloutFile}`);
  return [...byRollout.values()].map((places) => {
    const [{ rollout, rolloutFile } = first] = places;
    const names = places.flatMap((one) => {
      const { application, applicationFile } = one;
      if (applicationFile === '') return [];
      const name = application.replace(/^Application /, '');
      return [(calledTwice.get(calledOf(one)) ?? 0) > 1 ? `${name} (${applicationFile})` : name];
    });
    const isFirst = rollout === first.rollout && rolloutFile === first.rolloutFile;
    const whose = isFirst ? '' : ` for Rollout ${rollout}${rolloutFile === '' ? '' : ` (${rolloutFile})`}`;
    const where =
      names.length === 0
        ? ''
        : ` in ${names.length === 1 ? 'Application' : 'Applications'} ${names.join(', ')}`;
    return `The same${whose}${where}.`;
  });
}

function calledOf({ application, rollout }: DriftPlace): string {
  return `${application}\0${rollout}`;
}

function countedBy(keys: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** What is written for a router that is not simulated is not compared. */
function syncedMark({ unsimulated }: Drift, style: Style): string {
  return unsimulated.length === 0 ? style.green('✓') : markOf('warning', style);
}

function synced(frames: number, objects: readonly ObjectDrift[]): string {
  return `Synced in ${frames === 1 ? 'the only frame' : `all ${frames} frames`}: ${objects.map(objectTitle).join(', ')}.`;
}

function statusRows(
  { frames }: Drift,
  objects: readonly ObjectDrift[],
  style: Style,
): { readonly columns: readonly Column[]; readonly rows: readonly Row[] } {
  const main = frames.filter(({ frame }) => frame.from === undefined);
  const columns: readonly Column[] = [
    { title: 'frame' },
    { title: '', least: 15 },
    ...objects.map((object): Column => ({ title: objectTitle(object), least: 9 })),
    { title: 'health' },
  ];
  const cells = ({ frame, health }: FrameDrift): readonly string[] => [
    ...objects.map(({ verdicts }) => {
      const verdict = verdicts.get(frame.id);
      return verdict ? statusWords[verdict.status] : '';
    }),
    health ?? '',
  ];
  const rows = main.map((one): Row => ({
    paint: paintOfStatus(one.status, style),
    cells: [one.frame.id, one.frame.title, ...cells(one)],
  }));
  const branches = new Map<
    string,
    { fate: string; places: string[]; cells: readonly string[]; status: Status }
  >();
  for (const one of frames) {
    const { frame, status } = one;
    if (frame.from === undefined) continue;
    const { fate, place } = branchOf(frame);
    const state = cells(one);
    const key = JSON.stringify([fate, state]);
    const known = branches.get(key);
    if (known) known.places.push(place);
    else branches.set(key, { fate, places: [place], cells: state, status });
  }
  const others = [...branches.values()].map(({ fate, places, cells: state, status }): Row => ({
    paint: paintOfStatus(status, style),
    cells: [fate, ranges(places), ...state],
  }));
  return { columns, rows: [...rows, ...others] };
}

function paintOfStatus(status: Status, { red, yellow, bold }: Style): Style['bold'] {
  if (status === 'out-of-sync' || status === 'unknown') return red;
  return status === 'cannot-tell' ? yellow : bold;
}

/** The lines to add, and to which Applications. */
export function patchText(
  patches: readonly NonNullable<DriftBlock['patch']>[],
  { bold }: Style,
): readonly string[] {
  const [first] = patches;
  if (!first) return [];
  const wheres = [...new Set(patches.map(({ where }) => where))];
  return [
    '',
    ...wheres.map((where, index) => bold(quoted(`# ${index === 0 ? where : where.replace(/^Add/, 'and')}`))),
    ...first.lines,
  ];
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
