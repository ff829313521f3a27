import { isApplication } from '../../kubernetes/kinds/application.js';
import type { Resource } from '../../model/resource.js';
import type { Place } from '../../model/source.js';
import type { Graph } from '../../repository/graph/graph.js';
import { isKustomization } from '../../repository/graph/kustomization.js';
import { type Spot, spotAt } from './at.js';
import { type Definition, innerPlace, type Link } from './links/link.js';
import { linksOf } from './links/links.js';

/** The link at an offset of a file: where the cursor is in a name that leads somewhere. */
export function linkAt(graph: Graph, path: string, offset: number): Link | undefined {
  const spot = spotAt(graph, path, offset);
  return spot && linkIn(graph, spot, offset);
}

function linkIn(graph: Graph, { resource, field, isKey }: Spot, offset: number): Link | undefined {
  if (isKey && !isLabelOrKey(field)) return undefined;
  const links = linksOf(graph, resource).filter(({ from }) => isSamePath(from.path, field.path));
  return (
    links.find(({ place }) => place.start <= offset && offset <= place.end) ??
    // A value with several names, such as a query, has none between them.
    (links.length === 1 && links[0]!.kind !== 'argument' ? links[0] : undefined)
  );
}

/** The key of a selector's entry is a part of what it names. */
function isLabelOrKey({ shape }: Spot['field']): boolean {
  return shape === 'scalar';
}

function isSamePath(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left.length === right.length && left.every((key, index) => key === right[index]);
}

/** Where what is named at an offset is defined; several if it is deployed in several ways, none if it is unknown or absent. */
export function definitionsAt(graph: Graph, path: string, offset: number): readonly Definition[] {
  return linkAt(graph, path, offset)?.to() ?? [];
}

/** What is defined at an offset itself: the name of an object, of a route, a port… whatever others may refer to. */
export function definedAt(graph: Graph, path: string, offset: number): Definition | undefined {
  const spot = spotAt(graph, path, offset);
  if (!spot) return undefined;
  const { field, isKey } = spot;
  if (isKey) return { kind: 'key', name: String(field.key), place: field.keyPlace, field };
  if (field.shape !== 'scalar') return undefined;
  const kind = isObjectName(field.path) ? 'object' : 'key';
  return { kind, name: field.shown, place: innerPlace(field), field };
}

function isObjectName(path: readonly unknown[]): boolean {
  return isSamePath(path, ['metadata', 'name']);
}

/** All places that name what is at an offset, and where it is defined. */
export interface References {
  readonly definitions: readonly Definition[];
  readonly links: readonly Link[];
}

/** The references to what is named or defined at an offset. */
export function referencesAt(graph: Graph, path: string, offset: number): References {
  const named = definitionsAt(graph, path, offset);
  const own = named.length === 0 ? definedAt(graph, path, offset) : undefined;
  return referencesTo(graph, own ? [own] : named);
}

/**
 * The references to some definitions. Only objects whose text has one of their names are looked at, because a link can only follow
 * a name that is written.
 */
export function referencesTo(graph: Graph, definitions: readonly Definition[]): References {
  const links: Link[] = [];
  const seen = new Set<string>();
  const names = definedNames(graph, definitions);
  const wanted = new Set(definitions.map(({ place }) => placeKey(place)));
  for (const resource of resourcesWith(graph, names, definitions))
    for (const link of linksOf(graph, resource)) {
      if (!names.has(link.name) && link.kind !== 'file') continue;
      const key = placeKey(link.place);
      if (seen.has(key) || !link.to().some(({ place }) => wanted.has(placeKey(place)))) continue;
      seen.add(key);
      links.push(link);
    }
  return { definitions, links };
}

/** A place as a string. */
export function placeKey({ source, start }: Place): string {
  return `${source.path}:${start}`;
}

/** The names by which definitions may be referred to: kustomize may have added a prefix in some manifests. */
function definedNames(graph: Graph, definitions: readonly Definition[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { kind, name, field } of definitions) {
    names.add(name);
    if (kind !== 'object' || !field) continue;
    for (const placement of graph.placements(field.resource))
      for (const other of graph.namesAt(field.resource, placement)) names.add(other);
  }
  return names;
}

/** A file may be named by a folder, and the folder by `.`, so all objects that name files are looked at for one. */
function* resourcesWith(
  graph: Graph,
  names: ReadonlySet<string>,
  definitions: readonly Definition[],
): Iterable<Resource> {
  const areFiles = definitions.some(({ kind }) => kind === 'file');
  for (const resource of graph.given)
    if (
      [...names].some((name) => resource.mentions(name)) ||
      (areFiles && (isKustomization(resource) || isApplication(resource)))
    )
      yield resource;
}
