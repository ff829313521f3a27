import { patternSize } from './go-pattern-size.js';
import { fitsRegexp } from './go-regexp.js';

/** Longer ones nobody writes, and to compile them would take seconds. */
export const maxPattern = 1000;
/** No name and no path is longer. */
const maxText = 10_000;
/** Instructions; `[a-z]{0,1000}` twice over is less. */
const maxSize = 5000;
/** What one match may take: each character of the text can meet each instruction. */
const maxWork = 12_000_000;
/** What the matches of a run may take together, those aside that take next to nothing: some seconds. */
const mostInAll = 60_000_000;
const nothing = 2000;
let left = mostInAll;

/** Begins a run. */
export function renewPatternWork(): void {
  left = mostInAll;
}

/**
 * Whether a regular expression of Go fits a text as a whole; undefined where Go refuses it, or it is too long for us to
 * say. Whoever writes manifests writes the pattern and the text, and JavaScript's own expressions go back and forth for
 * ever over some: these take a time that grows with the text, and with what the pattern repeats.
 * https://github.com/google/re2/wiki/Syntax
 */
export function fitsWhole(pattern: string, text: string): boolean | undefined {
  if (!/[\\^$.|?*+()[\]{}]/.test(pattern)) return pattern === text;
  if (pattern.length > maxPattern || text.length > maxText) return undefined;
  const size = sizeOf(pattern);
  const work = size * text.length;
  if (size > maxSize || work > maxWork || left < work) return undefined;
  if (work > nothing) left -= work;
  return fitsRegexp(pattern, text);
}

/** Patterns are asked for many texts. */
let last = { pattern: '', size: 0 };

function sizeOf(pattern: string): number {
  if (last.pattern !== pattern) last = { pattern, size: patternSize(pattern) };
  return last.size;
}
