import { runsCommands } from '../../src/model/command-files.js';
import type { Node } from '../../src/model/node.js';
import { toValue } from '../../src/model/node.js';
import { splitDocuments } from '../../src/yaml/parse/documents.js';
import { isTemplate } from '../../src/yaml/parse/template.js';
import { parseTree } from '../../src/yaml/parse/tree.js';
import type { File, Random } from '../support/random-repository.js';

/** The same files, written otherwise. */
export interface Rewritten {
  readonly files: readonly File[];
  /** What is told of either of them, in words that both have in common. */
  readonly common?: (told: string) => string;
  /** Whether what stood in one file stands in several now, or the other way round: that is what some rules go by. */
  readonly isSplit?: true;
  /** Whether names are other ones: a misspelt one may be more like another then, or less. */
  readonly areNamesOther?: true;
  /** Whether several objects have the same place: what is said of it is said once. */
  readonly arePlacesShared?: true;
}

/** A change of files that changes nothing of what they mean. */
export interface Rewriting {
  readonly name: string;
  /** Undefined where there is nothing to write otherwise. */
  readonly rewrite: (files: readonly File[], random: Random) => Rewritten | undefined;
}

export type Value = Readonly<Record<string, unknown>>;

/** Commands in files of services that run jobs are found in their lines. */
function isManifest(path: string): boolean {
  return /\.ya?ml$/.test(path) && !runsCommands(path);
}

/** Whether a text may be written otherwise: it is no template, and no comment in it means something. */
function isFree(text: string): boolean {
  return !/rolloutkit-ignore|#@|\{\{|\{%/.test(text) && !isTemplate(text, '');
}

export function ofTexts(name: string, change: (text: string, random: Random) => string): Rewriting {
  return {
    name,
    rewrite: (files, random) =>
      changedFiles(files, ({ path, text }) =>
        isManifest(path) && isFree(text) ? change(text, random) : text,
      ),
  };
}

export function ofValues(
  name: string,
  write: (values: readonly Value[], random: Random) => string | undefined,
): Rewriting {
  return {
    name,
    rewrite: (files, random) =>
      changedFiles(files, ({ path, text }) => {
        const values = isManifest(path) ? valuesOf(text) : undefined;
        return (values && values.length > 0 && write(values, random)) || text;
      }),
  };
}

function changedFiles(files: readonly File[], change: (file: File) => string): Rewritten | undefined {
  const changed = files.map((file) => ({ path: file.path, text: change(file) }));
  return changed.some(({ text }, index) => text !== files[index]!.text) ? { files: changed } : undefined;
}

/** The values of a text; undefined where one of them is no map, is broken, or says how it is written. */
export function valuesOf(text: string): readonly Value[] | undefined {
  if (!isFree(text)) return undefined;
  const values: Value[] = [];
  for (const { start, end } of splitDocuments(text)) {
    const { root, problems } = parseTree(text, start, end);
    if (problems.length > 0 || root?.kind !== 'map' || !isCanonical(root, text)) return undefined;
    values.push(toValue(root) as Value);
  }
  return values;
}

/** Whether each number and boolean is written as it is read: what is said of others may be how they are written. */
function isCanonical(node: Node, text: string): boolean {
  switch (node.kind) {
    case 'map':
      // A map in braces may be a key, and a word in braces a placeholder.
      return (
        (node.entries.length === 0 || text.slice(node.start, node.end).includes(':')) &&
        node.entries.every(({ key, value }) => !key.includes('{') && isCanonical(value, text))
      );
    case 'list':
      return node.items.every((item) => isCanonical(item, text));
    case 'scalar':
      return (
        node.style !== undefined ||
        node.value === null ||
        typeof node.value === 'string' ||
        text.slice(node.start, node.end) === String(node.value)
      );
  }
}

export function shuffled<T>(items: readonly T[], random: Random): readonly T[] {
  const left = [...items];
  return items.map(() => left.splice(random.below(left.length), 1)[0]!);
}

export function isObject(value: Value): boolean {
  return typeof value['kind'] === 'string' && typeof value['apiVersion'] === 'string';
}

/** Whether it is read for itself, by its name, or holds others. */
export function isApart(value: Value): boolean {
  return /^Kustomization$|^Component$|List$/.test(String(value['kind']));
}

export function isList(value: Value): boolean {
  return value['kind'] === 'List' && Array.isArray(value['items']);
}

export function unwrapped(value: Value): readonly Value[] {
  return isList(value) ? (value['items'] as Value[]) : [value];
}

/** Whether two are of one name, of which one is told to be the second. */
export function hasTwins(values: readonly Value[]): boolean {
  const names = values.flatMap(unwrapped).map((value) => {
    const { name, namespace } = (value['metadata'] ?? {}) as Value;
    return JSON.stringify([value['kind'], name, namespace]);
  });
  return new Set(names).size < names.length;
}

/** Of two files with one object the last one counts. */
export function hasTwinsAnywhere(files: readonly File[]): boolean {
  return hasTwins(files.flatMap(({ text }) => valuesOf(text) ?? []));
}
