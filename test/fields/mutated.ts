import type { Schema } from '../../src/kubernetes/schemas/schema.js';
import { lint } from '../../src/lint/lint.js';
import { rules } from '../../src/rules/index.js';
import { refusalsOf } from '../../src/kubernetes/validation/istio/refusals.js';
import type { Source } from '../../src/model/source.js';
import { readGraph } from '../../src/repository/graph/read-graph.js';
import { textSource } from '../support/sources.js';
import { saidOfAnnotations } from './annotations.js';
import { type ListedField, type ListedKind, resolved, type Step } from './listed.js';

const ofSchemas = rules.filter(({ meta }) => meta.name.startsWith('schema/'));

/** What the linter says when a field of a valid object is changed in one way. */
export interface Mutated {
  /** With a value of another type; undefined if every type is right. */
  readonly type: readonly string[] | undefined;
  /** With a value that the schema forbids by a list, a range, a pattern or a format; undefined if it has none of these. */
  readonly value: readonly string[] | undefined;
  /** Without the field. */
  readonly absent: readonly string[];
  /** With values that hardly any field can use, by rules of schemas, the validation of Istio, or what is known of annotations. */
  readonly odd: readonly string[];
  /** Together with another field that excludes it; undefined if the schema names none. */
  readonly rival: readonly string[] | undefined;
  /** What it says of the field when nothing is wrong with it, which should be nothing. */
  readonly right: readonly string[];
}

/** The rules that report each field of a generated object: as it should be, with another type or value, and without it. */
export function mutated(fields: readonly ListedField[]): readonly Mutated[] {
  const variants = fields.flatMap((field, index) => {
    const { schema } = field.way.at(-1)!;
    const [type, value] = [wrongFor(schema), forbiddenBy(schema)];
    const ways: readonly (readonly [string, unknown])[] = [
      ['right', sample(field.kind, schema)],
      ['absent', undefined],
      ...(hasRival(field) ? [['rival', sample(field.kind, schema)] as const] : []),
      ...(type === undefined ? [] : [['type', type] as const]),
      ...(value === undefined ? [] : [['value', value] as const]),
      ...oddValues(schema).map((odd, place) => [`odd${place}`, odd] as const),
    ];
    return ways.map(([way, given]) => ({ field, file: `/${way}-${index}.yaml`, given }));
  });
  const said = saidOf(variants);
  const refused = refusedIn(variants.filter(({ file }) => /^\/(?:odd|right)/.test(file)));
  return fields.map((_, index) => ({
    right: said.get(`/right-${index}.yaml`) ?? [],
    absent: said.get(`/absent-${index}.yaml`) ?? [],
    rival: said.get(`/rival-${index}.yaml`),
    type: said.get(`/type-${index}.yaml`),
    value: said.get(`/value-${index}.yaml`),
    odd: [...new Set([...oddOf(refused, index), ...oddOf(said, index)])],
  }));
}

/** The rules that report an odd value of a field. The sample that fits its type may be as odd to them. */
function oddOf(said: ReadonlyMap<string, readonly string[]>, index: number): readonly string[] {
  const ways = ['right', 'odd0', 'odd1', 'odd2'];
  return ways.flatMap((way) => said.get(`/${way}-${index}.yaml`) ?? []);
}

/** Values of the right type that hardly any field can use. */
function oddValues({ type, enum: known, items }: Schema): readonly unknown[] {
  if (known) return [];
  if (items?.type === 'string') return [[' ! ']];
  switch ([type].flat()[0]) {
    case 'string':
      return [' ! ', '', '/(/'];
    case 'integer':
    case 'number':
      return [-1, 1e9];
    default:
      return [];
  }
}

/** The rules that report a field of each variant by the validation of Istio or by what is known of annotations, by its file. */
function refusedIn(variants: readonly Variant[]): ReadonlyMap<string, readonly string[]> {
  const own = variants.filter(({ field }) => field.kind.kind === 'Ingress' || ofIstio.has(field.kind.kind));
  const ways = new Map(own.map(({ field, file }) => [file, field.way.map(({ key }) => key).join('.')]));
  const { graph } = readGraph(sourcesOf(own));
  const found = new Map<string, string[]>();
  for (const kind of [...ofIstio, 'Ingress'])
    for (const resource of graph.ofKind(kind)) {
      const file = resource.source.path;
      const rules =
        kind === 'Ingress'
          ? saidOfAnnotations(resource)
              .filter(({ id, key }) => id === 'value' && `metadata.annotations.${key}` === ways.get(file))
              .map(({ rule }) => rule)
          : [...refusalsOf(resource)]
              .filter(
                ({ at }) => at.path.join('.').replace(/\.0$/, '') === ways.get(file)?.replace(/\.0$/, ''),
              )
              .map(() => 'istio/accepted-by-istio');
      found.set(file, rules);
    }
  return found;
}

const ofIstio: ReadonlySet<string> = new Set(['VirtualService', 'DestinationRule']);

interface Variant {
  readonly field: ListedField;
  readonly file: string;
  readonly given: unknown;
}

