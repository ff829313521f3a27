import { kindsWithSchema, knownVersions } from '../../../kubernetes/schemas/load.js';
import type { Shape } from '../../../kubernetes/schemas/shape.js';
import type { Source } from '../../../model/source.js';
import type { Graph } from '../../../repository/graph/graph.js';
import { fieldWords } from '../field-words.js';
import { linksOf } from '../links/links.js';
import { mostChoices } from '../links/link.js';
import { probe, type Probed, probesAt } from './probe.js';
import { pluginFields } from './plugin-fields.js';
import { fieldsOf, shapeAt, typeOf } from './shapes.js';
import { snippetsAt } from './snippets.js';

/** Something that can be written at a place. */
export interface Completion {
  readonly kind: 'name' | 'field' | 'value' | 'snippet';
  readonly label: string;
  /** The text that replaces the range; with places to fill in for a snippet. */
  readonly insert: string;
  /** The range in the file, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  /** What it is, in few words. */
  readonly detail: string;
  /** What it does, if that is known. */
  readonly words?: string | undefined;
}

/**
 * What can be written at an offset of a file: names of what can be meant there, fields and values of the schema, and steps. The
 * text may be half-typed. The client narrows the list by what is typed.
 */
export function completionsAt(graph: Graph, source: Source, offset: number): readonly Completion[] {
  const all = probesAt(source, offset).flatMap((probed) =>
    probed.isKey
      ? [...entriesAt(graph, probed), ...keysAt(probed)]
      : [...namesAt(graph, probed), ...valuesAt(probed)],
  );
  const seen = new Set<string>();
  return all.filter(({ kind, label }) => {
    const key = `${kind}:${label}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** The names that a link may have there: the same functions that read links read the probe as one. */
function namesAt(graph: Graph, probed: Probed): readonly Completion[] {
  const { resource, start, end } = probed;
  return linksOf(graph, resource)
    .filter(({ name }) => name === probe)
    .flatMap(({ choices }) => choices())
    .slice(0, mostChoices)
    .filter(({ text }) => text !== probe)
    .map(({ text, detail }) => ({ kind: 'name', label: text, insert: text, start, end, detail }));
}

/** The entries of a map whose keys are names, such as those of a selector. */
function entriesAt(graph: Graph, probed: Probed): readonly Completion[] {
  const { resource, path, start, end, hasColon } = probed;
  if (hasColon) return [];
  return linksOf(graph, resource)
    .filter(({ from }) => from.key === probe && from.path.length === path.length)
    .flatMap(({ entries }) => entries?.() ?? [])
    .map(({ text, detail }) => ({ kind: 'name', label: text, insert: text, start, end, detail }));
}

function valuesAt({ resource, path, start, end }: Probed): readonly Completion[] {
  return knownValues(resource, path).map((label) => ({
    kind: 'value',
    label,
    insert: label,
    start,
    end,
    detail: '',
  }));
}

function knownValues(resource: Probed['resource'], path: Probed['path']): readonly string[] {
  const [key] = path;
  if (path.length === 1 && key === 'kind') return [...new Set(kindsWithSchema().map(({ kind }) => kind))];
  if (path.length === 1 && key === 'apiVersion') return apiVersionsOf(resource.kind);
  const shape = shapeAt(resource, path);
  if (!shape) return [];
  const { enum: values, type } = shape.schema;
  return values ? values.map(String) : type === 'boolean' ? ['true', 'false'] : [];
}

function apiVersionsOf(kind: string): readonly string[] {
  const all = kindsWithSchema()
    .filter((one) => kind === '' || one.kind === kind)
    .flatMap(({ group, kind: its }) =>
      knownVersions(group, its).map((version) => (group === '' ? version : `${group}/${version}`)),
    );
  return [...new Set(all)];
}

function keysAt(probed: Probed): readonly Completion[] {
  const { resource, path, start, end, hasColon, column } = probed;
  const container = path.slice(0, -1);
  const shape = shapeAt(resource, container);
  const present = new Set(resource.at(...container).entries.map(({ key }) => String(key)));
  const ofSchema = shape ? fieldsOf(shape) : container.length === 0 ? ofEveryObject : [];
  const known = [...ofSchema, ...pluginFields(resource, container)];
  const fields = known
    .filter(({ name }) => !present.has(name))
    .map(({ name, shape: its }): Completion => ({
      kind: 'field',
      label: name,
      insert: hasColon ? name : `${name}:${opening(its, column)}`,
      start,
      end,
      detail: its ? typeOf(its) : 'any value',
      words: fieldWords(resource, [...container, name]),
    }));
  if (hasColon) return fields;
  return [
    ...fields,
    ...snippetsAt(resource, container).map(({ label, lines, words }): Completion => ({
      kind: 'snippet',
      label,
      insert: lines.join(`\n${' '.repeat(column)}`),
      start,
      end,
      detail: 'step',
      words,
    })),
  ];
}

/** The fields of an object whose kind is not known yet. */
const ofEveryObject = ['apiVersion', 'kind', 'metadata', 'spec'].map((name) => ({ name, shape: undefined }));

/** How a value begins behind its key. */
function opening(shape: Shape | undefined, column: number): string {
  const type = shape?.schema.type;
  const indented = `\n${' '.repeat(column + 2)}`;
  if (type === 'object') return indented;
  return type === 'array' ? `${indented}- ` : ' ';
}
