import type { Graph } from '../repository/graph/graph.js';
import { readGraph } from '../repository/graph/read-graph.js';
import { impactOf } from '../play/impact/impact.js';
import type { RolloutImpact } from '../play/impact/rollout-impact.js';
import type { RolloutPair } from '../play/impact/pairs.js';
import { changedRoutes } from '../play/impact/other-routes.js';
import { changedSources, touchedPairs } from '../play/impact/touched.js';
import type { ImpactResult } from '../report/impact-json.js';
import impactPage, { impactFiles } from '../report/impact-page/page.js';
import { Effort } from '../play/simulate/effort.js';
import { builtIn } from './built-states.js';
import { changeSince } from './changed.js';
import type { Before, RepositoryChange } from './found-change.js';
import type { Checkout } from './checkout.js';
import { deliver } from './deliver.js';
import { exitCodeOf } from './exit.js';
import { type CommandInputs, discoverInputs, prepare, type Settings } from './inputs.js';
import { unweightedIn } from '../lint/unweighted.js';
import { followingOf } from '../play/protect/protection.js';
import { isAtLeast } from '../model/finding.js';
import { isNamedIn } from '../lint/project/wanted.js';
import type { Failure, Note } from '../report/report.js';
import { type Unchecked, uncheckedIn } from '../lint/project/unchecked.js';
import { failuresBefore, reachedFailures, unreadApplications, unreadChanges } from './unread-changes.js';
import { printText } from './output.js';
import { limitsOf, readRollouts, type RolloutInputs } from './read-rollouts.js';
import { pageParts } from './rollout-page.js';
import { isInShard, sharded, shardOfRollouts } from './shard.js';
import { uncomparedOf, unknownBuilds } from './unknown-builds.js';
import { warnBesides } from './warn-besides.js';
import { type ImpactOptions, readImpactOptions } from './impact-options.js';
import { printReport } from './impact-report.js';
import type { Surroundings } from './surroundings.js';

/** Prints what a change does to Rollouts, both when they are settled and during an update. */
export function impactCommand(args: string[], around: Surroundings): number {
  const started = performance.now();
  const options = readImpactOptions(args, around);
  const { settings, paths } = options;
  const found = discoverInputs(paths, settings);
  const change = changeSince(
    options.since,
    { sources: found.sources, paths, settings },
    {
      noRepository: 'impact compares with a commit of the repository.',
      outside: '',
      noCommit: '; commit the manifests first.',
    },
    'nothing',
  );
  try {
    return report(change, stateAfter(change, found, options), options, started, around);
  } finally {
    change?.close();
  }
}

/** The inputs after the change: the files, or with `--staged` the index, in a folder of its own where programs must read it. */
interface AfterChange extends Pick<ImpactOptions, 'settings' | 'paths'> {
  readonly found: ReturnType<typeof discoverInputs>;
}

function stateAfter(
  change: RepositoryChange | undefined,
  found: AfterChange['found'],
  { settings, paths }: ImpactOptions,
): AfterChange {
  const checkout = change?.after;
  if (!checkout) return { settings, paths, found: { ...found, sources: change?.sources ?? found.sources } };
  const its = checkout.settings(settings);
  const there = checkout.inputs(paths, settings.workingFolder);
  return { settings: its, paths: there, found: discoverInputs(there, its) };
}

