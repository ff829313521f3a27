import type { Write } from '../kubernetes/objects/cluster.js';
import { kinds } from '../kubernetes/objects/object.js';
import { counted } from '../model/wording.js';
import type { Frame, ReplicaCounts, Trace } from '../play/simulate/trace.js';
import { markOf } from './conclusions.js';
import { ranges } from './ranges.js';
import { paragraph } from './paragraph.js';
import { quoted } from './quoted.js';
import { durationText } from './durations.js';
import { isWrong, simulationConclusions } from './simulation-conclusions.js';
import type { SimulationReport } from './simulation-json.js';
import { uncheckedText } from './report.js';
import type { Style } from './style.js';
import { type Column, type Row, table, maxCells } from './table.js';
import { tookText } from './took.js';

/** A trace as lines: tables with one row per frame, for the update and for its branches. */
function traceText(trace: Trace, style: Style, columns = maxCells): readonly string[] {
  const room = Math.max(60, Math.min(columns, maxCells));
  const isMain = ({ from }: Frame): boolean => from === undefined;
  const main = trace.frames.filter(isMain);
  const branches = branchRows(
    trace.frames.filter((frame) => !isMain(frame)),
    style,
  );
  return [
    `${style.bold(`Rollout ${traceName(trace)}`)}  ${details(trace)}`,
    '',
    ...table(
      mainColumns,
      main.map((frame) => mainRow(frame, isNowStable(frame, main), style)),
      room,
      style,
    ),
    '',
    ...(branches.length > 0
      ? [style.bold('What would happen instead'), '', ...table(branchColumns, branches, room, style), '']
      : []),
    ...simulationConclusions(trace).flatMap(({ level, text }) => paragraph(markOf(level, style), text, room)),
  ];
}

/** A Rollout by name and namespace. */
function traceName({ rollout: { namespace, name } }: Trace): string {
  if (name === '') return 'without a name';
  return quoted(namespace === undefined ? name : `${namespace}/${name}`);
}

function details({ rollout: { file }, version }: Trace): string {
  return `${file === undefined ? '' : `${quoted(file)}  `}Argo Rollouts ${version}`;
}

const stateColumns: readonly Column[] = [
  { title: 'weight', align: 'right' },
  { title: 'stable', align: 'right' },
  { title: 'canary', align: 'right' },
  { title: 'old', align: 'right' },
  { title: 'routes', least: 10 },
];
const mainColumns: readonly Column[] = [
  { title: 'frame' },
  { title: 'at', align: 'right' },
  { title: '', least: 15 },
  ...stateColumns,
  { title: 'written', least: 15 },
];
const branchColumns: readonly Column[] = [
  { title: '' },
  { title: 'from', least: 10 },
  ...stateColumns,
  { title: 'phase' },
];

/** Whether the new revision has become the stable one, which has all requests then, and the canary none. */
export function isNowStable(frame: Frame, main: readonly Frame[]): boolean {
  const promoted = main.findIndex(({ kind }) => kind === 'promoted');
  return promoted !== -1 && main.indexOf(frame) >= promoted;
}

function mainRow(frame: Frame, isStable: boolean, style: Style): Row {
  const at = frame.at === undefined ? '' : durationText(frame.at);
  const [weight = '', ...others] = stateCells(frame);
  const cells = [
    frame.id,
    at,
    frame.title,
    // 0 would look like a rollback.
    isStable && weight !== '' ? 'stable' : weight,
    ...others,
    writesText(frame.writes),
  ];
  return { paint: paintOf([frame], style), cells };
}

/** The same branch at several steps is one row. */
function branchRows(frames: readonly Frame[], style: Style): readonly Row[] {
  const byFate = new Map<string, Map<string, Frame[]>>();
  for (const frame of frames) {
    const { fate } = branchOf(frame);
    const state = [...stateCells(frame), frame.phase].join('\n');
    const byState = byFate.get(fate) ?? new Map<string, Frame[]>();
    byFate.set(fate, byState);
    byState.set(state, [...(byState.get(state) ?? []), frame]);
  }
  return [...byFate].flatMap(([fate, byState]) =>
    [...byState.values()].map((same): Row => {
      const [first] = same;
      const places = same.map((frame) => branchOf(frame).place);
      return {
        paint: paintOf(same, style),
        cells: [fate, ranges(places), ...(first ? stateCells(first) : []), first?.phase ?? ''],
      };
    }),
  );
}

/** How a branch ends, after the id of the frame that it leaves from. */
const fates =
  /^(.+?)-((?:aborted|rolled-back|canary-lost|recovered|deleted|failed|inconclusive|resumed)(?:-scaling(?:-\d+)?)?)$/;

/** Where a branch leaves the main line, and how it ends: `step-3-aborted` is `aborted` from `step-3`. */
export function branchOf({ id }: Frame): { readonly place: string; readonly fate: string } {
  const [, place = '', fate = id] = fates.exec(id) ?? [];
  return { place, fate };
}

