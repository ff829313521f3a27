import { Boundary } from '../files/boundary.js';
import { type Drift, driftOf, type DriftReport } from '../drift/drift.js';
import { isUnjudged, isWrong } from '../drift/judged.js';
import type { Graph } from '../graph/graph.js';
import { groupBy } from '../model/multimap.js';
import type { Resource } from '../model/resource.js';
import driftJson, { type DriftResult } from '../report/drift-json.js';
import { driftSummary, driftText } from '../report/drift-text.js';
import { inputConclusions } from '../report/input-conclusions.js';
import { renderPage } from '../report/simulation-page/page.js';
import { colored, plain } from '../report/style.js';
import type { ValuesOf } from './commands.js';
import { deliver, type Delivery, formatOf, readDelivery } from './deliver.js';
import { exitCodeOf } from './exit.js';
import { list, parse } from './options.js';
import { print, printText, terminalWidth, wantsColor } from './output.js';
import { readSettings, type Settings } from './inputs.js';
import {
  aroundRollouts,
  chooseRollouts,
  limitsOf,
  noRollout,
  pageParts,
  readRollouts,
  warnBesides,
} from './read-rollouts.js';
import { writeEntries, type Writing } from './write-entries.js';
import { Progress } from './progress.js';
import type { Surroundings } from './surroundings.js';

/** Prints what Argo CD would say at each moment of an update, and what to ignore so that it says nothing. */
export function driftCommand(args: string[], around: Surroundings): number {
  const progress = Progress.in(around);
  try {
    return driftWith(args, around, progress);
  } finally {
    progress?.clear();
  }
}

function driftWith(args: string[], around: Surroundings, progress: Progress | undefined): number {
  const started = performance.now();
  const options = readOptions(args, around);
  const { settings } = options;
  const inputs = readRollouts(options.paths, settings, 'drift', { progress });
  const { graph } = inputs;
  const chosen = chooseRollouts(graph, options.names).filter(({ isReadable }) => isReadable);
  const driftIn = (its: Graph, rollouts: readonly Resource[]): DriftReport => {
    const { rolloutsVersion, argoCdVersion } = its;
    return driftOf(its, rollouts, {
      rollouts: rolloutsVersion,
      argocd: argoCdVersion,
      faults: inputs.faults,
      onRollout: progress && ((done, of) => progress.tell('Compared:', done, of)),
    });
  };
  const byReleases = groupBy(chosen, inputs.graphFor);
  const report =
    byReleases.size === 0
      ? driftIn(graph, [])
      : joined([...byReleases].map(([its, rollouts]) => driftIn(its, rollouts)));
  progress?.clear();
  const { drifts } = report;
  const { findings } = inputs;
  const notes = [...inputs.notes, ...report.notes.map((message) => ({ message }))];
  const unread = [...inputs.failures, ...limitsOf(inputs)];
  if (drifts.length + unread.length + findings.length + inputs.faults.all.length === 0)
    throw noRollout(inputs, { command: 'drift', paths: options.paths }, notes);
  const boundary = Boundary.around(settings.workingFolder, options.paths);
  const { written, failures } = options.writes ? writeEntries(drifts, boundary, inputs.given) : unasked;
  const faults = inputs.faults.all;
  const result: DriftResult = {
    drifts,
    leftOut: report.leftOut,
    findings,
    notes: [...notes, ...written],
    failures: [...unread, ...failures],
    unchecked: inputs.unchecked,
    faults,
  };
  const unwritten = deliver(options.delivery, around, (to) =>
    printReport(result, options, performance.now() - started, to),
  );
  if (options.format === 'html') warnBesides(around, result);
  const unjudged = drifts.filter(isUnjudged);
  return exitCodeOf(
    { faults, failures: [...result.failures, ...unwritten, ...unjudged] },
    drifts.some(isWrong) || findings.some(({ severity }) => severity === 'error'),
  );
}

/** What is said of Rollouts under each of several releases. */
function joined(reports: readonly DriftReport[]): DriftReport {
  const [first, ...others] = reports.map(({ leftOut }) => leftOut);
  return {
    drifts: reports.flatMap(({ drifts }) => drifts),
    leftOut: (first ?? []).filter((one) => others.every((leftOut) => leftOut.includes(one))),
    notes: [...new Set(reports.flatMap(({ notes }) => notes))],
  };
}

const unasked: Writing = { written: [], failures: [] };

function printReport(
  result: DriftResult,
  options: Options,
  milliseconds: number,
  around: Surroundings,
): void {
  const { drifts } = result;
  const style = options.isColored ? colored : plain;
  if (options.format === 'json') printText(around, driftJson(result));
  else if (options.format === 'html')
    printText(around, renderPage(pageParts(), tracesOf(drifts), drifts, inputConclusions(result)));
  else {
    const lanes = drifts.flatMap((drift) => [...driftText(drift, style, terminalWidth(around)), '']);
    print(around, aroundRollouts(result, lanes, driftSummary(result, style, milliseconds), style));
  }
}

function tracesOf(drifts: readonly Drift[]): readonly Drift['trace'][] {
  return [...new Set(drifts.map(({ trace }) => trace))];
}

interface Options {
  readonly settings: Settings;
  readonly paths: readonly string[];
  readonly format: NonNullable<ValuesOf<'drift'>['format']>;
  readonly delivery: Delivery;
  readonly names: readonly string[];
  readonly writes: boolean;
  readonly isColored: boolean;
}

function readOptions(args: string[], around: Surroundings): Options {
  const { values, positionals } = parse('drift', args);
  const settings = readSettings(values, positionals, around);
  return {
    settings,
    paths: positionals.length > 0 ? positionals : ['.'],
    format: formatOf(values, { '.html': 'html', '.json': 'json' }),
    delivery: readDelivery(values),
    names: list(values.rollout),
    writes: values.write === true,
    isColored: values.output === undefined && wantsColor(around, values['no-color']),
  };
}
