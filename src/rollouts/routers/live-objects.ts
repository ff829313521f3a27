import { Cluster } from '../../kubernetes/objects/cluster.js';
import { withoutNulls } from '../../kubernetes/objects/merge-patch.js';
import type { KubeObject } from '../../kubernetes/objects/object.js';
import type { RolloutObject } from '../../kubernetes/objects/rollout-object.js';
import type { RolloutsVersion } from '../../kubernetes/objects/version.js';
import type { Reference } from '../../model/reference.js';
import type { Resource } from '../../model/resource.js';
import type { RoutingPass } from './reconciler.js';
import type { Find, LiveObject } from './router.js';

/**
 * The objects of Git that passes of the controller change, among those that references lead to. Passes that end in an error leave
 * them as they are at that time. Ping is the stable Service, as after the first install.
 */
export function liveObjects(
  rollout: Resource,
  references: readonly Reference[],
  find: Find,
  version: RolloutsVersion,
  passes: readonly ((pass: RoutingPass) => void)[],
): readonly LiveObject[] {
  const found = new Map<Resource, Reference['to']>();
  for (const reference of references) {
    const resource = find(reference);
    if (resource) found.set(resource, reference.to);
  }
  if (found.size === 0) return [];

  const objects = [...found].map(([resource, { name, namespace }]) => {
    // The API server stores no nulls.
    const value = withoutNulls(resource.at().value) as KubeObject;
    // The controller uses the name in the Rollout; the manifest may have another one and no namespace.
    const metadata = definedFields({ ...value.metadata, name, namespace });
    return { resource, value, object: { ...value, apiVersion: resource.apiVersion, metadata } };
  });
  const cluster = new Cluster(objects.map(({ object }) => object));
  const plain = {
    apiVersion: rollout.apiVersion,
    kind: rollout.kind,
    metadata: { name: rollout.name },
    spec: { strategy: rollout.at('spec', 'strategy').value },
    status: { canary: { stablePingPong: 'ping' } },
  } as RolloutObject;
  try {
    // Each is a pass of its own, so that it sees the writes of the previous ones.
    for (const pass of passes) pass({ rollout: plain, cluster, version });
  } catch {
    // Either the controller's own error, or a manifest with a value of a wrong type, which the API server rejects.
  }
  return objects.flatMap(({ resource, value, object }) => {
    const { namespace, name } = object.metadata;
    const after = cluster.get({ group: resource.group, kind: resource.kind }, namespace, name);
    if (!after || after === object) return [];
    const metadata = definedFields({
      ...after.metadata,
      name: value.metadata.name,
      namespace: value.metadata.namespace,
    });
    return [{ resource, value: { ...after, apiVersion: value.apiVersion, metadata } }];
  });
}

/** A map without the keys that have no value. */
function definedFields<T extends object>(map: T): T {
  return Object.fromEntries(Object.entries(map).filter(([, value]) => value !== undefined)) as T;
}
