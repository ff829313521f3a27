import { isSettings } from '../../../argocd/settings-entries.js';
import { isRollout, managedRoutes } from '../../../kubernetes/kinds/rollout.js';
import { istioGroup, routes } from '../../../kubernetes/kinds/virtual-service.js';
import type { Field } from '../../../model/field.js';
import { append } from '../../../model/multimap.js';
import type { Resource } from '../../../model/resource.js';
import type { Place } from '../../../model/source.js';
import type { Graph } from '../../../repository/graph/graph.js';
import {
  type DeclaredEntry,
  globalEntries,
  isMeantFor,
  type Written,
} from '../../../rules/facts/argocd/entries.js';
import { withinScalar } from '../../../yaml/parse/within-scalar.js';
import { type Link, partDefinition, partLink } from './link.js';

/** The routes that argocd-cm names in what Argo CD ignores everywhere. */
export function linksOfConfigMap(graph: Graph, config: Resource): readonly Link[] {
  if (!isSettings(config)) return [];
  const entries = globalEntries(graph).filter(({ resource }) => resource === config);
  return entries.length === 0 ? [] : routesInEntries(graph, entries, graph.resources);
}

/** A route with a name that an entry may write. */
interface NamedRoute {
  readonly kind: 'route' | 'managed route';
  readonly field: Field;
}

/** The routes whose names stand in paths and expressions of entries, among those of some objects. */
export function routesInEntries(
  graph: Graph,
  entries: readonly DeclaredEntry[],
  objects: readonly Resource[],
): readonly Link[] {
  const names = entries.flatMap((entry) =>
    [...entry.pointers.flatMap(inPointer), ...entry.expressions.flatMap(inExpression)].map((one) => ({
      ...one,
      entry,
    })),
  );
  if (names.length === 0) return [];
  const byName = namedRoutes(objects, new Set(names.map(({ name }) => name)));
  return names.flatMap(({ name, written, at, entry }) => {
    const named = (byName.get(name) ?? []).filter(
      // Which objects the controller writes a managed route to depends on the router.
      ({ kind, field }) => kind === 'managed route' || isMeantFor(graph, entry, field.resource),
    );
    const [first] = named;
    if (!first) return [];
    const to = named.map(({ kind, field }) => partDefinition(kind, field));
    const link = partLink(
      first.kind,
      written.field,
      named.map(({ field }) => field),
    );
    return [{ ...link, name, place: placeIn(written, at, name), to: () => to }];
  });
}

function namedRoutes(
  objects: readonly Resource[],
  names: ReadonlySet<string>,
): ReadonlyMap<string, readonly NamedRoute[]> {
  const byName = new Map<string, NamedRoute[]>();
  const add = (kind: NamedRoute['kind'], field: Field): void => {
    if (field.text !== undefined && names.has(field.text)) append(byName, field.text, { kind, field });
  };
  for (const object of objects)
    if (isRollout(object)) for (const field of managedRoutes(object)) add('managed route', field);
    else if (object.kind === 'VirtualService' && object.group === istioGroup)
      for (const { protocol, route } of routes(object))
        if (protocol === 'http') add('route', route.at('name'));
  return byName;
}

/** A name in a string of an entry. */
interface NameIn {
  readonly name: string;
  readonly written: Written;
  readonly at: number;
}

/** A word of jq may be a key, so only strings are read. */
function inExpression(written: Written): readonly NameIn[] {
  return [...written.text.matchAll(/"([^"\\]*)"/g)].flatMap(({ 1: text = '', index }) =>
    namesIn(text).map(({ name, at }) => ({ name, written, at: index + 1 + at })),
  );
}

/** A step of a pointer with a slash is an annotation. */
function inPointer(written: Written): readonly NameIn[] {
  const at = written.text.lastIndexOf('~1') + 2;
  const last = written.text.slice(at);
  return at === 1 || last.includes('/')
    ? []
    : namesIn(`/${last}`).map((one) => ({ name: one.name, written, at: at + one.at - 1 }));
}

/** What a string may name: a route, or the route in the key of an annotation for an ALB. */
function namesIn(text: string): readonly { readonly name: string; readonly at: number }[] {
  const slash = text.lastIndexOf('/');
  const [, prefix, name] = /^(actions\.|conditions\.)(.+)$/s.exec(text.slice(slash + 1)) ?? [];
  if (prefix !== undefined && name !== undefined && slash !== -1)
    return [{ name, at: slash + 1 + prefix.length }];
  return text === '' ? [] : [{ name: text, at: 0 }];
}

function placeIn({ text, field, inner }: Written, at: number, name: string): Place {
  if (!inner) return withinScalar(field, at, name.length);
  const own = inner.start < 0 ? -1 : inner.source.read().slice(inner.start, inner.end).indexOf(text);
  if (own === -1) return inner;
  const start = inner.start + own + at;
  return { source: inner.source, start, end: start + name.length };
}
