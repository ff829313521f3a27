import type { Field } from '../../../model/field.js';
import { memoize } from '../../../model/memo.js';
import { groupBy } from '../../../model/multimap.js';
import type { Reference, Target } from '../../../model/reference.js';
import type { Resource } from '../../../model/resource.js';
import type { Place, Source } from '../../../model/source.js';
import type { Graph } from '../../../repository/graph/graph.js';
import { similarCandidates } from '../../../rules/facts/similar.js';
import { withinScalar } from '../../../yaml/parse/within-scalar.js';

/** What has a name that others write. */
export type NameKind =
  | 'object'
  | 'route'
  | 'subset'
  | 'managed route'
  | 'port'
  | 'listener'
  | 'argument'
  | 'key'
  | 'label'
  | 'volume'
  | 'file';

/** Where a name is given. */
export interface Definition {
  readonly kind: NameKind;
  readonly name: string;
  /** Where the name is written; for a file its beginning. */
  readonly place: Place;
  /** The field that holds the name; absent for a file. */
  readonly field?: Field | undefined;
}

/** A name that could be written in a place. */
export interface Choice {
  readonly text: string;
  /** What it is: `Service in shop/web.yaml`. */
  readonly detail: string;
}

/** A field, or a part of one, that names something. */
export interface Link {
  readonly kind: NameKind;
  readonly from: Field;
  /** The name in the manifest, without a namespace or a domain. */
  readonly name: string;
  /** Where the name is within the value. */
  readonly place: Place;
  /** The objects that it may mean, if it is the name of one. */
  readonly references?: readonly Reference[];
  /** What it leads to, as lint resolves it; nothing if it is absent or unknown. */
  readonly to: () => readonly Definition[];
  /** The names that could be written there. */
  readonly choices: () => readonly Choice[];
  /** The entries that could be written in the map that holds it, as `key: value`, if its key is a part of the name. */
  readonly entries?: () => readonly Choice[];
}

/** How many names are offered for one place. */
export const mostChoices = 200;

/** Where an object gets its name. */
export function objectDefinition(resource: Resource): Definition {
  return partDefinition('object', resource.at('metadata', 'name'));
}

/** Where a part of an object, such as a route or a port, gets its name. */
export function partDefinition(kind: NameKind, field: Field): Definition {
  return { kind, name: field.shown, place: innerPlace(field), field };
}

/** The key that gives an entry of a map its name. */
export function keyDefinition(kind: NameKind, field: Field): Definition {
  return { kind, name: String(field.key), place: field.keyPlace, field };
}

/** The beginning of a file. */
export function fileDefinition(source: Source): Definition {
  return { kind: 'file', name: source.name, place: { source, start: 0, end: 0 } };
}

/** Where a value is written, without its quotes. */
export function innerPlace(field: Field): Place {
  const { style, text } = field;
  return text === undefined || style === 'plain' ? field.place : withinScalar(field, 0, text.length);
}

/** A link from a field that holds the name of an object, for each of the kinds that it may mean. */
export function objectLink(graph: Graph, ...references: readonly [Reference, ...Reference[]]): Link {
  const [{ from, to }] = references;
  return {
    kind: 'object',
    from,
    name: to.name,
    place: placeOfName(from, to.name),
    references,
    to: () => resolved(graph, references),
    choices: () =>
      references
        .flatMap((reference) => [
          ...objectChoices(graph, from.resource, reference.to),
          ...generatedChoices(graph, reference),
        ])
        .slice(0, mostChoices),
  };
}

function resolved(graph: Graph, references: readonly Reference[]): readonly Definition[] {
  for (const reference of references) {
    const { found } = graph.resolve(reference);
    if (found.length > 0) return found.map(objectDefinition).filter(isWritten);
  }
  return references
    .flatMap((reference) => graph.generated(reference))
    .map(({ at }) => partDefinition('object', at));
}

/** Whether a name is in a file: an Application may come from a generator. */
function isWritten({ place }: Definition): boolean {
  return place.start >= 0;
}

/** The names of the objects of a kind near another one, nearest first. */
function objectChoices(
  graph: Graph,
  resource: Resource,
  to: Pick<Target, 'group' | 'kind' | 'namespace'>,
): readonly Choice[] {
  const names = new Map<string, Choice>();
  for (const other of similarCandidates(graph, resource, to)) {
    if (names.size === mostChoices) break;
    if (other.name !== '' && !names.has(other.name))
      names.set(other.name, { text: other.name, detail: `${other.kind} in ${other.source.name}` });
  }
  return [...names.values()];
}

function generatedChoices(graph: Graph, reference: Reference): readonly Choice[] {
  return distinctChoices(
    graph
      .generatedBeside(reference)
      .map(({ kind, name, at }) => [name, `${kind} of ${at.resource.source.name}`]),
  );
}

/** A link from a field to a part of another object: of all parts that it may mean, those that have its name. */
export function partLink(
  kind: NameKind,
  from: Field,
  parts: readonly Field[] | (() => readonly Field[]),
): Link {
  const named = (): ReadonlyMap<unknown, readonly Field[]> =>
    byValue(typeof parts === 'function' ? parts() : parts);
  return {
    kind,
    from,
    name: from.shown,
    place: innerPlace(from),
    to: () => (named().get(from.value) ?? []).map((field) => partDefinition(kind, field)).filter(isWritten),
    choices: () =>
      distinctChoices(
        [...named().values()].flatMap(([field]) =>
          field ? [[field.shown, `of ${field.resource.kind} "${field.resource.name}"`] as const] : [],
        ),
      ),
  };
}

/** Parts by their names: as many links as there are parts may ask for them. */
const byValue = memoize((parts: readonly Field[]): ReadonlyMap<unknown, readonly Field[]> =>
  groupBy(
    parts.filter(({ shape }) => shape === 'scalar'),
    ({ value }) => value,
  ),
);

/** Names with their details, each once. */
export function distinctChoices(
  pairs: readonly (readonly [text: string, detail: string])[],
): readonly Choice[] {
  return [...new Map(pairs)].slice(0, mostChoices).map(([text, detail]) => ({ text, detail }));
}

/** Where a name is within a value that may have a namespace before it or a domain behind it. */
function placeOfName(from: Field, name: string): Place {
  const text = from.text ?? '';
  const start = text.lastIndexOf('/') + 1;
  return text.startsWith(name, start) ? withinScalar(from, start, name.length) : from.place;
}

/** Whether two places are the same. */
export function isSamePlace(left: Place, right: Place): boolean {
  return left.start === right.start && left.source.path === right.source.path;
}
