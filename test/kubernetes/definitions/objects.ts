import type { Chance } from '../cel/mutants.js';

/* eslint-disable @typescript-eslint/no-explicit-any, @typescript-eslint/no-unsafe-assignment, @typescript-eslint/no-unsafe-member-access, @typescript-eslint/no-unsafe-return -- JSON, of which a test looks at any part. */
export type Json = Record<string, any>;

const texts = [
  ...[
    'web',
    'a',
    'b',
    'ab',
    '',
    'Fast',
    'Slow',
    'red',
    'x-1',
    'root',
    'xxy',
    'a.b',
    '10%',
    'File',
    'Url',
    '/x',
  ],
  ...[
    '2026-01-31',
    '2025-02-29',
    '2026-01-31T09:30:00Z',
    '2025-06-01t10:00:00.5+02:00',
    '2026-01-31 09:30',
    '1m30s',
  ],
  ...[
    '3 days',
    '500ms',
    '1',
    '10.0.0.1',
    '10.0.0.0/8',
    '010.0.0.1',
    '::1',
    'fe80::1%eth0',
    '2001:db8::/33',
    '256.0.0.1',
  ],
  ...[
    '#00ff00',
    'aGk=',
    'a-b',
    'A.b',
    'example.com',
    '-x',
    '00:00:5e:00:53:01',
    'c0ffee00-c0ff-4eec-8fee-c0ffeec0ffee',
  ],
  ...[
    'https://example.com/x',
    'aa 42',
    ' padded ',
    'a--b',
    'TCP',
    'UDP',
    '1Gi',
    '500Mi',
    'admin',
    'averyveryverylongtext',
  ],
];
const numbers = [0, 1, 2, 3, 5, 10, 11, 80, -1, 0.5, 1.5, 2 ** 31, 2 ** 40];

/** A value of a schema; mostly one that it takes. */
export function made(schema: Json, chance: Chance, depth: number): any {
  if (schema['enum'] && chance.in(90)) return chance.of(schema['enum'] as unknown[]);
  if (schema['x-kubernetes-int-or-string']) return chance.in(50) ? chance.of(numbers) : chance.of(texts);
  switch (schema['type']) {
    case 'string': {
      const { pattern } = schema;
      const fitting = texts.filter((text) => pattern === undefined || fits(pattern as string, text));
      return chance.of(fitting.length > 0 && chance.in(80) ? fitting : texts);
    }
    case 'boolean':
      return chance.in(50);
    case 'integer':
    case 'number': {
      const { minimum = -Infinity, maximum = Infinity } = schema;
      const fitting = numbers.filter(
        (one) => one >= minimum && one <= maximum && (schema['type'] === 'number' || Number.isInteger(one)),
      );
      return chance.of(fitting.length > 0 ? fitting : numbers);
    }
    case 'array':
      return Array.from({ length: chance.below(3) + ((schema['minItems'] as number | undefined) ?? 0) }, () =>
        made(schema['items'] as Json, chance, depth + 1),
      );
    case 'object': {
      const object: Json = {};
      const required = new Set((schema['required'] as string[] | undefined) ?? []);
      for (const [name, of] of Object.entries((schema['properties'] ?? {}) as Json))
        if (
          !/^(?:apiVersion|kind|metadata)$/.test(depth === 0 ? name : '') &&
          (required.has(name) || (depth < 6 && chance.in(depth < 2 ? 45 : 30)))
        )
          object[name] = made(of as Json, chance, depth + 1);
      if (typeof schema['additionalProperties'] === 'object')
        for (const name of ['one', 'two'])
          if (chance.in(40)) object[name] = made(schema['additionalProperties'] as Json, chance, depth + 1);
      if (schema['x-kubernetes-preserve-unknown-fields'] && chance.in(50))
        object['anything'] = chance.of([1, 'x', null, { y: [] }]);
      return object;
    }
    default:
      return chance.of<unknown>(['x', 1, { y: 1 }]);
  }
}

function fits(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return true;
  }
}

/** The object with up to three changes. */
export function mutated(object: Json, chance: Chance): Json {
  const copy = structuredClone(object);
  for (let count = chance.below(4); count > 0; count--) {
    const places = placesIn(copy).filter(
      ({ path }) => !/^(?:apiVersion|kind|metadata)/.test(String(path[0])),
    );
    if (places.length === 0) break;
    change(chance.of(places), chance);
  }
  return copy;
}

interface InPlace {
  readonly holder: any;
  readonly key: string | number;
  readonly path: readonly (string | number)[];
}

function placesIn(value: any, path: readonly (string | number)[] = []): readonly InPlace[] {
  if (typeof value !== 'object' || value === null) return [];
  const keys: (string | number)[] = Array.isArray(value) ? [...value.keys()] : Object.keys(value as Json);
  return keys.flatMap((key) => [
    { holder: value, key, path: [...path, key] },
    ...placesIn(value[key], [...path, key]),
  ]);
}

function change({ holder, key }: InPlace, chance: Chance): void {
  const value = holder[key];
  switch (chance.below(8)) {
    case 0:
      if (Array.isArray(holder)) holder.splice(key as number, 1);
      else delete holder[key];
      return;
    case 1:
      holder[key] = null;
      return;
    case 2:
      holder[key] = chance.of(texts);
      return;
    case 3:
      holder[key] = chance.of(numbers);
      return;
    case 4:
      holder[key] = chance.of<unknown>([true, [], {}, ['x'], { x: 1 }, [null]]);
      return;
    case 5:
      if (!Array.isArray(holder)) {
        holder[`${key}s`] = value;
        if (chance.in(70)) delete holder[key];
      }
      return;
    case 6:
      if (Array.isArray(value) && value.length > 0) value.push(structuredClone(chance.of(value)));
      else if (typeof value === 'string') holder[key] = value.repeat(8);
      else if (typeof value === 'number') holder[key] = value * 100;
      return;
    default:
      if (typeof value === 'object' && value !== null && !Array.isArray(value))
        value['extra'] = chance.of<unknown>(['x', 1, {}]);
      else holder[key] = typeof value === 'string' ? 7 : '7';
  }
}
