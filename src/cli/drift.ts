import { Boundary } from '../repository/files/boundary.js';
import { Tally } from '../play/drift/judged.js';
import { type Tell, tellDrifts } from '../play/drift/tell.js';
import type { Graph } from '../repository/graph/graph.js';
import { groupBy } from '../model/multimap.js';
import type { Resource } from '../model/resource.js';
import type { DriftResult } from '../report/drift-json.js';
import { chooseRollouts } from './choose-rollouts.js';
import type { ValuesOf } from './commands.js';
import { deliver, type Delivery, formatOf, readDelivery } from './deliver.js';
import { exitCodeOf, UsageError } from './exit.js';
import { InOrder } from './kept-texts.js';
import { list, type ParsedArguments } from './options.js';
import { terminalWidth, wantsColor } from './output.js';
import { readSettings } from './inputs.js';
import { limitsOf, noRollout, type RolloutInputs } from './read-rollouts.js';
import { checkPage } from './rollout-page.js';
import { readShard, type Shard, shardOfRollouts } from './shard.js';
import { warnBesides } from './warn-besides.js';
import { type Wanted, writeEntries, type Writing } from './write-entries.js';
import { type Arguments, type NamedRollouts, readNamed } from './named-rollouts.js';
import { Progress } from './progress.js';
import type { Surroundings } from './surroundings.js';
import { type Kept, type ShownAs, ShownDrifts, type Taker } from './shown-drifts.js';

/** Prints what Argo CD reports at each moment of an update, and the `ignoreDifferences` with which it reports nothing. */
export function driftCommand(parsed: ParsedArguments<'drift'>, around: Surroundings): number {
  const progress = Progress.in(around);
  try {
    return driftWith(parsed, around, progress);
  } finally {
    progress?.clear();
  }
}

function driftWith(
  { values, positionals }: ParsedArguments<'drift'>,
  around: Surroundings,
  progress: Progress | undefined,
): number {
  const started = performance.now();
  const options = driftOptions(values, positionals, around);
  const first = compareNamed(options, around, progress);
  const boundary = Boundary.around(options.settings.workingFolder, first.paths);
  const { written, failures } = options.writes
    ? writeEntries(first.result.wanted, boundary, first.inputs.given)
    : unasked;
  // What was said holds no longer: the files are compared as they are now. Standard input cannot be read again.
  const isStale = written.length > 0 && !first.paths.includes('-');
  const { result: compared, shown } = isStale
    ? compareNamed({ ...options, writes: false }, around, progress)
    : first;
  const result: DriftResult = {
    ...compared,
    notes: [...compared.notes, ...written],
    failures: [...compared.failures, ...failures],
  };
  const { tally, findings, faults } = result;
  const unwritten = deliver(options.delivery, around, (to) =>
    shown.print(result, performance.now() - started, to),
  );
  if (options.format === 'html') warnBesides(around, result);
  const isUnsure = tally.counts.notJudged > 0;
  return exitCodeOf(
    { faults, failures: [...result.failures, ...unwritten, ...(isUnsure ? [isUnsure] : [])] },
    tally.counts.withDrift > 0 || findings.some(({ severity }) => severity === 'error'),
  );
}

/** Reads the manifests and compares their Rollouts. */
function compareNamed(options: Options, around: Surroundings, progress: Progress | undefined) {
  const { inputs, paths, names } = readNamed(options, 'drift', progress);
  const shown = new ShownDrifts(options, terminalWidth(around));
  const result = driftsIn(inputs, { ...options, paths, names }, shown, progress);
  progress?.clear();
  return { inputs, paths, shown, result };
}

/**
 * Compares the chosen Rollouts, hands their drifts to `shown`, and returns everything else.
 * @throws {UsageError} if the files have no Rollout and nothing else to report
 */
