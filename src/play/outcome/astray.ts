import { objectKey, type Snapshot } from '../../kubernetes/objects/cluster.js';
import { type Lane, lanesIn, type Leg } from '../impact/lanes.js';
import type { Frame } from '../simulate/trace.js';

/** A lane whose weights in Git differ from those that the controller keeps between updates. */
export interface Astray {
  readonly frame: Frame;
  /** As Git has it. */
  readonly lane: Lane;
  /** The destination that Git gives more requests, and its share in percent there and between updates. */
  readonly leg: Leg;
  readonly share: number;
  readonly kept: number;
}

/**
 * The lanes whose weights in Git differ from those between updates: where a sync applies them, requests go elsewhere until the
 * next pass. A lane without destinations in Git is left to the controller, such as an Ingress without the annotation of its
 * action: a sync leaves what Git never had.
 */
export function astray(frames: readonly Frame[]): readonly Astray[] {
  const rests = frames.filter(({ kind, from }) => from === undefined && betweenUpdates.has(kind));
  const [rest] = rests;
  if (rest?.kind !== 'installed') return [];
  // Each promotion swaps ping and pong, so that either order of the weights is right.
  const kept = rests.map(({ objects }) => sharesByLane(objects));
  return lanesIn(inGit(rest)).flatMap((lane): readonly Astray[] => {
    const shares = sharesOf(lane);
    const others = kept.flatMap((lanes) => lanes.get(laneName(lane)) ?? []);
    if (shares.size === 0 || others.length === 0) return [];
    if (others.some((one) => haveSameShares(one, shares))) return [];
    const [first] = others;
    const more = lane.legs
      .map((leg) => ({ leg, share: shares.get(legName(leg)) ?? 0, kept: first?.get(legName(leg)) ?? 0 }))
      .sort((left, right) => right.share - right.kept - (left.share - left.kept))[0];
    return more ? [{ frame: rest, lane, ...more }] : [];
  });
}

const betweenUpdates: ReadonlySet<Frame['kind']> = new Set(['installed', 'promoted', 'scaled-down']);

/** The objects of the first deployment before the controller has written them, without those that it has created. */
function inGit({ objects, writes }: Frame): Snapshot {
  const all = new Map(objects);
  for (const { before, after } of writes) {
    if (after) all.delete(objectKey(after));
    if (before) all.set(objectKey(before), before);
  }
  return all;
}

function sharesByLane(objects: Snapshot): ReadonlyMap<string, ReadonlyMap<string, number>> {
  return new Map(lanesIn(objects).map((lane) => [laneName(lane), sharesOf(lane)]));
}

/** A lane by the key of its object and its route. */
export function laneName({ object, route }: Lane): string {
  return `${object} ${route}`.trim();
}

function legName({ service, subset = '' }: Leg): string {
  return `${service} ${subset}`;
}

/** What each destination gets of the requests, in percent; one without any is none. */
function sharesOf({ legs }: Lane): ReadonlyMap<string, number> {
  const sum = legs.reduce((total, { weight }) => total + weight, 0);
  const shares = new Map<string, number>();
  for (const leg of legs)
    if (leg.weight > 0) shares.set(legName(leg), (shares.get(legName(leg)) ?? 0) + (leg.weight * 100) / sum);
  return shares;
}

function haveSameShares(left: ReadonlyMap<string, number>, right: ReadonlyMap<string, number>): boolean {
  return (
    left.size === right.size &&
    [...left].every(([name, share]) => Math.round(share) === Math.round(right.get(name) ?? -1))
  );
}
