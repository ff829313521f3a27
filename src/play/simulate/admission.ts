import { isMap, zeroIn } from '../../kubernetes/objects/json.js';
import type { KubeObject } from '../../kubernetes/objects/object.js';
import type { Path } from '../../model/field.js';
import { fromValue } from '../../model/node.js';
import { isPlaceholder } from '../../model/placeholder.js';
import type { Resource } from '../../model/resource.js';
import { knownVersions, schemaFor } from '../../kubernetes/schemas/load.js';
import type { Schema } from '../../kubernetes/schemas/schema.js';
import { type SchemaProblem, validate } from '../../kubernetes/schemas/validate.js';

/** The API server's answer to a manifest. */
export interface Admission {
  /** The object as it is stored; undefined if the manifest is refused. */
  readonly object: KubeObject | undefined;
  /** Why the manifest is refused, as sentences. */
  readonly rejections: readonly string[];
  /** Fields of the manifest that are dropped. */
  readonly dropped: readonly Dropped[];
}

/** A field of a manifest that never reaches the cluster. */
export interface Dropped {
  readonly path: Path;
  readonly why:
    /** Its kind has no such field. */
    | 'unknown'
    /** The API server sets it itself. */
    | 'its-own';
  /** The name of the field that was probably meant. */
  readonly nearest?: string;
}

/** Generators write it as null, and Argo CD ignores it. */
const creationTimestamp = 'creationTimestamp';

/** The API server sets these at creation and ignores values in a manifest. */
const itsOwn = [creationTimestamp, 'generation', 'managedFields', 'resourceVersion', 'selfLink', 'uid'];

/** The schema for an object of any kind: readable metadata. */
function anyObject(): Schema {
  const { properties, $defs } = schemaFor('', 'v1', 'ConfigMap')!;
  return { properties: { metadata: properties!['metadata']! }, ...($defs && { $defs }) };
}

/** Admits the manifest of a resource under a name: refuses what the schema forbids, and drops unknown fields. */
export function admit(resource: Resource, name: string, namespace: string | undefined): Admission {
  const value = resource.at().value;
  if (!isMap(value)) return refused('It cannot be read.');
  if (name === '') return refused('metadata.name is required.');

  const served = knownVersions(resource.group, resource.kind);
  if (served.length > 0 && !served.includes(resource.version))
    return refused(
      `${resource.apiVersion} does not have this kind; served versions are ${served.join(', ')}.`,
    );
  const schema = schemaFor(resource.group, resource.version, resource.kind) ?? anyObject();
  const problems = validate(schema, resource.root);
  const unknown = problems.filter(({ keyword }) => keyword === 'unknown');
  const wrong = problems.filter(({ keyword }) => keyword !== 'unknown');
  if (wrong.length > 0 || (value['metadata'] !== undefined && !isMap(value['metadata'])))
    return refused(...wrong.map((problem) => rejection(resource, problem)));

  for (const { path } of unknown) remove(value, path);
  removeNulls(value);
  // A misspelt field does not count as the required one.
  const missing = unknown.length > 0 ? validate(schema, fromValue(value)) : [];
  if (missing.length > 0) return refused(...missing.map((problem) => rejection(resource, problem)));
  Reflect.deleteProperty(value, 'status');
  const metadata: Record<string, unknown> = isMap(value['metadata']) ? value['metadata'] : {};
  const own = itsOwn.filter((key) => key !== creationTimestamp && metadata[key] !== undefined);
  for (const key of itsOwn) delete metadata[key];
  metadata['name'] = name;
  if (namespace === undefined) delete metadata['namespace'];
  else metadata['namespace'] = namespace;
  const { apiVersion, kind } = resource;
  return {
    object: { ...value, apiVersion, kind, metadata: metadata as unknown as KubeObject['metadata'] },
    rejections: [],
    dropped: [
      ...unknown.map(({ path, nearest }): Dropped => ({
        path,
        why: 'unknown',
        ...(nearest === undefined ? {} : { nearest }),
      })),
      ...own.map((key): Dropped => ({ path: ['metadata', key], why: 'its-own' })),
    ],
  };
}

function refused(...rejections: readonly string[]): Admission {
  return { object: undefined, rejections, dropped: [] };
}

function rejection(
  resource: Resource,
  { path, keyword, name, expected, actual, known }: SchemaProblem,
): string {
  const where = fieldPath(path) || 'The top level';
  const { text } = resource.at(...path);
  if (text !== undefined && isPlaceholder(text))
    return `${where} is "${text}", a placeholder that is filled in before it is deployed; simulate the result instead.`;
  switch (keyword) {
    case 'required':
      return `${fieldPath([...path, name ?? ''])} is required.`;
    case 'type':
      return `${where} is ${actual}; it must be ${expected}.`;
    case 'enum':
      return `${where} is "${actual}"; it must be one of ${known?.join(', ')}.`;
    case 'exclusive':
      return `${where} sets ${name} together; only one of ${known?.join(', ')} is allowed.`;
    case 'pattern':
      return `${where} is "${actual}"; it must be of the form ${expected}.`;
    default:
      return `${where} has the value ${actual}; it must be ${expected}.`;
  }
}

/** How many names are listed; the others are counted. */
const maxNamed = 10;

/** A note about dropped fields; empty if there are none. */
export function unknownFieldsNote(
  { kind, metadata }: Pick<KubeObject, 'kind' | 'metadata'>,
  dropped: readonly Dropped[],
): readonly string[] {
  const names = dropped.filter(({ why }) => why === 'unknown').map(({ path }) => fieldPath(path));
  if (names.length === 0) return [];
  const more = names.length > maxNamed ? ` and ${names.length - maxNamed} more` : '';
  const some = `${names.slice(0, maxNamed).join(', ')}${more}`;
  return [`${kind} "${metadata.name}" has unknown fields, which the API server drops: ${some}.`];
}

export function fieldPath(path: Path): string {
  return path
    .map((segment) => (typeof segment === 'number' ? `[${segment}]` : `.${segment}`))
    .join('')
    .replace(/^\./, '');
}

function remove(value: unknown, path: Path): void {
  let parent = value;
  for (const segment of path.slice(0, -1)) parent = (parent as Record<string | number, unknown>)[segment];
  const last = path.at(-1);
  if (isMap(parent) && last !== undefined) Reflect.deleteProperty(parent, last);
}

/** Null in a map means absent; in a list it means the zero value of the item type. */
function removeNulls(value: unknown): void {
  if (Array.isArray(value)) {
    const zero = value.includes(null) ? zeroIn(value) : undefined;
    value.forEach((item, index) => {
      if (item === null) value[index] = structuredClone(zero);
      else removeNulls(item);
    });
  } else if (isMap(value))
    for (const [key, item] of Object.entries(value))
      if (item === null) Reflect.deleteProperty(value, key);
      else removeNulls(item);
}
