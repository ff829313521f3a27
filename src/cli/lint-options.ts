import path from 'node:path';
import { existsSync } from '../repository/files/disk.js';
import { isDate } from '../lint/comments.js';
import { ruleNames, type Selection } from '../lint/select-rules.js';
import { type FailThreshold, severities } from '../model/finding.js';
import type { Safety } from '../model/fix.js';
import { didYouMeanWithin } from '../model/nearest-name.js';
import { baselineFile } from '../lint/project/baseline-file.js';
import type { ChangedSince } from './changed.js';
import type { ValuesOf } from './commands.js';
import { UsageError } from './exit.js';
import { readSettings, type Settings } from './inputs.js';
import { list, oneOf, parse } from './options.js';
import { type AllRules, allRules } from './own-rules.js';
import { wantsColor } from './output.js';
import { type MostFindings, type Outputs, readOutputs } from './outputs.js';
import type { Suppressing } from './suppress.js';
import type { Surroundings } from './surroundings.js';
import { severitiesOf } from '../lint/project/overriding.js';

/** The settings of `lint` from the command line and the configuration. */
export interface Options extends AllRules {
  /** The name of another command that lints with the same options. */
  readonly command?: string;
  /** The path of the baseline, and whether its findings are left out. */
  readonly baselineFile: ReturnType<typeof baselineFile>;
  readonly usesBaseline: boolean;
  readonly settings: Settings;
  /** The kubectl context in which to look up missing objects. */
  readonly context: string | undefined;
  readonly paths: readonly string[];
  readonly outputs: Outputs;
  readonly only: readonly string[];
  readonly skip: readonly string[];
  readonly severities: Selection['severities'];
  readonly overrides: Selection['overrides'];
  readonly asked: Selection['severities'];
  readonly isStrict: boolean;
  readonly failOn: FailThreshold;
  readonly failsOnUnread: boolean;
  /** Which fixes to apply, and whether only to show them. */
  readonly fix: { readonly safety: Safety; readonly isDry: boolean } | undefined;
  /** The rules for which to write suppression comments. */
  readonly suppress: Pick<Suppressing, 'rules' | 'reason' | 'until' | 'isDry'> | undefined;
  readonly isDry: boolean;
  /** Whether to lint again after every change. */
  readonly watches: boolean;
  /** Report only findings that this change touches or causes. */
  readonly since: ChangedSince | undefined;
  readonly isQuiet: boolean;
  /** How many findings the text formats show. */
  readonly most: MostFindings;
  readonly isColored: boolean;
  /** Whether to list suppressed findings, and not only to count them. */
  readonly listsSuppressed: boolean;
}

export function readOptions(args: string[], around: Surroundings): Options {
  const { values, positionals } = readArguments(args, around);
  return optionsOfLint(values, positionals, around);
}

/** The options and paths as they are given. */
export function readArguments(args: string[], around: Surroundings): ReturnType<typeof parse<'lint'>> {
  checkRevision(args, around);
  return parse('lint', args.map(withDefault));
}

export function optionsOfLint(
  values: ValuesOf<'lint'>,
  positionals: readonly string[],
  around: Surroundings,
): Options {
  const all = allRules(values.plugin, around);
  const names = ruleNames(all.rules);
  const settings = readSettings(values, positionals, around, names);
  if (values.baseline !== undefined && values['no-baseline'])
    throw new UsageError('--baseline and --no-baseline cannot be used together.');
  return {
    ...all,
    baselineFile: baselineFile(values.baseline, positionals, settings),
    usesBaseline: values['no-baseline'] !== true,
    settings,
    context: values.context,
    paths: positionals.length > 0 ? positionals : ['.'],
    outputs: readOutputs(values.format),
    only: list(values.only),
    skip: list(values.skip),
    severities: severitiesOf(settings.config.rules),
    overrides: settings.overrides.filter(({ severities: some }) => some.length > 0),
    asked: list(values.rule).map(readSeverity),
    isStrict: settings.config.extends === 'strict',
    failOn: values['fail-on'] ?? settings.config.failOn ?? 'error',
    failsOnUnread: values['fail-on-unread'] === true,
    fix: readFix(values),
    suppress: readSuppress(values, names),
    isDry: values['dry-run'] === true,
    watches: readWatch(values, positionals, settings),
    since: readSince(values.changed, values.staged),
    isQuiet: values.quiet === true,
    most: readMost(values['max-findings'], around),
    isColored: wantsColor(around, values['no-color']),
    listsSuppressed: readShowSuppressed(values),
  };
}

/** Options with an optional value, which `parseArgs` does not support. */
function withDefault(arg: string): string {
  return arg === '--changed' ? '--changed=HEAD' : arg === '--fix' ? '--fix=safe' : arg;
}

