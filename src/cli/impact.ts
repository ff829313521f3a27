import type { Graph } from '../repository/graph/graph.js';
import { readGraph } from '../repository/graph/read-graph.js';
import { impactOf } from '../play/impact/impact.js';
import type { RolloutImpact } from '../play/impact/rollout-impact.js';
import type { RolloutPair } from '../play/impact/pairs.js';
import { changedRoutes } from '../play/impact/other-routes.js';
import { changedSources, touchedPairs } from '../play/impact/touched.js';
import impactJson, { countEffects, type ImpactResult } from '../report/impact-json.js';
import impactMarkdown from '../report/impact-markdown.js';
import impactPage, { impactFiles } from '../report/impact-page/page.js';
import { impactSummary, impactText } from '../report/impact-text.js';
import { colored, plain } from '../report/style.js';
import { Effort } from '../play/simulate/effort.js';
import { changeSince } from './changed.js';
import { type Before, type RepositoryChange } from './found-change.js';
import type { Checkout } from './checkout.js';
import type { ValuesOf } from './commands.js';
import { deliver, type Delivery, formatOf, readDelivery } from './deliver.js';
import { exitCodeOf } from './exit.js';
import { type CommandInputs, discoverInputs, prepare, readSettings, type Settings } from './inputs.js';
import { unweightedIn } from '../lint/unweighted.js';
import { followingOf } from '../play/protect/protection.js';
import { isNamedIn } from '../lint/project/wanted.js';
import type { Source } from '../model/source.js';
import { quoted } from '../report/quoted.js';
import type { Note } from '../report/report.js';
import { type BuiltInputs, StaticInputs } from './static-inputs.js';
import { type Unchecked, uncheckedIn } from '../lint/project/unchecked.js';
import { reachedFailures, unreadApplications, unreadChanges } from './unread-changes.js';
import { parse } from './options.js';
import { print, printText, terminalWidth, wantsColor } from './output.js';
import { aroundRollouts, limitsOf, pageParts, readRollouts, type RolloutInputs } from './read-rollouts.js';
import { isInShard, readShard, type Shard, sharded, shardOfRollouts } from './shard.js';
import { warnBesides } from './warn-besides.js';
import type { Surroundings } from './surroundings.js';

/** Prints what a change does to Rollouts, both when they are settled and during an update. */
export function impactCommand(args: string[], around: Surroundings): number {
  const started = performance.now();
  const options = readOptions(args, around);
  const { settings, paths } = options;
  const found = discoverInputs(paths, settings);
  const change = changeSince(
    { revision: options.base },
    { sources: found.sources, paths, settings },
    {
      noRepository: 'impact compares with a commit of the repository.',
      outside: '',
      noCommit: '; commit the manifests first.',
    },
  );
  try {
    return report(change, found, options, started, around);
  } finally {
    change?.close();
  }
}

function report(
  change: RepositoryChange | undefined,
  found: ReturnType<typeof discoverInputs>,
  options: Options,
  started: number,
  around: Surroundings,
): number {
  const { settings, paths } = options;
  const earlierSources = settings.renders ? undefined : change?.before?.sources();
  const built = earlierSources && builtIn(earlierSources, found.sources, options);
  const inputs = readRollouts(paths, settings, 'impact', {
    found,
    built: built?.after,
    keepsReadings: true,
    limited: (whole) => (change ? limitedTo(change, whole) : whole),
  });
  const earlier = (before: Before): EarlierInputs =>
    built
      ? prepare(earlierSources, settings, paths, built.before)
      : renderedBefore(before.checkOut(), options);
  const compared = change?.before && impactBetween(change, inputs, earlier(change.before), options);
  const impacts = compared?.impacts ?? [];
  const { findings, faults } = inputs;
  const reached = reachedFailures(inputs.failures, change);
  const { own } = shardOfRollouts(inputs.graph, inputs.graph.rollouts, options.shard);
  const still = impacts.filter(({ change: kind }) => kind !== 'removed').length;
  const result: ImpactResult = {
    impacts,
    untouched: Math.max(0, own.length - still),
    findings,
    unknown: compared?.unknown ?? [],
    notes: [...reached.notes, ...inputs.notes],
    failures: [...reached.failures, ...limitsOf(inputs)],
    unchecked: [...inputs.unchecked, ...(compared?.others ?? []), ...(compared?.unsimulated ?? [])],
    faults: faults.all,
  };
  const unwritten = deliver(options.delivery, around, (to) => {
    if (options.format === 'html')
      printText(to, impactPage(pageParts(impactFiles), result, inputs.graph.rolloutsVersion));
    else printReport(result, options, performance.now() - started, to);
  });
  if (options.format === 'html') warnBesides(around, result);
  return exitCodeOf(
    { faults: result.faults, failures: [...result.failures, ...unwritten] },
    countEffects(impacts, 'error') > 0 || findings.some(({ severity }) => severity === 'error'),
  );
}

