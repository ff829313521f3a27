import { hasFailed } from '../play/drift/judged.js';
import simulationJson, { type BesidesTraces, type SimulationReport } from '../report/simulation-json.js';
import { frameDiff, frameObjects } from '../report/simulation-objects.js';
import { shortList } from '../report/conclusions.js';
import { inputConclusions } from '../report/input-conclusions.js';
import { renderPage } from '../report/simulation-page/page.js';
import type { Note } from '../report/report.js';
import { simulationSummary, TracesText } from '../report/simulation-text.js';
import { colored, plain, type Style } from '../report/style.js';
import { tookAs } from '../report/took.js';
import { Effort } from '../play/simulate/effort.js';
import { simulate } from '../play/simulate/simulate.js';
import type { Frame, Trace } from '../play/simulate/trace.js';
import { followingOf } from '../play/protect/protection.js';
import { unweightedIn } from '../lint/unweighted.js';
import type { Resource } from '../model/resource.js';
import { chooseRollouts, distinctNames } from './choose-rollouts.js';
import { didYouMean, exitCodeOf, UsageError } from './exit.js';
import { deliver } from './deliver.js';
import { KeptTexts } from './kept-texts.js';
import type { ParsedArguments } from './options.js';
import { print, printPart, printText, terminalWidth } from './output.js';
import { aroundRollouts, limitsOf, noRollout, type RolloutInputs } from './read-rollouts.js';
import { checkPage, pageParts } from './rollout-page.js';
import { shardOfRollouts } from './shard.js';
import { warnBesides } from './warn-besides.js';
import { type NamedRollouts, readNamed } from './named-rollouts.js';
import { Progress } from './progress.js';
import type { Surroundings } from './surroundings.js';
import { checkAbort, checkFail, type Options, simulateOptions } from './simulate-options.js';
import { unsimulatedRouters } from '../rollouts/routers/others.js';

/** More tables than this are not readable; more Rollouts are one line each. */
const maxTables = 10;

/** Prints what the controller writes for each Rollout at each moment of an update. */
export function simulateCommand(parsed: ParsedArguments<'simulate'>, around: Surroundings): number {
  const progress = Progress.in(around);
  try {
    return simulateWith(parsed, around, progress);
  } finally {
    progress?.clear();
  }
}

function simulateWith(
  { values, positionals }: ParsedArguments<'simulate'>,
  around: Surroundings,
  progress: Progress | undefined,
): number {
  const started = performance.now();
  const options = simulateOptions(values, positionals, around);
  const { inputs, ...named } = readNamed(options, 'simulate', progress);
  const run = new SimulateRun(inputs, { ...options, ...named }, progress);
  const unwritten =
    options.format === 'json'
      ? deliverJson(run, options, around)
      : options.format === 'text' && (options.step ?? options.diff) === undefined
        ? deliverText(run, options, started, around)
        : deliverWhole(run, options, around);
  const { findings, faults, failures } = run.besides();
  return exitCodeOf(
    { faults, failures: [...failures, ...unwritten] },
    run.hasFailed || findings.some(({ severity }) => severity === 'error'),
  );
}

/** The simulation of all chosen Rollouts at once. */
export function simulationOf(
  inputs: RolloutInputs,
  options: Options & Pick<NamedRollouts, 'paths'>,
): SimulationReport {
  const run = new SimulateRun(inputs, options, undefined);
  const traces = [...run.traces()];
  return { traces, ...run.besides() };
}

/** The simulation of all chosen Rollouts, one at a time. */
class SimulateRun {
  /** Whether the controller failed in one of them in a way that does not pass by itself. */
  hasFailed = false;
  private count = 0;
  /** What the report says of the Rollouts of other shards. */
  private others: readonly string[] = [];
  /** What is written for routers that are not simulated, each in a few words. */
  private readonly unplayed = new Set<string>();
  private readonly effort = new Effort();

  constructor(
    private readonly inputs: RolloutInputs,
    private readonly options: Options & Pick<NamedRollouts, 'paths'>,
    readonly progress: Progress | undefined,
  ) {}

  /** A name for each chosen Rollout that chooses it alone. */
  get names(): readonly string[] {
    return distinctNames(this.inputs.graph, chooseForSimulation(this.inputs, this.options).own);
  }

  /** Each trace can be dropped before the next Rollout is simulated, so a caller that prints them needs the memory of one. */
  *traces(): Generator<Trace> {
    const { inputs, options, effort, progress } = this;
    const { own: chosen, unchecked } = chooseForSimulation(inputs, options);
    this.others = unchecked;
    const unweighted = unweightedIn(inputs.graph, chosen);
    for (const [index, rollout] of chosen.entries()) {
      progress?.tell('Simulated:', index, chosen.length);
      if (!rollout.isReadable) continue;
      const graph = inputs.graphFor(rollout);
      const version = graph.rolloutsVersion;
      const play = (): Trace => simulate(graph, rollout, { ...options, version, effort });
      const trace = inputs.faults.contain('simulate', rollout, play);
      if (!trace) continue;
      this.count += 1;
      this.hasFailed ||= isFailed(trace);
      checkAbort(trace, options);
      checkFail(trace);
      yield isPlayed(trace) ? this.withoutShares(trace, rollout, unweighted(rollout)) : trace;
    }
  }

  /** A trace with what it says nothing of: objects of routers, and requests to which the weights do not apply. */
  private withoutShares(trace: Trace, rollout: Resource, unweighted: readonly string[]): Trace {
    for (const { writes } of unsimulatedRouters(rollout)) this.unplayed.add(writes);
    if (unweighted.length === 0) return trace;
    this.unplayed.add(followingOf(rollout));
    return { ...trace, notes: [...trace.notes, ...unweighted] };
  }

