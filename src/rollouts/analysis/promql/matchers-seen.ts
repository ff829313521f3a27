import type { Selected } from './query.js';

/**
 * Matchers that certainly are in a query if Prometheus takes it, because it compares no other strings; seen without the parser. None where
 * comments, escapes or holes could hide what is a string.
 */
export function matchersSeen(query: string): readonly Selected[] {
  if (query.length > longest || /[#\\`]|\{\{[^{}"']*["']/.test(query)) return [];
  const found = query.matchAll(/(?<!\w)([A-Za-z_]\w*)\s*(?:=~|!~|!=|=)\s*("[^"]*"|'[^']*')|"[^"]*"|'[^']*'/g);
  return Array.from(found).flatMap(([, label, value]) => (value === undefined ? [] : [{ label, value }]));
}

/** Longer queries are parsed. */
const longest = 2000;
