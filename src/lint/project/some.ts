/** Longer lists are cut. */
const maxNames = 3;

/** Lists the first names and the number of the others; `what` they are, in the plural, where the sentence does not say. */
export function some(names: readonly string[], what = ''): string {
  const shown = names.slice(0, maxNames).map((name) => (name === '.' ? 'this folder' : name));
  const more = names.length - shown.length;
  return more === 0
    ? shown.join(', ')
    : `${shown.join(', ')} and ${more} more${what === '' ? '' : ` ${what}`}`;
}
