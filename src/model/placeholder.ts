import type { Field } from './field.js';

/** Whether something else (envsubst, Helm, a pipeline) replaces a part of a text before it is deployed. */
export function isPlaceholder(text: string): boolean {
  return /\$[({A-Za-z_]|\{\{|<[^<>]+>|%[A-Z_]+%|__\w+__/.test(text);
}

/** What each placeholder begins with: a document without it has none. */
export const placeholderStart = /\$[({A-Za-z_]|\{\{|<|%[A-Z_]|__/;

/**
 * Whether somebody fills a field in later: a part of its text, `{ name }`, which YAML reads as a map of one empty key, or what is
 * empty in a chart that nobody deploys.
 */
export function isFilledIn(field: Field): boolean {
  if (field.text !== undefined) return isTextFilledIn(field.resource, field.text);
  if (field.isEmpty) return field.resource.source.assumedRelease !== undefined;
  const [only, another] = field.entries;
  if (!only || another || only.exists) return false;
  const { source, end } = field.keyPlace;
  const text = source.read();
  // Where null is written, nothing else is meant.
  const after = only.keyPlace.end;
  return (
    /^["']?: *\{/.test(text.slice(end, end + 10)) &&
    !/^["']? *: *(?:null|~)/.test(text.slice(after, after + 20))
  );
}

/** Whether somebody fills in a field, a key of it, or anything below. */
export function isFilledInAnywhere(field: Field): boolean {
  if (isFilledIn(field) || field.items.some(isFilledInAnywhere)) return true;
  return field.entries.some(
    (entry) => isTextFilledIn(field.resource, String(entry.key)) || isFilledInAnywhere(entry),
  );
}

/** A name as it is deployed; undefined where something else fills it in. */
export function known(name: string | undefined): string | undefined {
  return name === undefined || isPlaceholder(name) ? undefined : name;
}

/**
 * Whether something else than a controller replaces a part of a text of an object. In a template of an analysis `{{…}}` is the
 * controller's, and the languages of queries have `<…>` and `__name__`.
 */
export function isTextFilledIn({ kind }: { readonly kind: string }, text: string): boolean {
  return /AnalysisTemplate$/.test(kind) ? /\$[({]/.test(text) : isPlaceholder(text);
}
