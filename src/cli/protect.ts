import { exceededBy, type Limits } from '../play/protect/limits.js';
import type { Fineness } from '../play/protect/moments.js';
import { protectionOf } from '../play/protect/protect.js';
import { byLeastProtected, followingOf, isCostKnown, type Protection } from '../play/protect/protection.js';
import type { Assumptions } from '../play/simulate/clock.js';
import { Effort } from '../play/simulate/effort.js';
import protectJson, { type ProtectReport } from '../report/protect-json.js';
import protectPage, { protectFiles } from '../report/protect-page/page.js';
import { protectSummary, protectTable, protectText } from '../report/protect-text.js';
import { seconds } from '../report/protect-words.js';
import { Positions } from '../report/positions.js';
import { paragraph } from '../report/paragraph.js';
import { colored, plain, type Style } from '../report/style.js';
import { tookAs } from '../report/took.js';
import { chooseRollouts } from './choose-rollouts.js';
import type { ValuesOf } from './commands.js';
import { deliver, type Delivery, formatOf, readDelivery } from './deliver.js';
import { exitCodeOf, UsageError } from './exit.js';
import { readSeconds } from './failing.js';
import { readSettings } from './inputs.js';
import { list, type ParsedArguments } from './options.js';
import { print, printText, terminalWidth, wantsColor } from './output.js';
import { unweightedIn } from '../lint/unweighted.js';
import { type Arguments, type NamedRollouts, readNamed } from './named-rollouts.js';
import { Progress } from './progress.js';
import { aroundRollouts, limitsOf, noRollout, type RolloutInputs } from './read-rollouts.js';
import { checkPage, pageParts } from './rollout-page.js';
import type { Surroundings } from './surroundings.js';
import { warnBesides } from './warn-besides.js';

/** Prints what stops a bad version of each Rollout, after how long, and how much traffic it gets until then. */
export function protectCommand(parsed: ParsedArguments<'protect'>, around: Surroundings): number {
  const progress = Progress.in(around);
  try {
    return protectWith(parsed, around, progress);
  } finally {
    progress?.clear();
  }
}

function protectWith(
  { values, positionals }: ParsedArguments<'protect'>,
  around: Surroundings,
  progress: Progress | undefined,
): number {
  const started = performance.now();
  const given = protectOptions(values, positionals, around);
  const { inputs, paths, names } = readNamed(given, 'protect', progress);
  const options = { ...given, paths, names };
  const report = protectReport(inputs, options, progress);
  progress?.clear();
  const { exceeded, faults, failures, findings } = report;
  const unwritten = deliver(options.delivery, around, (to) => {
    if (options.format === 'json') printText(to, protectJson(report));
    else if (options.format === 'html') printText(to, protectPage(pageParts(protectFiles), report));
    else printReport(report, options, performance.now() - started, to);
  });
  if (options.format === 'html') warnBesides(around, report);
  return exitCodeOf(
    { faults, failures: [...failures, ...unwritten] },
    exceeded.length > 0 || findings.some(({ severity }) => severity === 'error'),
  );
}

/**
 * The result for the chosen Rollouts.
 * @throws {UsageError} if the files have no Rollout and nothing else to report
 */
export function protectReport(
  inputs: RolloutInputs,
  options: Options & Pick<NamedRollouts, 'paths'>,
  progress: Progress | undefined,
): ProtectReport {
  const protections = protect(inputs, options, progress);
  const failures = [...inputs.failures, ...limitsOf(inputs)];
  const { findings, notes } = inputs;
  const faults = inputs.faults.all;
  if (protections.length + failures.length + findings.length + faults.length === 0)
    throw noRollout(inputs, { command: 'protect', paths: options.paths }, notes);
  const exceeded = protections.flatMap(({ protection, limits }) => exceededBy(protection, limits, seconds));
  return {
    protections: byLeastProtected(protections.map(({ protection }) => protection)),
    exceeded,
    findings,
    notes,
    failures,
    unchecked: [
      ...inputs.unchecked,
      ...new Set(protections.flatMap(({ protection }) => protection.unsimulated)),
      ...new Set(
        protections.flatMap(({ protection }) =>
          isCostKnown(protection) ? [] : [followingOf(protection.rollout.field.resource)],
        ),
      ),
    ],
    faults,
  };
}

interface Protected {
  readonly protection: Protection;
  readonly limits: Limits;
}

