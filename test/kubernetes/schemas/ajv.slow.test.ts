import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fromValue, toValue } from '../../../src/model/node.js';
import { splitDocuments } from '../../../src/yaml/parse/documents.js';
import { parseTree } from '../../../src/yaml/parse/tree.js';
import { schemaFor } from '../../../src/kubernetes/schemas/load.js';
import { type Schema } from '../../../src/kubernetes/schemas/schema.js';
import { type SchemaProblem, validate } from '../../../src/kubernetes/schemas/validate.js';

type Value = null | boolean | number | string | Value[] | Values;
interface Values {
  [key: string]: Value;
}

const parsed = (json: string): Value => JSON.parse(json) as Value;

const file = readFileSync(join(__dirname, 'samples.yaml'), 'utf8');
const samples = splitDocuments(file).map(({ start, end }) => {
  const value = toValue(parseTree(file, start, end).root!) as Values;
  const { apiVersion, kind } = value as { apiVersion: string; kind: string };
  const [version = '', group = ''] = apiVersion.split('/').reverse();
  const schema = schemaFor(group, version, kind)!;
  return {
    title: `${apiVersion} ${kind}`,
    value,
    text: JSON.stringify(value),
    schema,
    judge: judgeOf(schema),
    names: namesOf(schema),
  };
});

/** The problems that ajv finds, as `keyOf` writes ours. */
function judgeOf(schema: Schema): (value: Value) => string[] {
  const ajv = new Ajv2020({
    allErrors: true,
    strict: false,
    formats: {
      int32: { type: 'number', validate: (value: number) => value >= -(2 ** 31) && value < 2 ** 31 },
      'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
    },
  });
  const own = JSON.stringify(schema).replaceAll('"pod.json#', '"#');
  const check = ajv.compile<Value>(JSON.parse(own) as object);
  return (value) => {
    check(withoutNulls(value));
    const errors = check.errors ?? [];
    const mistyped = errors.filter(({ keyword }) => keyword === 'type').map((error) => error.instancePath);
    return (
      errors
        // Why each alternative of a `oneOf` fails is told besides that it fails.
        .filter(({ schemaPath }) => !schemaPath.includes('/oneOf/'))
        // A value of a wrong type breaks these as well; we say that once.
        .filter(
          (error) => !(['enum', 'oneOf'].includes(error.keyword) && mistyped.includes(error.instancePath)),
        )
        .map(inOurWords)
    );
  };
}

const keywords: Record<string, SchemaProblem['keyword']> = {
  additionalProperties: 'unknown',
  required: 'required',
  type: 'type',
  enum: 'enum',
  minimum: 'range',
  maximum: 'range',
  minLength: 'range',
  maxLength: 'range',
  minItems: 'range',
  maxItems: 'range',
  minProperties: 'range',
  maxProperties: 'range',
  pattern: 'pattern',
  oneOf: 'exclusive',
};

function inOurWords({ keyword, instancePath, params }: ErrorObject): string {
  const path = instancePath
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (keyword === 'format') return keyOf(params.format === 'int32' ? 'range' : 'format', path);
  if (keyword === 'additionalProperties')
    return keyOf('unknown', [...path, String(params.additionalProperty)]);
  return keyOf(
    keywords[keyword] ?? keyword,
    path,
    keyword === 'required' ? String(params.missingProperty) : '',
  );
}

const keyOf = (keyword: string, path: readonly (string | number)[], name = ''): string =>
  `${keyword} ${JSON.stringify(path.map(String))} ${name}`;

/** What the API server validates: entries without a value are gone. */
function withoutNulls(value: Value): Value {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, child]) => child !== null);
  return Object.fromEntries(entries.map(([key, child]) => [key, withoutNulls(child)]));
}

/** The names of fields in a schema, which people misplace, and those of them that exclude each other. */
function namesOf(schema: Schema): { all: string[]; exclusive: string[] } {
  const all: string[] = [];
  const exclusive: string[] = [];
  JSON.stringify(schema, (_, value: Schema | undefined) => {
    if (typeof value?.properties === 'object') all.push(...Object.keys(value.properties));
    for (const { required = [] } of value?.oneOf ?? []) exclusive.push(...required);
    return value;
  });
  return { all, exclusive };
}

function valueAt(value: Value, path: readonly (string | number)[]): Value | undefined {
  return path.reduce<Value | undefined>((at, segment) => (at as Values | undefined)?.[segment], value);
}

