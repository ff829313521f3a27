import type { Field } from './field.js';

/** Whether a string contains a placeholder of a tool (envsubst, Helm, a pipeline) that fills it in before deployment. */
export function isPlaceholder(text: string): boolean {
  return /\$[({A-Za-z_]|\{\{|<[^<>]+>|%[A-Z_]+%|__\w+__/.test(text);
}

/** How every placeholder starts: a document without a match has none. */
export const placeholderStart = /\$[({A-Za-z_]|\{\{|<|%[A-Z_]|__/;

/**
 * Whether a field is filled in later: its value contains a placeholder, it is `{ name }`, which YAML reads as a map with one
 * empty key, or it is empty in a chart that no Application deploys.
 */
export function isFilledIn(field: Field): boolean {
  if (field.text !== undefined) return isTextFilledIn(field.resource, field.text);
  if (field.isEmpty) return field.resource.source.assumedRelease !== undefined;
  const [only, another] = field.entries;
  if (!only || another || only.exists) return false;
  const { source, end } = field.keyPlace;
  const text = source.read();
  // An explicit null is meant as null.
  const after = only.keyPlace.end;
  return (
    /^["']?: *\{/.test(text.slice(end, end + 10)) &&
    !/^["']? *: *(?:null|~)/.test(text.slice(after, after + 20))
  );
}

/** Whether a field, one of its keys, or anything below it is filled in later. */
export function isFilledInAnywhere(field: Field): boolean {
  if (isFilledIn(field) || field.items.some(isFilledInAnywhere)) return true;
  return field.entries.some(
    (entry) => isTextFilledIn(field.resource, String(entry.key)) || isFilledInAnywhere(entry),
  );
}

/** A name, unless a tool fills it in; undefined then. */
export function unlessPlaceholder(name: string | undefined): string | undefined {
  return name === undefined || isPlaceholder(name) ? undefined : name;
}

/**
 * Whether a tool, rather than a controller, fills in a part of a string of an object. In an analysis template `{{…}}` belongs to
 * the controller, and query languages have `<…>` and `__name__`.
 */
export function isTextFilledIn({ kind }: { readonly kind: string }, text: string): boolean {
  return /AnalysisTemplate$/.test(kind) ? /\$[({]/.test(text) : isPlaceholder(text);
}