function report(
  change: RepositoryChange | undefined,
  state: AfterChange,
  options: ImpactOptions,
  started: number,
  around: Surroundings,
): number {
  const { settings, paths } = options;
  const { found } = state;
  const earlierSources = settings.renders ? undefined : change?.before?.sources();
  const built = earlierSources && builtIn(earlierSources, found.sources, options);
  const inputs = readRollouts(state.paths, state.settings, 'impact', {
    found,
    built: built?.after,
    keepsReadings: true,
    limited: (whole) => (change ? limitedTo(change, whole) : whole),
  });
  const earlier = (before: Before): EarlierInputs =>
    built
      ? prepare(earlierSources, settings, paths, built.before)
      : renderedBefore(before.checkOut(), options, change?.after);
  const compared =
    change?.before &&
    impactBetween(changeIn(change), inputs, earlier(change.before), { ...options, ...state });
  const impacts = compared?.impacts ?? [];
  const { findings, faults } = inputs;
  const reached = reachedFailures([...inputs.failures, ...(compared?.failures ?? [])], change);
  const { own } = shardOfRollouts(inputs.graph, inputs.graph.rollouts, options.shard);
  const still = impacts.filter(({ change: kind }) => kind !== 'removed').length;
  const result: ImpactResult = {
    impacts,
    untouched: Math.max(0, own.length - still - (compared?.uncompared ?? 0)),
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
  const outcomes = [...impacts.flatMap(({ effects }) => effects), ...findings];
  return exitCodeOf(
    { faults: result.faults, failures: [...result.failures, ...unwritten] },
    outcomes.some(({ severity }) => isAtLeast(severity, options.failOn)),
  );
}

/**
 * The earlier state. If it is in a folder of its own, `outside` maps a file of it to its path in the later state, and `inside` does the
 * opposite.
 */
type EarlierInputs = CommandInputs &
  Pick<Settings, 'outside'> & { readonly inside?: (file: string) => string };

interface ComparedStates {
  readonly impacts: readonly RolloutImpact[];
  readonly unknown: readonly Note[];
  /** What the report says of the Rollouts of other shards. */
  readonly others: readonly string[];
  /** What is written for routers that are not simulated, and changed objects that they read. */
  readonly unsimulated: readonly string[];
  /** The Rollouts after the change that are not compared, because one state or what changes was not rendered. */
  readonly uncompared: number;
  /** What could not be rendered before the change. */
  readonly failures: readonly Failure[];
}

/** The impact on each Rollout that the change touches, and what of the change cannot be judged. */
export function impactBetween(
  change: Pick<RepositoryChange, 'files' | 'isUnread'>,
  inputs: RolloutInputs,
  earlier: EarlierInputs,
  {
    settings,
    paths,
    shard,
  }: Pick<ImpactOptions, 'settings' | 'paths'> & Partial<Pick<ImpactOptions, 'shard'>>,
): ComparedStates {
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
  const pairs = touchedPairs(before, after, changed, earlier.outside);
  const compared = pairs.filter((pair) => !isHalfBuilt(pair, earlier, inputs));
  const { own, unchecked: others } = sharded(compared, shard, (pair) =>
    isInShard(identityOf(pair, before, after), shard),
  );
  const buildsOf = unknownBuilds(
    change,
    [before, after],
    [after.opaque(inWhole), ...states.map(({ opaque }) => opaque)].flat(),
  );
  const impacts = impactsOn(own, { before, buildsOf }, inputs);
  const unsimulated = [
    ...new Set([
      ...impacts.flatMap((impact) => impact.unsimulated),
      ...changedRoutes(before, after, changed),
    ]),
  ];
  const shown = new Set(impacts.map(({ rollout }) => rollout));
  const left = {
    half: pairs.filter((pair) => !compared.includes(pair)),
    unbuilt: shardOfRollouts(after, after.rollouts, shard).own.filter(
      (rollout) => !shown.has(rollout) && buildsOf(after, rollout).length > 0,
    ),
  };
  const failures = failuresBefore(earlier.failures, inputs.failures, earlier.inside ?? ((file) => file));
  const { notes, uncompared } = uncomparedOf(left);
  return { impacts, unknown, others: [...others, ...notes], unsimulated, uncompared, failures };
}

/** Whether only one state of a Rollout was rendered. What the other state has in its place is not known. */
function isHalfBuilt(
  pair: RolloutPair,
  { isUnbuilt, inside = (file) => file, outside = (file) => file }: EarlierInputs,
  after: Pick<RolloutInputs, 'isUnbuilt'>,
): boolean {
  const [earlier, later] = [pair.before?.source.path, pair.after?.source.path];
  const before = earlier ?? (later === undefined ? '' : inside(later));
  return isUnbuilt?.(before) !== after.isUnbuilt?.(later ?? outside(before));
}

/** The impact on each of some Rollouts. */
function impactsOn(
  pairs: readonly RolloutPair[],
  { before, buildsOf }: { readonly before: Graph; readonly buildsOf: ReturnType<typeof unknownBuilds> },
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
    const ofBuilds = { unknownBuilds: pair.after ? buildsOf(inputs.graph, pair.after) : [] };
    const play = (): RolloutImpact | undefined =>
      impactOf({ before, after: graph }, pair, { ...releases, effort, protection, unweighted, ...ofBuilds });
    const impact = inputs.faults.contain('impact', rollout, play);
    if (!impact) return [];
    if (unweighted.after.length === 0) return impact;
    return {
      ...impact,
      unsimulated: [...impact.unsimulated, followingOf(rollout)],
      notes: [...impact.notes, ...unweighted.after],
    };
  });
}

/** The name by which a pair belongs to a shard. */
function identityOf(pair: RolloutPair, before: Graph, after: Graph): Parameters<typeof isInShard>[0] {
  const [graph, rollout] = pair.after ? [after, pair.after] : [before, pair.before];
  return { namespace: rollout && graph.namespace(rollout), name: rollout?.name ?? '' };
}

/** Impact depends on every field of every object, so a build counts as known only if all of it is known. */
const inWhole = { whole: true };

/** A change with the paths that its files have where the later state is read. */
function changeIn(change: RepositoryChange): Pick<RepositoryChange, 'files' | 'isUnread'> {
  const { after } = change;
  if (!after) return change;
  return {
    files: change.files.map((file) => ({ ...file, path: after.inside(file.path) })),
    isUnread: (file) => change.isUnread({ ...file, path: after.outside(file.path) }),
  };
}

/** Only what the change touches is reported as unchecked; `unreadChanges` reports changed builds and templates. */
function limitedTo(change: RepositoryChange, all: Unchecked): Unchecked {
  return uncheckedIn({ ...all, templates: [] }, (source) => change.isChanged(source), []);
}

/** The earlier state, rendered by kustomize and Helm; the later one may be in a folder of its own, too. */
function renderedBefore(
  checkout: Checkout,
  { settings, paths }: ImpactOptions,
  after: Checkout | undefined,
): EarlierInputs {
  const its = checkout.settings(settings);
  const there = checkout.inputs(paths, settings.workingFolder);
  return {
    ...prepare(discoverInputs(there, its).sources, its, there),
    outside: (file) => after?.inside(checkout.outside(file)) ?? checkout.outside(file),
    inside: (file) => checkout.inside(after?.outside(file) ?? file),
  };
}
