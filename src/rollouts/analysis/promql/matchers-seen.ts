import { memoizeRecent } from '../../../model/memo.js';
import { rangeUnits } from './children.js';
import type { Selected } from './query.js';

/**
 * Matchers that certainly are in a query if Prometheus takes it, because it compares no other strings; seen without the parser. None where
 * comments, escapes or holes could hide what is a string.
 */
export const matchersSeen = memoizeRecent(64, (query): readonly Selected[] => {
  if (query.length > longest || /[#\\`]|\{\{[^{}"']*["']/.test(query)) return [];
  const found = query.matchAll(/(?<!\w)([A-Za-z_]\w*)\s*(=~|!~|!=|=)\s*("[^"]*"|'[^']*')|"[^"]*"|'[^']*'/g);
  return Array.from(found).flatMap(([, label, operator, value]) =>
    value === undefined ? [] : [{ label, operator, value }],
  );
});

/** A matcher that compares with a string literally. */
export interface LiteralMatcher {
  readonly label: string;
  readonly operator: '=' | '!=';
  readonly value: string;
}

/**
 * Matchers that compare literally with what looks like a pattern: `code="5.*"`, `code!="5**"`. Values with a slash are left out, because
 * routes have names such as `/api/*`. Strings of comments are not matchers.
 */
export function literalPatterns(query: string): readonly LiteralMatcher[] {
  if (query.length > longest || /[#\\`]|\{\{[^{}"']*["']/.test(query)) return [];
  const found = query.matchAll(/(?<!\w)([A-Za-z_]\w*)\s*(=~|!~|!=|=)\s*("[^"]*"|'[^']*')|"[^"]*"|'[^']*'/g);
  return Array.from(found).flatMap(([, label, operator, quoted]) => {
    const value = quoted?.slice(1, -1) ?? '';
    if (label === undefined || (operator !== '=' && operator !== '!=')) return [];
    return isPattern(value) ? [{ label, operator, value }] : [];
  });
}

function isPattern(value: string): boolean {
  return !/[/{$]/.test(value) && /\.[*+]|\*|^\d\.\.?$|\[\d-\d\]/.test(value);
}

/** Longer queries are parsed. */
const longest = 2000;

/** Calls that take the last two samples of a range: it only says how old they may be. */
const lastSamples = /\b(?:irate|idelta)\s*\(/;

/**
 * The seconds of the longest range that a query covers, as in `rate(requests_total[5m])`; undefined if it has none, or if one is
 * filled in or not covered.
 */
export function longestRange(query: string): number | undefined {
  if (query.length > longest || lastSamples.test(query) || /\[[^\]]{0,200}(?:\{\{|\$)/.test(query))
    return undefined;
  const ranges = [...query.matchAll(/\[\s{0,9}(\d{1,6})(ms|[smhd])\s{0,9}\]/g)];
  const seconds = ranges.map(([, number, unit = '']) => Number(number) * (rangeUnits[unit] ?? NaN));
  return seconds.length === 0 ? undefined : Math.max(...seconds);
}
