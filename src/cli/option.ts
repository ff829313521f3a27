/** An option as data: it is parsed by this, and told by this in help, documentation and completion. */
export interface Option {
  readonly type: 'boolean' | 'string';
  readonly multiple?: true;
  /** What stands for its value, such as `FILE,…`; empty where it takes none. */
  readonly value: string;
  readonly choices?: readonly string[];
  /** Whether `:FILE` may follow a choice. */
  readonly takesFile?: true;
  readonly about: string;
  /** What it is about, where a command has many. */
  readonly group?: string;
}

/** What is given of options, as far as it is. */
export type Values<Options> = { readonly [Name in keyof Options]?: Value<Options[Name]> | undefined };

type Value<One> = One extends { readonly type: 'boolean' }
  ? boolean
  : One extends { readonly takesFile: true }
    ? readonly string[]
    : One extends { readonly multiple: true }
      ? readonly (One extends { readonly choices: readonly (infer Choice)[] } ? Choice : string)[]
      : One extends { readonly choices: readonly (infer Choice)[] }
        ? Choice
        : string;

/** Options that are listed together in the help of a command. */
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

/** An option with one value. */
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

/** An option with some of a few values, separated by commas or repeated. */
export function choicesOf<const Choice extends string>(choices: readonly Choice[], about: string) {
  return { type: 'string', multiple: true, value: choices.join('|'), choices, about } as const;
}

/** An option with some of a few values, each of which may name a file. */
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
