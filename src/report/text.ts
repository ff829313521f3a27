import { shortened } from '../model/message.js';
import type { Fault } from '../model/fault.js';
import { type Finding, severities, type Severity } from '../model/finding.js';
import type { Safety } from '../model/fix.js';
import { isPluginError } from '../model/plugin-error.js';
import { counted } from '../model/wording.js';
import { assumable } from './assumable.js';
import { lineChanges } from './fix-lines.js';
import { faultBlocks } from './faults.js';
import { frames, narrowest } from './frames.js';
import { liveCommand } from './live-command.js';
import { paragraph } from './paragraph.js';
import { Positions } from './positions.js';
import { quoted, quotedLine } from './quoted.js';
import { countTold, type FindingWithOthers, otherPlaces, shownFirst, toldOnce } from './places.js';
import { type BaselineReport, countOf, countOfAll, type LintReport, uncheckedText } from './report.js';
import type { Style } from './style.js';
import { suppressedLines } from './suppressed-text.js';
import { tookText } from './took.js';

/** Sentences are wrapped at this width, also in wider terminals, because longer lines are hard to read. */
const maxProse = 100;

/** The visible width of lines of files if the width of the terminal is unknown. */
const maxColumns = 160;

/** How the report is laid out. */
interface Layout {
  readonly columns?: number | undefined;
  /** How many problems are shown; the others are counted. */
  readonly most?: number;
}

/** The report as lines: findings with code frames over all their files, or one line without findings. */
export default function text(report: LintReport, style: Style, layout?: Layout): readonly string[] {
  return [...textInParts(report, style, layout)].flat();
}

/** The number of problems of a part: the lines of a hundred thousand problems need not be in memory at once. */
const ofPart = 1000;

/** The same lines in parts, each of which is made when it is asked for. */
export function* textInParts(
  report: LintReport,
  style: Style,
  { columns = maxColumns, most = Infinity }: Layout = {},
): Generator<readonly string[]> {
  const note = (mark: string, message: string): string => `${mark} ${quoted(message)}`; // It may contain a command to copy.
  const { shown, hidden } = shownFirst(toldOnce(report.findings), most);
  const positions = new Positions();
  for (let start = 0; start < shown.length; start += ofPart)
    yield problemBlocks(shown.slice(start, start + ofPart), style, columns, positions);
  yield [
    ...(hidden.length > 0 ? [`… ${restOf(hidden)} not shown; use --max-findings all`, ''] : []),
    ...suppressedLines(report, { positions, style, prose: proseWidth(columns), most }),
    ...faultsText(report.faults, style, columns),
    ...report.failures.map(({ message }) => note(style.red('×'), message)),
    ...report.notes.map(({ message }) => note(style.blue('i'), message)),
    summary(report, style),
    ...repairs(report),
    ...assumable(report),
  ];
}

/** How many problems are not shown, by severity. */
function restOf(hidden: readonly FindingWithOthers[]): string {
  return gravestFirst
    .flatMap((severity) => {
      const count = countTold(hidden, severity);
      return count === 0 ? [] : [counted(count, `more ${severity}`)];
    })
    .join(', ');
}

/** Findings as lines with code frames over all their files. */
export function blocks(findings: readonly Finding[], style: Style, columns = maxColumns): readonly string[] {
  return problemBlocks(toldOnce(findings), style, columns);
}

function problemBlocks(
  problems: readonly FindingWithOthers[],
  style: Style,
  columns: number,
  positions = new Positions(),
): readonly string[] {
  const prose = proseWidth(columns);
  const whys = new Map<string, readonly string[]>(); // Many findings have the same.
  const whyLines = (why: string): readonly string[] => {
    const lines = whys.get(why) ?? paragraph(`  ${style.dim('why')}  `, why, prose, 8);
    whys.set(why, lines);
    return lines;
  };
  return problems.flatMap((fault) => [
    ...block(fault.finding, positions, style, { columns: Math.max(narrowest, columns), prose, whyLines }),
    ...elsewhere(fault, positions, prose),
  ]);
}

/** The maximum number of places of a problem that are listed; JSON has all of them. */
const maxPlaces = 10;

/** The other places of a problem, limited in number. */
function elsewhere(fault: FindingWithOthers, positions: Positions, prose: number): readonly string[] {
  const places = otherPlaces(fault, ({ source, start, end }) => {
    const { line, column } = positions.of(source, start, end);
    return `${source.name}:${line}:${column}`;
  });
  if (places.length === 0) return [];
  const rest = places.length - maxPlaces;
  const named = places.slice(0, maxPlaces).join(', ');
  const list = rest > 0 ? `${named} … and ${rest} more` : named;
  const count = places.length === 1 ? '1 more place' : `${places.length} more places`;
  return [...paragraph('…', `and ${count}: ${list}`, prose, 2), ''];
}