/** The earlier state; `outside` maps a file of it to its path in the repository, if it stands in a folder of its own. */
type EarlierInputs = CommandInputs & Pick<Settings, 'outside'>;

/** The impact on each Rollout that the change touches, and what of the change cannot be judged. */
export function impactBetween(
  change: Pick<RepositoryChange, 'files' | 'isUnread'>,
  inputs: RolloutInputs,
  earlier: EarlierInputs,
  { settings, paths, shard }: Pick<Options, 'settings' | 'paths'> & Partial<Pick<Options, 'shard'>>,
): {
  readonly impacts: readonly RolloutImpact[];
  readonly unknown: readonly Note[];
  /** What the report says of the Rollouts of other shards. */
  readonly others: readonly string[];
  /** What is written for routers that are not simulated, and changed objects that they read. */
  readonly unsimulated: readonly string[];
} {
  const after = inputs.graph;
  const { graph: before, templates } = readGraph(earlier.sources, {
    graph: earlier.graph,
    isNamed: isNamedIn(paths, settings),
    known: inputs.read,
  });
  // A rendered earlier state stands in a folder of its own, so its paths say nothing about the change.
  const states = settings.renders ? [] : [{ opaque: before.opaque(inWhole), templates }];
  const unknown = [
    ...unreadChanges(
      change,
      [{ opaque: after.opaque(inWhole), templates: inputs.read.templates }, ...states],
      settings,
    ),
    ...unreadApplications(before, after, settings),
  ];
  const changed = changedSources(earlier.sources, inputs.sources);
  const { own, unchecked: others } = sharded(
    touchedPairs(before, after, changed, earlier.outside),
    shard,
    (pair) => isInShard(identityOf(pair, before, after), shard),
  );
  const impacts = impactsOn(own, before, inputs);
  const unsimulated = [
    ...new Set([
      ...impacts.flatMap((impact) => impact.unsimulated),
      ...changedRoutes(before, after, changed),
    ]),
  ];
  return { impacts, unknown, others, unsimulated };
}

/** The impact on each of some Rollouts. */
function impactsOn(
  pairs: readonly RolloutPair[],
  before: Graph,
  inputs: RolloutInputs,
): readonly RolloutImpact[] {
  const [effort, ofProtection] = [new Effort(), new Effort()];
  const unweightedBefore = unweightedIn(
    before,
    pairs.flatMap((pair) => pair.before ?? []),
  );
  const unweightedAfter = unweightedIn(
    inputs.graph,
    pairs.flatMap((pair) => pair.after ?? []),
  );
  return pairs.flatMap((pair) => {
    const rollout = pair.after ?? pair.before;
    if (!rollout?.isReadable) return [];
    const graph = inputs.graphFor(rollout);
    const releases = { version: graph.rolloutsVersion, argocd: graph.argoCdVersion };
    const protection = { limits: inputs.limitsFor(rollout), effort: ofProtection };
    const unweighted = {
      before: pair.before ? unweightedBefore(pair.before) : [],
      after: pair.after ? unweightedAfter(pair.after) : [],
    };
    const play = (): RolloutImpact | undefined =>
      impactOf({ before, after: graph }, pair, { ...releases, effort, protection, unweighted });
    const impact = inputs.faults.contain('impact', rollout, play);
    if (!impact) return [];
    if (unweighted.after.length === 0) return impact;
    return {
      ...impact,
      unsimulated: [...impact.unsimulated, followingOf(rollout.name)],
      notes: [...impact.notes, ...unweighted.after],
    };
  });
}

