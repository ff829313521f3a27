import { comparable, comparedKinds, type Default, type Difference, differences, keyOf, type Loose, withDefaults } from './comparable.js';
import type { Predicted } from './predict.js';
import type { System } from './systems.js';

/** What was there at a moment, by the key of the object. */
export type State = ReadonlyMap<string, Loose>;

/** A state of the cluster in which nothing was written for a while, or the same things over and over. */
export interface LiveState {
  /** What happened before it. */
  readonly event: string;
  readonly objects: State;
  /** What objects were in turn that are written without end. */
  readonly rewritten: ReadonlyMap<string, readonly Loose[]>;
}

export interface Judged {
  readonly event: string;
  /** The frames that it is. */
  readonly frames: readonly string[];
  /** Empty where there are any. */
  readonly nearest: string;
  readonly differences: readonly string[];
}

/** A frame as the API server has it. */
interface Known {
  readonly id: string;
  readonly objects: State;
  /** The keys of objects that are written without end; undefined where it is some that are not known. */
  readonly rewrites: readonly string[] | undefined;
}

export type Defaults = Readonly<Record<string, readonly Default[]>>;

/** The frames that were there in turn, for each state of a play. */
export function judge(
  all: readonly LiveState[],
  frames: readonly Predicted[],
  defaults: Defaults,
  { manifests }: Pick<System, 'manifests'>,
): readonly Judged[] {
  const known = frames.map((frame) => knownOf(frame, defaults));
  const predicted = new Set(known.flatMap(({ objects }) => [...objects.keys()]));
  // What the Rollout does not name is none of the controller's business.
  const beside = manifests.map((manifest) => keyOf({ ...manifest })).filter((key) => !predicted.has(key) && !key.startsWith('Rollout '));
  return all.map((one) => {
    const state = { ...one, objects: new Map([...one.objects].filter(([key]) => !beside.includes(key))) };
    const compared = known.map((frame) => ({ id: frame.id, differences: against(frame, state) }));
    const equal = compared.filter((one) => one.differences.length === 0).map(({ id }) => id);
    const [nearest] = compared.sort((one, other) => one.differences.length - other.differences.length);
    return {
      event: state.event,
      frames: equal,
      nearest: equal.length > 0 ? '' : (nearest?.id ?? 'no frame'),
      differences: nearest?.differences ?? ['nothing is predicted'],
    };
  });
}

/** The lasting frames of a play that were not there. */
export function missed(frames: readonly Predicted[], judged: readonly Judged[]): readonly string[] {
  const seen = new Set(judged.flatMap((one) => one.frames));
  return frames.filter(({ id, lasts }) => lasts && !seen.has(id)).map(({ id }) => id);
}

function knownOf({ id, objects, isSettled, rewrites }: Predicted, defaults: Defaults): Known {
  const all = [...objects.values()].filter(({ kind }) => comparedKinds.has(kind)).map((object) => comparable(object));
  const shown = all.map((object): [string, Loose] => [keyOf(object), object]);
  return {
    id,
    objects: new Map(shown.map(([key, object]) => [key, withDefaults(object, defaults[key] ?? [])])),
    rewrites:
      !isSettled && rewrites.length === 0
        ? undefined
        : [...objects].filter(([key]) => rewrites.includes(key)).map(([, object]) => keyOf(comparable(object))),
  };
}

function against(frame: Known, { objects, rewritten }: LiveState): readonly string[] {
  const keys = new Set([...frame.objects.keys(), ...objects.keys()]);
  if (!frame.rewrites && rewritten.size === 0) return ['nothing is written without end'];
  return [...keys].flatMap((key) => {
    const [predicted, live] = [frame.objects.get(key), objects.get(key)];
    if (!live) return [`${key}: is not there`];
    if (!predicted) return [`${key}: is not predicted`];
    const turns = rewritten.get(key) ?? [live];
    const isRewritten = turns.length > 1;
    if (frame.rewrites && isRewritten !== frame.rewrites.includes(key))
      return [`${key}: is ${isRewritten ? '' : 'not '}written without end`];
    const each = turns.map((turn) => differences(predicted, turn)).sort((one, other) => one.length - other.length);
    return (each[0] ?? []).map((one) => `${key} ${textOf(one)}`);
  });
}

function textOf({ path, predicted, live }: Difference): string {
  return `${path.join('.')}: ${JSON.stringify(predicted)} → ${JSON.stringify(live)}`;
}
