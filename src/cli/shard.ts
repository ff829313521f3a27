import { createHash } from 'node:crypto';
import type { Graph } from '../repository/graph/graph.js';
import type { Resource } from '../model/resource.js';
import { counted } from '../model/wording.js';
import { UsageError } from './exit.js';

/** The part of the Rollouts that a command plays, of several that are run apart. */
export interface Shard {
  /** From 1. */
  readonly index: number;
  readonly count: number;
}

/** More jobs than a CI system runs at once for one matrix; GitHub's limit is 256. */
const mostShards = 1000;

/** Reads `--shard I/N`. */
export function readShard(text: string | undefined): Shard | undefined {
  if (text === undefined) return undefined;
  const [, index = NaN, count = NaN] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).map(Number);
  if (!(index >= 1 && index <= count && count <= mostShards))
    throw new UsageError(
      `--shard is "${text}"; it must be a number and how many there are, such as 2/4, of at most ${mostShards}.`,
    );
  return { index, count };
}

/**
 * Whether a Rollout belongs to a shard. Decided by its namespace and name alone, so no shard has to know what the others do, and a
 * Rollout stays in its shard when others are added.
 */
export function isInShard(
  { namespace = '', name }: { readonly namespace: string | undefined; readonly name: string },
  shard: Shard | undefined,
): boolean {
  if (!shard || shard.count === 1) return true;
  const hash = createHash('sha256').update(`${namespace}/${name}`).digest().readUInt32BE();
  return hash % shard.count === shard.index - 1;
}

/** The items of a shard, and what the report says of the others: they were not checked by this run. */
export function sharded<T>(
  all: readonly T[],
  shard: Shard | undefined,
  isOwn: (one: T) => boolean,
): { readonly own: readonly T[]; readonly unchecked: readonly string[] } {
  const own = shard ? all.filter(isOwn) : all;
  const others = all.length - own.length;
  return { own, unchecked: others === 0 ? [] : [`${counted(others, 'Rollout')} of other shards`] };
}

/** The chosen Rollouts of a shard, and what the report says of the others. */
export function shardOfRollouts(
  graph: Graph,
  rollouts: readonly Resource[],
  shard: Shard | undefined,
): { readonly own: readonly Resource[]; readonly unchecked: readonly string[] } {
  return sharded(rollouts, shard, (one) =>
    isInShard({ namespace: graph.namespace(one), name: one.name }, shard),
  );
}