function paintOf(frames: readonly Frame[], { red, yellow, bold }: Style): Style['bold'] {
  const errors = frames.flatMap((frame) => frame.errors);
  if (errors.some(({ isTransient }) => !isTransient)) return red;
  return frames.some(isWrong) ? yellow : bold;
}

/** A weight, rounded. */
export function shownWeight(weight: number | undefined): number | undefined {
  return weight === undefined ? undefined : Math.round(weight * 10) / 10;
}

function stateCells({ weight, replicas, routes }: Frame): readonly string[] {
  return [
    String(shownWeight(weight) ?? ''),
    podCounts(replicas.stable),
    podCounts(replicas.canary),
    podCounts(replicas.others),
    routes.map(({ name }) => name).join(' '),
  ];
}

function podCounts({ desired, available }: ReplicaCounts): string {
  return desired === 0 && available === 0 ? '' : `${available}/${desired}`;
}

/** Writes of every pass are left out. */
const usual: ReadonlySet<string> = new Set([kinds.rollout.kind]);

/** The writes of a frame's passes, by kind. */
export function writesText(writes: readonly Write[]): string {
  const byKind = new Map<string, number>();
  for (const { before, after } of writes) {
    const kind = (after ?? before)?.kind ?? '';
    if (!usual.has(kind)) byKind.set(kind, (byKind.get(kind) ?? 0) + 1);
  }
  return [...byKind].map(([kind, count]) => (count === 1 ? kind : `${count} ${plural(kind)}`)).join(', ');
}

function plural(kind: string): string {
  return /[sx]$/.test(kind) ? `${kind}es` : `${kind}s`;
}

const overviewColumns: readonly Column[] = [
  { title: 'Rollout', least: 12 },
  { title: 'ends', least: 8 },
  { title: 'after', align: 'right' },
  { title: 'frames', align: 'right' },
  { title: '', least: 30 },
];

/** How many updates were played, and how they went. */
export interface PlayedCounts {
  readonly rollouts: number;
  readonly frames: number;
  /** Frames with errors that do not pass by themselves. */
  readonly wrong: number;
}

/** Traces as text: each with all frames, or one line each if there are many. Traces of many are not kept. */
export class TracesText {
  played: PlayedCounts = { rollouts: 0, frames: 0, wrong: 0 };
  private readonly rows: Row[] = [];
  private whole: string[] = [];

  constructor(
    private readonly style: Style,
    private readonly columns: number | undefined,
    /** The number of traces that are shown with all frames. */
    private readonly most: number,
  ) {}

  add(trace: Trace): void {
    const { rollouts, frames, wrong } = this.played;
    const isWrongFrame = ({ errors }: Frame): boolean => errors.some(({ isTransient }) => !isTransient);
    this.played = {
      rollouts: rollouts + 1,
      frames: frames + trace.frames.length,
      wrong: wrong + trace.frames.filter(isWrongFrame).length,
    };
    this.rows.push(overviewRow(trace, this.style));
    if (this.played.rollouts > this.most) this.whole = [];
    else this.whole.push(...traceText(trace, this.style, this.columns), '');
  }

  get lines(): readonly string[] {
    if (this.played.rollouts <= this.most) return this.whole;
    const room = Math.max(60, Math.min(this.columns ?? maxCells, maxCells));
    return [...table(overviewColumns, this.rows, room, this.style), ''];
  }
}

/** How the update of one Rollout ends without a failure, and the worst that is said of it. */
function overviewRow(trace: Trace, style: Style): Row {
  const main = trace.frames.filter(({ from }) => from === undefined);
  const last = main.at(-1);
  const said = simulationConclusions(trace);
  const worst = said.find(({ level }) => level === 'error') ?? said.find(({ level }) => level === 'warning');
  return {
    paint: paintOf(trace.frames, style),
    cells: [
      traceName(trace),
      last?.id ?? '',
      last?.at === undefined ? '' : durationText(last.at),
      String(trace.frames.length),
      worst?.text ?? '',
    ],
  };
}

/** A summary line: how much was simulated, and whether there were errors. */
export function simulationSummary(
  { rollouts, frames, wrong }: PlayedCounts,
  { findings, failures, unchecked, faults: own }: Omit<SimulationReport, 'traces'>,
  style: Style,
  milliseconds: number,
): string {
  const scope = [counted(rollouts, 'Rollout'), counted(frames, 'frame'), tookText(milliseconds)].join(', ');
  const faults = [
    ...(wrong > 0 ? [`${counted(wrong, 'frame')} with errors`] : []),
    ...(findings.length > 0 ? [counted(findings.length, 'finding')] : []),
    ...(failures.length > 0 ? [`${counted(failures.length, 'input')} not read`] : []),
    ...(own.length > 0 ? [`${counted(own.length, 'bug')} in rolloutkit`] : []),
  ];
  const rest = uncheckedText(unchecked);
  if (faults.length === 0) return `${rest === '' ? style.green('✓') : style.yellow('!')} ${scope}${rest}`;
  return `${style.red('×')} ${style.red(faults.join(', '))} in ${scope}${rest}`;
}
