import { isMap, type JsonMap } from '../../kubernetes/objects/json.js';
import type { MapEntry, Node } from '../../model/node.js';
import { soundValues } from '../../yaml/parse/values.js';
import { renderGoText } from '../template/go-text.js';
import type { WorkLeft } from '../template/evaluate.js';
import type { GeneratedElement } from './set-generators.js';

/** The limit of values in a patch: aliases can stand for more than there is memory. */
const mostValues = 20_000;

/** A rendered `templatePatch`, or why it is not known. */
export type RenderedPatch =
  | { readonly kind: 'patch'; readonly value: JsonMap; readonly text: string }
  | { readonly kind: 'unknown'; readonly reason: string };

/** The `templatePatch` of an ApplicationSet. */
export interface TemplatePatch {
  readonly text: string;
  /** Where it is written: the place of everything that it adds. */
  readonly node: Node;
  readonly isGo: boolean;
  readonly isStrict: boolean;
  readonly left: WorkLeft;
  /** The values of texts that are known already. */
  readonly known: Map<string, RenderedPatch>;
}

/** The patch for the Application of one element. */
export function patchFor(
  patch: TemplatePatch,
  { value }: GeneratedElement,
  fill: (text: string) => string,
): RenderedPatch {
  const { text: template, isGo, isStrict, left, known } = patch;
  const isFixed = !template.includes('{{');
  if (isGo && !isFixed && !value)
    return { kind: 'unknown', reason: 'the values of a generator are not known as Go reads them' };
  const rendered =
    isGo && !isFixed
      ? renderGoText(template, { value: value ?? {}, isStrict, left })
      : { text: fill(template) };
  if ('reason' in rendered) return { kind: 'unknown', reason: rendered.reason };
  const { text } = rendered;
  const earlier = known.get(text);
  if (earlier) return earlier;
  const read = !isGo && text.includes('{{') ? unknownPatch('a placeholder has no value') : readPatch(text);
  known.set(text, read);
  return read;
}

const unknownPatch = (reason: string): RenderedPatch => ({ kind: 'unknown', reason });

function readPatch(text: string): RenderedPatch {
  const documents = text.trim() === '' ? [null] : soundValues(text);
  if (documents?.length !== 1) return unknownPatch('it is not one document of YAML');
  const [value] = documents;
  if (value === null || value === undefined) return { kind: 'patch', value: {}, text };
  if (!isMap(value)) return unknownPatch('it is not a map');
  let left = mostValues;
  const isPlain = (one: unknown): boolean => {
    if (--left < 0) return false;
    if (Array.isArray(one)) return one.every(isPlain);
    return !isMap(one) || Object.entries(one).every(([key, inner]) => !key.startsWith('$') && isPlain(inner));
  };
  return isPlain(value)
    ? { kind: 'patch', value, text }
    : unknownPatch('it has a directive of strategic merge patches, or too many values');
}

/**
 * An Application with a patch of this kind merged into it: maps key by key, where null removes one; a list replaces another, except
 * that of finalizers. The project stays. Undefined where the result is not known.
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/applicationset/controllers/template/patch.go
 */
export function mergedPatch(application: Node, patch: JsonMap, at: Node): Node | undefined {
  if (isMap(patch['metadata']) && Object.hasOwn(patch['metadata'], 'ownerReferences')) return undefined;
  const merged = mergedMap(application, patch, at, []);
  if (!merged) return undefined;
  const project = entryNamed(entryNamed(application, 'spec')?.value, 'project');
  const spec = entryNamed(merged, 'spec');
  if (spec?.value.kind !== 'map') return undefined;
  const others = spec.value.entries.filter(({ key }) => key !== 'project');
  const kept = { ...spec, value: { ...spec.value, entries: project ? [...others, project] : others } };
  return { ...merged, entries: merged.entries.map((entry) => (entry === spec ? kept : entry)) };
}

const entryNamed = (node: Node | undefined, key: string): MapEntry | undefined =>
  node?.kind === 'map' ? node.entries.find((entry) => entry.key === key) : undefined;

type MapOfEntries = Extract<Node, { readonly kind: 'map' }>;

function mergedMap(node: Node, patch: JsonMap, at: Node, path: readonly string[]): MapOfEntries | undefined {
  if (node.kind !== 'map') return undefined;
  const entries = new Map(node.entries.map((entry) => [entry.key, entry]));
  for (const [key, value] of Object.entries(patch)) {
    const before = entries.get(key);
    if (value === null) entries.delete(key);
    else if (!before) entries.set(key, addedEntry(key, atPatch(value, at), at));
    else {
      const merged = mergedValue(before.value, value, at, [...path, key]);
      if (!merged) return undefined;
      entries.set(key, { ...before, value: merged });
    }
  }
  return { ...node, entries: [...entries.values()] };
}

function mergedValue(before: Node, value: unknown, at: Node, path: readonly string[]): Node | undefined {
  if (before.kind === 'map' && isMap(value)) {
    // Go has no type for the values of a chart, so a merge of maps in them is an error.
    return path.at(-1) === 'valuesObject' ? undefined : mergedMap(before, value, at, path);
  }
  const isFinalizers = path.join('.') === 'metadata.finalizers';
  if (!isFinalizers || before.kind !== 'list' || !Array.isArray(value)) return atPatch(value, at);
  const known = new Set(before.items.map((item) => (item.kind === 'scalar' ? item.value : undefined)));
  const added = value.filter((one: unknown) => !known.has(one as string));
  return { ...before, items: [...before.items, ...added.map((one) => atPatch(one, at))] };
}

const addedEntry = (key: string, value: Node, { start, end }: Node): MapEntry => ({
  ...{ key, value },
  ...{ keyStart: start, keyEnd: end },
});

/** A value that a patch adds, at the place of the patch. A key that is null adds nothing. */
function atPatch(value: unknown, at: Node): Node {
  const { start, end } = at;
  if (Array.isArray(value)) return { kind: 'list', items: value.map((one) => atPatch(one, at)), start, end };
  if (!isMap(value)) return { kind: 'scalar', value: value as string, start, end };
  const entries = Object.entries(value).flatMap(([key, inner]) =>
    inner === null ? [] : [addedEntry(key, atPatch(inner, at), at)],
  );
  return { kind: 'map', entries, start, end };
}
