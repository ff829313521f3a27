/**
 * An upper bound of the instructions of a Go regular expression, from its source: a counted part (`a{9}`) is repeated, and again
 * by the count of a group around it.
 */
export function patternSize(pattern: string): number {
  /** The sizes of the open groups: everything before the last part, and the last part. */
  const open: { before: number; last: number }[] = [];
  let group = { before: 0, last: 0 };
  const part = (size: number): void => {
    group = { before: group.before + group.last, last: size };
  };
  for (const [found, count, least = '', most = '', set] of pattern.matchAll(tokens)) {
    if (count !== undefined) group.last = (group.last + 1) * Math.max(Number(most || least), 1);
    else if (found === '(') {
      open.push(group);
      group = { before: 0, last: 0 };
    } else if (found === ')') {
      const inner = group.before + group.last + 2;
      group = open.pop() ?? { before: 0, last: 0 };
      part(inner);
    } else if (found === '*' || found === '+' || found === '?') group.last += 1;
    else part(set === undefined ? 1 : 2);
  }
  return [...open, group].reduce((sum, { before, last }) => sum + before + last, 0);
}

/**
 * A count, an escape, a character class, or one character; an unclosed one extends to the end, so that each character is read
 * once.
 */
const tokens = /(\{(\d{1,4})(?:,(\d{0,4}))?\})|\\p\{[^}]*\}?|\\.|(\[\^?\]?(?:\\.|[^\\\]])*\]?)|./gsu;