/** The name by which a pair belongs to a shard. */
function identityOf(pair: RolloutPair, before: Graph, after: Graph): Parameters<typeof isInShard>[0] {
  const [graph, rollout] = pair.after ? [after, pair.after] : [before, pair.before];
  return { namespace: rollout && graph.namespace(rollout), name: rollout?.name ?? '' };
}

type BuiltStates = Record<'before' | 'after', BuiltInputs>;

/**
 * Both states, with the output of a kustomization in place of its files where it is known without kustomize. It must be known in
 * both states: otherwise a build would be compared with files, and the comparison would report differences that do not exist.
 */
export function builtIn(
  before: readonly Source[],
  after: readonly Source[],
  { settings, paths }: Pick<Options, 'settings' | 'paths'>,
): BuiltStates {
  const [earlier, later] = [before, after].map((sources) => new StaticInputs(sources, settings, paths)) as [
    StaticInputs,
    StaticInputs,
  ];
  const isBuilt = (folder: string): boolean =>
    earlier.folders.get(folder) !== false && later.folders.get(folder) !== false;
  return { before: earlier.inputs(isBuilt), after: later.inputs(isBuilt) };
}

/** Impact depends on every field of every object, so a build counts as known only if all of it is known. */
const inWhole = { whole: true };

/** Only what the change touches is reported as unchecked; `unreadChanges` reports changed builds and templates. */
function limitedTo(change: RepositoryChange, all: Unchecked): Unchecked {
  return uncheckedIn({ ...all, templates: [] }, (source) => change.isChanged(source), []);
}

/** The earlier state, rendered by kustomize and Helm. */
function renderedBefore(checkout: Checkout, { settings, paths }: Options): EarlierInputs {
  const its = checkout.settings(settings);
  const there = checkout.inputs(paths, settings.workingFolder);
  return {
    ...prepare(discoverInputs(there, its).sources, its, there),
    outside: (file) => checkout.outside(file),
  };
}

function printReport(
  result: ImpactResult,
  options: Options,
  milliseconds: number,
  around: Surroundings,
): void {
  const style = options.isColored ? colored : plain;
  if (options.format === 'json') printText(around, impactJson(result));
  else if (options.format === 'markdown') printText(around, impactMarkdown(result));
  else {
    const lines = result.impacts.flatMap((impact) => [
      ...impactText(impact, style, terminalWidth(around)),
      '',
    ]);
    lines.push(...result.unknown.map(({ message }) => `${style.yellow('!')} ${quoted(message)}`));
    print(around, aroundRollouts(result, lines, impactSummary(result, style, milliseconds), style));
  }
}

interface Options {
  readonly settings: Settings;
  readonly paths: readonly string[];
  readonly base: string;
  readonly shard: Shard | undefined;
  readonly format: NonNullable<ValuesOf<'impact'>['format']>;
  readonly delivery: Delivery;
  readonly isColored: boolean;
}

function readOptions(args: string[], around: Surroundings): Options {
  const { values, positionals } = parse('impact', args);
  const settings = readSettings(values, positionals, around);
  return {
    settings,
    paths: positionals.length > 0 ? positionals : ['.'],
    base: values.base ?? 'HEAD',
    shard: readShard(values.shard),
    format: formatOf(values, { '.html': 'html', '.json': 'json', '.md': 'markdown' }),
    delivery: readDelivery(values),
    isColored: values.output === undefined && wantsColor(around, values['no-color']),
  };
}
