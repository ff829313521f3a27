import type { PlayedUpdate } from '../simulate/play-update.js';

/** An update in which a version turns bad at a moment, in seconds since it began. */
export interface PlayedTurn {
  readonly at: number;
  readonly update: PlayedUpdate;
}

/** How closely the time between the steps is looked at. */
export interface Fineness {
  /** The largest number of moments, evenly apart. */
  readonly moments: number;
  /** The largest number of updates to play beside those of the steps. */
  readonly plays: number;
}

interface Between extends Fineness {
  /** When the update is over. */
  readonly end: number;
  readonly play: (at: number) => PlayedUpdate;
}

/** Distances between moments that people count in, in seconds. */
const distances = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 21_600, 86_400];

/**
 * Moments between those of the steps, with what happens if a version turns bad then. A version that turns bad later is never stopped
 * earlier, so between two moments with the same stop every moment has it, and the update need not be played again. Where the stops
 * differ, the middle is played, until no play is left; moments of which nothing is known then are left out.
 */
export function momentsBetween(turns: readonly PlayedTurn[], between: Between): readonly PlayedTurn[] {
  const { end, moments, play } = between;
  const known = new Map(turns.map(({ at, update }) => [at, update]));
  const grid = gridOf(end, moments);
  if (known.size === 0 || grid.length === 0) return [];
  const taken = new Set(known.keys());
  const all = [...new Set([...taken, ...grid])].sort((one, another) => one - another);
  let { plays } = between;
  const isPlayed = (at: number): boolean => {
    if (known.has(at)) return true;
    if (plays === 0) return false;
    plays -= 1;
    known.set(at, play(at));
    return true;
  };
  isPlayed(all.at(-1)!);
  const anchors = all.flatMap((at, index) => (known.has(at) ? [index] : []));
  const gaps = anchors.slice(1).map((to, index) => [anchors[index]!, to] as const);
  // Halves are put behind all other gaps, so the widest come first.
  for (let gap = gaps.shift(); gap; gap = gaps.shift()) {
    const [from, to] = gap;
    const [before, after] = [known.get(all[from]!)!, known.get(all[to]!)!];
    const middle = Math.floor((from + to) / 2);
    if (isSameStop(before, after)) for (const at of all.slice(from + 1, to)) known.set(at, before);
    else if (middle > from && isPlayed(all[middle]!)) gaps.push([from, middle], [middle, to]);
  }
  return all.flatMap((at) => {
    const update = known.get(at);
    return update && !taken.has(at) ? [{ at, update }] : [];
  });
}

/** From the beginning to the end, in distances that people count in. */
function gridOf(end: number, moments: number): readonly number[] {
  if (moments < 1) return [];
  const distance = distances.find((seconds) => end / seconds <= moments) ?? Math.ceil(end / moments);
  return Array.from({ length: Math.floor(end / distance) + 1 }, (_, index) => index * distance);
}

/** Whether the same thing stops two updates at the same moment, or nothing stops either. */
function isSameStop(one: PlayedUpdate, another: PlayedUpdate): boolean {
  return (
    one.end === another.end &&
    one.stopped?.at === another.stopped?.at &&
    one.stopped?.message === another.stopped?.message
  );
}
