import { objectKey, type Snapshot } from '../../kubernetes/objects/cluster.js';
import { kinds, type KubeObject } from '../../kubernetes/objects/object.js';
import type { Graph } from '../../repository/graph/graph.js';
import { closedPortsIn, flowsIn } from '../impact/traffic.js';
import { admit } from '../simulate/admission.js';
import { homeOf } from '../simulate/namespaces.js';
import type { Shot } from './outcome.js';

/** All objects that are deployed, with the pods of Rollouts between updates. */
export function restOf(graph: Graph, shots: readonly Shot[]): Snapshot {
  const all = new Map<string, KubeObject>();
  // A namespace that is not known is the one that simulations assume.
  const [rollout] = graph.rollouts;
  const assumed = rollout ? homeOf(graph, rollout).namespace : undefined;
  const isPlaced = graph.rollouts.some((one) => graph.namespace(one) !== undefined);
  for (const resource of graph.resources) {
    const namespace = graph.namespace(resource);
    // Whether the pods are in the namespace that an object names is not known, if nothing tells that of the Rollouts.
    if (!resource.isReadable || (namespace !== undefined && !isPlaced)) continue;
    const { object } = admit(resource, resource.name, namespace ?? assumed);
    if (object) all.set(objectKey(object), object);
  }
  for (const { frame, objects } of shots)
    if (frame.kind === 'installed') for (const [key, object] of objects) all.set(key, object);
  return all;
}

/**
 * Requests that no pod answers between updates, of any object that is deployed: Services without pods, routes that lead to no
 * Service or subset, ports that no pod has. A Service counts as missing only if it is `known`, because others are deployed
 * elsewhere. Services that a Rollout names are judged by the frames of its update.
 */
export function unansweredAtRest(
  objects: Snapshot,
  { known, named }: { readonly known: ReadonlySet<string>; readonly named: ReadonlySet<string> },
): readonly string[] {
  return [
    ...flowsIn(objects, known).flatMap(({ lane, gaps }) =>
      named.has(lane.object)
        ? []
        : gaps.map(({ leg, why }) => [lane.object, lane.route, leg.service, leg.subset ?? '', why].join(' ')),
    ),
    ...closedPortsIn(objects).map(({ service, port }) => `${service} port ${port}`),
  ];
}

/** The keys of the Services among objects. */
export function servicesIn(objects: Snapshot): ReadonlySet<string> {
  return new Set([...objects].filter(([, { kind }]) => kind === kinds.service.kind).map(([key]) => key));
}
