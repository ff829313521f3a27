import { enumeration } from '../../model/wording.js';
/** Names in double quotes for messages, each once. */
export function quoted(names: Iterable<string>): readonly string[] {
  return [...new Set(names)].map((name) => `"${name}"`);
}

/** `a`, `a or b`, `a, b or c`. */
export function oneOf(words: readonly string[]): string {
  return enumeration(words, 'or');
}

/** `a`, `a and b`, `a, b and c`. */
export function allOf(words: readonly string[]): string {
  return enumeration(words, 'and');
}
