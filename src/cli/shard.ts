import { createHash } from 'node:crypto';
import path from 'node:path';
import { version } from '../../package.json';
import { withSlashes } from '../files/ignore-files.js';
import type { PartResult } from '../lint/lint.js';
import type { Shard } from '../lint/part.js';
import type { SelectedRules, Selection } from '../lint/select-rules.js';
import type { Finding } from '../model/finding.js';
import type { Source } from '../model/source.js';
import { encodeState } from '../shards/encode.js';
import { type RunJson, type ShardJson, shapeVersion } from '../shards/shape.js';
import type { Change, Since } from './changed.js';
import { exitCodeOf } from './exit.js';
import type { Settings } from './inputs.js';
import type { Outcome } from './lint-report.js';
import { printText, tell } from './output.js';
import type { Loaded } from './plugins.js';
import type { Surroundings } from './surroundings.js';

/** What a shard has to say, and of what. */
export interface PartOfRun extends Shared, Told {
  readonly shard: Shard;
  readonly result: PartResult;
  /** What it has to say of the state before a change. */
  readonly before: PartResult | undefined;
  readonly change: Change | undefined;
}

/** A baseline, and how many of its findings this run could find. */
interface UsedBaseline {
  readonly file: string;
  readonly name: string;
  readonly text: string;
  readonly could: number;
}

type Told = Pick<Outcome, 'notes' | 'failures' | 'unchecked' | 'nothing' | 'milliseconds'>;

/** Prints the report of a shard. Its exit code tells whether the part was checked, and nothing of what is found. */
export function tellPart(part: PartOfRun, around: Surroundings): number {
  const { shard, result, before, change, notes, failures, unchecked, milliseconds } = part;
  const { folder } = around;
  const toldAs = (finding: Finding): Finding | undefined => part.chosen.adjust(finding);
  const pathOf = (file: string): string => relativeTo(folder, file);
  const { resources, rollouts } = result;
  const report: ShardJson = {
    version: shapeVersion,
    shard: { ...shard, turns: stretches(result.had), of: result.of },
    run: runOf(part),
    folder: withSlashes(folder),
    summary: { resources, rollouts, milliseconds: Math.round(milliseconds) },
    notes: notes.map(({ message }) => message),
    failures: failures.map(({ message }) => message),
    unchecked,
    nothing: part.nothing()?.message,
    baseline: part.baseline && {
      path: pathOf(part.baseline.file),
      name: part.baseline.name,
      could: part.baseline.could,
      text: part.baseline.text,
    },
    after: encodeState(result, {
      pathOf,
      isChanged: (source) => change?.isChanged(source) === true,
      toldAs,
      isShown: true,
    }),
    before:
      change &&
      (before ? encodeState(before, { pathOf, isChanged: () => false, toldAs, isShown: false }) : null),
  };
  printText(around, `${JSON.stringify(report)}\n`);
  const own = result.had.filter((at) => at < rollouts).length;
  tell(around, [
    `Shard ${shard.index} of ${shard.count} has judged ${own} of ${rollouts} Rollouts. Join the reports of all shards with: rolloutkit merge`,
  ]);
  return exitCodeOf({ faults: result.faults, failures }, false);
}

/** What all shards of a run have in common. */
function runOf({ options, chosen, settings, sources, baseline }: Shared): RunJson {
  const { config, workingFolder } = settings;
  const { only, skip, severities, since } = options;
  const told: Readonly<Record<string, string>> = {
    paths: options.paths.join(' '),
    '--only': only.join(','),
    '--skip': skip.join(','),
    'severities of rules': [...severities, ...options.asked].map((pair) => pair.join('=')).join(', '),
    extends: config.extends ?? '',
    overrides: config.overrides.length === 0 ? '' : digested(JSON.stringify(config.overrides)),
    plugins: options.plugins.map(({ name, rules }) => `${name} (${rules.length})`).join(', '),
    '--changed': typeof since === 'object' ? since.revision : '',
    '--staged': since === 'staged' ? 'given' : '',
    'ignored files': config.ignore.join(', '),
    'objects assumed to exist': settings.assumed
      .map(({ kind, namespace, name }) => [kind, namespace ?? '*', name].join('/'))
      .join(', '),
    'release of Argo Rollouts': settings.rolloutsVersion,
    'release of Argo CD': settings.argoCdVersion.text,
    baseline: baseline === undefined ? '' : `${baseline.name} ${digested(baseline.text)}`,
  };
  return {
    rolloutkit: version,
    options: Object.fromEntries(Object.entries(told).filter(([, value]) => value !== '')),
    files: sources.length,
    digest: digestOf(sources, workingFolder),
    rules: chosen.count,
  };
}

interface Shared {
  readonly options: Selection & {
    readonly asked: Selection['severities'];
    readonly paths: readonly string[];
    readonly plugins: readonly Loaded[];
    readonly since: Since | undefined;
  };
  readonly chosen: SelectedRules;
  readonly settings: Settings;
  readonly baseline: UsedBaseline | undefined;
  /** All that is read, before a change as well. */
  readonly sources: readonly Source[];
}

function digested(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

/** Tells the files of one checkout from those of another. */
function digestOf(sources: readonly Source[], folder: string): string {
  const hash = createHash('sha256');
  for (const source of sources) {
    let text: string;
    try {
      text = source.read();
    } catch {
      text = ''; // Who cannot read a file says so.
    }
    hash.update(`${relativeTo(folder, source.path)}\0${text.length}\0`).update(text);
  }
  return hash.digest('hex');
}

function relativeTo(folder: string, file: string): string {
  return withSlashes(path.relative(folder, file));
}

/** Ascending numbers as stretches of consecutive ones. */
function stretches(numbers: readonly number[]): readonly (readonly [number, number])[] {
  const all: [number, number][] = [];
  for (const number of numbers) {
    const last = all.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else all.push([number, number]);
  }
  return all;
}
