import { objectKey } from '../../kubernetes/objects/cluster.js';
import type { RolloutObject } from '../../kubernetes/objects/rollout-object.js';
import { kinds, type KubeObject } from '../../kubernetes/objects/object.js';
import { services } from '../../kubernetes/kinds/rollout.js';
import type { Graph } from '../../repository/graph/graph.js';
import type { Resource } from '../../model/resource.js';
import { admit } from '../simulate/admission.js';
import { clusterOf, type Setup } from '../simulate/cluster-of.js';
import { deployedObjects, manifestAt } from '../simulate/deployed-objects.js';
import { type Placed, placedBeside } from '../simulate/namespaces.js';
import { surroundingsOf } from './surroundings.js';

/** An object in a state of the repository, as it is applied. */
export interface AppliedObject extends Placed {
  readonly key: string;
  /** The object in Git, under the name and namespace in which it is deployed. */
  readonly git: KubeObject;
  /** The same without fields that the API server drops. */
  readonly stored: KubeObject;
}

/** A Rollout in one state of the repository, with everything it names and everything that leads to its pods. */
export interface RolloutState {
  readonly graph: Graph;
  readonly rollout: Resource;
  readonly setup: Setup;
  /** By key, in the order of references: the Rollout first, unless the API server refuses it. */
  readonly targets: ReadonlyMap<string, AppliedObject>;
}

/** The Rollout as it is applied; undefined if the API server refuses it. */
export function appliedRollout({ targets, rollout }: RolloutState): RolloutObject | undefined {
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
): { readonly before: RolloutState; readonly after: RolloutState } {
  const before = stateOf(graphs.before, pair.before);
  const hidden = new Set(
    [...before.targets.values()].flatMap((target) => undeployedNamesakes(graphs, target)),
  );
  const after = stateOf(hidden.size === 0 ? graphs.after : graphs.after.without(hidden), pair.after);
  return { before: withThoseOf(after, before), after: withThoseOf(before, after) };
}

/**
 * Objects of the same identity as one that an Application deploys no more, in files that no Application deploys. They were among the files
 * beside the deployed one, so they are not what the cluster has.
 */
function undeployedNamesakes(
  graphs: { readonly before: Graph; readonly after: Graph },
  target: AppliedObject,
): readonly Resource[] {
  const isDeployed = (graph: Graph) => (one: Resource) => graph.applications(one).length > 0;
  if (!isDeployed(graphs.before)(target.resource)) return [];
  const left = sameIn(graphs.after, target);
  if (left.length === 0 || left.some(isDeployed(graphs.after))) return [];
  const files = new Set(
    sameIn(graphs.before, target)
      .filter((one) => !isDeployed(graphs.before)(one))
      .map(({ source }) => source.path),
  );
  return left.filter(({ source }) => files.has(source.path));
}

function withThoseOf(other: RolloutState, state: RolloutState): RolloutState {
  const missing = [...other.targets.values()].flatMap((target) =>
    state.targets.has(target.key)
      ? []
      : sameIn(state.graph, target)
          .slice(0, 1)
          .map((resource) => ({ ...placedBeside(state.graph, state.rollout, resource), name: target.name })),
  );
  return missing.length === 0 ? state : stateOf(state.graph, state.rollout, missing);
}

/** Whether a state still has an object of the other state that is no longer related to its Rollout. */
export function isStillThere(state: RolloutState, object: Placed): boolean {
  return sameIn(state.graph, object).length > 0;
}

/** The same object in this state: under the same name in the cluster, in the same namespace. */
function sameIn(graph: Graph, { resource: { group, kind }, name, namespace }: Placed): readonly Resource[] {
  return graph.withDeployedName({ group, kind, name }).filter((other) => {
    const there = graph.namespace(other);
    return namespace === undefined || there === undefined || there === namespace;
  });
}

export function stateOf(graph: Graph, rollout: Resource, others: readonly Placed[] = []): RolloutState {
  const beside = [
    ...surroundingsOf(graph, rollout).map((resource) => placedBeside(graph, rollout, resource)),
    ...others,
  ];
  const setup = clusterOf(graph, rollout, beside);
  const targets = new Map<string, AppliedObject>();
  for (const { role, resource, name, namespace } of deployedObjects(graph, rollout, beside)) {
    // A change of what is not simulated has no effect that is known.
    if (role === 'not-simulated' || !resource?.isReadable) continue;
    const { object: stored } = admit(resource, name, namespace);
    if (!stored) continue;
    const key = objectKey(stored);
    const git = manifestAt(resource, name, namespace);
    if (!targets.has(key)) targets.set(key, { key, resource, name, namespace, git, stored });
  }
  return { graph, rollout, setup, targets };
}

/** The Services that lead to the pods of an update, by key. */
export function servicesOfUpdates({ rollout, setup, targets }: RolloutState): readonly string[] {
  return updateServices(rollout, setup.namespace).filter((key) => targets.has(key));
}

/** The keys of the Services that a Rollout names for the pods of an update. */
export function updateServices(rollout: Resource, namespace: string | undefined): readonly string[] {
  const names = services(rollout).filter(({ role }) => role !== 'stable' && role !== 'active');
  return names.map(({ to: { name } }) =>
    objectKey({
      apiVersion: 'v1',
      kind: kinds.service.kind,
      metadata: { name, ...(namespace === undefined ? {} : { namespace }) },
    }),
  );
}
