import { isMap } from '../cluster/json.js';
import { keyOf } from '../cluster/cluster.js';
import { kinds, type KubeObject, type ObjectMeta } from '../cluster/object.js';
import type { Graph } from '../graph/graph.js';
import type { Resource } from '../model/resource.js';
import { admit } from '../simulate/admission.js';
import { clusterOf, type Setup } from '../simulate/cluster-of.js';
import { referencesOf } from '../simulate/referenced.js';
import { surroundingsOf } from './surroundings.js';

/** An object of a state of the repository, as it is applied. */
export interface Target {
  readonly key: string;
  readonly resource: Resource;
  /** As it is in Git, under the name and in the namespace in which it is deployed. */
  readonly git: KubeObject;
  /** The same without what the API server does not take. */
  readonly stored: KubeObject;
}

/** A Rollout in one state of the repository, with all that it names and all that leads to its pods. */
export interface State {
  readonly graph: Graph;
  readonly rollout: Resource;
  readonly setup: Setup;
  /** By key, in the order in which they are named: the Rollout first. */
  readonly targets: ReadonlyMap<string, Target>;
}

export function stateOf(graph: Graph, rollout: Resource): State {
  const beside = surroundingsOf(graph, rollout);
  const setup = clusterOf(graph, rollout, beside);
  const targets = new Map<string, Target>();
  const add = (resource: Resource | undefined, name: string, namespace: string | undefined): void => {
    if (!resource?.isReadable) return;
    const { object: stored } = admit(resource, name, namespace);
    if (!stored) return;
    const key = keyOf(stored);
    if (targets.has(key)) return;
    const value = resource.at().value as KubeObject;
    const metadata: ObjectMeta = {
      ...(isMap(value.metadata) ? value.metadata : {}),
      name,
      ...(namespace === undefined ? {} : { namespace }),
    };
    const { apiVersion, kind } = resource;
    targets.set(key, { key, resource, git: { ...value, apiVersion, kind, metadata }, stored });
  };
  add(rollout, rollout.name, setup.namespace);
  for (const reference of referencesOf(graph, rollout)) {
    const { kind, name } = reference.to;
    const isOfCluster = kind === kinds.clusterAnalysisTemplate.kind;
    add(graph.find(reference), name, isOfCluster ? undefined : (reference.to.namespace ?? setup.namespace));
  }
  for (const resource of beside)
    add(resource, resource.name, graph.namespace(resource) ?? resource.namespace ?? setup.namespace);
  return { graph, rollout, setup, targets };
}
