import { groupOf, type KubeObject } from '../../kubernetes/objects/object.js';
import type { DeployedAs } from '../../repository/graph/deployed.js';
import type { Graph } from '../../repository/graph/graph.js';
import type { Resource } from '../../model/resource.js';

/** An object under the name and namespace that it has in the cluster. */
export type Naming = (object: KubeObject) => KubeObject;

/**
 * The names that an Application gives to objects. Simulated objects have the names in their files or in references; entries of
 * ignoreDifferences use the names after kustomizations. An object that the Application builds several times gets the first of
 * its names.
 */
export function namingOf(graph: Graph, application: Resource, resources: readonly Resource[]): Naming {
  const byKind = new Map<string, ReadonlyMap<string, DeployedAs>>();
  // Computed by kind, because only a few objects of an Application are needed.
  const namesOf = (group: string, kind: string): ReadonlyMap<string, DeployedAs> => {
    const key = `${group}/${kind}`;
    let byName = byKind.get(key);
    if (!byName) byKind.set(key, (byName = deployedNames(graph, application, resources, { group, kind })));
    return byName;
  };
  const named = new WeakMap<KubeObject, KubeObject>();
  return (object) => {
    const { apiVersion, kind, metadata } = object;
    const byName = namesOf(groupOf(apiVersion), kind);
    const text = String(metadata.name);
    const as = byName.get(inNamespace(text, metadata.namespace)) ?? byName.get(text);
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

/** The final names of the objects of one kind, by each name on the way, alone and with the namespace. */
function deployedNames(
  graph: Graph,
  application: Resource,
  resources: readonly Resource[],
  { group, kind }: { readonly group: string; readonly kind: string },
): ReadonlyMap<string, DeployedAs> {
  const byName = new Map<string, DeployedAs>();
  for (const resource of resources) {
    if (resource.kind !== kind || resource.group !== group) continue;
    const [as] = graph.deployedAs(application, resource);
    if (!as) continue;
    for (const name of as.names) {
      // Two objects with the same name differ in namespace, which kustomizations do not change separately.
      if (!byName.has(name)) byName.set(name, as);
      byName.set(inNamespace(name, graph.namespace(resource)), as);
    }
  }
  return byName;
}

function inNamespace(name: string, namespace: string | undefined): string {
  return `${name}\n${namespace ?? ''}`;
}
