import type { Shard } from '../lint/part.js';
import type { ValuesOf } from './commands.js';
import { UsageError } from './exit.js';
import type { Settings } from './inputs.js';

/** So many runs share a work that takes one of them a minute; of more each would do nothing but read. */
const mostShards = 256;

export function readShard(text: string | undefined): Shard | undefined {
  if (text === undefined) return undefined;
  const [, index, count] = /^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? [];
  const shard = { index: Number(index), count: Number(count) };
  if (index === undefined || shard.index < 1 || shard.index > shard.count || shard.count > mostShards)
    throw new UsageError(
      `--shard is "${text}"; it must be a shard and their number, such as 2/4, with at most ${mostShards}.`,
    );
  return shard;
}

/** Options of `lint` that are those of `merge` when it is linted in shards: only there it is known what is found. */
const ofMerge = ['format', 'fail-on', 'quiet', 'no-color'] as const;

export function checkShardOptions(
  values: ValuesOf<'lint'>,
  settings: Pick<Settings, 'renders' | 'overrides'>,
  plugins: readonly unknown[],
): void {
  const name = ofMerge.find((one) => values[one] !== undefined && String(values[one]) !== 'json');
  if (name !== undefined)
    throw new UsageError(
      `--${name} does nothing with --shard: no shard knows all findings. Give it to "rolloutkit merge".`,
    );
  if (values.fix !== undefined)
    throw new UsageError('--fix and --shard cannot be used together: no shard knows all findings.');
  if (values.suppress !== undefined)
    throw new UsageError('--suppress and --shard cannot be used together: no shard knows all findings.');
  if (settings.renders)
    throw new UsageError(
      '--shard does not render, because each shard would render everything. Lint what was rendered before, or pass --no-render.',
    );
  const releases = settings.overrides.find((override) => Object.keys(override.releases).length > 0);
  if (releases)
    throw new UsageError(
      `--shard takes one release of each program, but the override at ${releases.name} names another. Lint its files in a run of their own.`,
    );
  if (plugins.length > 0 && (values.changed !== undefined || values.staged === true))
    throw new UsageError(
      '--shard and --changed cannot be used together with a plugin: what a change means to its rules is unknown.',
    );
  if (values.context !== undefined)
    throw new UsageError(
      '--shard and --context cannot be used together: the cluster may change between shards. Name what it has with --assume.',
    );
}