export function driftsIn(
  inputs: RolloutInputs,
  options: Pick<Options, 'names' | 'format' | 'shard'> & Pick<NamedRollouts, 'paths'>,
  shown: Taker,
  progress: Progress | undefined,
): DriftResult & { readonly wanted: readonly Wanted[] } {
  const { tally, wanted, rest, others } = compareDrifts(inputs, options, shown, progress);
  const { findings } = inputs;
  const faults = inputs.faults.all;
  const notes = [...inputs.notes, ...rest.notes.map((message) => ({ message }))];
  const failures = [...inputs.failures, ...limitsOf(inputs)];
  if (tally.drifts + failures.length + findings.length + faults.length + others.length === 0)
    throw noRollout(inputs, { command: 'drift', paths: options.paths }, notes);
  const { leftOut } = rest;
  const unchecked = [...inputs.unchecked, ...others, ...tally.unchecked];
  return { tally, leftOut, findings, notes, failures, unchecked, faults, wanted };
}

type Rest = ReturnType<typeof tellDrifts>;

interface Compared {
  readonly tally: Tally;
  readonly wanted: readonly Wanted[];
  readonly rest: Rest;
  /** What the report says of the Rollouts of other shards. */
  readonly others: readonly string[];
}

/** Compares the chosen Rollouts, each under its releases, and hands their drifts to `shown` in the order of the Rollouts. */
function compareDrifts(
  inputs: RolloutInputs,
  { names, format, shard }: Pick<Options, 'names' | 'format' | 'shard'>,
  shown: Taker,
  progress: Progress | undefined,
): Compared {
  const readable = chooseRollouts(inputs, names).filter(({ isReadable }) => isReadable);
  const { own: chosen, unchecked: others } = shardOfRollouts(inputs.graph, readable, shard);
  checkPage(chosen, format);
  const tally = new Tally();
  const wanted: Wanted[] = [];
  const ordered = new InOrder((drifts: readonly Kept[]) => {
    for (const one of drifts) {
      shown.add(one);
      if (one.wanted) wanted.push(one.wanted);
    }
  });
  let before = 0;
  const compareIn = (graph: Graph, rollouts: readonly Resource[]): Rest => {
    const first = before;
    before += rollouts.length;
    const tell: Tell = (drifts, place) => {
      for (const drift of drifts) tally.add(drift);
      ordered.take(
        drifts.map((drift) => shown.kept(drift)),
        first + place,
      );
    };
    return tellDrifts(graph, rollouts, tell, {
      rollouts: graph.rolloutsVersion,
      argocd: graph.argoCdVersion,
      faults: inputs.faults,
      concerns: ({ source }) => inputs.files?.has(source.path) !== false,
      onRollout: progress && ((done, of) => progress.tell('Compared:', done, of)),
    });
  };
  const byReleases = [...groupBy(chosen, inputs.graphFor)];
  const rests = byReleases.map(([graph, rollouts]) => compareIn(graph, rollouts));
  const rest = joinedReport(rests.length > 0 ? rests : [compareIn(inputs.graph, [])]);
  return { tally, wanted, rest, others };
}

/** One report for the Rollouts of all releases: an entry is left out only if no release needs it. */
function joinedReport(reports: readonly Rest[]): Rest {
  const [first, ...others] = reports.map(({ leftOut }) => leftOut);
  return {
    leftOut: (first ?? []).filter((one) => others.every((leftOut) => leftOut.includes(one))),
    notes: [...new Set(reports.flatMap(({ notes }) => notes))],
  };
}

const unasked: Writing = { written: [], failures: [] };

export interface Options extends Arguments, ShownAs {
  readonly delivery: Delivery;
  readonly shard: Shard | undefined;
}

/** The options by the values of the command line. */
export function driftOptions(
  values: ValuesOf<'drift'>,
  positionals: readonly string[],
  around: Surroundings,
): Options {
  const settings = readSettings(values, positionals, around);
  const shard = readShard(values.shard);
  // Two jobs would write into the file of one Application.
  if (shard && values.write === true) throw new UsageError('--write and --shard cannot be used together.');
  return {
    settings,
    given: positionals,
    format: formatOf(values, { '.html': 'html', '.json': 'json' }),
    delivery: readDelivery(values),
    names: list(values.rollout),
    shard,
    writes: values.write === true,
    isColored: values.output === undefined && wantsColor(around, values['no-color']),
  };
}
