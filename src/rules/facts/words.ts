/** Names in double quotes for messages, each once. */
export function quoted(names: Iterable<string>): readonly string[] {
  return [...new Set(names)].map((name) => `"${name}"`);
}

/** `a`, `a or b`, `a, b or c`. */
export function oneOf(words: readonly string[]): string {
  return joined(words, 'or');
}

/** `a`, `a and b`, `a, b and c`. */
export function allOf(words: readonly string[]): string {
  return joined(words, 'and');
}

function joined(words: readonly string[], last: string): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}
