import { isMap } from '../kubernetes/objects/json.js';
import { selectRules, type SelectedRules } from '../lint/select-rules.js';
import { failThresholds, type FailThreshold, severities, type Severity } from '../model/finding.js';
import { didYouMean } from '../model/nearest-name.js';
import { UsageError } from '../model/usage-error.js';
import { rules } from '../rules/index.js';

/** Which rules to run, and on which files. */
export interface LintAppOptions {
  /**
   * Files and folders to lint together with the app, such as hand-written Applications; relative to the working folder.
   * @default - nothing but the app
   */
  readonly also?: readonly string[];

  /**
   * Rules to run, or areas, the part of a rule's name before the slash.
   * @default - all
   */
  readonly only?: readonly string[];

  /**
   * Rules and areas to leave out.
   * @default - none
   */
  readonly skip?: readonly string[];

  /**
   * The severity of rules and areas, by their names. The last matching entry wins.
   * @default - each rule's own
   */
  readonly rules?: Readonly<Record<string, 'off' | Severity>>;
}

/** The `properties` of the plugin in `cdk8s.yaml`. */
export interface RolloutValidationProps extends LintAppOptions {
  /**
   * The lowest severity that fails `cdk8s synth`. Findings below it are printed, too.
   * @default 'error'
   */
  readonly failOn?: FailThreshold;
}

/** Validated properties. */
export interface ValidationSettings {
  readonly also: readonly string[];
  readonly failOn: FailThreshold;
  readonly chosen: SelectedRules;
}

/** The keys of `properties`; `lintApp` takes all except the first, because it never fails. */
const names = ['failOn', 'also', 'only', 'skip', 'rules'] as const;

/**
 * Validates the properties of the plugin.
 * @throws UsageError for an unknown key, an invalid value, or an unknown rule
 */
export function readProperties(given: unknown): ValidationSettings {
  return read(given, names);
}

/** The same for the options of `lintApp`, which JavaScript may call without types. */
export function readOptions(given: unknown): ValidationSettings {
  return read(given, names.slice(1));
}

function read(given: unknown, known: readonly (typeof names)[number][]): ValidationSettings {
  if (!isMap(given)) throw new UsageError(`Expected ${known.join(', ')}, not ${JSON.stringify(given)}.`);
  for (const key of Object.keys(given))
    if (!known.some((name) => name === key))
      throw new UsageError(
        `Unknown property "${key}".${didYouMean(key, known)} The properties are ${known.join(', ')}.`,
      );
  const { failOn = 'error', also = [], only = [], skip = [], rules: severityOf = {} } = given;
  if (!isMap(severityOf))
    throw new UsageError(
      `"rules" must be a map from rules to severities, not ${JSON.stringify(severityOf)}.`,
    );
  return {
    failOn: oneOf('failOn', failOn, failThresholds),
    also: stringList('also', also),
    chosen: selectRules(rules, {
      only: stringList('only', only),
      skip: stringList('skip', skip),
      severities: Object.entries(severityOf).map(([rule, severity]) => [
        rule,
        oneOf(`rules: ${rule}`, severity, ['off', ...severities]),
      ]),
    }),
  };
}

function stringList(key: string, value: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [undefined];
  if (list.every((entry) => typeof entry === 'string')) return list;
  throw new UsageError(`"${key}" must be a list of strings, not ${JSON.stringify(value)}.`);
}

function oneOf<Word extends string>(key: string, value: unknown, choices: readonly Word[]): Word {
  const word = choices.find((choice) => choice === value);
  if (word !== undefined) return word;
  throw new UsageError(`"${key}" must be one of ${choices.join(', ')}, not ${JSON.stringify(value)}.`);
}
