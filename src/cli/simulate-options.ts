import type { Assumptions } from '../play/simulate/clock.js';
import type { Failing } from '../play/simulate/failing.js';
import type { Trace } from '../play/simulate/trace.js';
import { UsageError } from './exit.js';
import { readFailing, readSeconds } from './failing.js';
import type { ValuesOf } from './commands.js';
import { type Delivery, formatOf, readDelivery } from './deliver.js';
import { list } from './options.js';
import { wantsColor } from './output.js';
import { readSettings } from './inputs.js';
import { type Arguments } from './named-rollouts.js';
import { readShard, type Shard } from './shard.js';
import type { Surroundings } from './surroundings.js';

/** Refuses `--abort-at` with a step that the update does not reach. */
export function checkAbort({ rollout, frames }: Trace, { abortAt }: Options): void {
  if (abortAt === undefined || frames.some(({ kind }) => kind === 'aborted' || kind === 'invalid')) return;
  const steps = frames.flatMap(({ kind, step }) => (kind === 'step' && step !== undefined ? [step] : []));
  const come = steps.length === 0 ? 'reaches no step' : `reaches steps 0 to ${Math.max(...steps)}`;
  throw new UsageError(`--abort-at is ${abortAt}, but the update of Rollout "${rollout.name}" ${come}.`);
}

/** Refuses `--fail` with a metric that no analysis of the Rollout measures. */
export function checkFail({ rollout, metrics, unmet, frames }: Trace): void {
  const [unknown] = unmet ?? [];
  if (unknown === undefined || frames.some(({ kind }) => kind === 'invalid')) return;
  const known =
    metrics.length === 0 ? 'has no metric' : `has no such metric. Its metrics are ${metrics.join(', ')}`;
  throw new UsageError(`--fail is "${unknown}", but Rollout "${rollout.name}" ${known}.`);
}

export interface Options extends Arguments {
  readonly format: NonNullable<ValuesOf<'simulate'>['format']>;
  readonly delivery: Delivery;
  readonly abortAt: number | undefined;
  readonly assumptions: Assumptions;
  readonly fail: readonly Failing[];
  readonly shard: Shard | undefined;
  readonly step: string | undefined;
  readonly diff: string | undefined;
  readonly isColored: boolean;
}

/** The options by the values of the command line. */
export function simulateOptions(
  values: ValuesOf<'simulate'>,
  positionals: readonly string[],
  around: Surroundings,
): Options {
  const { step, diff } = values;
  if (values.fail !== undefined && values['abort-at'] !== undefined)
    throw new UsageError('--fail and --abort-at cannot be used together.');
  const settings = readSettings(values, positionals, around);
  const format = formatOf(values, { '.html': 'html', '.json': 'json' });
  if (step !== undefined && diff !== undefined)
    throw new UsageError('--step and --diff cannot be used together.');
  if (format !== 'text' && (step ?? diff) !== undefined)
    throw new UsageError(`--step and --diff need --format text; --format ${format} has every frame.`);
  return {
    settings,
    given: positionals,
    format,
    delivery: readDelivery(values),
    names: list(values.rollout),
    shard: readShard(values.shard),
    abortAt: readStep(values['abort-at']),
    fail: list(values.fail).map(readFailing),
    assumptions: {
      readyAfter: readSeconds('ready-after', values['ready-after']),
      measure: readSeconds('measure', values.measure),
      showsAfter: readSeconds('shows-after', values['shows-after']),
    },
    step,
    diff,
    isColored: values.output === undefined && wantsColor(around, values['no-color']),
  };
}

function readStep(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,9}$/.test(text))
    throw new UsageError(`--abort-at is "${text}"; it must be the number of a step, counted from 0.`);
  return Number(text);
}
