import { isRollout, managedRoutes, services } from '../../kubernetes/kinds/rollout.js';
import { ports } from '../../kubernetes/kinds/service.js';
import { routes } from '../../kubernetes/kinds/virtual-service.js';
import type { Reference } from '../../model/reference.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import { routers } from '../../rollouts/routers/index.js';
import { virtualServices } from '../../rollouts/routers/istio.js';
import { placeKey, referencesTo } from './definition.js';
import { type Definition, type Link, objectDefinition, partDefinition } from './links/link.js';
import { linksOf } from './links/links.js';
import type { Renameable } from './renameable.js';

type Named = Omit<Renameable, 'place'>;

/**
 * Why a name may be meant where a link does not lead to it, in a sentence: lint reports most of these places, and the controller
 * compares names without their namespaces.
 */
export function strayUse(graph: Graph, named: Named): string | undefined {
  const { name, kind, links } = named;
  const connected = connectedTo(graph, named);
  const twice = nameOfTwoRoutes(graph, named, connected);
  if (twice !== undefined) return twice;
  const known = new Set(links.map(({ place }) => placeKey(place)));
  for (const resource of graph.given) {
    if (!resource.mentions(name)) continue;
    for (const link of linksOf(graph, resource)) {
      if (link.name !== name || link.kind !== kind || known.has(placeKey(link.place))) continue;
      const where = `"${name}" in ${resource.kind} "${resource.name}" of ${resource.source.name}`;
      const meaning = meaningOf(graph, link, named, connected);
      if (meaning === 'absent')
        return `${where} is not found from there, and may mean this one; correct it first.`;
      if (meaning === 'other')
        return `${where} means another one, and both are used with the same routes, which need one name.`;
    }
  }
  return undefined;
}

/** The objects that have or write the name, and those by which a Rollout among them splits traffic. */
function connectedTo(graph: Graph, { definitions, links }: Named): ReadonlySet<Resource> {
  const connected = new Set<Resource>(links.map(({ from }) => from.resource));
  for (const { field } of definitions) if (field) connected.add(field.resource);
  for (const resource of [...connected]) for (const other of splitsBy(graph, resource)) connected.add(other);
  return connected;
}

/** The objects of traffic routers that a Rollout uses. */
function splitsBy(graph: Graph, resource: Resource): readonly Resource[] {
  return isRollout(resource)
    ? routers
        .flatMap((router) => router.references(resource, graph.rolloutsVersion))
        .flatMap((reference) => graph.resolve(reference).found)
    : [];
}

/** What a link with the name of what is renamed means instead; undefined if the two have nothing to do with each other. */
function meaningOf(
  graph: Graph,
  link: Link,
  { kind, definitions }: Named,
  connected: ReadonlySet<Resource>,
): 'absent' | 'other' | undefined {
  const { resource } = link.from;
  const isOfKind = ({ to }: Reference): boolean =>
    definitions.some(({ field }) => field?.resource.kind === to.kind && field.resource.group === to.group);
  const references = (link.references ?? []).filter(isOfKind);
  if (kind === 'object' && references.length === 0) return undefined;
  const isConnected =
    connected.has(resource) || splitsBy(graph, resource).some((other) => connected.has(other));
  // A Service and a container may have ports of one name, of which each refers to the other's.
  if (link.to().length > 0) return isConnected && kind === 'object' ? 'other' : undefined;
  const mayLeadHere = (reference: Reference): boolean =>
    !graph.isAbsent(reference) &&
    definitions.some(({ field }) => {
      const here = field && graph.namespace(field.resource);
      const there = reference.to.namespace ?? graph.namespace(resource);
      return here === undefined || there === undefined || here === there;
    });
  return isConnected || references.some(mayLeadHere) ? 'absent' : undefined;
}

/** Whether a managed route has the name of another route: the controller takes one for the other. */
function nameOfTwoRoutes(
  graph: Graph,
  { kind, name }: Named,
  connected: ReadonlySet<Resource>,
): string | undefined {
  if (kind !== 'route' && kind !== 'managed route') return undefined;
  for (const rollout of [...connected].filter(isRollout)) {
    if (!managedRoutes(rollout).some(({ text }) => text === name)) continue;
    const other = virtualServices(rollout, graph.rolloutsVersion)
      .flatMap((reference) => graph.resolve(reference).found)
      .find((one) => routes(one).some(({ route }) => route.at('name').text === name));
    if (other)
      return `"${name}" is the name of a managed route of Rollout "${rollout.name}" and of a route of VirtualService "${other.name}", so it is not certain which of the two is meant.`;
  }
  return undefined;
}

/** The ports of the same name in the other Services of a Rollout: an Ingress names the port of one for all. */
export function portsBeside(graph: Graph, definitions: readonly Definition[]): readonly Definition[] {
  return definitions.flatMap(({ kind, field, name }) => {
    if (kind !== 'port' || field?.key !== 'name' || field.resource.kind !== 'Service') return [];
    const { links } = referencesTo(graph, [objectDefinition(field.resource)]);
    return [...new Set(links.map(({ from }) => from.resource).filter(isRollout))]
      .flatMap((rollout) => services(rollout).flatMap((reference) => graph.resolve(reference).found))
      .flatMap(ports)
      .map((port) => port.at('name'))
      .filter(({ text }) => text === name)
      .map((other) => partDefinition('port', other));
  });
}