function protect(
  inputs: RolloutInputs,
  { names, assumptions, limits, format, requestsPerSecond }: Options,
  progress: Progress | undefined,
): readonly Protected[] {
  const chosen = chooseRollouts(inputs, names).filter(({ isReadable }) => isReadable);
  checkPage(chosen, format);
  const between = format === 'html' ? finenessFor(chosen.length) : undefined;
  const effort = new Effort();
  const unweighted = unweightedIn(inputs.graph, chosen);
  return chosen.flatMap((rollout, index) => {
    progress?.tell('Simulated:', index, chosen.length);
    const graph = inputs.graphFor(rollout);
    const configured = inputs.limitsFor(rollout);
    const protection = inputs.faults.contain('protect', rollout, () =>
      protectionOf(graph, rollout, {
        version: graph.rolloutsVersion,
        assumptions,
        effort,
        unweighted: unweighted(rollout),
        requestsPerSecond: requestsPerSecond ?? configured.requestsPerSecond,
        ...(between && { between }),
      }),
    );
    if (!protection) return [];
    return [{ protection, limits: { ...configured, ...limits } }];
  });
}

/** How closely the page looks between steps: the more Rollouts a page has, the less of each is looked at. */
function finenessFor(rollouts: number): Fineness {
  const share = (all: number, most: number): number =>
    Math.min(most, Math.floor(all / Math.max(1, rollouts)));
  return { moments: share(12_000, 60), plays: share(400, 24) };
}

/** More Rollouts than this are one line each, unless they are named. */
const maxDetailed = 3;

function printReport(
  report: ProtectReport,
  options: Options,
  milliseconds: number,
  around: Surroundings,
): void {
  const style = options.isColored ? colored : plain;
  const { protections } = report;
  const width = terminalWidth(around);
  const isDetailed = protections.length <= maxDetailed || options.names.length > 0;
  const lines = isDetailed
    ? protections.flatMap((one) => [...protectText(one, style, width), ''])
    : [...protectTable(protections, style, width), ''];
  const limits = exceededText(report, style, width);
  around.onTook?.(tookAs('text', milliseconds));
  print(
    around,
    aroundRollouts(report, [...lines, ...limits], protectSummary(report, style, milliseconds), style),
  );
}

function exceededText({ exceeded }: ProtectReport, style: Style, columns = 100): readonly string[] {
  const positions = new Positions();
  const lines = exceeded.flatMap(({ protection: { rollout }, message }) => {
    const { source, start, end } = rollout.field.place;
    const { line, column } = positions.of(source, start, end);
    return paragraph(style.red('×'), `${source.name}:${line}:${column}  ${message}`, columns);
  });
  return lines.length === 0 ? [] : [...lines, ''];
}

export interface Options extends Arguments {
  readonly format: NonNullable<ValuesOf<'protect'>['format']>;
  readonly delivery: Delivery;
  readonly assumptions: Assumptions;
  /** Those of the command line, which take precedence. */
  readonly limits: Limits;
  /** That of the command line, which takes precedence. */
  readonly requestsPerSecond: number | undefined;
  readonly isColored: boolean;
}

function readRate(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const rate = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : 0;
  if (rate > 0 && Number.isFinite(rate)) return rate;
  throw new UsageError(`--requests-per-second is "${text}"; it must be a number above 0, such as 250.`);
}

/** The options by the values of the command line. */
export function protectOptions(
  values: ValuesOf<'protect'>,
  positionals: readonly string[],
  around: Surroundings,
): Options {
  const settings = readSettings(values, positionals, around);
  const exposure = readSeconds('max-exposure', values['max-exposure']);
  const detection = readSeconds('max-detection', values['max-detection']);
  const requestsPerSecond = readRate(values['requests-per-second']);
  return {
    settings,
    given: positionals,
    format: formatOf(values, { '.html': 'html', '.json': 'json' }),
    delivery: readDelivery(values),
    names: list(values.rollout),
    assumptions: {
      readyAfter: readSeconds('ready-after', values['ready-after']),
      measure: readSeconds('measure', values.measure),
      showsAfter: readSeconds('shows-after', values['shows-after']),
    },
    requestsPerSecond,
    limits: {
      ...(exposure === undefined ? {} : { exposure }),
      ...(detection === undefined ? {} : { detection }),
    },
    isColored: values.output === undefined && wantsColor(around, values['no-color']),
  };
}
