import { groupOf, type KubeObject } from '../cluster/object.js';
import type { DeployedAs } from '../graph/deployed.js';
import type { Graph } from '../graph/graph.js';
import type { Resource } from '../model/resource.js';

/** An object under the name and in the namespace that it has in the cluster. */
export type Naming = (object: KubeObject) => KubeObject;

/**
 * How an Application calls the objects that it deploys. They are known by the names that stand in their files or that
 * others call them by, and entries of ignoreDifferences by those that a kustomization makes of them. An object that the
 * Application builds several times gets the first of its names.
 */
export function namingOf(graph: Graph, application: Resource, resources: readonly Resource[]): Naming {
  const byName = new Map<string, DeployedAs & { readonly resource: Resource }>();
  for (const resource of resources) {
    const [as] = graph.deployedAs(application, resource);
    if (!as) continue;
    const entry = { ...as, resource };
    for (const name of as.names) {
      const key = keyOf(resource.group, resource.kind, name);
      // Two objects of one name differ in their namespaces, which no kustomization tells apart.
      if (!byName.has(key)) byName.set(key, entry);
      byName.set(`${key}\n${graph.namespace(resource) ?? ''}`, entry);
    }
  }
  const named = new WeakMap<KubeObject, KubeObject>();
  return (object) => {
    const { apiVersion, kind, metadata } = object;
    const key = keyOf(groupOf(apiVersion), kind, metadata.name);
    const as = byName.get(`${key}\n${metadata.namespace ?? ''}`) ?? byName.get(key);
    const name = as?.name ?? metadata.name;
    const namespace = as?.namespace ?? metadata.namespace;
    if (name === metadata.name && namespace === metadata.namespace) return object;
    let result = named.get(object);
    if (!result) {
      result = {
        ...object,
        metadata: { ...metadata, name, ...(namespace === undefined ? {} : { namespace }) },
      };
      named.set(object, result);
    }
    return result;
  };
}

function keyOf(group: string, kind: string, name: string): string {
  return `${group}/${kind}/${name}`;
}
