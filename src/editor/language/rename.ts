import { memoize } from '../../model/memo.js';
import { isPlaceholder } from '../../model/placeholder.js';
import type { Place } from '../../model/source.js';
import type { Graph } from '../../repository/graph/graph.js';
import { resolvePlain } from '../../yaml/parse/scalars.js';
import { definedAt, placeKey, linkAt, referencesTo } from './definition.js';
import { type Definition, isSamePlace, type Link, type NameKind } from './links/link.js';
import { nameProblem } from './new-name.js';
import type { NotRenamed, Renameable } from './renameable.js';
import { portsBeside, strayUse } from './stray-uses.js';
import { unknownUses } from './unknown-uses.js';

/** A string to write in a place. */
export interface Edit {
  readonly place: Place;
  readonly text: string;
}

/** What is named at an offset, if its name can be changed in all places; otherwise why not. */
export function renameableAt(graph: Graph, path: string, offset: number): Renameable | NotRenamed {
  const link = linkAt(graph, path, offset);
  const own = link ? undefined : definedAt(graph, path, offset);
  const first = link ? link.to() : own ? [own] : [];
  const place = link?.place ?? own?.place;
  if (first.length === 0 || !place)
    return { refusal: 'This is not a name that links objects of these files.' };
  const { definitions, links } = everythingNamed(graph, first);
  const kind = link?.kind ?? (own?.kind === 'object' ? 'object' : links[0]?.kind);
  if (kind === undefined) return { refusal: 'Nothing refers to this, so it is not known to be a name.' };
  const { name } = definitions[0]!;
  const found = { kind, name, place, definitions, links };
  const refusal = refusalOf(graph, found);
  return refusal === undefined ? found : { refusal };
}

/** The edits that give what is named at an offset another name, in all files; or why that is not possible. */
export function rename(
  graph: Graph,
  path: string,
  offset: number,
  newName: string,
): { readonly edits: readonly Edit[] } | NotRenamed {
  const found = renameableAt(graph, path, offset);
  if ('refusal' in found) return found;
  if (newName === found.name) return { edits: [] };
  const problem = nameProblem(graph, found, newName);
  if (problem !== undefined) return { refusal: problem };
  const edits = new Map<string, Edit>();
  for (const { place, field } of [...found.definitions, ...found.links.map(definitionAt)])
    edits.set(placeKey(place), { place, text: isWhole(place, field) ? plainText(newName) : newName });
  return { edits: [...edits.values()] };
}

function definitionAt({ place, from }: Link): Pick<Definition, 'place' | 'field'> {
  return { place, field: from };
}

/** How many objects may have one name together: more would be a whole repository. */
const mostPlaces = 50;

/**
 * Definitions, the references to them, and what these lead to besides: a Rollout of a base that several folders deploy names a
 * Service in each of them, and the Services of a Rollout have the same ports.
 */
function everythingNamed(
  graph: Graph,
  first: readonly Definition[],
): { readonly definitions: readonly Definition[]; readonly links: readonly Link[] } {
  const definitions = new Map(first.map((one) => [placeKey(one.place), one] as const));
  for (;;) {
    const before = definitions.size;
    const { links } = referencesTo(graph, [...definitions.values()]);
    for (const one of links.flatMap((link) => link.to())) definitions.set(placeKey(one.place), one);
    for (const one of portsBeside(graph, [...definitions.values()]))
      definitions.set(placeKey(one.place), one);
    if (definitions.size === before || before > mostPlaces)
      return { definitions: [...definitions.values()], links };
  }
}

const renameable: ReadonlySet<NameKind> = new Set([
  'object',
  'route',
  'subset',
  'managed route',
  'port',
  'listener',
  'argument',
  'volume',
]);

function refusalOf(graph: Graph, { kind, name, definitions, links }: Renameable): string | undefined {
  if (!renameable.has(kind)) return `A ${kind} is not renamed, because other tools may use it.`;
  if (kind === 'port' && definitions.some(({ field }) => field?.text === undefined))
    return 'A port number is not a name.';
  if (definitions.length > mostPlaces) return `More than ${mostPlaces} objects would be renamed together.`;
  if (isPlaceholder(name)) return `"${name}" contains a placeholder, so the name is not known.`;
  for (const { name: written, place } of [...definitions, ...links]) {
    if (written !== name)
      return `"${written}" in ${place.source.name} means the same as "${name}", because kustomize changes the name.`;
    const problem = placeProblem(place, name);
    if (problem !== undefined) return problem;
  }
  return unknownUses(graph, definitions, links) ?? strayUse(graph, { kind, name, definitions, links });
}

function placeProblem({ source, start, end }: Place, name: string): string | undefined {
  const text = sourceText(source);
  if (start < 0) return `"${name}" is not written in a file.`;
  if (text.slice(start, end) !== name)
    return `"${name}" is written in ${source.name} with an alias or an escape, so it cannot be changed there.`;
  const before = text.slice(Math.max(0, start - 100), start).split(/["'\s]/);
  if (before.findLast((word) => word !== '')?.startsWith('&'))
    return `"${name}" has an anchor in ${source.name}, and its aliases may mean something else.`;
  return undefined;
}

const sourceText = memoize((source: Place['source']): string => source.read());

/** Whether a place is a whole plain scalar, whose text decides its type. */
function isWhole(place: Place, field: Definition['field']): boolean {
  return field?.style === 'plain' && isSamePlace(field.place, place) && field.place.end === place.end;
}

/** A name as a plain scalar, in quotes where it would be read as a number or a boolean. */
function plainText(name: string): string {
  return typeof resolvePlain(name) === 'string' ? name : `"${name}"`;
}
