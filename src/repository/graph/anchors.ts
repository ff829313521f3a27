import type { Resource } from '../../model/resource.js';

/** Kinds whose objects identify an environment: if another folder has the same ones, it is a copy. */
const anchorKinds: ReadonlySet<string> = new Set([
  'Rollout',
  'Deployment',
  'StatefulSet',
  'DaemonSet',
  'Service',
  'VirtualService',
  'DestinationRule',
  'Ingress',
  'Application',
]);

/** The identity of an object in its manifest. */
export type AsWritten = (resource: Resource) => Pick<Resource, 'kind' | 'name'> &
  Partial<Pick<Resource, 'namespace'>> & {
    /** The names that an object had before it was renamed, which others may still use. */
    readonly names?: readonly string[];
    /** The file of its manifest, if it was rendered. */
    readonly file?: string | undefined;
  };

/** Kinds and names with the namespaces in the manifests; empty if absent. */
export interface Anchors {
  readonly names: ReadonlyMap<string, ReadonlySet<string>>;
  readonly hasWorkload: boolean;
}

export function anchorsOf(resources: Iterable<Resource>, asWritten: AsWritten): Anchors {
  const names = new Map<string, Set<string>>();
  for (const resource of resources) {
    const { kind, name, namespace = '' } = asWritten(resource);
    if (!anchorKinds.has(kind) || name === '') continue;
    const key = `${kind}/${name}`;
    const namespaces = names.get(key);
    if (namespaces) namespaces.add(namespace);
    else names.set(key, new Set([namespace]));
  }
  return { names, hasWorkload: [...names.keys()].some(isWorkloadAnchor) };
}

export function isWorkloadAnchor(anchor: string): boolean {
  return isWorkload({ kind: anchor.slice(0, anchor.indexOf('/')) });
}

function isWorkload({ kind }: { readonly kind: string }): boolean {
  return ['Rollout', 'Deployment', 'StatefulSet', 'DaemonSet'].includes(kind);
}

/** The common objects; one name in two namespaces means two objects, an unknown namespace matches any. */
export function sharedAnchors(left: Anchors, right: Anchors): readonly string[] {
  const [small, large] = left.names.size <= right.names.size ? [left, right] : [right, left];
  const shared: string[] = [];
  for (const [key, namespaces] of small.names) {
    const others = large.names.get(key);
    if (others && (namespaces.has('') || others.has('') || haveCommon(namespaces, others))) shared.push(key);
  }
  return shared;
}

function haveCommon(left: ReadonlySet<string>, right: ReadonlySet<string>): boolean {
  for (const item of left) if (right.has(item)) return true;
  return false;
}

/**
 * Copies share at least half of what the smaller one holds, including a workload if they have any: a copy that lacks an object is
 * still a copy, and a VirtualService of the same name in two applications does not make them copies.
 */
export function overlap(left: Anchors, right: Anchors): boolean {
  const smaller = Math.min(left.names.size, right.names.size);
  if (smaller === 0) return false;
  const shared = sharedAnchors(left, right);
  if (shared.length * 2 < smaller) return false;
  return !left.hasWorkload || !right.hasWorkload || shared.some(isWorkloadAnchor);
}
