import { counted } from '../model/wording.js';
import type { Gate } from '../play/protect/gates.js';
import { isUnknown, type Protection, type Scenario, firstScenario } from '../play/protect/protection.js';
import { type Level, markOf } from './conclusions.js';
import { paragraph } from './paragraph.js';
import { unprotectedWords } from './protect-kinds.js';
import {
  failuresWords,
  levelOf,
  measuredWords,
  protectConclusions,
  protectNotes,
  scenarioCells,
} from './protect-words.js';
import { quoted } from './quoted.js';
import { uncheckedText } from './report.js';
import type { ProtectReport } from './protect-json.js';
import type { Style } from './style.js';
import { type Column, type Row, table, maxCells } from './table.js';
import { tookText } from './took.js';

/** What stops a bad version of one Rollout, as tables and sentences. */
export function protectText(protection: Protection, style: Style, columns = maxCells): readonly string[] {
  const room = Math.max(60, Math.min(columns, maxCells));
  const { gates, scenarios, version, rollout } = protection;
  return [
    `${style.bold(`Rollout ${quotedRollout(protection)}`)}  ${quoted(rollout.file)}  Argo Rollouts ${version}`,
    '',
    ...(gates.length === 0 ? [] : [...table(gateColumns, gates.map(gateRow(style)), room, style), '']),
    ...(scenarios.length === 0
      ? []
      : [...table(columnsFor([protection]), scenarios.map(scenarioRow(protection, style)), room, style), '']),
    ...protectConclusions(protection).flatMap(({ level, text }) =>
      paragraph(markOf(level, style), text, room),
    ),
    ...protectNotes(protection).flatMap((note) => paragraph(markOf('info', style), note, room)),
  ];
}

/** Rollouts as one table of versions that are bad from the start, in their order. */
export function protectTable(
  protections: readonly Protection[],
  style: Style,
  columns = maxCells,
): readonly string[] {
  const room = Math.max(60, Math.min(columns, maxCells));
  const [, ...columnsOfScenario] = columnsFor(protections);
  const hasRequests = protections.some(isCounted);
  const named = new Map<string, number>();
  for (const name of protections.map(quotedRollout)) named.set(name, (named.get(name) ?? 0) + 1);
  const rows = protections.map((protection): Row => {
    const start = firstScenario(protection);
    const name = quotedRollout(protection);
    const isAlone = named.get(name) === 1;
    return {
      paint: start ? paintOf(levelOf(protection, start), style) : style.yellow,
      cells: [
        isAlone ? name : `${name} (${quoted(protection.rollout.file)})`,
        ...(start ? startCells(protection, start, hasRequests) : ['not simulated']),
      ],
    };
  });
  return table([{ title: 'Rollout', least: 12 }, ...columnsOfScenario], rows, room, style);
}

function startCells(protection: Protection, start: Scenario, hasRequests: boolean): readonly string[] {
  return isUnknown(protection) ? ['not known'] : scenarioCells(start, protection, hasRequests);
}

function quotedRollout({ rollout: { namespace, name } }: Pick<Protection, 'rollout'>): string {
  return quoted(namespace === undefined ? name : `${namespace}/${name}`);
}

const gateColumns: readonly Column[] = [
  { title: 'metric', least: 12 },
  { title: 'in', least: 12 },
  { title: 'measured', least: 10 },
  { title: 'fails after', least: 8 },
  { title: 'is not counted on, because', least: 20 },
];

function gateRow(style: Style): (gate: Gate) => Row {
  return (gate) => ({
    paint: gate.idle === undefined ? style.bold : style.yellow,
    cells: [gate.metric, gate.analysis, measuredWords(gate), failuresWords(gate), gate.idle ?? ''],
  });
}

const scenarioColumns: readonly Column[] = [
  { title: 'turns bad', least: 10 },
  { title: 'noticed by', least: 12 },
  { title: 'after', align: 'right' },
  { title: 'at share', align: 'right' },
  { title: 'exposure', align: 'right' },
  { title: 'last request', align: 'right' },
  { title: 'then' },
];

/** The columns, with one of requests where a Rollout has a number of them. */
function columnsFor(protections: readonly Protection[]): readonly Column[] {
  return protections.some(isCounted)
    ? scenarioColumns.flatMap((column) =>
        column.title === 'exposure' ? [column, { title: 'requests', align: 'right' as const }] : column,
      )
    : scenarioColumns;
}

function isCounted({ requestsPerSecond }: Protection): boolean {
  return requestsPerSecond !== undefined;
}

function scenarioRow(protection: Protection, style: Style): (scenario: Scenario) => Row {
  return (scenario) => ({
    paint: paintOf(levelOf(protection, scenario), style),
    cells: [scenario.title, ...scenarioCells(scenario, protection, isCounted(protection))],
  });
}

function paintOf(level: Level, { red, yellow, bold }: Style): Style['bold'] {
  return level === 'error' ? red : level === 'info' ? bold : yellow;
}

/** A summary line. */
export function protectSummary(report: ProtectReport, style: Style, milliseconds: number): string {
  const { protections, findings, failures, faults, unchecked } = report;
  const scope = `${counted(protections.length, 'Rollout')}, ${tookText(milliseconds)}`;
  const parts = [
    ...unprotectedWords(protections),
    ...(report.exceeded.length > 0 ? [`${counted(report.exceeded.length, 'limit')} exceeded`] : []),
    ...(findings.length > 0 ? [counted(findings.length, 'finding')] : []),
    ...(failures.length > 0 ? [`${counted(failures.length, 'input')} not read`] : []),
    ...(faults.length > 0 ? [`${counted(faults.length, 'bug')} in rolloutkit`] : []),
  ];
  const rest = uncheckedText(unchecked);
  if (parts.length === 0) return `${rest === '' ? style.green('✓') : style.yellow('!')} ${scope}${rest}`;
  const isWrong = report.exceeded.length + findings.length + failures.length + faults.length > 0;
  const [mark, paint] = isWrong ? [style.red('×'), style.red] : [style.yellow('!'), style.yellow];
  return `${mark} ${paint(parts.join(', '))} in ${scope}${rest}`;
}
