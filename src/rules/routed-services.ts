import type { Graph } from '../graph/graph.js';
import { backends } from '../kinds/ingress.js';
import type { Reference } from '../model/reference.js';
import alb, { ingresses } from '../routers/alb.js';
import nginx, { stableIngresses } from '../routers/nginx.js';
import { routedBy } from '../routers/router.js';
import { servicesOfHosts } from './near-rollouts.js';
import { isNoService } from './no-service.js';

/** The Services that VirtualServices near Rollouts and the Ingresses of Rollouts lead to. */
export function routedServices(graph: Graph): readonly Reference[] {
  const ofIngresses = [
    ...routedBy(alb, graph.rollouts).flatMap(ingresses),
    ...routedBy(nginx, graph.rollouts).flatMap(stableIngresses),
  ].flatMap((reference) =>
    graph
      .resolve(reference)
      .found.flatMap((ingress) =>
        backends(ingress).filter((backend) => !isNoService(reference.from.resource, ingress, backend)),
      ),
  );
  return [...servicesOfHosts(graph), ...ofIngresses];
}
