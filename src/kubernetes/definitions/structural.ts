import { isList, isMap, type JsonMap } from '../objects/json.js';
import { schemaFor } from '../schemas/load.js';
import type { Schema, SchemaRule, TypeName } from '../schemas/schema.js';
import { checksOf } from './checks.js';
import { isFormat } from './formats.js';
import { Unfit, type Work } from './work.js';

/** Deeper schemas are not realistic; those of Argo CD and Prometheus are 30 levels deep. */
const maxDepth = 100;

const types: readonly TypeName[] = ['string', 'integer', 'number', 'boolean', 'object', 'array'];

/** The schema of a version of a definition, for whole objects; a separate status is ignored. */
export function schemaOf(upstream: unknown, hasStatus: boolean, work: Work): Schema {
  if (!isMap(upstream)) throw new Unfit('it has no schema');
  const own = structure(upstream, work, 0);
  const { properties = {} } = own;
  const metadata = metadataOf();
  const name = properties['metadata']?.properties?.['name'];
  return {
    ...own,
    $defs: metadata.$defs ?? {},
    // The root is always an object with metadata, whatever its schema says of it.
    required: (own.required ?? []).filter((key) => key !== 'metadata'),
    properties: {
      ...properties,
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: {
        ...metadata.schema,
        properties: { ...metadata.schema.properties, ...(name && { name }) },
      },
      // Only controllers write a status subresource: the API server drops the one in a manifest.
      ...(hasStatus && { status: {} }),
    },
  };
}

/** The common fields of all objects, from our schema of a small kind. */
function metadataOf(): { readonly schema: Schema; readonly $defs?: Schema['$defs'] } {
  const known = schemaFor('', 'v1', 'ConfigMap')!;
  const { metadata } = known.properties!;
  const { $ref } = metadata!;
  const schema = $ref === undefined ? metadata! : known.$defs![$ref.slice($ref.lastIndexOf('/') + 1)]!;
  return { schema, $defs: known.$defs };
}

/** A schema of a CustomResourceDefinition; one that is not structural makes the definition unusable. */
function structure(upstream: JsonMap, work: Work, depth: number): Schema {
  work.count();
  if (depth > maxDepth) throw new Unfit('its schema is too deep');
  if ('$ref' in upstream) throw new Unfit('its schema has a $ref, which the API server refuses');
  const isOpen = upstream['x-kubernetes-preserve-unknown-fields'] === true;
  const isEmbedded = upstream['x-kubernetes-embedded-resource'] === true;
  const of = (inner: unknown): Schema => structure(inner as JsonMap, work, depth + 1);

  const { properties, items, additionalProperties } = upstream;
  const fields = isMap(properties)
    ? Object.entries(properties).flatMap(([key, one]) => (isMap(one) ? [[key, of(one)] as const] : []))
    : [];
  const others = isMap(additionalProperties) ? of(additionalProperties) : undefined;
  const also = checksOf(upstream, work);
  const isClosed = upstream['type'] === 'object' && additionalProperties === undefined && !isOpen;
  return {
    ...schemaType(upstream, isOpen),
    ...(upstream['type'] === 'string' && isFormat(upstream['format']) && { takesLists: true }),
    ...required(upstream, isEmbedded),
    ...((fields.length > 0 || isEmbedded) && {
      properties: { ...(isEmbedded && embedded), ...Object.fromEntries(fields) },
    }),
    ...(isMap(items) && { items: of(items) }),
    ...(others && { additionalProperties: others }),
    ...(isClosed && { additionalProperties: false }),
    ...(also && { also }),
    ...judgedParts(upstream),
  };
}

const embedded: Readonly<Record<string, Schema>> = {
  apiVersion: { type: 'string' },
  kind: { type: 'string' },
  metadata: { type: 'object' },
};

function schemaType(upstream: JsonMap, isOpen: boolean): Pick<Schema, 'type'> {
  const { type, nullable } = upstream;
  if (upstream['x-kubernetes-int-or-string'] === true)
    return { type: nullable === true ? ['integer', 'string', 'null'] : ['integer', 'string'] };
  if (type === undefined && isOpen) return {};
  const known = types.find((one) => one === type);
  if (!known) throw new Unfit('its schema is not structural: a field has no type');
  return { type: nullable === true ? [known, 'null'] : known };
}

/** Defaults are filled in before required fields are checked. */
function required({ required: asked, properties }: JsonMap, isEmbedded: boolean): Pick<Schema, 'required'> {
  const fields = isMap(properties) ? properties : {};
  const own = (isList(asked) ? asked : []).filter((name): name is string => {
    if (typeof name !== 'string') return false;
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return !isMap(field) || field['default'] === undefined || field['default'] === null;
  });
  const all = [...new Set([...own, ...(isEmbedded ? ['apiVersion', 'kind'] : [])])];
  return all.length > 0 ? { required: all } : {};
}

/** The requirements on whole values: rules, uniqueness of list items, and defaults that are filled in before. */
function judgedParts(upstream: JsonMap): Pick<Schema, 'rules' | 'keys' | 'default' | 'holds'> {
  const rules = upstream['x-kubernetes-validations'];
  const type = upstream['x-kubernetes-list-type'];
  const keys = upstream['x-kubernetes-list-map-keys'];
  const asked = (isList(rules) ? rules : []).flatMap(ruleOf);
  return {
    ...(asked.length > 0 && { rules: asked }),
    ...(type === 'map' && isList(keys) && { keys: keys.filter((key) => typeof key === 'string') }),
    ...(type === 'set' && { keys: [] }),
    ...(upstream['default'] !== undefined && { default: upstream['default'] }),
    ...(upstream['type'] === 'string' && holding(upstream['format'])),
  };
}

/** The type that rules see for a string with a format. */
function holding(format: unknown): Pick<Schema, 'holds'> {
  if (format === 'duration') return { holds: 'duration' };
  return format === 'date' || format === 'date-time' || format === 'datetime' || format === 'byte'
    ? { holds: 'other' }
    : {};
}

function ruleOf(written: unknown): readonly SchemaRule[] {
  if (!isMap(written)) return [];
  const { rule, message, fieldPath, optionalOldSelf } = written;
  // A rule with `optionalOldSelf` also applies to new objects, whose old value may be absent.
  if (typeof rule !== 'string' || optionalOldSelf === true) return [];
  return [
    {
      rule: rule.trim(),
      ...(/\boldSelf\b/.test(rule) && { isOfChange: true }),
      // The API server accepts no longer ones.
      ...(typeof message === 'string' && message !== '' && { message: message.slice(0, 2048) }),
      ...(typeof fieldPath === 'string' && { at: fieldNames(fieldPath) }),
    },
  ];
}

/** The segments of a path such as `.spec.limits['a.b']`. */
function fieldNames(path: string): readonly string[] {
  return [...path.matchAll(/\.([A-Za-z_]\w*)|\['([^']*)'\]/g)].map(
    ([, plain, quoted]) => plain ?? quoted ?? '',
  );
}
