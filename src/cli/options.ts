import { parseArgs, type ParseArgsConfig } from 'node:util';
import { didYouMean, UsageError } from './exit.js';

/** Reads the arguments of a command; what it does not know is wrong usage. */
export function parse<T extends NonNullable<ParseArgsConfig['options']>>(args: string[], options: T) {
  try {
    return parseArgs({ args, allowPositionals: true, options });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const unknown = /^Unknown option '(-[^']*)'/.exec(message)?.[1];
    if (unknown === undefined) throw new UsageError(`${message}.`);
    throw new UsageError(
      `There is no option "${unknown}".${didYouMean(
        unknown,
        Object.keys(options).map((name) => `--${name}`),
      )}`,
    );
  }
}

export function list(values: readonly string[] | undefined): readonly string[] {
  return (values ?? []).flatMap((value) => value.split(',')).filter((value) => value !== '');
}

export function oneOf<T extends string>(option: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((candidate) => candidate === value);
  if (found === undefined) throw new UsageError(`${option} is "${value}"; it can be ${allowed.join(', ')}.`);
  return found;
}
