import type { Cluster } from '../../kubernetes/objects/cluster.js';
import type { KubeObject, ObjectKind } from '../../kubernetes/objects/object.js';
import type { RoutingPass } from './reconciler.js';

/** The states of an object that a pass knows. */
interface Seen {
  /** When the pass first read it. */
  readonly read: KubeObject | undefined;
  /** In the informer, with the changes that the pass made to the informer's own copy. */
  readonly shown: KubeObject | undefined;
}

const seen = new WeakMap<RoutingPass, Map<string, Seen>>();

/**
 * An object in upstream's informer. Where caches lag, that is its state when the pass first read it, whatever the pass has
 * written since. Undefined when it did not exist.
 */
export function cached<T extends KubeObject>(
  pass: RoutingPass,
  kind: ObjectKind,
  namespace: string | undefined,
  name: string,
): T | undefined {
  return look(pass, kind, namespace, name).shown as T | undefined;
}

/** Records a change of the informer's own copy, which later calls see, and later passes as well until the object is written. */
export function remember(pass: RoutingPass, kind: ObjectKind, shown: KubeObject): void {
  const { cluster } = pass;
  const { namespace, name } = shown.metadata;
  const { read } = look(pass, kind, namespace, name);
  seenIn(pass).set(key(kind, namespace, name), { read, shown });
  if (read) cluster.unwritten = new Map([...stillThere(cluster), [read, shown]]);
}

function stillThere(cluster: Cluster): readonly (readonly [KubeObject, KubeObject])[] {
  const { unwritten } = cluster;
  if (unwritten.size === 0) return [];
  const objects = new Set(cluster.snapshot().values());
  return [...unwritten].filter(([read]) => objects.has(read));
}

/** Whether an object differs from the informer's copy. */
export function isOutdated(pass: RoutingPass, kind: ObjectKind, { metadata }: KubeObject): boolean {
  const { namespace, name } = metadata;
  return pass.cluster.get(kind, namespace, name) !== look(pass, kind, namespace, name).read;
}

function look(pass: RoutingPass, kind: ObjectKind, namespace: string | undefined, name: string): Seen {
  const objects = seenIn(pass);
  const known = objects.get(key(kind, namespace, name));
  const read = pass.cluster.get(kind, namespace, name);
  if (known && known.read !== read) pass.cluster.hasOutdated = true;
  if (known && (known.read === read || pass.cluster.cachesLag)) return known;
  const first = { read, shown: read && (pass.cluster.unwritten.get(read) ?? read) };
  objects.set(key(kind, namespace, name), first);
  return first;
}

function seenIn(pass: RoutingPass): Map<string, Seen> {
  let objects = seen.get(pass);
  if (!objects) seen.set(pass, (objects = new Map<string, Seen>()));
  return objects;
}

function key({ kind }: ObjectKind, namespace: string | undefined, name: string): string {
  return `${kind}/${namespace ?? ''}/${name}`;
}
