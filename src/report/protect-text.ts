import type { Gate } from '../play/protect/gates.js';
import {
  byDanger,
  byLeastProtected,
  type Protection,
  type Scenario,
  startOf,
  versionIn,
  worstOf,
} from '../play/protect/protection.js';
import { type Level, markOf } from './conclusions.js';
import { durationText } from './durations.js';
import { paragraph } from './paragraph.js';
import { quoted } from './quoted.js';
import { uncheckedText } from './report.js';
import type { ProtectReport } from './protect-json.js';
import type { Style } from './style.js';
import { type Column, type Row, table } from './table.js';

/** Lines are wrapped at this width, also in wider terminals, because longer ones are hard to read. */
const maxCells = 100;

/** What stops a bad version of one Rollout, as tables and a sentence. */
export function protectText(protection: Protection, style: Style, columns = maxCells): readonly string[] {
  const room = Math.max(60, Math.min(columns, maxCells));
  const { gates, scenarios, version, rollout, notes } = protection;
  return [
    `${style.bold(`Rollout ${nameOf(protection)}`)}  ${quoted(rollout.file)}  Argo Rollouts ${version}`,
    '',
    ...(gates.length === 0 ? [] : [...table(gateColumns, gates.map(gateRow(style)), room, style), '']),
    ...(scenarios.length === 0
      ? []
      : [...table(scenarioColumns, scenarios.map(scenarioRow(style)), room, style), '']),
    ...verdictsOn(protection).flatMap(({ level, text }) => paragraph(markOf(level, style), text, room)),
    ...unknownText(protection).flatMap((sentence) => paragraph(markOf('unknown', style), sentence, room)),
    ...[assumptionsText(protection), ...notes].flatMap((note) =>
      paragraph(markOf('info', style), note, room),
    ),
  ];
}

/** Many Rollouts as one table of versions that are bad from the start, the least protected first. */
export function protectTable(
  protections: readonly Protection[],
  style: Style,
  columns = maxCells,
): readonly string[] {
  const room = Math.max(60, Math.min(columns, maxCells));
  const [, ...columnsOfScenario] = scenarioColumns;
  const rows = byLeastProtected(protections).map((protection): Row => {
    const start = startOf(protection);
    return {
      paint: start ? paintOf(start, style) : style.bold,
      cells: [nameOf(protection), ...(start ? scenarioCells(start) : ['not simulated'])],
    };
  });
  return table([{ title: 'Rollout', least: 12 }, ...columnsOfScenario], rows, room, style);
}

function nameOf({ rollout: { namespace, name } }: Pick<Protection, 'rollout'>): string {
  return quoted(namespace === undefined ? name : `${namespace}/${name}`);
}

const gateColumns: readonly Column[] = [
  { title: 'metric', least: 12 },
  { title: 'in', least: 12 },
  { title: 'measured', least: 10 },
  { title: 'fails after', least: 8 },
  { title: 'stops nothing, because', least: 20 },
];

function gateRow(style: Style): (gate: Gate) => Row {
  return ({ metric, analysis, first, every, failures, idle }) => ({
    paint: idle === undefined ? style.bold : style.yellow,
    cells: [
      metric,
      analysis,
      measured(first, every),
      failures === undefined ? 'unknown' : `${failures} failure${failures === 1 ? '' : 's'}`,
      idle ?? '',
    ],
  });
}

