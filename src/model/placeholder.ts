import type { Field } from './field.js';

/** Whether something else (envsubst, Helm, a pipeline) replaces a part of a text before it is deployed. */
export function isPlaceholder(text: string): boolean {
  return /\$[({A-Za-z_]|\{\{|<[^<>]+>|%[A-Z_]+%|__\w+__/.test(text);
}

/** Whether somebody fills a field in later: a part of its text, or `{ name }`, which YAML reads as a map of one empty key. */
export function isFilledIn(field: Field): boolean {
  if (field.text !== undefined) return isPlaceholder(field.text);
  const [only, another] = field.entries;
  if (!only || another || only.exists) return false;
  const { source, end } = field.keyPlace;
  return /^["']?: *\{/.test(source.read().slice(end, end + 10));
}
