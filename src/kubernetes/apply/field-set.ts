import { isMap, type JsonMap } from '../objects/json.js';

/**
 * A path element as managedFields write it: `f:spec`, `k:{"name":"main"}`, `v:"text"`, `i:0`.
 * https://github.com/kubernetes-sigs/structured-merge-diff/blob/v6.4.0/fieldpath/serialize-pe.go
 */
export type FieldStep = string;

export function fieldStep(name: string): FieldStep {
  return `f:${name}`;
}

export function keyStep(keys: JsonMap): FieldStep {
  return `k:${JSON.stringify(sortedEntries(keys))}`;
}

export function valueStep(value: unknown): FieldStep {
  return `v:${JSON.stringify(value)}`;
}

/** The name of a field, if the step is one. */
export function fieldName(step: FieldStep): string | undefined {
  return step.startsWith('f:') ? step.slice(2) : undefined;
}

/** The key values that identify an element, if the step leads to one. */
export function elementKeys(step: FieldStep): JsonMap | undefined {
  return step.startsWith('k:') ? (JSON.parse(step.slice(2)) as JsonMap) : undefined;
}

/** Thrown for a value that does not fit its type, and for managedFields that cannot be parsed. */
export class MergeError extends Error {}

function parseStep(text: string): FieldStep {
  if (text.startsWith('f:')) return text;
  try {
    if (text.startsWith('v:')) return valueStep(JSON.parse(text.slice(2)));
    if (text.startsWith('k:')) return keyStep(JSON.parse(text.slice(2)) as JsonMap);
    if (/^i:-?\d+$/.test(text)) return text;
  } catch {
    // It is not JSON.
  }
  throw new MergeError(`cannot read the path element "${text}" of managedFields`);
}

function sortedEntries(keys: JsonMap): JsonMap {
  return Object.fromEntries(Object.entries(keys).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * A set of paths, as a manager owns them. A path in it does not include those below.
 * https://github.com/kubernetes-sigs/structured-merge-diff/blob/v6.4.0/fieldpath/set.go
 */
export class FieldSet {
  constructor(
    readonly members: ReadonlySet<FieldStep> = new Set(),
    readonly children: ReadonlyMap<FieldStep, FieldSet> = new Map(),
  ) {}

  static readonly empty = new FieldSet();

  static of(paths: Iterable<readonly FieldStep[]>): FieldSet {
    const members = new Set<FieldStep>();
    const below = new Map<FieldStep, (readonly FieldStep[])[]>();
    for (const [first, ...rest] of paths) {
      if (first === undefined) continue;
      if (rest.length === 0) members.add(first);
      else {
        const paths = below.get(first) ?? [];
        below.set(first, paths);
        paths.push(rest);
      }
    }
    return new FieldSet(members, new Map([...below].map(([step, inner]) => [step, FieldSet.of(inner)])));
  }

  /** The content of `fieldsV1` of a managedFields entry; throws if it cannot be parsed. */
  static fromFieldsV1(fields: unknown): FieldSet {
    const members = new Set<FieldStep>();
    const children = new Map<FieldStep, FieldSet>();
    if (fields === undefined || fields === null) return FieldSet.empty;
    if (!isMap(fields)) throw new MergeError('cannot read the fieldsV1 of managedFields');
    for (const [key, inner] of Object.entries(fields)) {
      if (key === '.') continue;
      const step = parseStep(key);
      const isLeaf = !isMap(inner) || Object.keys(inner).length === 0;
      if (isLeaf || Object.hasOwn(inner, '.')) members.add(step);
      const child = isLeaf ? FieldSet.empty : FieldSet.fromFieldsV1(inner);
      if (!child.isEmpty) children.set(step, child);
    }
    return new FieldSet(members, children);
  }

  toFieldsV1(): JsonMap {
    const result: Record<string, unknown> = {};
    for (const step of this.members) result[step] = {};
    for (const [step, child] of this.children)
      result[step] = { ...(this.members.has(step) ? { '.': {} } : {}), ...child.toFieldsV1() };
    return result;
  }

  get isEmpty(): boolean {
    return this.members.size === 0 && this.children.size === 0;
  }

  has(step: FieldStep): boolean {
    return this.members.has(step);
  }

  /** The part of the set below a step. */
  below(step: FieldStep): FieldSet {
    return this.children.get(step) ?? FieldSet.empty;
  }

  *paths(prefix: readonly FieldStep[] = []): Generator<readonly FieldStep[], void, undefined> {
    for (const step of this.members) yield [...prefix, step];
    for (const [step, child] of this.children) yield* child.paths([...prefix, step]);
  }

  union(other: FieldSet): FieldSet {
    return this.combined(
      other,
      new Set([...this.members, ...other.members]),
      [...this.children.keys(), ...other.children.keys()],
      (own, theirs) => own.union(theirs),
    );
  }

  difference(other: FieldSet): FieldSet {
    return this.combined(
      other,
      new Set([...this.members].filter((step) => !other.members.has(step))),
      this.children.keys(),
      (own, theirs) => own.difference(theirs),
    );
  }

  intersection(other: FieldSet): FieldSet {
    return this.combined(
      other,
      new Set([...this.members].filter((step) => other.members.has(step))),
      this.children.keys(),
      (own, theirs) => own.intersection(theirs),
    );
  }

  filter(isKept: (path: readonly FieldStep[]) => boolean): FieldSet {
    return FieldSet.of([...this.paths()].filter(isKept));
  }

  private combined(
    other: FieldSet,
    members: ReadonlySet<FieldStep>,
    steps: Iterable<FieldStep>,
    combine: (own: FieldSet, theirs: FieldSet) => FieldSet,
  ): FieldSet {
    const children = new Map<FieldStep, FieldSet>();
    for (const step of steps) {
      const child = combine(this.below(step), other.below(step));
      if (!child.isEmpty) children.set(step, child);
    }
    return new FieldSet(members, children);
  }
}