/** The differences between our problems and those of ajv, both ways. */
function differences({ schema, judge }: (typeof samples)[number], value: Value, seen = new Set()): string[] {
  const all = validate(schema, fromValue(value));
  for (const { keyword } of all) seen.add(keyword);
  const problems = all.filter(({ keyword, path }) => keyword !== 'unknown' || valueAt(value, path) !== null);
  const said = new Set(
    problems.map(({ keyword, path, name }) => keyOf(keyword, path, keyword === 'required' ? name : '')),
  );
  const judged = new Set(judge(value));
  // A required name that is there misspelt is reported as unknown only.
  for (const { keyword, path, nearest } of all)
    if (keyword === 'unknown' && nearest) judged.delete(keyOf('required', path.slice(0, -1), nearest));
  return [
    ...[...said].filter((key) => !judged.has(key)).map((key) => `only ours: ${key}`),
    ...[...judged].filter((key) => !said.has(key)).map((key) => `only ajv: ${key}`),
  ];
}

/** Where a value can be changed: in every map and list. */
function sites(value: Value): { owner: Values | Value[]; key: string | number }[] {
  if (typeof value !== 'object' || value === null) return [];
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  const own = keys.map((key) => ({ owner: value, key }));
  return [...own, ...own.flatMap(({ key }) => sites((value as Values)[key]!))];
}

const misspell: ((name: string) => string)[] = [(name) => name.toUpperCase(), (name) => name.slice(1)];
const strange: readonly string[] = [
  '"."',
  '7',
  '1.5',
  '-1',
  '4294967296',
  'true',
  'null',
  '{}',
  '["a", null, {}]',
];

interface Mutation {
  readonly site: number;
  readonly act: 'delete' | 'misspell' | 'replace' | 'add' | 'copy';
  readonly choice: number;
  readonly other: number;
}

function mutate(
  value: Value,
  names: ReturnType<typeof namesOf>,
  { site, act, choice, other }: Mutation,
): void {
  const places = sites(value);
  const { owner, key } = places[site % places.length]!;
  const values = owner as Values;
  const old = values[key]!;
  const candidates = act === 'copy' && names.exclusive.length > 0 ? names.exclusive : names.all;
  const name = candidates[choice % candidates.length]!;
  const replacement = parsed(strange[other % strange.length]!);
  if (act === 'replace') values[key] = replacement;
  else if (Array.isArray(owner)) owner.splice(Number(key), act === 'delete' ? 1 : 0, replacement);
  else if (act === 'delete') delete owner[key];
  else if (act === 'add') owner[name] = replacement;
  else if (act === 'copy') owner[name] = parsed(JSON.stringify(old));
  else {
    delete owner[key];
    owner[misspell[choice % misspell.length]!(String(key))] = old;
  }
}

it.each(samples)('finds nothing in a valid $title', (sample) => {
  expect(validate(sample.schema, fromValue(sample.value))).toEqual([]);
  expect(sample.judge(sample.value)).toEqual([]);
});

/** Every way to spoil one place of a document, save that names are added that have no business there. */
function* single({ value, names }: (typeof samples)[number]): Generator<Mutation> {
  const ways = {
    delete: 1,
    misspell: misspell.length,
    replace: strange.length,
    copy: names.exclusive.length,
  };
  for (const site of sites(value).keys())
    for (const [act, count] of Object.entries(ways))
      for (let way = 0; way < count; way++)
        yield { site, act: act as Mutation['act'], choice: way, other: way };
}

it('finds what ajv finds, whichever place is spoilt', () => {
  const seen = new Set<string>();
  const found: string[] = [];
  for (const sample of samples)
    for (const mutation of single(sample)) {
      const value = parsed(sample.text);
      mutate(value, sample.names, mutation);
      for (const difference of differences(sample, value, seen)) found.push(`${sample.title}: ${difference}`);
    }
  expect(found).toEqual([]);
  expect([...seen].sort()).toEqual([...new Set([...Object.values(keywords), 'format'])].sort());
});

it('finds what ajv finds, whatever is spoilt together', () => {
  const mutation = fc.record<Mutation>({
    site: fc.nat(10_000),
    act: fc.constantFrom('delete', 'misspell', 'replace', 'add', 'copy'),
    choice: fc.nat(10_000),
    other: fc.nat(10_000),
  });
  fc.assert(
    fc.property(
      fc.nat(samples.length - 1),
      fc.array(mutation, { minLength: 2, maxLength: 5 }),
      (index, mutations) => {
        const sample = samples[index]!;
        const value = parsed(sample.text);
        for (const one of mutations) mutate(value, sample.names, one);
        expect(differences(sample, value)).toEqual([]);
      },
    ),
    { seed: 20_260_131, numRuns: 4_000 },
  );
});
