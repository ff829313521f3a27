export const lineFeed = 0x0a;
export const space = 0x20;

export function isBreak(char: number): boolean {
  return char === lineFeed || char === 0x0d;
}

/** Whether a character is a separator: a space, a tab, a line break, or the end of the string. */
export function isBlank(char: number): boolean {
  return char === space || char === 0x09 || isBreak(char) || Number.isNaN(char);
}

/** The offset of the next line break, or the end of the string. */
export function lineEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && !isBreak(text.charCodeAt(at))) at += 1;
  return at;
}

/** Where the line of an offset starts. */
export function lineStart(text: string, from: number): number {
  let at = from;
  while (at > 0 && !isBreak(text.charCodeAt(at - 1))) at -= 1;
  return at;
}

/** Where the line after an offset starts. */
export function lineAfter(text: string, from: number): number {
  const end = lineEnd(text, from);
  if (text.charCodeAt(end) === 0x0d && text.charCodeAt(end + 1) === lineFeed) return end + 2;
  return Math.min(end + 1, text.length);
}

/** Browsers have no Buffer, and read little. */
const hasBuffer = typeof Buffer !== 'undefined';

/** A copy of a substring, which does not keep the string that it was cut from in memory. */
export function detach(text: string): string {
  // V8 copies strings shorter than 13 characters anyway.
  return text.length < 13 || !hasBuffer ? text : Buffer.from(text).toString();
}

/**
 * Whether a string has a Unicode line break: next line, line separator or paragraph separator. YAML 1.1, and so Kubernetes,
 * starts a line there; js-yaml and editors do not.
 */
export function hasUnicodeBreak(text: string): boolean {
  return text.includes('\u0085') || text.includes('\u2028') || text.includes('\u2029');
}
