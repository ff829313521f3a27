import { applyMergePatch, mergePatch } from '../../../src/kubernetes/objects/merge-patch.js';
import type { Manifest } from '../scenario.js';
import { comparable, comparedKinds, keyOf, type Loose } from './comparable.js';
import type { Defaults, LiveState } from './judge.js';
import { namespace } from './systems.js';

/** What a control plane did with a system, as it is kept: each state as what has changed since the one before. */
export interface Recording {
  readonly manifests: readonly Manifest[];
  readonly defaults: Defaults;
  /** By `main` and `aborted@step-1`. */
  readonly plays: Readonly<Record<string, readonly RecordedState[]>>;
}

interface RecordedState {
  readonly event: string;
  /** The state of the main line that it starts from; without it the one before. */
  readonly base?: number;
  /** By the key of the object: a merge patch, or null where it is gone. */
  readonly changes: Readonly<Record<string, unknown>>;
  readonly rewritten?: Readonly<Record<string, readonly Loose[]>>;
}

/** A state as the player has seen it. */
export interface SeenState {
  readonly event: string;
  readonly objects: readonly object[];
  readonly rewritten: readonly (readonly object[])[];
}

/** A play as the player has seen it. */
export interface SeenPlay {
  readonly namespace: string;
  /** The hashes of pod templates in the order of their ReplicaSets. */
  readonly hashes: readonly string[];
  readonly states: readonly SeenState[];
}

/** What was seen, in the words of predictions. */
export function liveStates(play: SeenPlay): readonly LiveState[] {
  const names = new Map([
    [play.namespace, namespace],
    ...play.hashes.map((hash, index): [string, string] => [hash, `H${index + 1}`]),
  ]);
  const known = (objects: readonly object[]): readonly [string, Loose][] =>
    objects
      .map((object) => comparable(object, names))
      .filter(({ kind }) => comparedKinds.has(String(kind)))
      .map((object) => [keyOf(object), object]);
  return play.states.map(({ event, objects, rewritten }) => ({
    event,
    objects: new Map(known(objects)),
    rewritten: new Map(
      rewritten.map((turns) => known(turns)).flatMap((turns) => {
        const [first] = turns;
        const values = [...new Map(turns.map(([, value]) => [JSON.stringify(value), value])).values()];
        return first && values.length > 1 ? [[first[0], values]] : [];
      }),
    ),
  }));
}

/** Plays as they are kept. */
export function recorded(plays: ReadonlyMap<string, readonly LiveState[]>): Recording['plays'] {
  const main = plays.get('main') ?? [];
  return Object.fromEntries(
    [...plays].map(([name, states]) => [
      name,
      states.map((state, index) => {
        if (index > 0) return recordedState(state, states[index - 1]);
        if (name === 'main') return recordedState(state, undefined);
        const candidates = main.map((base, at) => ({ ...recordedState(state, base), base: at }));
        return candidates.sort((one, other) => sizeOf(one) - sizeOf(other))[0] ?? recordedState(state, undefined);
      }),
    ]),
  );
}

function recordedState(state: LiveState, before: LiveState | undefined): RecordedState {
  const gone = [...(before?.objects.keys() ?? [])].filter((key) => !state.objects.has(key));
  const changes = [...state.objects].flatMap(([key, object]): [string, unknown][] => {
    const earlier = before?.objects.get(key);
    const patch = earlier ? mergePatch(earlier, object) : object;
    return patch === undefined ? [] : [[key, patch]];
  });
  return {
    event: state.event,
    changes: Object.fromEntries([...changes, ...gone.map((key) => [key, null] as const)]),
    ...(state.rewritten.size > 0 && { rewritten: Object.fromEntries(state.rewritten) }),
  };
}

function sizeOf(state: RecordedState): number {
  return JSON.stringify(state).length;
}

/** The states of a play that was kept. */
export function readPlay({ plays }: Recording, name: string): readonly LiveState[] {
  const main = name === 'main' ? [] : readPlay({ manifests: [], defaults: {}, plays }, 'main');
  let before: ReadonlyMap<string, Loose> = new Map();
  return (plays[name] ?? []).map(({ event, base, changes, rewritten = {} }) => {
    const objects = new Map(base === undefined ? before : main[base]?.objects);
    for (const [key, change] of Object.entries(changes)) {
      if (change === null) objects.delete(key);
      else objects.set(key, sorted(applyMergePatch(objects.get(key) ?? {}, change)) as Loose);
    }
    before = objects;
    return { event, objects, rewritten: new Map(Object.entries(rewritten)) };
  });
}

/** With its keys in one order, as objects that are compared have them. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, item]) => [key, sorted(item)]),
  );
}

/** A recording as text, a state a line. */
export function textOf({ manifests, defaults, plays }: Recording): string {
  const lines = (open: string, items: readonly string[], close: string): string =>
    `${open}\n${items.join(',\n')}\n${close}`;
  const states = Object.entries(plays).map(
    ([name, list]) => `${JSON.stringify(name)}: ${lines('[', list.map((state) => JSON.stringify(state)), ']')}`,
  );
  const all = [
    `"manifests": ${lines('[', manifests.map((one) => JSON.stringify(one)), ']')}`,
    `"defaults": ${JSON.stringify(defaults)}`,
    `"plays": ${lines('{', states, '}')}`,
  ];
  return `{${all.join(',\n')}}\n`;
}
