import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decided, triedClasses } from './trial.js';

const read = (file: string): unknown => JSON.parse(readFileSync(join(__dirname, file), 'utf8'));
const conditions = read('../../../../conformance/conditions/public.json') as readonly string[];
const recorded = read('constant-1.9.json') as { readonly outcomes: Readonly<Record<string, string>> };
const { outcomes } = recorded;

/**
 * The evaluator of v1.9.1 was asked for 1 000 answers of each class that has so many: `npm run conformance:conditions -- --constant
 * --record`. A letter says which outcome all of them had, "v" that they had several.
 */
describe.each(triedClasses)('of public conditions over $name', (tried) => {
  const letters = outcomes[tried.name] ?? '';
  const ours = conditions.map((condition) => decided(condition, tried));
  const isDecided = (index: number): boolean => ours[index] !== undefined && ours[index] !== 'varies';

  it('none is decided otherwise than the evaluator answers', () => {
    expect(letters).toHaveLength(conditions.length);
    const wrong = conditions.filter((_, index) => isDecided(index) && ours[index]![0] !== letters[index]);
    expect(wrong).toEqual([]);
  });

  it('nine in ten of the constant ones are decided', () => {
    const constant = [...letters].flatMap((letter, index) => (letter === 'v' ? [] : [index]));
    expect(constant.filter(isDecided).length).toBeGreaterThanOrEqual(0.9 * constant.length);
    expect(constant.length).toBeGreaterThan(100);
  });
});
