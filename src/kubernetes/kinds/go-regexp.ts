import type * as re2 from 're2js';

/** The size of the cache of compiled patterns. Each is matched with many strings, and honest input has few patterns. */
const maxKept = 500;
const compiled = new Map<string, re2.RE2JS | undefined>();

/** Whether a regular expression of Go matches a whole string; undefined if Go rejects it. */
export function fitsRegexp(pattern: string, text: string): boolean | undefined {
  if (!compiled.has(pattern)) {
    if (compiled.size >= maxKept) compiled.clear();
    compiled.set(pattern, compile(pattern));
  }
  return compiled.get(pattern)?.test(text);
}

function compile(pattern: string): re2.RE2JS | undefined {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- Large, and most runs meet plain names only.
  const { RE2JS, RE2JSException } = require('re2js') as typeof re2;
  try {
    RE2JS.compile(pattern); // First by itself, because the group around it could make an invalid pattern valid.
    return RE2JS.compile(`^(?:${pattern})$`);
  } catch (error) {
    if (error instanceof RE2JSException) return undefined;
    throw error;
  }
}
