import type { Share } from '../simulate/share.js';

/**
 * How long all traffic would have to go to the new version to get as many of its answers as it gave between two moments: the integral
 * of its share over time, in seconds. Shares are in the order of time; before the first one it gets nothing.
 */
export function exposureBetween(shares: readonly Share[], from: number, until: number): number {
  return shares.reduce((sum, { at, share }, index) => {
    const end = Math.min(shares[index + 1]?.at ?? Infinity, until);
    const seconds = end - Math.max(at, from);
    return seconds > 0 && share > 0 ? sum + share * seconds : sum;
  }, 0);
}

/** The share at a moment. */
export function shareAt(shares: readonly Share[], moment: number): number {
  return shares.findLast(({ at }) => at <= moment)?.share ?? 0;
}

/** When the new version gets its last request after a moment: undefined if it never stops getting requests. */
export function lastRequest(shares: readonly Share[], from: number): number | undefined {
  const last = shares.at(-1);
  if (!last || last.share > 0) return last ? undefined : from;
  const served = shares.findLastIndex(({ share }) => share > 0);
  return Math.max(from, shares[served + 1]?.at ?? from);
}

/** The shares from a moment on, beginning with the one at that moment. */
export function sharesFrom(shares: readonly Share[], from: number): readonly Share[] {
  return [{ at: from, share: shareAt(shares, from) }, ...shares.filter(({ at }) => at > from)];
}
