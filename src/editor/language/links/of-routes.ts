import { backendsOf, isService, parentRefs, rulesField } from '../../../kubernetes/kinds/gateway-route.js';
import { type Backend, backends } from '../../../kubernetes/kinds/ingress.js';
import { listenersField } from '../../../kubernetes/kinds/kubernetes-gateway.js';
import { managedRoutes } from '../../../kubernetes/kinds/rollout.js';
import { ports } from '../../../kubernetes/kinds/service.js';
import type { Field } from '../../../model/field.js';
import { memoize } from '../../../model/memo.js';
import { append } from '../../../model/multimap.js';
import type { Reference } from '../../../model/reference.js';
import type { Resource } from '../../../model/resource.js';
import type { Graph } from '../../../repository/graph/graph.js';
import { actionService } from '../../../rollouts/routers/alb.js';
import { isNoService } from '../../../rules/facts/no-service.js';
import { splitIngresses } from '../../../rules/facts/routed-services.js';
import { type Link, objectLink, partLink } from './link.js';

/** The names that a route of the Gateway API writes. */
export function linksOfRoute(graph: Graph, route: Resource): readonly Link[] {
  const parents = parentRefs(route).flatMap((parent) => {
    const gateway = objectLink(graph, parent);
    if (!parent.section.exists) return [gateway];
    const listeners = graph.resolve(parent).found.flatMap((found) => listenersField(found).items);
    const names = listeners.map((listener) => listener.at('name'));
    return [gateway, partLink('listener', parent.section, names)];
  });
  const targets = rulesField(route)
    .items.flatMap(backendsOf)
    .flatMap((backend) => [
      objectLink(graph, backend),
      ...(isService(backend) ? portLink(graph, backend, backend.port) : []),
    ]);
  return [...parents, ...targets];
}

/** The names that an Ingress writes. */
export function linksOfIngress(graph: Graph, ingress: Resource): readonly Link[] {
  const users = splitting(graph).get(ingress) ?? [];
  return backends(ingress).flatMap((backend) => {
    const user = users.find((rollout) => isNoService(rollout, ingress, backend));
    // The path of the action that holds the weights, although a managed route may have its name by mistake.
    if (users.some((rollout) => actionService(rollout).text === backend.to.name))
      return [objectLink(graph, backend), ...(user ? [] : portOfBackend(graph, backend))];
    if (user) {
      const route = partLink('managed route', backend.from, managedRoutes(user));
      return route.to().length > 0 ? [route] : [objectLink(graph, backend)];
    }
    return [objectLink(graph, backend), ...portOfBackend(graph, backend)];
  });
}

/** The Rollouts that split traffic in an Ingress. */
const splitting = memoize((graph: Graph): ReadonlyMap<Resource, readonly Resource[]> => {
  const users = new Map<Resource, Resource[]>();
  for (const { from, ingress } of splitIngresses(graph)) append(users, ingress, from.resource);
  return users;
});

function portOfBackend(graph: Graph, backend: Backend): readonly Link[] {
  return portLink(graph, backend, backend.port);
}

/** A port of a Service, by number or by name. */
function portLink(graph: Graph, service: Reference, port: Field): readonly Link[] {
  if (!port.exists) return [];
  const key = typeof port.value === 'number' ? 'port' : 'name';
  const all = (): readonly Field[] =>
    graph
      .resolve(service)
      .found.flatMap(ports)
      .map((one) => one.at(key));
  return [partLink('port', port, all)];
}