/** Internal errors of the tool. */
export function faultsText(faults: readonly Fault[], style: Style, columns = maxColumns): readonly string[] {
  return faultBlocks(faults, new Positions(), style, proseWidth(columns));
}

function proseWidth(columns: number): number {
  return Math.max(40, Math.min(columns, maxProse));
}

/** How a problem is laid out. */
interface Room {
  readonly columns: number;
  /** The width of sentences. */
  readonly prose: number;
  readonly whyLines: (why: string) => readonly string[];
}

const marks: Readonly<Record<Severity, string>> = { error: '×', warning: '!', info: 'i' };

function block(
  finding: Finding,
  positions: Positions,
  style: Style,
  { columns, prose, whyLines }: Room,
): string[] {
  const { rule, severity, consequence, place, more, moreIn = 'document' } = finding;
  const why = consequence?.why;
  const { line, column } = positions.of(place.source, place.start, place.end);
  const where = `${quoted(place.source.name)}${place.start < 0 ? '' : `:${line}:${column}`}`;
  const paint = paints(style)[severity];
  return [
    `${style.bold(where)}  ${paint(severity)}  ${style.rule(rule)}`,
    '',
    ...paragraph(`  ${paint(marks[severity])}`, positions.message(finding), prose, 4),
    '',
    ...frames(finding, positions, style, columns),
    ...liveLines(finding, style, prose),
    ...(why === undefined ? [] : whyLines(why)),
    ...fixLines(finding, positions, style, prose),
    ...choiceLines(finding, style, prose),
    ...(consequence?.kind === 'by-plugin' ? [] : [`  ${style.dim('more')}  rolloutkit explain ${rule}`]),
    '',
    ...(more === undefined ? [] : [`… and ${more} more of ${rule} in this ${moreIn}`, '']),
  ];
}

function paints({ red, yellow, blue }: Style): Readonly<Record<Severity, (text: string) => string>> {
  return { error: red, warning: yellow, info: blue };
}

/** Where an object sends traffic at the moment that shows the problem. */
function liveLines({ live }: Finding, style: Style, columns: number): string[] {
  if (!live) return [];
  const command = liveCommand(live);
  return [
    ...paragraph(`  ${style.dim('live')} `, `${live.object} at "${live.frame}" of an update:`, columns, 8),
    ...live.lines.map((line) => `        ${quoted(line)}`),
    ...(command === undefined ? [] : [`        ${style.dim(command)}`]),
  ];
}

/** The fix, how to apply it, and its changed lines if they are few. */
function fixLines({ fix, place }: Finding, positions: Positions, style: Style, columns: number): string[] {
  if (!fix) return [];
  const option = fix.safety === 'safe' ? '--fix' : '--fix=all, unsafe';
  const how = fix.unfit === undefined ? option : `by hand: ${fix.unfit.replace(/\.$/, '')}`;
  const changes = lineChanges(fix, positions);
  const isElsewhere = changes.some(({ source }) => source.path !== place.source.path);
  return [
    ...paragraph(`  ${style.dim('fix')}  `, `${shortened(fix.title)} (${how})`, columns, 8),
    ...changes.flatMap(({ source, line, before, after }) => [
      ...(isElsewhere ? [`        ${style.dim(`${quoted(source.name)}:${line}`)}`] : []),
      ...before.map((text) => `        ${style.red(`- ${quotedLine(text)}`)}`),
      ...after.map((text) => `        ${style.green(`+ ${quotedLine(text)}`)}`),
    ]),
  ];
}

/** The choices of which the user takes one, as titles: their edits are in editors and JSON. */
function choiceLines({ choices = [] }: Finding, style: Style, columns: number): string[] {
  return choices.flatMap(({ title }, index) =>
    paragraph(`  ${style.dim(index === 0 ? 'pick' : 'or  ')} `, shortened(title), columns, 8),
  );
}

const gravestFirst: readonly Severity[] = severities.toReversed();

