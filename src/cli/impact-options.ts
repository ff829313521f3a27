import type { FailThreshold } from '../model/finding.js';
import type { ChangedSince } from './changed.js';
import type { ValuesOf } from './commands.js';
import { type Delivery, formatOf, readDelivery } from './deliver.js';
import { UsageError } from './exit.js';
import { readSettings, type Settings } from './inputs.js';
import { parse } from './options.js';
import { wantsColor } from './output.js';
import { readShard, type Shard } from './shard.js';
import type { Surroundings } from './surroundings.js';

/** The options of `impact`. */
export interface ImpactOptions {
  readonly settings: Settings;
  readonly paths: readonly string[];
  readonly since: ChangedSince;
  readonly failOn: FailThreshold;
  readonly isQuiet: boolean;
  readonly shard: Shard | undefined;
  readonly format: NonNullable<ValuesOf<'impact'>['format']>;
  readonly delivery: Delivery;
  readonly isColored: boolean;
}

/** The options by the arguments of the command line. */
export function readImpactOptions(args: string[], around: Surroundings): ImpactOptions {
  const { values, positionals } = parse('impact', args);
  const settings = readSettings(values, positionals, around);
  const format = formatOf(values, { '.html': 'html', '.json': 'json', '.md': 'markdown' });
  if (values.staged && values.base !== undefined)
    throw new UsageError('--staged and --base cannot be used together.');
  if (values.quiet && format !== 'text')
    throw new UsageError(`--quiet and --format ${format} cannot be used together.`);
  return {
    settings,
    paths: positionals.length > 0 ? positionals : ['.'],
    since: values.staged ? 'staged' : { revision: values.base ?? 'HEAD' },
    failOn: values['fail-on'] ?? 'error',
    isQuiet: values.quiet === true,
    shard: readShard(values.shard),
    format,
    delivery: readDelivery(values),
    isColored: values.output === undefined && wantsColor(around, values['no-color']),
  };
}
