import type { Graph } from '../../repository/graph/graph.js';
import { isRollout, services } from '../../kubernetes/kinds/rollout.js';
import { nearestName, onlyNearName } from '../../model/nearest-name.js';
import type { Reference, Target } from '../../model/reference.js';
import type { Resource } from '../../model/resource.js';

/** How many objects and folders are searched for a similar name, nearest first: not all in a large repository. */
/** At most this many Services, workloads or Rollouts beside an object are examined for a hint. */
export const maxExamined = 200;

const enough = { objects: 200, folders: 32 };

/**
 * An object deployed with the referrer whose name the reference probably means. This may be the referenced name itself, unless
 * it is excluded.
 */
export function similar(
  graph: Graph,
  reference: Reference,
  without: readonly string[] = [],
): Resource | undefined {
  const known = knownNames(graph, reference, [...without, ...namedBeside(reference)]);
  const name = nearestName(reference.to.name, known.keys());
  return name === undefined ? undefined : known.get(name);
}

/** The only other name that a reference can mean, with no similar second one. */
export function onlySimilarName(graph: Graph, reference: Reference): string | undefined {
  const { name } = reference.to;
  const known = knownNames(graph, reference, namedBeside(reference));
  return known.has(name) ? undefined : onlyNearName(name, known.keys());
}

/** Lists whose elements name different objects. */
const listsOfDifferent = new Set([
  ...[
    'virtualServices',
    'ingresses',
    'stableIngresses',
    'httpRoutes',
    'grpcRoutes',
    'tcpRoutes',
    'tlsRoutes',
  ],
  ...['backendRefs', 'templates'],
]);

/** Names that a reference cannot mean, because neighbouring fields, which must name other objects, already use them. */
function namedBeside({ from, to }: Reference): readonly string[] {
  const { resource, path } = from;
  const at = path.findLastIndex((key) => listsOfDifferent.has(String(key)));
  const elements = at === -1 ? [] : resource.at(...path.slice(0, at + 1)).items;
  const others = elements.map((element) => element.at(...path.slice(at + 2)).text);
  if (to.kind === 'Service' && isRollout(resource))
    others.push(...services(resource).map((one) => one.to.name));
  return others.flatMap((name) => (name === undefined || name === from.text ? [] : [name]));
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

interface SimilarSoFar {
  readonly resource: Resource;
  readonly to: Pick<Target, 'group' | 'kind' | 'namespace'>;
  readonly names: ReadonlyMap<string, Resource>;
}

/** The last question: a fix repeats that of its message, and the next reference of a resource often asks the same. */
const asked = new WeakMap<Graph, SimilarSoFar>();

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
  for (const other of similarCandidates(graph, resource, to)) {
    for (const name of graph.namesInGit(other)) if (!names.has(name)) names.set(name, other);
    if (++looked === enough.objects) break;
  }
  asked.set(graph, { resource, to, names });
  return names;
}

/** The objects of a kind that a reference of a resource may mean, nearest first; not all in a large repository. */
export function similarCandidates(
  graph: Graph,
  resource: Resource,
  to: Pick<Target, 'group' | 'kind' | 'namespace'>,
): Iterable<Resource> {
  if (to.namespace === undefined) return graph.deployedNear(resource, [to], enough);
  return graph
    .inNamespace(to, to.namespace)
    .slice(0, enough.objects)
    .filter((other) => graph.areDeployedTogether(resource, other));
}
