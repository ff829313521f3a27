import { blueGreen } from '../kubernetes/kinds/rollout.js';
import { counted } from '../model/wording.js';
import type { RolloutImpact } from '../play/impact/rollout-impact.js';
import type { Frame } from '../play/simulate/trace.js';
import { markOf } from './conclusions.js';
import { countEffects, type ImpactResult } from './impact-json.js';
import { carrierText, effectText, updateText } from './impact-words.js';
import { paragraph } from './paragraph.js';
import { quoted } from './quoted.js';
import { uncheckedText } from './report.js';
import type { Style } from './style.js';
import { type Column, type Row, table, maxCells } from './table.js';
import { tookText } from './took.js';

/** The effects of a change on one Rollout as lines: the worst first, then the update that it starts. */
export function impactText(impact: RolloutImpact, style: Style, columns = maxCells): readonly string[] {
  const room = Math.max(60, Math.min(columns, maxCells));
  const { effects, notes, rollout } = impact;
  const starts = updateText(impact);
  return [
    `${style.bold(`Rollout ${quoted(rolloutTitle(impact))}`)}  ${quoted(rollout.source.name)}  ${quoted(carrierText(impact))}`,
    '',
    ...effects.flatMap((effect) =>
      paragraph(markOf(effect.severity, style), effectText(impact, effect), room),
    ),
    ...(starts === undefined
      ? []
      : ['', style.bold(`What starts: ${starts}`), '', ...timeline(impact, room, style)]),
    ...(notes.length === 0
      ? []
      : ['', ...notes.flatMap((note) => paragraph(markOf('info', style), note, room))]),
  ];
}

export function rolloutTitle({ rollout, namespace }: RolloutImpact): string {
  return namespace === undefined ? rollout.name : `${namespace}/${rollout.name}`;
}

const columnsOf: readonly Column[] = [
  { title: 'frame' },
  { title: '', least: 15 },
  { title: 'weight', align: 'right' },
  { title: '' },
  { title: 'stable', align: 'right' },
  { title: 'canary', align: 'right' },
  { title: 'routes', least: 10 },
];

function timeline(impact: RolloutImpact, room: number, style: Style): readonly string[] {
  const { frames } = impact;
  const rows = frames.map((frame): Row => ({ cells: cellsOf(frame), paint: style.bold }));
  const [stable, canary] = podTitles(impact);
  const titles: Readonly<Record<string, string>> = { stable, canary };
  const columns = columnsOf.map((column) => ({ ...column, title: titles[column.title] ?? column.title }));
  return table(columns, rows, room, style);
}

/** What the pods of both revisions are called: a blue-green update has no canary. */
export function podTitles({ rollout }: RolloutImpact): readonly [old: string, now: string] {
  return blueGreen(rollout).exists ? ['active', 'preview'] : ['stable', 'canary'];
}

/** A frame, as shown in terminals and comments. */
export function cellsOf({ id, title, weight, replicas, routes }: Frame): readonly string[] {
  const { stable, canary } = replicas;
  const pods = ({ available, desired }: typeof stable): string =>
    available + desired === 0 ? '' : `${available}/${desired}`;
  return [
    id,
    title,
    weight === undefined ? '' : `${Math.round(weight * 10) / 10}`,
    bar(weight),
    pods(stable),
    pods(canary),
    routes.map(({ name }) => name).join(' '),
  ];
}

/** A share as a bar of ten characters. */
function bar(weight: number | undefined): string {
  if (weight === undefined) return '';
  const full = Math.round(weight / 10);
  return `${'█'.repeat(full)}${'░'.repeat(10 - full)}`;
}

/** A summary line. */
export function impactSummary(result: ImpactResult, style: Style, milliseconds: number): string {
  const { impacts, untouched, failures, findings, faults, unchecked, unknown } = result;
  const [errors, warnings] = [countEffects(impacts, 'error'), countEffects(impacts, 'warning')];
  const wrong = [
    ...(errors > 0 ? [counted(errors, 'error')] : []),
    ...(warnings > 0 ? [counted(warnings, 'warning')] : []),
    ...(findings.length > 0 ? [counted(findings.length, 'finding')] : []),
    ...(failures.length > 0 ? [`${counted(failures.length, 'input')} not read`] : []),
    ...(faults.length > 0 ? [`${counted(faults.length, 'bug')} in rolloutkit`] : []),
  ];
  const scope = `${counted(impacts.length, 'Rollout')} touched, ${untouched} untouched, ${tookText(milliseconds)}`;
  const rest = `${unknown.length === 0 ? '' : '; what else the change does is unknown'}${uncheckedText(unchecked)}`;
  if (errors + findings.length + failures.length + faults.length > 0)
    return `${style.red('×')} ${style.red(wrong.join(', '))} in ${scope}${rest}`;
  if (wrong.length > 0) return `${style.yellow('!')} ${wrong.join(', ')} in ${scope}${rest}`;
  return `${rest === '' ? style.green('✓') : style.yellow('!')} ${scope}${rest}`;
}
