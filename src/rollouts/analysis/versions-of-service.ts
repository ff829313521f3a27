import { podHashLabel } from '../../kubernetes/objects/keys.js';
import { serviceField, services } from '../../kubernetes/kinds/rollout.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import { workloadOf } from '../../repository/graph/workload-of.js';

/** The pods of a Rollout that a Service leads to during an update, and the field that decides it. */
export interface VersionsOfService {
  readonly versions: 'new' | 'stable' | 'both';
  /** The field by which the controller narrows the Service, or the Service’s selector. */
  readonly by: Field;
}

/**
 * The versions of a Rollout that a Service selects during an update: those of its role, or both if the controller does not narrow it.
 * Undefined if it selects other pods, or if that is not known.
 */
export function versionsOfService(
  graph: Graph,
  rollout: Resource,
  service: Resource,
): VersionsOfService | undefined {
  const role = services(rollout).find((reference) => graph.find(reference) === service)?.role;
  if (role) {
    const isOld = role === 'stable' || role === 'active';
    return { versions: isOld ? 'stable' : 'new', by: serviceField(rollout, role) };
  }
  const selector = service.at('spec', 'selector');
  // With a hash in the file it selects one version.
  if (selector.at(podHashLabel).exists || workloadOf(graph, service) !== rollout) return undefined;
  return { versions: 'both', by: selector };
}
