/**
 * At most so many instructions a regular expression of Go becomes, told from its text: what is counted (`a{9}`) is repeated, and
 * repeated again where a count is in a group that is counted.
 */
export function patternSize(pattern: string): number {
  /** The sizes of what is open: all before the last part, and the last part. */
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

/** A count, an escape, a set of characters, or one character; what is not closed goes to the end, so that each is looked at once. */
const tokens = /(\{(\d{1,4})(?:,(\d{0,4}))?\})|\\p\{[^}]*\}?|\\.|(\[\^?\]?(?:\\.|[^\\\]])*\]?)|./gsu;