/** Reports a revision after a space, which would be taken for a path. */
function checkRevision(args: readonly string[], { folder }: Surroundings): void {
  const next = args[args.indexOf('--changed') + 1];
  if (!args.includes('--changed') || next === undefined || next.startsWith('-')) return;
  if (existsSync(path.resolve(folder, next))) return;
  throw new UsageError(`File or folder "${next}" is not found. If it is a revision, write --changed=${next}`);
}

/** `--watch` excludes options that write files, and inputs other than files. */
function readWatch(values: ValuesOf<'lint'>, paths: readonly string[], { renders }: Settings): boolean {
  if (values.watch !== true) return false;
  const other = (['fix', 'suppress', 'changed', 'staged', 'context'] as const).find(
    (name) => values[name] !== undefined,
  );
  if (other !== undefined) throw new UsageError(`--watch and --${other} cannot be used together.`);
  if (renders)
    throw new UsageError(
      '--watch does not render, because programs read files that it does not know; add --no-render.',
    );
  if (paths.includes('-')) throw new UsageError('--watch needs files; standard input does not change.');
  return true;
}

/** A finding takes some twelve lines, so more scroll out of most terminals; what is piped or written to a file is kept whole. */
const mostInTerminal = 200;

function readMost(wanted: string | undefined, { stdout }: Surroundings): MostFindings {
  if (wanted === undefined)
    return { printed: stdout.isTTY === true ? mostInTerminal : Infinity, written: Infinity };
  if (wanted !== 'all' && !/^[1-9]\d{0,8}$/.test(wanted))
    throw new UsageError(`--max-findings is "${wanted}"; it must be a number from 1, or all.`);
  const most = wanted === 'all' ? Infinity : Number(wanted);
  return { printed: most, written: most };
}

/** Formats that have no place for suppressed findings. */
function readShowSuppressed({ 'show-suppressed': wanted, format }: ValuesOf<'lint'>): boolean {
  if (wanted !== true) return false;
  const { printed, files } = readOutputs(format);
  const formats = [printed, ...files.map((one) => one.format)];
  if (!formats.some((one) => ['text', 'json', 'sarif'].includes(one)))
    throw new UsageError(
      `--show-suppressed lists findings in text, json and sarif; --format is ${formats.join(', ')}.`,
    );
  return true;
}

function readSince(changed: string | undefined, staged: boolean | undefined): ChangedSince | undefined {
  if (changed !== undefined && staged)
    throw new UsageError('--staged and --changed cannot be used together.');
  if (changed === '') throw new UsageError('--changed= needs a revision, such as "--changed=origin/main".');
  return staged ? 'staged' : changed === undefined ? undefined : { revision: changed };
}

function readFix({ fix, suppress, 'dry-run': isDry }: ValuesOf<'lint'>): Options['fix'] {
  if (fix === undefined) {
    if (isDry && suppress === undefined)
      throw new UsageError('--dry-run shows what --fix changes: rolloutkit lint --fix --dry-run');
    return undefined;
  }
  const wanted = oneOf('--fix', fix, ['safe', 'all']);
  return { safety: wanted === 'all' ? 'unsafe' : 'safe', isDry: isDry === true };
}

function readSuppress(values: ValuesOf<'lint'>, all: readonly string[]): Options['suppress'] {
  const { suppress, reason: why, until, fix, 'dry-run': isDry } = values;
  if (suppress === undefined) {
    const alone = (['reason', 'until'] as const).find((name) => values[name] !== undefined);
    if (alone !== undefined) throw new UsageError(`--${alone} is an option of --suppress RULE.`);
    return undefined;
  }
  if (fix !== undefined) throw new UsageError('--fix and --suppress cannot be used together.');
  const chosen = list(suppress);
  const names = all.filter((name) => name.includes('/'));
  for (const name of chosen)
    if (!names.includes(name))
      throw new UsageError(`Unknown rule "${name}".${didYouMeanWithin(name, names)}`);
  if (chosen.length === 0) throw new UsageError('--suppress needs a value: --suppress RULE,….');
  if (why === undefined || why.trim() === '' || /[\r\n]/.test(why))
    throw new UsageError('--suppress needs a reason of one line: --reason "Another team adds the route."');
  if (until !== undefined && !isDate(until))
    throw new UsageError(`--until is "${until}"; it must be a date, such as 2027-01-31.`);
  return { rules: chosen, reason: why.trim(), until, isDry: isDry === true };
}

function readSeverity(entry: string): Selection['severities'][number] {
  const [, rule, severity] = /^([^=]+)=([^=]*)$/.exec(entry) ?? [];
  if (rule === undefined || severity === undefined)
    throw new UsageError(`--rule needs a rule and its severity, such as "${entry}=warning".`);
  return [rule, oneOf(`The severity of "${rule}"`, severity, ['off', ...severities])];
}
