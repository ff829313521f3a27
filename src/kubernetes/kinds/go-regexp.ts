import type * as re2 from 're2js';

/** The size of the cache of compiled patterns. Each is matched with many strings, and honest input has few patterns. */
const maxKept = 500;
const compiled = new Map<string, re2.RE2JS | string>();

/** Whether a regular expression of Go matches a whole string; undefined if Go rejects it. */
export function fitsRegexp(pattern: string, text: string): boolean | undefined {
  if (typeof compile(pattern) === 'string') return undefined; // The group around it could make it valid.
  const whole = compile(`^(?:${pattern})$`);
  return typeof whole === 'string' ? undefined : whole.test(text);
}

/** Whether a regular expression of Go, which Go accepts, matches a part of a string. */
export function findsRegexp(pattern: string, text: string): boolean {
  const regexp = compile(pattern);
  return typeof regexp !== 'string' && regexp.matcher(text).find();
}

/** Go's reason to reject a regular expression; undefined if Go accepts it, null if that is unknown. */
export function regexpProblem(pattern: string): string | undefined | null {
  const found = compile(pattern);
  if (typeof found !== 'string') return undefined;
  // Go accepts two groups with the same name.
  return found.includes('duplicate capture group name') ? null : found.replace('error parsing regexp: ', '');
}

/** The positions of a match and of its groups, in UTF-16 code units; -1 for a group without a match. */
export interface RegexpMatch {
  readonly groups: readonly { readonly name: string | null; readonly start: number; readonly end: number }[];
}

/**
 * The matches of a regular expression in a string. An empty match directly after another match is skipped.
 * https://github.com/golang/go/blob/go1.26.0/src/regexp/regexp.go (allMatches)
 */
export function* regexpMatches(pattern: string, text: string): Generator<RegexpMatch, void, undefined> {
  const regexp = compile(pattern);
  if (typeof regexp === 'string') return;
  const names = new Map(Object.entries(regexp.namedGroups()).map(([name, group]) => [group, name]));
  const matcher = regexp.matcher(text);
  let last = -1;
  for (let at = 0; at <= text.length && matcher.find(at);) {
    const [start, end] = [matcher.start(), matcher.end()];
    const isEmptyAgain = start === last && end === at;
    at = end > at ? end : at + (text.codePointAt(at)! > 0xffff ? 2 : 1);
    last = end;
    if (isEmptyAgain) continue;
    yield {
      groups: Array.from({ length: regexp.groupCount() + 1 }, (_, group) => ({
        name: names.get(group) ?? null,
        start: matcher.start(group),
        end: matcher.end(group),
      })),
    };
  }
}

/** A compiled regular expression, or Go's error message. */
function compile(pattern: string): re2.RE2JS | string {
  let found = compiled.get(pattern);
  if (found === undefined) {
    if (compiled.size >= maxKept) compiled.clear();
    compiled.set(pattern, (found = compileAnew(pattern)));
  }
  return found;
}

function compileAnew(pattern: string): re2.RE2JS | string {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- Large, and most runs meet plain names only.
  const { RE2JS, RE2JSException } = require('re2js') as typeof re2;
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    if (error instanceof RE2JSException) return error.message;
    throw error;
  }
}
