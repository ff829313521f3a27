/**
 * Whether a name is one of those that are taken, one in so many. It depends on the name alone: with the place in a list, each new
 * fixture would change which others are taken.
 */
export function isOneIn(every: number, name: string, rest = 0): boolean {
  return [...name].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % 1_000_003, 7) % every === rest;
}
