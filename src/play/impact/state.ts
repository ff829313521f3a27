import { isMap } from '../../kubernetes/objects/json.js';
import { keyOf } from '../../kubernetes/objects/cluster.js';
import type { RolloutObject } from '../../kubernetes/objects/rollout-object.js';
import { kinds, type KubeObject, type ObjectMeta } from '../../kubernetes/objects/object.js';
import type { Graph } from '../../repository/graph/graph.js';
import type { Resource } from '../../model/resource.js';
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
  /** By key, in the order in which they are named: the Rollout first, unless the API server does not take it. */
  readonly targets: ReadonlyMap<string, Target>;
}

/** The Rollout itself as it is applied; undefined where the API server does not take it. */
export function appliedRollout({ targets, rollout }: State): RolloutObject | undefined {
  const [first] = targets.values();
  return first?.resource === rollout ? (first.stored as RolloutObject) : undefined;
}

/**
 * A Rollout before a change and after it. What it has to do with in one of the two states, the other has as well, as far as it is
 * in the files: an Ingress that leads somewhere else from now on is not left as it was.
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

/** Whether a state has an object that its Rollout has nothing to do with any more. */
export function isStillThere(state: State, resource: Resource): boolean {
  return sameIn(state, resource).length > 0;
}

/** What an object of another state is in this one. */
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
