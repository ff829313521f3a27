import { isSameJson } from './json.js';
import { groupOf, type KubeObject, type ObjectKind } from './object.js';

/** One change that somebody made to an object. */
export interface Write {
  readonly verb: 'create' | 'update' | 'delete';
  /** The object before; absent when it was created. */
  readonly before?: KubeObject;
  /** The object after; absent when it was deleted. */
  readonly after?: KubeObject;
}

/** What an API server, or a webhook that it asks, has against an object: where, and in its words. */
export interface Objection {
  /** Of the field, with the key of a map where it is about that. */
  readonly path: readonly (string | number)[];
  readonly text: string;
}

/** A write that the API server has refused. */
export interface RefusedWrite {
  /** As it would be. */
  readonly object: KubeObject;
  readonly objections: readonly Objection[];
}

/** Objects by their key, as they were at one moment. */
export type Snapshot = ReadonlyMap<string, KubeObject>;

/**
 * The objects of an API server, as far as a rollout touches them, and a clock. Objects are values: whoever changes one
 * puts another in its place, so a snapshot costs a copy of the table at most, and nothing where nobody writes.
 */
export class Cluster {
  private objects: Map<string, KubeObject>;
  /** Whether somebody has a snapshot that is the table itself, so that it must not change any more. */
  private isShared = false;
  private writes: Write[] = [];
  private refused: RefusedWrite[] = [];
  /** The names that stand for the hashes of pod templates: by Rollout, then by what they are hashes of. */
  readonly podHashes = new Map<string, Map<string, string>>();
  /**
   * Whether a controller learns of its own writes only after the pass, so that the second of one pass conflicts or is made
   * from a copy without the first. With real caches that is a matter of luck, and mostly so.
   */
  cachesLag = false;
  /** Whether the API server refuses what was made from a copy that is not the latest; one that upstream's tests fake does not. */
  refusesOutdated = true;
  /** Whether it refuses an object that is not valid, which such a fake does not either, or of some kinds alone. */
  refusesInvalid: (object: KubeObject) => boolean = () => true;
  /** Whether the controller runs with `--aws-verify-target-group`. */
  verifiesTargetGroups = false;
  /** Whether a pass has asked for an object again that it had written, so that it matters whether caches lag. */
  hasOutdated = false;
  /**
   * What an informer shows of objects whose own copy a pass has changed without writing it: nothing else puts it right, so it is
   * shown so until somebody writes the object.
   */
  unwritten: ReadonlyMap<KubeObject, KubeObject> = new Map();

  constructor(
    objects: Iterable<KubeObject> = [],
    /** Seconds since 1970. */
    public now = 0,
  ) {
    this.objects = new Map([...objects].map((object) => [keyOf(object), object]));
  }

  get<T extends KubeObject>(
    { group, kind }: ObjectKind,
    namespace: string | undefined,
    name: string,
  ): T | undefined {
    // A Rollout touches a dozen objects: to look at all of them takes less than to put a key together.
    for (const object of this.objects.values()) {
      const { metadata } = object;
      if (metadata.name !== name || object.kind !== kind || (metadata.namespace ?? '') !== (namespace ?? ''))
        continue;
      if (groupOf(object.apiVersion) === group) return object as T;
    }
    return undefined;
  }

  /** The objects of a kind in a namespace, in the order in which they came. */
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

  /** Creates an object or puts it in the place of the one with its name. What changes nothing is no write. */
  put(object: KubeObject): void {
    const name = keyOf(object);
    const before = this.objects.get(name);
    if (before === undefined) this.writes.push({ verb: 'create', after: object });
    else if (isSameJson(before, object)) return;
    else this.writes.push({ verb: 'update', before, after: object });
    this.own().set(name, object);
  }

  /** The same for an object that others may have written before: each write is an object of its own, by which moments are told apart. */
  putCopy(object: KubeObject): void {
    if (this.objects.get(keyOf(object)) !== object) this.put({ ...object });
  }

  remove(object: KubeObject): void {
    const name = keyOf(object);
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

  /** Notes what is not written. */
  refuse(object: KubeObject, objections: readonly Objection[]): void {
    this.refused.push({ object, objections });
  }

  /** What has been refused since the last call. */
  takeRefused(): readonly RefusedWrite[] {
    const taken = this.refused;
    this.refused = [];
    return taken;
  }

  snapshot(): Snapshot {
    this.isShared = true;
    return this.objects;
  }

  /** The table for whoever is about to change it. */
  private own(): Map<string, KubeObject> {
    if (this.isShared) this.objects = new Map(this.objects);
    this.isShared = false;
    return this.objects;
  }
}

/** What tells an object from all others in a snapshot. */
export function keyOf({ apiVersion, kind, metadata }: KubeObject): string {
  return key({ group: groupOf(apiVersion), kind }, metadata.namespace, metadata.name);
}

function key({ group, kind }: ObjectKind, namespace: string | undefined, name: string): string {
  return `${group}/${kind}/${namespace ?? ''}/${name}`;
}
