import { memoize } from '../../model/memo.js';
import type { Graph } from '../../repository/graph/graph.js';
import { backends } from '../../kubernetes/kinds/ingress.js';
import type { Field } from '../../model/field.js';
import { append } from '../../model/multimap.js';
import type { Resource } from '../../model/resource.js';
import { useAnnotation } from '../../rollouts/routers/alb.js';
import { routers } from '../../rollouts/routers/index.js';

/** A backend of an Ingress. */
export interface ExposedBy {
  readonly ingress: Resource;
  readonly from: Field;
}

/** The Services that Ingresses lead to, read once. Backends that an annotation defines are left out. */
export const exposedServices = memoize((graph: Graph): ReadonlyMap<Resource, readonly ExposedBy[]> => {
  const exposed = new Map<Resource, ExposedBy[]>();
  for (const ingress of graph.ofKind('Ingress', 'networking.k8s.io'))
    for (const backend of backends(ingress)) {
      if (backend.port.value === useAnnotation) continue;
      const service = graph.find(backend);
      if (service) append(exposed, service, { ingress, from: backend.from.lasting });
    }
  return exposed;
});

/** Whether a traffic router of a Rollout splits traffic at this Ingress. */
export function isRoutedAt(graph: Graph, rollout: Resource, ingress: Resource): boolean {
  return routers
    .flatMap((router) => router.references(rollout, graph.rolloutsVersion))
    .some((reference) => graph.find(reference) === ingress);
}
