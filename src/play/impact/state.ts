import { isMap } from '../../kubernetes/objects/json.js';
import { objectKey } from '../../kubernetes/objects/cluster.js';
import type { RolloutObject } from '../../kubernetes/objects/rollout-object.js';
import { kinds, type KubeObject, type ObjectMeta } from '../../kubernetes/objects/object.js';
import type { Graph } from '../../repository/graph/graph.js';
import type { Resource } from '../../model/resource.js';
import { admit } from '../simulate/admission.js';
import { clusterOf, type Setup } from '../simulate/cluster-of.js';
import { referencesOf } from '../simulate/referenced.js';
import { surroundingsOf } from './surroundings.js';

/** An object in a state of the repository, as it is applied. */
export interface Target {
  readonly key: string;
  readonly resource: Resource;
  /** The object in Git, under the name and namespace in which it is deployed. */
  readonly git: KubeObject;
  /** The same without fields that the API server drops. */
  readonly stored: KubeObject;
}

/** A Rollout in one state of the repository, with everything it names and everything that leads to its pods. */
export interface State {
  readonly graph: Graph;
  readonly rollout: Resource;
  readonly setup: Setup;
  /** By key, in the order of references: the Rollout first, unless the API server refuses it. */
  readonly targets: ReadonlyMap<string, Target>;
}

/** The Rollout as it is applied; undefined if the API server refuses it. */
export function appliedRollout({ targets, rollout }: State): RolloutObject | undefined {
  const [first] = targets.values();
  return first?.resource === rollout ? (first.stored as RolloutObject) : undefined;
}

/**
 * A Rollout before and after a change. Objects related to it in one state are included in the other if they exist there, such
 * as an Ingress that now leads elsewhere.
 */
export function statesOf(
  graphs: { readonly before: Graph; readonly after: Graph },
  pair: { readonly before: Resource; readonly after: Resource },
): { readonly before: State; readonly after: State } {
  const [before, after] = [stateOf(graphs.before, pair.before), stateOf(graphs.after, pair.after)];
  return { before: withThoseOf(after, before), after: withThoseOf(before, after) };
}

function withThoseOf(other: State, state: State): State {
  const missing = [...other.targets.values()].flatMap(({ key, resource }) =>
    state.targets.has(key) ? [] : sameIn(state, resource).slice(0, 1),
  );
  return missing.length === 0 ? state : stateOf(state.graph, state.rollout, missing);
}

/** Whether a state still has an object that is no longer related to its Rollout. */
export function isStillThere(state: State, resource: Resource): boolean {
  return sameIn(state, resource).length > 0;
}

/** The same object in this state. */
function sameIn({ graph, setup }: State, resource: Resource): readonly Resource[] {
  const { group, kind, name } = resource;
  return graph.withDeployedName({ group, kind, name }).filter((other) => {
    const [there, here] = [graph.namespace(other), resource.namespace ?? setup.namespace];
    return there === undefined || there === here;
  });
}

export function stateOf(graph: Graph, rollout: Resource, others: readonly Resource[] = []): State {
  const beside = [...surroundingsOf(graph, rollout), ...others];
  const setup = clusterOf(graph, rollout, beside);
  const targets = new Map<string, Target>();
  const add = (resource: Resource | undefined, name: string, namespace: string | undefined): void => {
    if (!resource?.isReadable) return;
    const { object: stored } = admit(resource, name, namespace);
    if (!stored) return;
    const key = objectKey(stored);
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
