import { readFileSync } from 'node:fs';
import path from 'node:path';
import { loadAll } from 'js-yaml';
import { looseSchemaFor, schemaFor } from '../../../src/kubernetes/schemas/load.js';
import type { Schema } from '../../../src/kubernetes/schemas/schema.js';
import { type Shape, shapeOf } from '../../../src/kubernetes/schemas/shape.js';

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly [key: string]: unknown;
}

/** Numbers from 0 up to, but without, a limit; the same ones for a seed. https://en.wikipedia.org/wiki/Xorshift */
export class Chance {
  private state: number;

  constructor(
    seed: number,
    readonly words: readonly string[],
  ) {
    this.state = Math.imul(seed + 1, 0x9e37_79b9) | 1;
  }

  below(limit: number): number {
    this.state ^= this.state << 13;
    this.state ^= this.state >>> 17;
    this.state ^= this.state << 5;
    return (this.state >>> 0) % limit;
  }

  of<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }

  in(rate: number): boolean {
    return this.below(100) < rate;
  }
}

const file = path.join(__dirname, 'samples.yaml');

/** The schema that objects are judged by. */
export function schemaOf({ apiVersion, kind }: Manifest): Schema {
  const [version = '', group = ''] = apiVersion.split('/').reverse();
  return (looseSchemaFor(group, kind) ?? schemaFor(group, version, kind))!;
}

/** Objects with a few changes each; the first ones are the samples themselves. */
export function mutants(
  count: number,
  seed: number,
  { samplesIn = file, more = [] }: { readonly samplesIn?: string; readonly more?: readonly string[] } = {},
): readonly Manifest[] {
  const samples = loadAll(readFileSync(samplesIn, 'utf8')) as Manifest[];
  const chance = new Chance(seed, [...words, ...more]);
  const made = [...samples];
  while (made.length < count) {
    const manifest = structuredClone(chance.of(samples));
    const spec = shapeOf(schemaOf(manifest)).field('spec') as Shape;
    const holder = { spec: manifest['spec'] };
    for (let changes = 1 + chance.below(3); changes > 0; changes--) change(chance, holder, spec);
    made.push({ ...manifest, spec: holder.spec });
  }
  return made.slice(0, count);
}

interface Place {
  readonly owner: Record<string, unknown> | unknown[];
  readonly key: string | number;
  readonly shape: Shape | undefined;
}

function change(chance: Chance, holder: { spec: unknown }, spec: Shape): void {
  const places = placesIn(holder.spec, spec);
  if (places.length === 0) return;
  const { owner, key, shape } = chance.of(places);
  const value = (owner as Record<string, unknown>)[key];
  const set = (to: unknown): void => void ((owner as Record<string, unknown>)[key] = to);
  if (chance.in(15)) {
    if (Array.isArray(owner)) owner.splice(Number(key), 1);
    else delete owner[key];
  } else if (Array.isArray(value) && chance.in(60)) {
    const item: unknown =
      value.length > 0 && chance.in(70)
        ? structuredClone(chance.of(value))
        : anything(chance, shape?.items, 0);
    for (let times = chance.in(10) ? 20 : 1; times > 0; times--) value.push(structuredClone(item));
  } else if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const names = Object.keys(shape?.schema.properties ?? {});
    if (names.length === 0)
      (value as Record<string, unknown>)[chance.of(chance.words)] = chance.of(chance.words);
    else {
      const name = chance.of(names);
      (value as Record<string, unknown>)[name] = anything(chance, shape?.field(name) || undefined, 0);
    }
  } else set(anything(chance, shape, 0));
}

function placesIn(value: unknown, shape: Shape | undefined): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return keys.flatMap((key) => {
    const inner = typeof key === 'number' ? shape?.items : shape?.field(key) || undefined;
    const own = { owner: value as Record<string, unknown>, key, shape: inner };
    return [own, ...placesIn((value as Record<string | number, unknown>)[key], inner)];
  });
}

const words = [
  ...['', '*', '**', 'a', 'web', 'http', 'https', 'x-a', 'X-A', 'a b', 'a/b/c', 'é'],
  ...['/', '//', '/a//b', '/a/./b', '/a/..', '/a/.', '/a%2fb', '/a#b', 'a', '/a b', '/é', '/%zz', '/a?b'],
  ...['5', '0s', '1ms', '10s', '500us', '-1s', '1h30m', '1.5s', '10', 'abc', '1d', '100000h', '1m1'],
  ...['web.example.com', '*.example.com', 'Web.example.com', 'shop.v1.Api', '.shop', '1shop', 'Get', '1Get'],
  ...['unix://', 'unix://@a', 'unix:///a/', 'unix://a', '10.0.0.1', '10.0.0.0/8', 'true', 'Service'],
];
const numbers = [-1, 0, 1, 2, 10, 80, 99, 100, 101, 443, 599, 65_535, 65_536, 2 ** 31];

/** Something that a schema has room for, and now and then something else. */
function anything(chance: Chance, shape: Shape | undefined, depth: number): unknown {
  const { type, enum: known, properties, required = [] } = shape?.schema ?? {};
  const types = [type ?? 'string'].flat();
  if (chance.in(2)) return chance.of<unknown>([null, 5, 'web', true, [], {}]);
  if (known && chance.in(90)) return chance.of<unknown>(known);
  switch (chance.of(types)) {
    case 'integer':
      return chance.of(numbers);
    case 'number':
      return chance.in(50) ? chance.of(numbers) : chance.of(numbers) + 0.5;
    case 'boolean':
      return chance.in(50);
    case 'array':
      return Array.from({ length: chance.below(4) }, () => anything(chance, shape?.items, depth + 1));
    case 'object': {
      if (!properties)
        return { [chance.of(chance.words)]: anything(chance, shape?.field('a') || undefined, depth + 1) };
      const names = Object.keys(properties).filter(
        (name) => required.includes(name) || chance.in(depth > 3 ? 10 : 35),
      );
      return Object.fromEntries(
        names.map((name) => [name, anything(chance, shape?.field(name) || undefined, depth + 1)]),
      );
    }
    default:
      return chance.of(chance.words);
  }
}
