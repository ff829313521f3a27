import { describe, expect, it } from 'vitest';
import { judge, judgeChange } from '../../../src/kubernetes/cel/judge.js';
import type { Schema } from '../../../src/kubernetes/schemas/schema.js';

const rules = (rule: string): Schema => ({ rules: [{ rule }] });
const map = (properties: Readonly<Record<string, Schema>>): Schema => ({ type: 'object', properties });
const list = (items: Schema): Schema => ({ type: 'array', items });
const times = <T>(count: number, item: (index: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, index) => item(index));

/** A map of so many fields, each with a default of so many items. */
const filledIn = (fields: number, items: number): Schema =>
  map(
    Object.fromEntries(
      times(fields, (index) => [
        `d${index}`,
        { ...list({ type: 'integer' }), default: times(items, () => 1) },
      ]),
    ),
  );

/** A schema that fills in itself, level by level, twice on each. */
function doubled(depth: number): Schema {
  const inner: Schema = depth === 0 ? { type: 'integer', default: 1 } : doubled(depth - 1);
  const field = { ...inner, default: depth === 0 ? 1 : {} } as Schema;
  return map({ a: field, b: field });
}

// A default is written once and made as often as the object asks for it.
describe('what is filled in is paid for', () => {
  const bombs: readonly [string, Schema, unknown][] = [
    [
      'lists in each of many items',
      map({ l: { ...list(filledIn(200, 50)), ...rules('size(self) >= 0') } }),
      { l: times(2000, () => ({})) },
    ],
    [
      'where a rule is asked of each item',
      map({ l: list({ ...filledIn(200, 50), ...rules('self.d0.size() == 50') }) }),
      { l: times(2000, () => ({})) },
    ],
    ['maps that fill in maps', { ...doubled(22), ...rules('has(self.a)') }, {}],
    [
      'a default that nothing declares',
      map({
        l: {
          ...list(map({ d: { default: { x: times(3000, () => ({ y: 1 })) } } })),
          ...rules('size(self) > 0'),
        },
      }),
      { l: times(3000, () => ({})) },
    ],
  ];

  it.each(bombs)('%s', (_, schema, value) => {
    const before = [process.cpuUsage(), process.memoryUsage().heapUsed] as const;
    expect(judge(schema, value, { left: 20_000_000 }).isCut).toBe(true);
    expect(judgeChange(schema, value, value, { left: 20_000_000 }).refusals).toEqual([]);
    const { user, system } = process.cpuUsage(before[0]);
    expect((user + system) / 1e6).toBeLessThan(4);
    expect(process.memoryUsage().heapUsed - before[1]).toBeLessThan(500e6);
  });

  it.each([
    [
      'lists',
      map({ l: list({ ...filledIn(20, 50), ...rules('self.d0.size() == 49') }) }),
      { l: [{}, {}] },
      2,
    ],
    ['maps', { ...doubled(6), ...rules('has(self.c)') }, {}, 1],
    [
      'items, whatever is filled in',
      map({ l: { ...list(filledIn(50, 50)), ...rules('size(self) != 20') } }),
      { l: times(20, () => ({})) },
      1,
    ],
  ])('and a rule is judged where it is little: %s', (_, schema, value, refused) => {
    const { refusals, isCut, unknown } = judge(schema, value);
    expect({ refused: refusals.length, isCut, unknown }).toEqual({ refused, isCut: false, unknown: [] });
  });
});

describe('what is known when too much is asked', () => {
  const costly = "self.s.split('').all(a, self.s.split('').all(b, a == b))";
  const schema = map({
    first: { type: 'integer', ...rules('self > 1') },
    s: { type: 'string' },
    then: { ...map({ s: { type: 'string' } }), ...rules(costly) },
    last: { type: 'integer', ...rules('self > 1') },
  });
  const value = { first: 0, then: { s: 'a'.repeat(5000) }, last: 0 };

  it('is told, by whichever rule that is refused before', () => {
    const { refusals, unknown, isCut } = judge(schema, value);
    expect(refusals.map(({ path }) => path)).toEqual([['first']]);
    expect(unknown.map(({ rule }) => rule)).toContain(costly);
    expect(isCut).toBe(true);
  });

  it('is all, where the same is asked of less', () => {
    const { refusals, isCut } = judge(schema, { ...value, then: { s: 'a'.repeat(50) } });
    expect(refusals.map(({ path }) => path)).toEqual([['first'], ['last']]);
    expect(isCut).toBe(false);
  });

  it('is nothing of a function that is not known, which is no matter of how much', () => {
    const { unknown, isCut } = judge({ ...map({}), ...rules('isURL("x")') }, {});
    expect(unknown).toHaveLength(1);
    expect(isCut).toBe(false);
  });
});