/** The rules that report the field of each variant, by its file. All are linted together, which is faster. */
function saidOf(variants: readonly Variant[]): ReadonlyMap<string, readonly string[]> {
  const said = new Map(variants.map(({ file }) => [file, new Set<string>()]));
  const places = new Map(
    variants.map(({ file, field }) => [file, field.way.map(({ key }) => key).join('.')]),
  );
  const { findings } = lint(
    [textSource('/splitting.yaml', JSON.stringify(splitting)), ...sourcesOf(variants)],
    ofSchemas,
  );
  for (const { rule, place, path } of findings) {
    const file = place.source.path;
    const own = places.get(file);
    const above = /^\/(?:rival|absent)/.test(file) ? own?.replace(/(?:^|\.)[^.]*$/, '') : own;
    const at = path?.join('.');
    if (at !== undefined && (at === own || at === above)) said.get(file)!.add(rule);
  }
  return new Map([...said].map(([file, rules]) => [file, [...rules].sort()]));
}

function sourcesOf(variants: readonly Variant[]): readonly Source[] {
  return variants.map(({ field, file, given }, index) => {
    const { apiVersion, kind, schema } = field.kind;
    const rival = file.startsWith('/rival') ? rivalOf(field) : undefined;
    const object = built(field.kind, schema, field.way, given, rival) as Readonly<Record<string, object>>;
    const metadata = { ...object['metadata'], name: `one-${index}` };
    return textSource(file, JSON.stringify({ ...object, apiVersion, kind, metadata }));
  });
}

/** Routes of the Gateway API are checked where a Rollout uses one. */
const splitting = {
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'Rollout',
  metadata: { name: 'one' },
  spec: {
    strategy: {
      canary: { trafficRouting: { plugins: { 'argoproj-labs/gatewayAPI': { httpRoute: 'one' } } } },
    },
  },
};

/** A value of a schema in which the field at the end of a way has a value, or is missing. */
function built(
  kind: ListedKind,
  schema: Schema,
  way: readonly Step[],
  value: unknown,
  rival: string | undefined,
): unknown {
  const [step, ...others] = way;
  if (!step) return value;
  const below = built(kind, step.schema, others, value, rival);
  if (step.key === 0) return [below];
  const object: Record<string, unknown> = { ...(sample(kind, schema) as object), [step.key]: below };
  if (below === undefined) delete object[step.key];
  if (rival !== undefined && others.length === 0)
    object[rival] = sample(kind, schema.properties?.[rival] ?? {});
  return object;
}

/** Another field beside this one of which the schema allows only one. */
function rivalOf({ way }: ListedField): string | undefined {
  const key = way.at(-1)?.key;
  const above = way.at(-2)?.schema;
  const choices = [above?.oneOf, ...(above?.allOf ?? []).map(({ oneOf }) => oneOf)]
    .map((all) => (all ?? []).flatMap(({ required }) => required ?? []))
    .find((names) => names.some((name) => name === key));
  return choices?.find((name) => name !== key);
}

function hasRival(field: ListedField): boolean {
  return rivalOf(field) !== undefined;
}

/** A value that fits a schema, with the fields that it requires; of unions of the Gateway API one that their rules allow. */
function sample(kind: ListedKind, schema: Schema): unknown {
  const own = resolved(kind, schema);
  if (own.enum) return own.enum[0];
  switch ([own.type].flat()[0]) {
    case 'object':
      if (own.properties?.['replaceFullPath']) return { type: 'ReplaceFullPath', replaceFullPath: '/' };
      if (own.properties?.['forwardBody'])
        return { protocol: 'GRPC', grpc: {}, backendRef: { name: 'one', port: 80 } };
      if (own.properties?.['group'] && own.properties['port']) return { name: 'one', port: 80 };
      return Object.fromEntries(
        (own.required ?? []).map((name) => [name, sample(kind, own.properties?.[name] ?? {})]),
      );
    case 'array':
      return own.minItems === undefined ? [] : [sample(kind, own.items ?? {})];
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return Math.max(own.minimum ?? 0, Math.min(own.maximum ?? 1, 1));
    default:
      return text(own);
  }
}

/** A string that fits, of a few that are usual. */
function text({ pattern, format, minLength = 0 }: Schema): string {
  if (format === 'date-time') return '2026-01-02T03:04:05Z';
  const fitting = ['1s', 'one', '/one', 'GET', '1', 'https', 'one.example'].find(
    (one) => one.length >= minLength && (pattern === undefined || new RegExp(pattern).test(one)),
  );
  return fitting ?? '1s';
}

/** A value of the right type that a schema does not allow; undefined if it allows all. */
function forbiddenBy({
  enum: known,
  minimum,
  maximum,
  pattern,
  format,
  minLength,
  maxLength,
}: Schema): unknown {
  if (known) return typeof known[0] === 'number' ? 9999 : 'noSuchValue';
  if (minimum !== undefined) return minimum - 1;
  if (maximum !== undefined) return maximum + 1;
  if (pattern !== undefined) return ' ! ';
  if (format === 'date-time') return 'tomorrow';
  if (minLength !== undefined) return '';
  return maxLength === undefined ? undefined : 'a'.repeat(maxLength + 1);
}

/** A value of a type that a schema does not allow. */
function wrongFor({ type }: Schema): unknown {
  const allowed = [type ?? []].flat();
  if (allowed.length === 0) return undefined;
  return allowed.includes('object') || allowed.includes('array') ? 'words' : { words: ['of', 'another'] };
}
