/** So many names tell what the others are like. */
const maxNames = 3;

/** The first of some names of files, and how many there are besides. */
export function some(names: readonly string[]): string {
  const shown = names.slice(0, maxNames).map((name) => (name === '.' ? 'this folder' : name));
  const more = names.length - shown.length;
  return more === 0 ? shown.join(', ') : `${shown.join(', ')} and ${more} more`;
}