/** The summary line: what was found in how many files, and what was left out. */
export function summary(report: LintReport, style: Style): string {
  const [errors = 0, warnings = 0, infos = 0] = countsOf(report.findings);
  const unread = report.failures.length;
  const ofPlugins = report.faults.filter(({ error }) => isPluginError(error)).length;
  const faults = report.faults.length;
  const found = [
    ...(errors > 0 ? [style.red(counted(errors, 'error'))] : []),
    ...(warnings > 0 ? [style.yellow(counted(warnings, 'warning'))] : []),
    ...(infos > 0 ? [style.blue(counted(infos, 'info'))] : []),
    ...(unread > 0 ? [style.red(`${counted(unread, 'input')} not read`)] : []),
    ...(faults > ofPlugins ? [style.red(`${counted(faults - ofPlugins, 'bug')} in rolloutkit`)] : []),
    ...(ofPlugins > 0 ? [style.red(`${counted(ofPlugins, 'bug')} in plugins`)] : []),
  ];
  const { resources, rollouts, rules, milliseconds } = report;
  const scope = [
    counted(resources, 'resource'),
    counted(rollouts, 'Rollout'),
    counted(rules, 'rule'),
    tookText(milliseconds),
  ].join(', ');
  const rest = restText(report);
  const known = suppressedCount(report);
  if (found.length === 0)
    return `${rest === '' ? style.green('✓') : style.yellow('!')} ${scope}${known}${rest}`;
  // What was not checked is as bad as a warning, with and without an info.
  const isWarned = warnings > 0 || rest !== '';
  const worst = errors + unread + faults > 0 ? 'error' : isWarned ? 'warning' : 'info';
  return `${paints(style)[worst](marks[worst])} ${found.join(', ')}${placesText(report, errors + warnings + infos)} in ${scope}${known}${rest}`;
}

/** How many findings comments, annotations and the configuration suppress; empty for none. */
function suppressedCount({ suppressed }: LintReport): string {
  return suppressed.length === 0 ? '' : `; ${countOfAll(suppressed)} suppressed`;
}

/** At how many places the problems are, which is what other formats list and a baseline counts; empty if at one each. */
function placesText(report: LintReport, problems: number): string {
  const places = severities.reduce((sum, severity) => sum + countOf(report, severity), 0);
  return places > problems ? ` at ${places} places` : '';
}

/** What `--fix` would do and what is left to the user, in a line; none without either. It is an upper limit where fixing was not tried. */
function repairs({ findings, fixedLater }: LintReport): readonly string[] {
  const isMade = ({ fix }: Finding): boolean => fix !== undefined && fix.unfit === undefined;
  const count = (safety: Safety): number =>
    findings.filter((one) => isMade(one) && one.fix?.safety === safety).length;
  const [safe, unsafe] = [count('safe'), count('unsafe')];
  const chosen = findings.filter((one) => !isMade(one) && one.choices).length;
  const all = counted(findings.length, 'finding');
  const leave = `${chosen === 1 ? 'leaves' : 'leave'} a choice`;
  if (safe + unsafe === 0) return chosen === 0 ? [] : [`  ${chosen} of ${all} ${leave}`];
  const rest = chosen === 0 ? '' : `; ${chosen} ${leave}`;
  const upTo = fixedLater ? '' : 'up to ';
  const { safe: later, unsafe: laterOfAll } = fixedLater ?? { safe: 0, unsafe: 0 };
  if (safe === 0)
    return [`  ${upTo}${unsafe} of ${all} can be fixed with --fix=all${appearing(laterOfAll)}${rest}`];
  const more = unsafe === 0 ? '' : ` (${upTo}${unsafe} more with --fix=all${appearing(laterOfAll - later)})`;
  return [`  ${upTo}${safe} of ${all} can be fixed with --fix${appearing(later)}${more}${rest}`];
}

/** How many findings are fixed besides, because the fixes of others make that possible. */
function appearing(later: number): string {
  return later <= 0 ? '' : `, and ${later} more after that`;
}

/** The number of problems by severity, errors first. */
function countsOf(findings: readonly Finding[]): readonly number[] {
  const told = toldOnce(findings);
  return gravestFirst.map((severity) => countTold(told, severity));
}

/** The end of the summary line: what was not checked or is not shown. */
export function restText({
  rollouts,
  unchecked,
  baseline,
}: Pick<LintReport, 'rollouts' | 'unchecked' | 'baseline'>): string {
  const noRollout = rollouts > 0 ? '' : '; no Rollout was found, so no canary was checked';
  const known = baseline && baselineText(baseline);
  return `${noRollout}${uncheckedText(unchecked)}${known === undefined ? '' : `; ${known}`}`;
}

/** The number of findings that a baseline lists; undefined for none. */
export function baselineText({ findings }: Pick<BaselineReport, 'findings'>): string | undefined {
  const counts = gravestFirst.map((severity) => countOf({ findings }, severity));
  const sum = counts.reduce((total, count) => total + count, 0);
  if (sum === 0) return undefined;
  const each = counts.flatMap((count, index) => (count === 0 ? [] : counted(count, gravestFirst[index]!)));
  return `${counted(sum, 'finding')} of the baseline not shown (${each.join(', ')})`;
}