function measured(first: number | undefined, every: number | undefined): string {
  const after =
    first === undefined ? 'at an unknown time' : first === 0 ? '' : `after ${durationText(first)}`;
  const often = every === undefined ? 'unknown' : every === 0 ? 'once' : `every ${durationText(every)}`;
  return after === '' ? often : `${often}, ${after}`;
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

function scenarioRow(style: Style): (scenario: Scenario) => Row {
  return (scenario) => ({
    paint:
      levelOf(scenario) === 'error' ? style.red : levelOf(scenario) === 'warning' ? style.yellow : style.bold,
    cells: [scenario.title, ...scenarioCells(scenario)],
  });
}

function paintOf(scenario: Scenario, { red, yellow, bold }: Style): Style['bold'] {
  const level = levelOf(scenario);
  return level === 'error' ? red : level === 'warning' ? yellow : bold;
}

function scenarioCells({ by, noticed, share, exposure, gone, outcome }: Scenario): readonly string[] {
  return [
    by ?? 'nothing',
    noticed === undefined ? '' : seconds(noticed),
    `${shareText(share)}`,
    exposure === undefined ? 'no end' : seconds(exposure),
    gone === undefined ? (outcome === 'person' ? '' : 'never') : seconds(gone),
    outcomeWords[outcome],
  ];
}

const outcomeWords: Readonly<Record<Scenario['outcome'], string>> = {
  aborted: 'aborted',
  paused: 'paused',
  person: 'waits for a person',
  promoted: 'promoted',
  stuck: 'stuck',
};

function shareText(share: number): string {
  return `${Math.round(share * 10) / 10} %`;
}

/** Rounded up, because part of a second of traffic is not none. */
export function seconds(value: number): string {
  return durationText(Math.ceil(value));
}

/** A version that turns bad late is a lesser risk than one that is bad from the start. */
function levelOf({ outcome }: Scenario, when: 'start' | 'later' = 'start'): Level {
  if (outcome === 'promoted' || outcome === 'stuck') return when === 'start' ? 'error' : 'warning';
  return outcome === 'person' && when === 'start' ? 'warning' : 'info';
}

/** What a bad version does to a Rollout: one that is bad from the start, and the worst of the others if it is worse. */
function verdictsOn(protection: Protection): readonly Verdict[] {
  const [start, worst] = [startOf(protection), worstOf(protection)];
  if (!start || !worst)
    return [{ level: 'unknown', text: 'No update of this Rollout can be simulated, so nothing is known.' }];
  const later = byDanger(start, worst) > 0 ? [{ ...verdictOf(worst), level: levelOf(worst, 'later') }] : [];
  return [verdictOf(start), ...later];
}

interface Verdict {
  readonly level: Level;
  readonly text: string;
}

function verdictOf(scenario: Scenario): Verdict {
  const { by = '', noticed = 0, share, exposure = 0, outcome } = scenario;
  const [version, level] = [versionIn(scenario), levelOf(scenario)];
  const requests = `as many requests as all traffic in ${seconds(exposure)}`;
  switch (outcome) {
    case 'promoted':
      return { level, text: `${version} is promoted: nothing stops it.` };
    case 'stuck':
      return {
        level,
        text: `${version} keeps ${shareText(share)} of the requests: the update neither continues nor is aborted.`,
      };
    case 'person':
      return {
        level,
        text: `${version} is stopped only by a person, at ${by}; until then it gets ${requests}.`,
      };
    case 'paused':
    case 'aborted':
      return {
        level,
        text: `${version} is noticed by ${by} after ${seconds(noticed)}, at ${shareText(share)}; it gets ${requests}.`,
      };
  }
}

function unknownText({ unknown }: Protection): readonly string[] {
  if (unknown.length === 0) return [];
  return [`The templates of ${unknown.join(' and ')} are not found, so what they measure is not known.`];
}

function assumptionsText({ assumptions: { readyAfter, measure, showsAfter } }: Protection): string {
  return `The times assume that pods are ready after ${seconds(readyAfter)}, that a Job or Kayenta measures for ${seconds(measure)}, that queries show a bad version after ${seconds(showsAfter)}, and that a person promotes at once.`;
}

/** A summary line. */
export function protectSummary(report: ProtectReport, style: Style, milliseconds: number): string {
  const { protections, findings, failures, faults, unchecked } = report;
  const of = (level: Level): number =>
    protections.filter((one) => verdictsOn(one)[0]?.level === level).length;
  const scope = `${counted(protections.length, 'Rollout')}, ${(milliseconds / 1000).toFixed(2)} s`;
  const parts = [
    ...(of('error') > 0 ? [`${counted(of('error'), 'Rollout')} that nothing protects`] : []),
    ...(of('unknown') > 0 ? [`${counted(of('unknown'), 'Rollout')} not simulated`] : []),
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

function counted(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`;
}
