import { fitsRegexp } from './go-regexp.js';

/** Longer ones nobody writes, and to compile them would take seconds. */
const maxPattern = 1000;
/** No name and no path is longer. */
const maxText = 10_000;

/**
 * Whether a regular expression of Go fits a text as a whole; undefined where Go refuses it, or it is too long for us to
 * say. Whoever writes manifests writes the pattern and the text, and JavaScript's own expressions go back and forth for
 * ever over some: these take a time that grows with the text.
 * https://github.com/google/re2/wiki/Syntax
 */
export function fitsWhole(pattern: string, text: string): boolean | undefined {
  if (!/[\\^$.|?*+()[\]{}]/.test(pattern)) return pattern === text;
  if (pattern.length > maxPattern || text.length > maxText) return undefined;
  return fitsRegexp(pattern, text);
}
