import { isMap, type Json } from './normalise.js';

/** One pass of the controller. */
export interface Pass {
  readonly error: string | undefined;
  /** In their order, without those that change nothing of what is compared. */
  readonly writes: readonly WrittenObject[];
}

export interface WrittenObject {
  readonly key: string;
  /** Normalised, as it is then; undefined when it is gone. */
  readonly object: Json | undefined;
}

/** The passes that an event has led to, and what is seen after them. */
export interface Snapshot {
  /** The index of the event; -1 before the first. */
  readonly after: number;
  readonly round: number;
  readonly isSettled: boolean;
  readonly passes: readonly Pass[];
  /** Normalised objects by their key. */
  readonly objects: ReadonlyMap<string, Json>;
}

export interface Disagreement {
  readonly after: number;
  readonly round: number;
  /** Which pass, from 1; absent for what is seen after them all. */
  readonly pass?: number;
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
      ...passDifferences(our.passes, their.passes),
      ...objectDifferences(our.objects, their.objects),
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
export function told(error: string | undefined): string | undefined {
  return error
    ?.replace(/^(Recovered from Panic).*/s, '$1')
    .replace(/^(delaying destination rule switch: ReplicaSet) \S+/, '$1');
}

type Difference = Omit<Disagreement, 'after' | 'round'>;

/** What the first pass that differs does otherwise. */
function passDifferences(ours: readonly Pass[], theirs: readonly Pass[]): readonly Difference[] {
  for (let index = 0; index < Math.max(ours.length, theirs.length); index += 1) {
    const [our, their] = [ours[index], theirs[index]];
    const found =
      our && their
        ? [...writeDifferences(our.writes, their.writes), ...errorDifference(our.error, their.error)]
        : [{ object: '', path: '(passes)', ours: ours.length, theirs: theirs.length }];
    if (found.length > 0) return found.map((one) => ({ pass: index + 1, ...one }));
  }
  return [];
}

function errorDifference(ours: string | undefined, theirs: string | undefined): readonly Difference[] {
  return told(ours) === told(theirs) ? [] : [{ object: '', path: '(error)', ours, theirs }];
}

function writeDifferences(
  ours: readonly WrittenObject[],
  theirs: readonly WrittenObject[],
): readonly Difference[] {
  const keys = (writes: readonly WrittenObject[]) => writes.map(({ key }) => key);
  if (keys(ours).join('\n') !== keys(theirs).join('\n'))
    return [{ object: '', path: '(writes)', ours: keys(ours), theirs: keys(theirs) }];
  return ours.flatMap(({ key, object }, index) =>
    differences(object, theirs[index]?.object, '').map((one) => ({ object: key, ...one })),
  );
}

function objectDifferences(
  ours: ReadonlyMap<string, Json>,
  theirs: ReadonlyMap<string, Json>,
): readonly Difference[] {
  return [...new Set([...ours.keys(), ...theirs.keys()])].flatMap((object) =>
    differences(ours.get(object), theirs.get(object), '').map((difference) => ({ object, ...difference })),
  );
}

function differences(
  ours: unknown,
  theirs: unknown,
  path: string,
): Pick<Difference, 'path' | 'ours' | 'theirs'>[] {
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
      before.passes.at(-1)?.error !== snapshot.passes.at(-1)?.error ||
      before.isSettled !== snapshot.isSettled ||
      objectDifferences(before.objects, snapshot.objects).length > 0
    );
  });
}
