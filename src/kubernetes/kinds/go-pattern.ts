import { patternSize } from './go-pattern-size.js';
import { findsRegexp, fitsRegexp, regexpProblem } from './go-regexp.js';

/** Longer patterns are not realistic, and compiling them would take seconds. */
export const maxPattern = 1000;
/** Names and paths are shorter. */
const maxText = 10_000;
/** Instructions; `[a-z]{0,1000}` twice is below it. */
const maxSize = 5000;
/** The limit of one match: each character may be tested against each instruction. */
const maxWork = 12_000_000;
/** The limit of all matches of a run, without very cheap ones: some seconds. */
const mostInAll = 60_000_000;
const smallPattern = 2000;
let left = mostInAll;

/** Resets the limit at the start of a run. */
export function renewPatternWork(): void {
  left = mostInAll;
}

/**
 * Whether a regular expression of Go matches a whole string; undefined if Go rejects it, or if it exceeds the limits. Both come
 * from a manifest, and JavaScript's regular expressions backtrack exponentially for some patterns; this takes time proportional
 * to the string and to the repetitions of the pattern.
 * https://github.com/google/re2/wiki/Syntax
 */
export function fitsWhole(pattern: string, text: string): boolean | undefined {
  if (isLiteral(pattern)) return pattern === text;
  if (text === '' && pattern.length <= maxPattern && neverEmpty.test(pattern)) return false;
  return spends(pattern, text) ? fitsRegexp(pattern, text) : undefined;
}

/**
 * Whether a regular expression of Go matches a part of a string; false if Go rejects it, undefined if it exceeds the limits.
 * https://pkg.go.dev/regexp#MatchString
 */
export function fitsPart(pattern: string, text: string): boolean | undefined {
  if (isLiteral(pattern)) return text.includes(pattern);
  if (!spends(pattern, text)) return undefined;
  const problem = regexpProblem(pattern);
  if (problem === null) return undefined;
  return problem === undefined && findsRegexp(pattern, text);
}

/**
 * Patterns whose alternatives begin with a character, such as `5.*` and `canary|stable`, which fit no empty string: whether they do is
 * asked of the labels of most queries, and loading the engine takes as long as hundreds of matches.
 */
const neverEmpty = /^[\w/:-]\+?(?:[\w/:.-][*+]?)*(?:\|[\w/:-]\+?(?:[\w/:.-][*+]?)*)*$/;

function isLiteral(pattern: string): boolean {
  return !/[\\^$.|?*+()[\]{}]/.test(pattern);
}

/** Whether a match is within the limits; its work is counted. */
function spends(pattern: string, text: string): boolean {
  if (pattern.length > maxPattern || text.length > maxText) return false;
  const size = sizeOfPattern(pattern);
  const work = size * text.length;
  if (size > maxSize || work > maxWork || left < work) return false;
  if (work > smallPattern) left -= work;
  return true;
}

/** Whether a regular expression compiles fast; longer ones are not honest input. */
export const isCompilable = (pattern: string): boolean =>
  pattern.length <= maxPattern && sizeOfPattern(pattern) <= maxSize;

/** How many matches in a string may be searched, each of which may read it to its end. */
export const mostMatches = (pattern: string, text: string): number =>
  text.length > maxText ? 0 : (10 * maxWork) / (sizeOfPattern(pattern) * (text.length + 1));

/** One pattern is usually matched with many strings. */
let lastSized = { pattern: '', size: 0 };

function sizeOfPattern(pattern: string): number {
  if (lastSized.pattern !== pattern) lastSized = { pattern, size: patternSize(pattern) };
  return lastSized.size;
}
