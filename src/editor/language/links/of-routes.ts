import { backendsOf, isService, parentRefs, rulesField } from '../../../kubernetes/kinds/gateway-route.js';
import { annotation, type Backend, backends } from '../../../kubernetes/kinds/ingress.js';
import { listenersField } from '../../../kubernetes/kinds/kubernetes-gateway.js';
import { openShiftBackends } from '../../../kubernetes/kinds/openshift-route.js';
import { managedRoutes } from '../../../kubernetes/kinds/rollout.js';
import { ports } from '../../../kubernetes/kinds/service.js';
import type { Field } from '../../../model/field.js';
import { memoize } from '../../../model/memo.js';
import { append } from '../../../model/multimap.js';
import type { Reference } from '../../../model/reference.js';
import type { Resource } from '../../../model/resource.js';
import type { Place } from '../../../model/source.js';
import type { Graph } from '../../../repository/graph/graph.js';
import { actionKey } from '../../../rollouts/routers/alb-annotations.js';
import {
  actionAnnotation,
  actionService,
  conditionAnnotation,
  useAnnotation,
} from '../../../rollouts/routers/alb.js';
import { isNoService } from '../../../rules/facts/no-service.js';
import { splitIngresses } from '../../../rules/facts/routed-services.js';
import { type Definition, type Link, objectLink, partLink } from './link.js';

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

/** The Services that a Route of OpenShift names. */
export function linksOfOpenShiftRoute(graph: Graph, route: Resource): readonly Link[] {
  return openShiftBackends(route).map((backend) => objectLink(graph, backend));
}

/** The names that an Ingress writes. */
export function linksOfIngress(graph: Graph, ingress: Resource): readonly Link[] {
  const users = splitting(graph).get(ingress) ?? [];
  const ofBackends = backends(ingress).flatMap((backend): readonly Link[] => {
    const user = users.find((rollout) => isNoService(rollout, ingress, backend));
    // The path of the action that holds the weights, although a managed route may have its name by mistake.
    if (users.some((rollout) => actionService(rollout).text === backend.to.name))
      return [objectLink(graph, backend), ...(user ? [] : portOfBackend(graph, backend))];
    const route = user && partLink('managed route', backend.from, managedRoutes(user));
    if (route && route.to().length > 0) return [route];
    const action = annotation(ingress, actionKey({}, backend.to.name));
    if (backend.port.value === useAnnotation && action.exists) return [authoredAction(backend.from, action)];
    return [objectLink(graph, backend), ...(user ? [] : portOfBackend(graph, backend))];
  });
  return [...ofBackends, ...users.flatMap((user) => writtenActions(graph, ingress, user))];
}

/** An action that stands in Git: the name of the backend is that in the key of the annotation, and no Service. */
function authoredAction(from: Field, action: Field): Link {
  const name = from.shown;
  const to = (): readonly Definition[] => [
    { kind: 'key', name, place: endOfKey(action, name), field: action },
  ];
  return { ...partLink('key', from, []), to, choices: () => [] };
}

/** The names in the keys of annotations that a Rollout writes, where they stand in Git. */
function writtenActions(graph: Graph, ingress: Resource, rollout: Resource): readonly Link[] {
  const root = actionService(rollout);
  const links = [
    ...(root.text === undefined
      ? []
      : [objectLink(graph, { from: root, to: { group: '', kind: 'Service', name: root.text } })]),
    ...managedRoutes(rollout).map((route) => partLink('managed route', route, [route])),
  ];
  return links.flatMap((link) =>
    [actionAnnotation, conditionAnnotation]
      .map((keyOf) => annotation(ingress, keyOf(rollout, link.name)))
      .filter(({ exists }) => exists)
      .map((from) => ({ ...link, from, place: endOfKey(from, link.name) })),
  );
}

/** Where a name at the end of a key is written. */
function endOfKey({ keyPlace }: Field, name: string): Place {
  const { source, start, end } = keyPlace;
  const at = start < 0 ? -1 : source.read().slice(start, end).lastIndexOf(name);
  return at === -1 ? keyPlace : { source, start: start + at, end: start + at + name.length };
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
  const partsOf = (key: 'port' | 'name') => (): readonly Field[] =>
    graph
      .resolve(service)
      .found.flatMap(ports)
      .map((one) => one.at(key));
  const [numbers, names] = [partLink('port', port, partsOf('port')), partLink('port', port, partsOf('name'))];
  // What is half-typed has no type yet, so the field tells what can be written there.
  const possible = port.key === 'name' ? [names] : port.key === 'servicePort' ? [numbers, names] : [numbers];
  return [
    {
      ...(typeof port.value === 'number' ? numbers : names),
      choices: () => possible.flatMap(({ choices }) => choices()),
    },
  ];
}