  /**
   * What is reported beside the traces. Complete only after all Rollouts were simulated.
   * @throws {UsageError} if the files have no Rollout and nothing else to report
   */
  besides(): BesidesTraces {
    const { inputs, options } = this;
    const rest = {
      findings: inputs.findings,
      notes: inputs.notes,
      failures: [...inputs.failures, ...limitsOf(inputs)],
      unchecked: [...inputs.unchecked, ...this.others, ...this.unplayed],
      faults: inputs.faults.all,
    };
    const { failures, findings, faults } = rest;
    const said = failures.length + findings.length + faults.length + this.others.length;
    if (this.count + said === 0)
      throw noRollout(inputs, { command: 'simulate', paths: options.paths }, inputs.notes);
    return rest;
  }
}

function deliverJson(
  run: SimulateRun,
  { abortAt, fail, delivery }: Options,
  around: Surroundings,
): readonly Note[] {
  const parts = simulationJson(run.traces(), () => run.besides());
  // With --abort-at or --fail any Rollout can turn out to be a usage error, so nothing is printed before all were simulated.
  const texts = abortAt === undefined && fail.length === 0 ? parts : new KeptTexts(parts);
  return deliver(delivery, around, (to) => {
    for (const part of texts) {
      run.progress?.clear(); // The progress line may stand on the line that is printed next.
      printPart(to, part);
    }
  });
}

/** Tables, or one line for each of many Rollouts. */
function deliverText(
  run: SimulateRun,
  options: Options,
  started: number,
  around: Surroundings,
): readonly Note[] {
  const style = options.isColored ? colored : plain;
  const text = new TracesText(style, terminalWidth(around), maxTables);
  for (const trace of run.traces()) text.add(trace);
  run.progress?.clear();
  const besides = run.besides();
  return deliver(options.delivery, around, (to) => {
    const milliseconds = performance.now() - started;
    to.onTook?.(tookAs('text', milliseconds));
    const summary = simulationSummary(text.played, besides, style, milliseconds);
    print(to, aroundRollouts(besides, text.lines, summary, style));
  });
}

function deliverWhole(run: SimulateRun, options: Options, around: Surroundings): readonly Note[] {
  const traces = [...run.traces()];
  run.progress?.clear();
  const report: SimulationReport = { traces, ...run.besides() };
  const failed = deliver(options.delivery, around, (to) => printReport(report, run, options, to));
  if (options.format === 'html') warnBesides(around, report);
  return failed;
}

/** Whether the trace shows what the controller does, and not why it does nothing. */
function isPlayed({ frames }: Trace): boolean {
  return frames.some(({ kind }) => kind !== 'invalid');
}

function isFailed({ frames }: Trace): boolean {
  return frames.some(hasFailed);
}

/** The Rollouts of the shard that `--rollout` names, in the order of their files. */
function chooseForSimulation(
  inputs: RolloutInputs,
  { names, format, shard }: Options,
): ReturnType<typeof shardOfRollouts> {
  const chosen = shardOfRollouts(inputs.graph, chooseRollouts(inputs, names), shard);
  checkPage(chosen.own, format);
  return chosen;
}

function printReport(
  report: SimulationReport,
  run: SimulateRun,
  options: Options,
  around: Surroundings,
): void {
  const { traces } = report;
  if (options.format === 'html')
    printText(around, renderPage(pageParts(), traces, [], inputConclusions(report)));
  else print(around, stepOrDiff(traces, run, options, options.isColored ? colored : plain));
}

function stepOrDiff(
  traces: readonly Trace[],
  run: SimulateRun,
  options: Options,
  style: Style,
): readonly string[] {
  const [trace, another] = traces;
  if (!trace || another)
    throw new UsageError(
      `--step and --diff show one Rollout; choose it with --rollout: ${shortList(run.names)}`,
    );
  return options.step === undefined
    ? diff(trace, options.diff ?? '', style)
    : stepLines(trace, options.step, style);
}

function stepLines(trace: Trace, id: string, style: Style): readonly string[] {
  const frame = frameCalled(trace, id, '--step');
  return frameObjects(frame, frameBefore(trace, frame), style);
}

function diff(trace: Trace, range: string, style: Style): readonly string[] {
  const [from = '', to, ...more] = range.split('..');
  if (to === undefined || more.length > 0)
    throw new UsageError(`--diff is "${range}"; it must be two frames, such as installed..step-0.`);
  return frameDiff(frameCalled(trace, from, '--diff'), frameCalled(trace, to, '--diff'), style);
}

/** The frame with an id; a number alone is the number of a step. */
function frameCalled({ frames }: Trace, id: string, option: string): Frame {
  const wanted = /^\d+$/.test(id) ? `step-${id}` : id;
  const ids = frames.map((frame) => frame.id);
  const frame = frames.find((one) => one.id === wanted);
  if (frame) return frame;
  const main = frames.filter(({ from }) => from === undefined).map((one) => one.id);
  throw new UsageError(
    `${option} is "${id}", but that frame is not found.${
      (wanted === id && didYouMean(id, ids)) || ` The frames are ${main.join(', ')}.`
    }`,
  );
}

function frameBefore({ frames }: Trace, { id, from }: Frame): Frame | undefined {
  if (from !== undefined) return frames.find((frame) => frame.id === from);
  const main = frames.filter((frame) => frame.from === undefined);
  return main[main.findIndex((frame) => frame.id === id) - 1];
}
