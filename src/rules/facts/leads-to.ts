import type { Graph } from '../../repository/graph/graph.js';
import type { Field } from '../../model/field.js';
import type { Reference } from '../../model/reference.js';

/** Whether a reference resolves to the Service that a field of another resource names. */
export function leadsTo(graph: Graph, reference: Reference, service: Field): boolean {
  if (service.text === undefined) return false;
  if (reference.to.name === service.text) return true;
  // Kustomize may add a prefix to only one of two names of the same Service.
  const meant = graph.find({ from: service, to: { group: '', kind: 'Service', name: service.text } });
  return meant !== undefined && graph.find(reference) === meant;
}
