import type { Graph } from '../graph/graph.js';
import { nearestName, onlyNearName } from '../model/nearest-name.js';
import type { Reference, Target } from '../model/reference.js';
import type { Resource } from '../model/resource.js';

/** How many are looked at for one of a similar name, the nearest first: in a large repository not all. */
const enough = { objects: 200, folders: 32 };

/**
 * An object that comes with whoever refers, and whose name a reference is likely to mean: the name itself, too, unless it
 * is among those that are not meant.
 */
export function similar(
  graph: Graph,
  reference: Reference,
  without: readonly string[] = [],
): Resource | undefined {
  const known = knownNames(graph, reference, without);
  const name = nearestName(reference.to.name, known.keys());
  return name === undefined ? undefined : known.get(name);
}

/** The one other name that a reference can mean, where none besides comes near. */
export function onlySimilarName(graph: Graph, reference: Reference): string | undefined {
  const { name } = reference.to;
  const known = knownNames(graph, reference, []);
  return known.has(name) ? undefined : onlyNearName(name, known.keys());
}

function knownNames(
  graph: Graph,
  { from, to }: Reference,
  without: readonly string[],
): ReadonlyMap<string, Resource> {
  const names = namesFor(graph, from.resource, to);
  return without.some((name) => names.has(name))
    ? new Map([...names].filter(([name]) => !without.includes(name)))
    : names;
}

interface Asked {
  readonly resource: Resource;
  readonly to: Pick<Target, 'group' | 'kind' | 'namespace'>;
  readonly names: ReadonlyMap<string, Resource>;
}

/** What was asked last: a fix asks for the names of its message, and the next reference of a resource often for the same. */
const asked = new WeakMap<Graph, Asked>();

function namesFor(graph: Graph, resource: Resource, to: Target): ReadonlyMap<string, Resource> {
  const last = asked.get(graph);
  if (
    last?.resource === resource &&
    last.to.group === to.group &&
    last.to.kind === to.kind &&
    last.to.namespace === to.namespace
  )
    return last.names;
  const names = new Map<string, Resource>();
  let looked = 0;
  for (const other of candidates(graph, resource, to)) {
    if (!names.has(other.name)) names.set(other.name, other);
    if (++looked === enough.objects) break;
  }
  asked.set(graph, { resource, to, names });
  return names;
}

function candidates(graph: Graph, resource: Resource, to: Target): Iterable<Resource> {
  if (to.namespace === undefined) return graph.near(resource, [to], enough);
  return graph
    .inNamespace(to, to.namespace)
    .slice(0, enough.objects)
    .filter((other) => graph.areTogether(resource, other));
}
