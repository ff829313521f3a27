import { memoize } from '../model/memo.js';
import { goJson } from '../kubernetes/objects/go-json.js';
import { ArgoCdError } from './argocd-error.js';
import { at, isList, isMap, stringOrEmpty, type JsonMap } from '../kubernetes/objects/json.js';
import { defaultArgoCdVersion, readsNulls } from './version.js';

/** The annotation in which kubectl records what it applied. */
export const lastAppliedAnnotation = 'kubectl.kubernetes.io/last-applied-configuration';

/** The last applied configuration; undefined if it is absent or not a JSON object. */
export function lastAppliedOf(live: JsonMap): JsonMap | undefined {
  const text = at(live, 'metadata', 'annotations', lastAppliedAnnotation);
  if (typeof text !== 'string') return undefined;
  const value = parsedNote(text);
  return isMap(value) && stringOrEmpty(value['kind']) !== '' ? value : undefined;
}

/**
 * The same as kubectl reads it: it accepts any JSON object and fails on anything else.
 * https://github.com/kubernetes/kubectl/blob/v0.36.1/pkg/util/apply.go (GetOriginalConfiguration)
 */
export function originalOf(live: JsonMap): JsonMap {
  const text = at(live, 'metadata', 'annotations', lastAppliedAnnotation);
  if (typeof text !== 'string' || text === '') return {};
  const value = parsedNote(text);
  if (value === null) return {};
  if (isMap(value)) return value;
  throw new ArgoCdError('Invalid JSON Document');
}

function parsedNote(text: string): unknown {
  if (notes.has(text)) return notes.get(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  if (text.length <= mostOfNote) {
    if (notes.size === mostNotes) notes.clear();
    notes.set(text, value);
  }
  return value;
}

/** Parsed annotations; an object has the same one at all moments of a simulation. */
const notes = new Map<string, unknown>();
const mostNotes = 32;
const mostOfNote = 100_000;

/**
 * A manifest as kubectl applies it, with the annotation that records it. kubectl reads a null annotation as an empty one; up to
 * Argo CD 3.0 it makes all annotations unreadable. https://github.com/kubernetes/kubectl/blob/v0.36.1/pkg/util/apply.go
 * (GetModifiedConfiguration)
 */
export function withLastApplied(manifest: JsonMap, version = defaultArgoCdVersion): JsonMap {
  return readsNulls(version) ? withNote(manifest) : withNoteOfOld(manifest);
}

const withNote = memoize((manifest: JsonMap) => asLastApplied(manifest, true));
const withNoteOfOld = memoize((manifest: JsonMap) => asLastApplied(manifest, false));

function asLastApplied(manifest: JsonMap, isNullRead: boolean): JsonMap {
  const metadata = manifest['metadata'];
  if (!isMap(metadata)) throw new ArgoCdError('the manifest has no metadata');
  const all = isMap(metadata['annotations']) ? metadata['annotations'] : {};
  const given = !isNullRead && Object.values(all).includes(null) ? {} : all;
  const annotations = Object.fromEntries(
    Object.entries(given).flatMap(([key, value]) =>
      key === lastAppliedAnnotation ? [] : [[key, value ?? '']],
    ),
  );
  const note = `${goJson(withSortedKeys({ ...manifest, metadata: { ...metadata, annotations } }))}\n`;
  return {
    ...manifest,
    metadata: { ...metadata, annotations: { ...annotations, [lastAppliedAnnotation]: note } },
  };
}

/** Sorts the keys of all maps, as Go writes them. */
function withSortedKeys(value: unknown): unknown {
  if (isList(value)) return value.map(withSortedKeys);
  if (!isMap(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, withSortedKeys(inner)]),
  );
}
