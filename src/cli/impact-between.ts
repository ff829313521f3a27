import type { Graph } from '../repository/graph/graph.js';
import { readGraph } from '../repository/graph/read-graph.js';
import { impactOf } from '../play/impact/impact.js';
import type { RolloutImpact } from '../play/impact/rollout-impact.js';
import type { RolloutPair } from '../play/impact/pairs.js';
import { changedRoutes } from '../play/impact/other-routes.js';
import { changedSources, touchedPairs } from '../play/impact/touched.js';
import { Effort } from '../play/simulate/effort.js';
import type { RepositoryChange } from './found-change.js';
import { type CommandInputs, type Settings } from './inputs.js';
import { unweightedIn } from '../lint/unweighted.js';
import { followingOf } from '../play/protect/protection.js';
import { isNamedIn } from '../lint/project/wanted.js';
import type { Failure, Note } from '../report/report.js';
import { failuresBefore, unreadApplications, unreadChanges } from './unread-changes.js';
import { type RolloutInputs } from './read-rollouts.js';
import { isInShard, sharded, shardOfRollouts } from './shard.js';
import { uncomparedOf, unknownBuilds } from './unknown-builds.js';
import { type ImpactOptions } from './impact-options.js';

/**
 * The earlier state. If it is in a folder of its own, `outside` maps a file of it to its path in the later state, and `inside` does the
 * opposite.
 */
export type EarlierInputs = CommandInputs &
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
