import { isSameJson } from './json.js';
import { groupOf, type KubeObject, type ObjectKind } from './object.js';

/** One change of an object. */
export interface Write {
  readonly verb: 'create' | 'update' | 'delete';
  /** The object before; absent when it was created. */
  readonly before?: KubeObject;
  /** The object after; absent when it was deleted. */
  readonly after?: KubeObject;
}

/** An error of the API server, or of a webhook that it calls, about an object: its place and message. */
export interface Objection {
  /** The path of the field, with the key of a map if the error is about that. */
  readonly path: readonly (string | number)[];
  readonly text: string;
}

/** A write that the API server rejected. */
export interface RefusedWrite {
  /** The object that would have been stored. */
  readonly object: KubeObject;
  readonly objections: readonly Objection[];
}

/** Objects by key, at one moment. */
export type Snapshot = ReadonlyMap<string, KubeObject>;

/**
 * The objects of an API server that a rollout involves, and a clock. Objects are immutable values that a write replaces, so a
 * snapshot costs at most a copy of the table, and nothing without a write.
 */
export class Cluster {
  private objects: Map<string, KubeObject>;
  /** Whether a snapshot shares the table, so that it must not change any more. */
  private isShared = false;
  private writes: Write[] = [];
  private refused: RefusedWrite[] = [];
  /** The stand-ins for the hashes of pod templates: by Rollout, then by template. A new one makes new maps. */
  podHashes: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map();
  /**
   * Whether a controller sees its own writes only after the pass, so that the second write of a pass conflicts or starts from an
   * outdated copy. With real caches this is a race that usually goes this way.
   */
  cachesLag = false;
  /** Whether the API server rejects an object that was derived from an outdated copy; the fake of upstream's tests does not. */
  refusesOutdated = true;
  /** Whether it rejects an invalid object; the fake does not, or only for some kinds. */
  refusesInvalid: (object: KubeObject) => boolean = () => true;
  /** Whether the controller runs with `--aws-verify-target-group`. */
  verifiesTargetGroups = false;
  /** Whether a pass has read an object after writing it, so that lagging caches matter. */
  hasOutdated = false;
  /**
   * The informer's view of objects whose copy a pass has changed without writing it. It is only corrected when the object is
   * written.
   */
  unwritten: ReadonlyMap<KubeObject, KubeObject> = new Map();

  constructor(
    objects: Iterable<KubeObject> = [],
    /** Seconds since 1970. */
    public now = 0,
  ) {
    this.objects = new Map([...objects].map((object) => [objectKey(object), object]));
  }

  get<T extends KubeObject>(
    { group, kind }: ObjectKind,
    namespace: string | undefined,
    name: string,
  ): T | undefined {
    // A Rollout involves about a dozen objects: scanning all of them is faster than building a key.
    for (const object of this.objects.values()) {
      const { metadata } = object;
      if (metadata.name !== name || object.kind !== kind || (metadata.namespace ?? '') !== (namespace ?? ''))
        continue;
      if (groupOf(object.apiVersion) === group) return object as T;
    }
    return undefined;
  }

  /** The objects of a kind in a namespace, in the order of creation. */
  list<T extends KubeObject>({ group, kind }: ObjectKind, namespace: string | undefined): readonly T[] {
    const found: KubeObject[] = [];
    for (const object of this.objects.values())
      if (
        object.kind === kind &&
        object.metadata.namespace === namespace &&
        groupOf(object.apiVersion) === group
      )
        found.push(object);
    return found as T[];
  }

  /** Creates an object or replaces the one with its name. An unchanged object is not a write. */
  put(object: KubeObject): void {
    const name = objectKey(object);
    const before = this.objects.get(name);
    if (before === undefined) this.writes.push({ verb: 'create', after: object });
    else if (isSameJson(before, object)) return;
    else this.writes.push({ verb: 'update', before, after: object });
    this.own().set(name, object);
  }

  /** The same for an object that may have been written before: each write stores a new object, which identifies the moment. */
  putCopy(object: KubeObject): void {
    if (this.objects.get(objectKey(object)) !== object) this.put({ ...object });
  }

  remove(object: KubeObject): void {
    const name = objectKey(object);
    const before = this.objects.get(name);
    if (before === undefined) return;
    this.writes.push({ verb: 'delete', before });
    this.own().delete(name);
  }

  /** The writes since the last call. */
  takeWrites(): readonly Write[] {
    const taken = this.writes;
    this.writes = [];
    return taken;
  }

  /** Records a rejected write. */
  refuse(object: KubeObject, objections: readonly Objection[]): void {
    this.refused.push({ object, objections });
  }

  /** The rejected writes since the last call. */
  takeRefused(): readonly RefusedWrite[] {
    const taken = this.refused;
    this.refused = [];
    return taken;
  }

  snapshot(): Snapshot {
    this.isShared = true;
    return this.objects;
  }

  /** The table, before a change. */
  private own(): Map<string, KubeObject> {
    if (this.isShared) this.objects = new Map(this.objects);
    this.isShared = false;
    return this.objects;
  }
}

/** The key of an object in a snapshot. */
export function objectKey({ apiVersion, kind, metadata }: KubeObject): string {
  return key({ group: groupOf(apiVersion), kind }, metadata.namespace, metadata.name);
}

function key({ group, kind }: ObjectKind, namespace: string | undefined, name: string): string {
  return `${group}/${kind}/${namespace ?? ''}/${name}`;
}
