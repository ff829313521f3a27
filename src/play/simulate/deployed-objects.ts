import { isMap } from '../../kubernetes/objects/json.js';
import { withoutKey } from '../../kubernetes/objects/keys.js';
import type { KubeObject } from '../../kubernetes/objects/object.js';
import type { Graph } from '../../repository/graph/graph.js';
import type { Reference } from '../../model/reference.js';
import type { Resource } from '../../model/resource.js';
import { homeOf, namespaceOfTarget, type Placed } from './namespaces.js';
import { othersFound, referencesOf } from './referenced.js';

/** An object that is deployed with a Rollout, under the name and namespace in which the controller looks for it. */
export interface DeployedObject {
  readonly role:
    /** The Rollout itself. */
    | 'rollout'
    /** What the controller looks up for it. */
    | 'named'
    /** What routers need that are not simulated. No part of the simulation writes or reads it. */
    | 'not-simulated'
    /** Another object that was passed: what leads requests to the pods, whether the Rollout names it or not. */
    | 'beside';
  /** Undefined if no manifest has it. */
  readonly resource: Resource | undefined;
  /** The reference of the Rollout, or of an object that it names. */
  readonly reference?: Reference;
  readonly name: string;
  /** Undefined for a kind without namespaces. */
  readonly namespace: string | undefined;
  /** Whether this namespace is only assumed, so that users do not expect it in an object. */
  readonly isNamespaceAssumed: boolean;
}

/**
 * What is deployed with a Rollout, and where: the Rollout first, then what its controller looks up, in the order of the
 * references, then what routers need that are not simulated, then the objects `beside` it. A named object is in the namespace
 * in which the controller looks for it, whatever its manifest says: the graph finds a manifest for a reference only if it may
 * be deployed there. `graph.applications` tells which
 * Applications deploy each. An object that none deploys is part of the system, too, because the controller writes it anyway.
 */
export function deployedObjects(
  graph: Graph,
  rollout: Resource,
  beside: readonly Placed[] = [],
): readonly DeployedObject[] {
  const home = homeOf(graph, rollout);
  const placed = (
    namespace: string | undefined,
  ): Pick<DeployedObject, 'namespace' | 'isNamespaceAssumed'> => ({
    namespace,
    isNamespaceAssumed: home.isAssumed && namespace === home.namespace,
  });
  const named =
    (role: DeployedObject['role']) =>
    (reference: Reference): DeployedObject => ({
      role,
      resource: graph.find(reference),
      reference,
      name: reference.to.name,
      ...placed(namespaceOfTarget(reference.to, home.namespace)),
    });
  return [
    { role: 'rollout', resource: rollout, name: rollout.name, ...placed(home.namespace) },
    ...referencesOf(graph, rollout).map(named('named')),
    ...othersFound(graph, rollout).map(named('not-simulated')),
    ...beside.map((one): DeployedObject => ({ role: 'beside', ...one, ...placed(one.namespace) })),
  ];
}

/**
 * A manifest as it is deployed: under its name and namespace there, with the group and kind that the reader determined,
 * because the fields of the object itself may be wrong or missing. Nothing is dropped and nothing is refused.
 */
export function manifestAt(resource: Resource, name: string, namespace: string | undefined): KubeObject {
  const value = resource.at().value as KubeObject;
  const written = isMap(value.metadata) ? value.metadata : {};
  const metadata = { ...written, name, namespace };
  const { apiVersion, kind } = resource;
  return {
    ...value,
    apiVersion,
    kind,
    metadata: namespace === undefined ? withoutKey(metadata, 'namespace') : metadata,
  };
}
