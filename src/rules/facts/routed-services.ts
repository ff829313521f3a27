import type { Graph } from '../../repository/graph/graph.js';
import { isService, routeBackends } from '../../kubernetes/kinds/gateway-route.js';
import { backends } from '../../kubernetes/kinds/ingress.js';
import type { Field } from '../../model/field.js';
import type { Reference } from '../../model/reference.js';
import type { Resource } from '../../model/resource.js';
import alb, { ingresses } from '../../rollouts/routers/alb.js';
import nginx, { stableIngresses } from '../../rollouts/routers/nginx.js';
import { rolloutsRoutedBy } from '../../rollouts/routers/router.js';
import { splitRoutes } from './gateway/routes.js';
import { servicesOfHosts } from './near-rollouts.js';
import { isNoService } from './no-service.js';
import { ofEach } from './of-each.js';

/** The Services that VirtualServices near Rollouts, and Ingresses and Gateway API routes of Rollouts, lead to. */
export function* routedServices(graph: Graph): Iterable<Reference> {
  yield* servicesOfHosts(graph);
  for (const route of splitRoutes(graph)) yield* routeBackends(route).filter(isService);
  for (const { from, ingress } of splitIngresses(graph))
    for (const backend of backends(ingress)) if (!isNoService(from.resource, ingress, backend)) yield backend;
}

/** The Ingresses in which Rollouts split traffic, once for each field that names one. */
export function* splitIngresses(graph: Graph): Iterable<{ from: Field; ingress: Resource }> {
  const references = [
    ofEach(rolloutsRoutedBy(alb, graph.rollouts), ingresses),
    ofEach(rolloutsRoutedBy(nginx, graph.rollouts), stableIngresses),
  ];
  for (const reference of ofEach(references, (each) => each))
    for (const ingress of graph.resolve(reference).found) yield { from: reference.from, ingress };
}

/** Whether a Service that is deployed with a route or an Ingress is among the files: if not, all of them come from elsewhere. */
export function hasServiceBeside(graph: Graph, route: Resource): boolean {
  return graph
    .inNamespace({ group: '', kind: 'Service' }, graph.namespace(route))
    .some((service) => graph.areDeployedTogether(route, service));
}
