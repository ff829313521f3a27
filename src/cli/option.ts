/** An option as data, from which parsing, help, documentation and completion are derived. */
export interface Option {
  readonly type: 'boolean' | 'string';
  readonly multiple?: true;
  /** The placeholder of the value, such as `FILE,…`; empty for a flag. */
  readonly value: string;
  readonly choices?: readonly string[];
  /** Whether `:FILE` may follow a choice. */
  readonly takesFile?: true;
  readonly about: string;
  /** The group in the help of a command with many options. */
  readonly group?: string;
}

/** The parsed values of options. */
export type Values<Options> = { readonly [Name in keyof Options]?: OptionValue<Options[Name]> | undefined };

type OptionValue<One> = One extends { readonly type: 'boolean' }
  ? boolean
  : One extends { readonly takesFile: true }
    ? readonly string[]
    : One extends { readonly multiple: true }
      ? readonly (One extends { readonly choices: readonly (infer Choice)[] } ? Choice : string)[]
      : One extends { readonly choices: readonly (infer Choice)[] }
        ? Choice
        : string;

/** Options that the help of a command lists together. */
export function grouped<const Options extends Readonly<Record<string, Option>>>(
  group: string,
  options: Options,
): Options {
  return Object.fromEntries(
    Object.entries(options).map(([name, option]) => [name, { ...option, group }]),
  ) as unknown as Options;
}

/** An option without a value. */
export function flag(about: string) {
  return { type: 'boolean', value: '', about } as const;
}

/** An option with a value. */
export function text(value: string, about: string) {
  return { type: 'string', value, about } as const;
}

/** An option that may be repeated. */
export function texts(value: string, about: string) {
  return { type: 'string', multiple: true, value, about } as const;
}

/** An option with one of a few values. */
export function choice<const Choice extends string>(choices: readonly Choice[], about: string) {
  return { type: 'string', value: choices.join('|'), choices, about } as const;
}

/** An option with several values of a list, separated by commas or repeated. */
export function choicesOf<const Choice extends string>(choices: readonly Choice[], about: string) {
  return { type: 'string', multiple: true, value: choices.join('|'), choices, about } as const;
}

/** An option with several values of a list, each optionally followed by a file. */
export function outputs(choices: readonly string[], about: string) {
  return {
    type: 'string',
    multiple: true,
    value: 'FORMAT[:FILE],…',
    choices,
    takesFile: true,
    about,
  } as const;
}
