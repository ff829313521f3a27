import { isMap, type Json } from './normalise.js';

/** What is seen after the passes that an event has led to. */
export interface Snapshot {
  /** The index of the event; -1 before the first. */
  readonly after: number;
  readonly round: number;
  readonly isSettled: boolean;
  readonly error: string | undefined;
  /** Normalised objects by their key. */
  readonly objects: ReadonlyMap<string, Json>;
}

export interface Disagreement {
  readonly after: number;
  readonly round: number;
  /** The key of the object; empty for what is no object's. */
  readonly object: string;
  readonly path: string;
  readonly ours: unknown;
  readonly theirs: unknown;
}

/** Where two runs of a scenario part: all differences of the first snapshot that has any. */
export function firstDisagreements(
  ours: readonly Snapshot[],
  theirs: readonly Snapshot[],
): readonly Disagreement[] {
  for (let index = 0; index < Math.max(ours.length, theirs.length); index += 1) {
    const our = ours[index];
    const their = theirs[index];
    const { after, round } = (their ?? our) as Snapshot;
    const at = { after, round };
    if (!our || !their || our.after !== their.after) {
      // One of the two has come to rest earlier: the objects tell what the other one still did.
      const place = (snapshot: Snapshot | undefined) =>
        snapshot ? `event ${snapshot.after}, round ${snapshot.round}` : 'the end';
      return [
        { ...at, object: '', path: '(rounds)', ours: place(our), theirs: place(their) },
        ...objectDifferences(
          (our ?? ours.at(-1))?.objects ?? new Map<string, Json>(),
          (their ?? theirs.at(-1))?.objects ?? new Map<string, Json>(),
        ).map((difference) => ({ ...at, ...difference })),
      ];
    }
    const found = [
      ...objectDifferences(our.objects, their.objects),
      ...(told(our.error) === told(their.error)
        ? []
        : [{ object: '', path: '(error)', ours: our.error, theirs: their.error }]),
      ...(our.isSettled === their.isSettled
        ? []
        : [{ object: '', path: '(settled)', ours: our.isSettled, theirs: their.isSettled }]),
    ];
    if (found.length > 0) return found.map((difference) => ({ ...at, ...difference }));
  }
  return [];
}

/**
 * An error as users can know it. What Go says of a crash is no part of the controller's words, and of several ReplicaSets
 * that a DestinationRule waits for it names any.
 */
function told(error: string | undefined): string | undefined {
  return error
    ?.replace(/^(Recovered from Panic).*/s, '$1')
    .replace(/^(delaying destination rule switch: ReplicaSet) \S+/, '$1');
}

type Difference = Pick<Disagreement, 'object' | 'path' | 'ours' | 'theirs'>;

function objectDifferences(
  ours: ReadonlyMap<string, Json>,
  theirs: ReadonlyMap<string, Json>,
): readonly Difference[] {
  return [...new Set([...ours.keys(), ...theirs.keys()])].flatMap((object) =>
    differences(ours.get(object), theirs.get(object), '').map((difference) => ({ object, ...difference })),
  );
}

function differences(ours: unknown, theirs: unknown, path: string): Omit<Difference, 'object'>[] {
  if (Object.is(ours, theirs)) return [];
  if (isMap(ours) && isMap(theirs))
    return [...new Set([...Object.keys(ours), ...Object.keys(theirs)])].flatMap((key) =>
      differences(ours[key], theirs[key], `${path}${/^[\w-]+$/.test(key) ? `.${key}` : `["${key}"]`}`),
    );
  if (Array.isArray(ours) && Array.isArray(theirs) && ours.length === theirs.length)
    return ours.flatMap((item, index) => differences(item, theirs[index], `${path}[${index}]`));
  return [{ path, ours, theirs }];
}

/** Snapshots without the rounds of `ready` in which nothing happened that is recorded. */
export function withoutRepeats(snapshots: readonly Snapshot[]): readonly Snapshot[] {
  return snapshots.filter((snapshot, index) => {
    const before = snapshots[index - 1];
    return (
      snapshot.round === 0 ||
      before === undefined ||
      before.error !== snapshot.error ||
      before.isSettled !== snapshot.isSettled ||
      objectDifferences(before.objects, snapshot.objects).length > 0
    );
  });
}
