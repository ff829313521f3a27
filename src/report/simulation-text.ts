import type { Write } from '../cluster/cluster.js';
import { kinds } from '../cluster/object.js';
import type { Frame, FrameError, ReplicaCounts, Trace } from '../simulate/trace.js';
import { quoted, shown, wrap } from './cells.js';
import type { SimulationReport } from './simulation-json.js';
import type { Style } from './style.js';
import { type Column, type Row, table } from './table.js';

/** Lines are broken here, however wide a terminal is: longer ones are hard to read. */
const maxCells = 100;

/** A trace as tables, one row a frame: what happens, and what would happen instead. */
export function traceText(trace: Trace, style: Style, columns = maxCells): string {
  const room = Math.max(60, Math.min(columns, maxCells));
  const isMain = ({ from }: Frame): boolean => from === undefined;
  const main = trace.frames.filter(isMain);
  const branches = trace.frames.filter((frame) => !isMain(frame));
  const row = (frame: Frame): Row => rowOf(frame, style);
  return [
    `${style.bold(`Rollout ${traceName(trace)}`)}  Argo Rollouts ${trace.version}`,
    '',
    ...table(mainColumns, main.map(row), room, style),
    '',
    ...(branches.length > 0
      ? [
          style.bold('What would happen instead'),
          '',
          ...table(branchColumns, branches.map(row), room, style),
          '',
        ]
      : []),
    ...grouped(trace.frames).flatMap(({ ids, error }) => {
      const [mark, paint] = error.isTransient ? ['!', style.yellow] : ['×', style.red];
      return paragraph(paint(mark), `${listed(ids)}: ${errorText(error)}`, room);
    }),
    ...trace.notes.flatMap((note) => paragraph(style.blue('i'), note, room)),
  ]
    .map((line) => `${line}\n`)
    .join('');
}

/** A Rollout as people call it. */
export function traceName({ rollout: { namespace, name } }: Trace): string {
  return quoted(namespace === undefined ? name : `${namespace}/${name}`);
}

const counts: readonly Column[] = [
  { title: 'weight', align: 'right' },
  { title: 'stable', align: 'right' },
  { title: 'canary', align: 'right' },
  { title: 'old', align: 'right' },
  { title: 'routes', least: 10 },
  { title: 'phase' },
  { title: 'written', least: 15 },
];
const mainColumns: readonly Column[] = [{ title: 'frame' }, { title: '', least: 15 }, ...counts];
const branchColumns: readonly Column[] = [{ title: 'frame' }, { title: '', least: 1 }, ...counts];

function rowOf(frame: Frame, { red, yellow, bold }: Style): Row {
  const { id, title, from, weight, replicas, routes, phase, writes, errors } = frame;
  const isWrong = errors.some(({ isTransient }) => !isTransient) || !frame.isSettled;
  const paint = isWrong ? red : errors.length > 0 ? yellow : bold;
  return {
    paint,
    cells: [
      id,
      from === undefined ? shown(title) : '',
      weight === undefined ? '' : String(Math.round(weight * 10) / 10),
      pods(replicas.stable),
      pods(replicas.canary),
      pods(replicas.others),
      shown(routes.map(({ name }) => name).join(' ')),
      phase,
      written(writes),
    ],
  };
}

function pods({ desired, available }: ReplicaCounts): string {
  return desired === 0 && available === 0 ? '' : `${available}/${desired}`;
}

/** What is written in every pass is not told. */
const usual: ReadonlySet<string> = new Set([kinds.rollout.kind]);

function written(writes: readonly Write[]): string {
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

interface Group {
  readonly ids: string[];
  readonly error: FrameError;
}

/** The errors with the frames that have them, each once. */
function grouped(frames: readonly Frame[]): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const { id, errors } of frames)
    for (const error of errors) {
      const key = `${error.isTransient}\n${errorText(error)}`;
      const group = groups.get(key);
      if (group) group.ids.push(id);
      else groups.set(key, { ids: [id], error });
    }
  return [...groups.values()];
}

function errorText({ condition, message, isTransient }: FrameError): string {
  const text =
    condition === undefined || message.startsWith(condition) ? message : `${condition}: ${message}`;
  return `${text}${isTransient ? ' (until all pods are available)' : ''}`;
}

/** So many frames are named with an error; the others are counted. */
const maxListed = 4;

function listed(ids: readonly string[]): string {
  if (ids.length <= maxListed) return ids.join(', ');
  return `${ids.slice(0, maxListed - 1).join(', ')} and ${ids.length - maxListed + 1} more`;
}

function paragraph(mark: string, sentence: string, room: number): readonly string[] {
  const [first = '', ...rest] = wrap(quoted(sentence), room - 2);
  return [`${mark} ${first}`, ...rest.map((line) => `  ${line}`)];
}

/** One line that says how much was simulated, and whether all went well. */
export function simulationSummary({ traces }: SimulationReport, style: Style, milliseconds: number): string {
  const frames = traces.flatMap((trace) => trace.frames);
  const wrong = frames.filter(({ errors }) => errors.some(({ isTransient }) => !isTransient)).length;
  const scope = [
    counted(traces.length, 'Rollout'),
    counted(frames.length, 'frame'),
    `${(milliseconds / 1000).toFixed(2)} s`,
  ].join(', ');
  if (wrong === 0) return `${style.green('✓')} ${scope}\n`;
  return `${style.red('×')} ${style.red(`${counted(wrong, 'frame')} with errors`)} in ${scope}\n`;
}

function counted(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`;
}
