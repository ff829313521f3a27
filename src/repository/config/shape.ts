import { didYouMean } from '../../model/nearest-name.js';
import type { MapEntry, Node } from '../../model/node.js';

/** The type of a configuration key: how it is read, and its schema for editors. */
export interface KeyType<T> {
  /** A JSON schema, for editors. */
  readonly schema: JsonSchema;
  /** The keys of a map, or of the maps in a list. */
  readonly keys?: Readonly<Record<string, Key>> | undefined;
  /** The value of a node that errors call `what`; undefined, with an error, where it is invalid. */
  read(node: Node, what: string, reading: ConfigReading, keyStart?: number): T | undefined;
}

export type JsonSchema = Readonly<Record<string, unknown>>;

/** A file that is being read, and where its problems go. */
export interface ConfigReading {
  readonly text: string;
  /** The existing rules and areas, if known. */
  readonly names: readonly string[] | undefined;
  fail(offset: number, message: string): void;
  /** The line of an offset, from 1. */
  lineOf(offset: number): number;
}

/** The command line option that takes precedence. */
export interface Key<T = unknown> {
  readonly about: string;
  readonly shape: KeyType<T>;
  /** One of a few strings. */
  readonly option?: string;
}

export const boolean: KeyType<boolean> = {
  schema: { type: 'boolean' },
  read(node, what, reading) {
    if (node.kind === 'scalar' && typeof node.value === 'boolean') return node.value;
    reading.fail(node.start, `${what} is ${nodeInWords(node)}; it must be true or false.`);
    return undefined;
  },
};

export const string: KeyType<string> = {
  schema: { type: 'string', minLength: 1 },
  read(node, what, reading) {
    if (node.kind === 'scalar' && typeof node.value === 'string' && node.value !== '') return node.value;
    reading.fail(node.start, `${what} is ${nodeInWords(node)}; it must be a string.`);
    return undefined;
  },
};

/** A list whose items errors call `itemsAre`. */
export function oneOf<T extends string>(words: readonly T[]): KeyType<T> {
  return {
    schema: { enum: words },
    read(node, what, reading) {
      const found = words.find((word) => node.kind === 'scalar' && node.value === word);
      if (found === undefined)
        reading.fail(node.start, `${what} is ${nodeInWords(node)}; it must be one of ${words.join(', ')}.`);
      return found;
    },
  };
}

/** A list, of which each item is called `itemsAre`. */
export function list<T>(
  item: KeyType<T>,
  itemsAre: string,
  { least = 0, most }: { readonly least?: number; readonly most?: number } = {},
): KeyType<readonly T[]> {
  return {
    schema: {
      type: 'array',
      items: item.schema,
      ...(least > 0 ? { minItems: least } : {}),
      ...(most === undefined ? {} : { maxItems: most }),
    },
    keys: item.keys,
    read(node, what, reading) {
      if (node.kind !== 'list') {
        reading.fail(node.start, `${what} is ${nodeInWords(node)}; it must be a list.`);
        return undefined;
      }
      if (node.items.length < least) reading.fail(node.start, `${what} is empty; add an entry or remove it.`);
      if (most !== undefined && node.items.length > most)
        reading.fail(node.start, `${what} has ${node.items.length} entries; at most ${most} are read.`);
      return node.items
        .slice(0, most)
        .map((one) => item.read(one, itemsAre, reading))
        .filter((one) => one !== undefined);
    },
  };
}

/** One item, or a list of them. */
export function oneOrMore<T>(item: KeyType<T>): KeyType<readonly T[]> {
  return {
    schema: { oneOf: [item.schema, { type: 'array', items: item.schema }] },
    read(node, what, reading) {
      const items = (node.kind === 'list' ? node.items : [node]).flatMap(
        (one) => item.read(one, what, reading) ?? [],
      );
      return items.length === 0 ? undefined : items;
    },
  };
}

/** The keys of a map as a JSON schema. */
export function mapSchema(keys: Readonly<Record<string, Key>>): JsonSchema {
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(
      Object.entries(keys).map(([name, { about, shape }]) => [name, { description: about, ...shape.schema }]),
    ),
  };
}

/** The values of the known keys of a map; unknown ones are reported. */
export function readKeys(
  entries: readonly MapEntry[],
  keys: Readonly<Record<string, Key>>,
  reading: ConfigReading,
): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  for (const { key, keyStart, value } of entries) {
    const known = Object.hasOwn(keys, key) ? keys[key] : undefined;
    if (known) values[key] = known.shape.read(value, `"${key}"`, reading, keyStart);
    else reading.fail(keyStart, unknownKey(key, Object.keys(keys)));
  }
  return values;
}

/** Settings that only the user may grant: otherwise a repository could have its code run, or read what it names. */
const ofUser: Readonly<Record<string, string>> = {
  plugins: 'a repository cannot load plugins, because their code runs as yours: pass --plugin PATH',
  schemas: 'a repository cannot name schemas outside of its manifests: pass --schemas DIR',
};

function unknownKey(key: string, known: readonly string[]): string {
  const granted = Object.hasOwn(ofUser, key) ? ofUser[key] : undefined;
  if (granted !== undefined)
    return `"${key}" is not read here; ${granted}, or set it in rolloutkit/config.yaml of your own configuration folder.`;
  return `Unknown key "${key}".${didYouMean(key, known) || ` The keys are ${known.join(', ')}.`}`;
}

/** A node as messages show it. */
export function nodeInWords(node: Node): string {
  if (node.kind !== 'scalar') return `a ${node.kind}`;
  return node.value === null ? 'empty' : `"${String(node.value)}"`;
}

/** The values without undefined ones. */
export function definedValues(values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** The lines of the keys of a map. */
export function keyLines(
  entries: readonly MapEntry[],
  reading: ConfigReading,
): Readonly<Record<string, number>> {
  return Object.fromEntries(entries.map(({ key, keyStart }) => [key, reading.lineOf(keyStart)]));
}
