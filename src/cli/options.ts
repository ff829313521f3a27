import { parseArgs } from 'node:util';
import { didYouMean, didYouMeanChoice } from '../model/nearest-name.js';
import {
  type CommandDescription,
  type CommandName,
  commands,
  commandsWith,
  signature,
  type ValuesOf,
} from './commands.js';
import { UsageError } from './exit.js';

/** The parsed arguments of a command. */
export interface ParsedArguments<Command extends CommandName> {
  readonly values: ValuesOf<Command>;
  readonly positionals: readonly string[];
}

/** Parses the arguments of a command; everything that the command does not describe is a usage error. */
export function parse<Command extends CommandName>(
  command: Command,
  args: string[],
): ParsedArguments<Command> {
  const { options }: CommandDescription = commands[command];
  const { values, positionals } = parsedArguments(command, args, options);
  for (const [name, { choices, multiple, takesFile }] of Object.entries(options))
    if (choices !== undefined && values[name] !== undefined) {
      const chosen = [values[name]].flat().map(String);
      const all = multiple ? list(chosen) : chosen;
      for (const one of all) oneOf(`--${name}`, takesFile ? one.replace(/:.*/s, '') : one, choices);
      values[name] = multiple ? [...all] : all[0];
    }
  return { values: values as ParsedArguments<Command>['values'], positionals };
}

function parsedArguments(command: CommandName, args: string[], options: CommandDescription['options']) {
  try {
    return parseArgs({ args, allowPositionals: true, options });
  } catch (error) {
    throw usageError(command, error, args);
  }
}

/** Turns an error of `parseArgs` into a usage error. */
function usageError(command: CommandName, error: unknown, args: readonly string[]): UsageError {
  const message = error instanceof Error ? error.message : String(error);
  const unknown = /^Unknown option '(-[^']*)'/.exec(message)?.[1];
  if (unknown !== undefined) return new UsageError(`Unknown option "${unknown}".${hintAt(command, unknown)}`);
  const [, name = ''] = /^Option '(?:-\w, )?--([-\w]+)/.exec(message) ?? [];
  const { options }: CommandDescription = commands[command];
  const option = options[name];
  if (option === undefined) return new UsageError(`${message}.`);
  if (option.type === 'boolean')
    return new UsageError(`--${name} takes no value: "${args.find(givesOption(name)) ?? name}" has one.`);
  return new UsageError(`--${name} needs a value: ${signature(name, option)}.`);
}

function givesOption(name: string): (arg: string) => boolean {
  return (arg) => arg.startsWith(`--${name}=`);
}

/** Suggests what an unknown option may mean. */
function hintAt(command: CommandName, option: string): string {
  const own = Object.keys(commands[command].options);
  const name = option.replace(/^-+/, '');
  const owners = commandsWith(name);
  // A command with `--changed` points to that option, not to the `--base` of another command.
  if (name === 'base' && own.includes('changed')) return elsewhere(name);
  if (owners.length > 0) return ` It is an option of ${owners.join(' and ')}.`;
  const [short, another] = name.length === 1 ? own.filter((one) => one.startsWith(name)) : [];
  if (short !== undefined && another === undefined) return ` Did you mean "--${short}"?`;
  return (
    elsewhere(name) ||
    didYouMean(
      option,
      own.map((one) => `--${one}`),
    )
  );
}

/** Names of options in other linters, and their counterparts. */
const otherNames: Readonly<Record<string, string>> = {
  ignore: '--skip excludes rules, and "ignore" in rolloutkit.yaml excludes files',
  exclude: '"ignore" in rolloutkit.yaml excludes files, and --skip excludes rules',
  disable: '--skip excludes rules',
  include: '--only selects rules, and paths select files',
  severity: '--rule RULE=SEVERITY sets a severity, and --fail-on what fails',
  output: '--format FORMAT:FILE writes a report to a file',
  values: '--helm-values FILE,… renders charts with them',
  base: '--changed=REVISION compares with a revision',
  since: '--changed=REVISION compares with a revision',
  config: 'rolloutkit.yaml is found in the folder or above',
  namespace: 'the namespace is read from the manifests',
};

function elsewhere(name: string): string {
  const said = Object.hasOwn(otherNames, name) ? otherNames[name] : undefined;
  return said === undefined ? '' : ` ${said.replace(/^./, (letter) => letter.toUpperCase())}.`;
}

export function list(values: readonly string[] | undefined): readonly string[] {
  return (values ?? []).flatMap((value) => value.split(',')).filter((value) => value !== '');
}

export function oneOf<T extends string>(option: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((candidate) => candidate === value);
  if (found === undefined)
    throw new UsageError(
      `${option} is "${value}"; it must be one of ${allowed.join(', ')}.${didYouMeanChoice(value, allowed)}`,
    );
  return found;
}
