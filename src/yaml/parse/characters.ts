export const lineFeed = 0x0a;
export const space = 0x20;

export function isBreak(char: number): boolean {
  return char === lineFeed || char === 0x0d;
}

/** Whether a character separates: a space, a tab, a line break, or the end of the text. */
export function isBlank(char: number): boolean {
  return char === space || char === 0x09 || isBreak(char) || Number.isNaN(char);
}

/** The line break after a place, or the end of the text. */
export function lineEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && !isBreak(text.charCodeAt(at))) at += 1;
  return at;
}

/** Where the line of a place starts. */
export function lineStart(text: string, from: number): number {
  let at = from;
  while (at > 0 && !isBreak(text.charCodeAt(at - 1))) at -= 1;
  return at;
}

/** Where the line after a place starts. */
export function lineAfter(text: string, from: number): number {
  const end = lineEnd(text, from);
  if (text.charCodeAt(end) === 0x0d && text.charCodeAt(end + 1) === lineFeed) return end + 2;
  return Math.min(end + 1, text.length);
}

/** A browser has none, and reads little. */
const hasBuffer = typeof Buffer !== 'undefined';

/** The same text without the larger one that it was cut from, which would stay in memory with it. */
export function detach(text: string): string {
  // Strings shorter than 13 characters are copies already in V8.
  return text.length < 13 || !hasBuffer ? text : Buffer.from(text).toString();
}

/**
 * Whether a text has a line break of Unicode: next line, line separator or paragraph separator. YAML 1.1, and so
 * Kubernetes, starts a line there; to js-yaml, and in an editor, the line goes on.
 */
export function hasUnicodeBreak(text: string): boolean {
  return text.includes('\u0085') || text.includes('\u2028') || text.includes('\u2029');
}
