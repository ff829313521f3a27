import type { Finding } from '../../model/finding.js';
import type { Field } from '../../model/field.js';
import type { Place } from '../../model/source.js';
import type { Graph } from '../../repository/graph/graph.js';
import { spotAt } from './at.js';
import { shapeAt, typeOf } from './completion/shapes.js';
import { controllerWrites } from './controller-writes.js';
import { linkAt } from './definition.js';
import { fieldWords } from './field-words.js';
import type { Definition } from './links/link.js';
import { overlookedIn } from './overlooked.js';

/** What is known about a place: paragraphs of plain text, which may contain names of users. */
export interface Hover {
  readonly place: Place;
  readonly paragraphs: readonly string[];
}

/** How many places of a name are told. */
const mostDefinitions = 4;

/**
 * What is known about the field at an offset: what it does, its type, what its name leads to, what the controller writes there and
 * when, and whether Argo CD overlooks it; of findings at that place, what they lead to. Undefined if nothing is.
 */
export function hoverAt(
  graph: Graph,
  path: string,
  offset: number,
  findings: readonly Finding[] = [],
): Hover | undefined {
  const spot = spotAt(graph, path, offset);
  if (!spot || spot.field.path.length === 0) return undefined;
  const { resource, field, isKey } = spot;
  const link = linkAt(graph, path, offset);
  const place = isKey ? field.keyPlace : (link?.place ?? field.place);
  const paragraphs = [
    ...findings.filter((finding) => isAt(finding, path, offset)).flatMap(whyOf),
    ...(link?.to() ?? []).slice(0, mostDefinitions).map(definitionWords),
    ...about(field),
    ...controllerWrites(graph, resource, field.path),
    ...overlookedIn(graph, resource, field.path),
  ];
  return paragraphs.length === 0 ? undefined : { place, paragraphs: [...new Set(paragraphs)] };
}

function isAt({ place: { source, start, end } }: Finding, path: string, offset: number): boolean {
  return source.path === path && start <= offset && offset <= end;
}

function whyOf({ rule, consequence }: Finding): readonly string[] {
  return consequence ? [`${rule}: ${consequence.why}`] : [];
}

function definitionWords({ kind, name, field, place: { source } }: Definition): string {
  if (!field) return source.name;
  const { resource } = field;
  const whole = `${resource.kind} "${resource.name}"`;
  return kind === 'object'
    ? `${whole} in ${source.name}`
    : `The ${kind} "${name}" of ${whole} in ${source.name}`;
}

/** What a field does, and what the schema says of its value. */
function about({ resource, path }: Field): readonly string[] {
  const shape = shapeAt(resource, path);
  const words = fieldWords(resource, path);
  const key = path.findLast((segment) => typeof segment === 'string') ?? '';
  const standard: unknown = shape?.schema.default;
  const more = standard === undefined ? '' : `, by default ${JSON.stringify(standard)}`;
  return [
    ...(words === undefined ? [] : [words]),
    ...(shape && typeof path.at(-1) === 'string' ? [`${key}: ${typeOf(shape)}${more}`] : []),
  ];
}
