import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { Condition } from '../../../../src/rollouts/analysis/expression/condition.js';
import { fromJson, GoList } from '../../../../src/rollouts/analysis/expression/values.js';
import { answerOf, areAlike, digestOf, inShort, type Recorded } from './conformance.js';
import { randomCases } from './grammar.js';
import { wholeOr } from '../../../support/whole.js';

describe.each(['1.9', '1.10'] as const)('conditions by chance, asked in release %s', (release) => {
  const file = path.join(__dirname, `recorded-${release}.json`);
  const recorded = JSON.parse(readFileSync(file, 'utf8')) as Recorded;
  const cases = randomCases(recorded.answers.length, recorded.seed);

  it('are those that were recorded', () => {
    expect(recorded.answers.length).toBeGreaterThan(3000);
    expect(digestOf(cases)).toBe(recorded.digest);
  });

  it('answer as the evaluator did, or are unknown in one of a hundred', () => {
    const every = wholeOr(1, 4);
    const asked = [...cases.keys()].filter((index) => index % every === 0);
    const answers = new Map(asked.map((index) => [index, answerOf(cases[index]!, release)]));
    const known = asked.filter((index) => inShort(answers.get(index)!) !== 'u');
    const different = known.filter((index) => !areAlike(answers.get(index)!, recorded.answers[index]!));
    expect(different.map((index) => ({ ...cases[index], ours: answers.get(index) }))).toEqual([]);
    expect(known.length).toBeGreaterThan(asked.length * 0.99);
    for (const letter of 'tf') expect(recorded.answers.split(letter).length).toBeGreaterThan(200);
  });
});

/** Each reasoned from the code of the evaluator that is linked in the sources. */
describe('a condition', () => {
  const vector = (...items: number[]): GoList => new GoList(items, 'float');

  it.each([
    ['result[0] >= 0.95', vector(0.99), 'true'],
    ['result[0] >= 0.95', vector(0.5), 'false'],
    // The index is out of range.
    ['result[0] >= 0.95', vector(), 'error'],
    ['result[0] => 0.95', vector(0.99), 'error'],
    // A list is not compared with a number.
    ['result >= 0.95', vector(0.99), 'error'],
    // Nothing is less than NaN, nor more.
    ['result[0] < 0.05 || result[0] >= 0.05', vector(NaN), 'false'],
    ['len(result) == 0 || result[0] < 0.05', vector(), 'true'],
    // Where there is no value, its type is nil, and what needs a number does not compile, whether it is reached or not.
    ['result == nil || result < 5', null, 'error'],
    ['default(result, 0) < 5', null, 'true'],
    ['"not" in ["not"]', null, 'true'],
    // A text between "not" and the operand is an operator, as the parser does not look at its kind.
    ['"a" not "in" ["b"]', null, 'true'],
  ] as const)('%s', (source, result, kind) => {
    expect(new Condition(source).answer(result).kind).toBe(kind);
  });

  it('says where it does not parse', () => {
    expect(new Condition('result[0] => 0.95').flaw).toEqual({
      kind: 'error',
      message: 'unexpected token "="',
      at: 10,
    });
  });

  it.each(['('.repeat(5000), 'x'.repeat(30_000), '!'.repeat(10_000), '1..999999999', `${'['.repeat(300)}1`])(
    'ends soon whatever it is',
    (source) => {
      expect(['error', 'unknown']).toContain(new Condition(source).answer(vector(1)).kind);
    },
  );

  // https://github.com/expr-lang/expr/blob/v1.17.7/builtin/lib.go: numbers and lists in any mixture; a string's length in characters.
  it.each([
    ['mean(result) > 1', 2, 'error', 'true'],
    ['max(result, 1) > 1', vector(0.5, 3), 'error', 'true'],
    // A list within a list has an answer of its own: none, which is no number, and a sum that is rounded.
    ['max(result, 1) == 1', fromJson([]), 'error', 'true'],
    ['max(result, 1) == 1', fromJson([[]]), 'error', 'error'],
    ['mean(result) * 4 == 1.2', vector(0.1, 0.2, 0.3, 0.6), 'false', 'false'],
    ['mean([result[:2], result[2:]]) * 4 == 1.2', vector(0.1, 0.2, 0.3, 0.6), 'error', 'true'],
    ['len(result) == 1', 'é', 'false', 'true'],
    ['"ab"[0:1] == result', 'a', 'error', 'unknown'],
    // Statements and functions that are new are not read.
    ['concat(result, [1])[0] > 0', vector(1), 'error', 'unknown'],
    ['let x = 1; x; result > 1', 2, 'error', 'unknown'],
    ['sum(result, # * 2) > 1', vector(1), 'error', 'unknown'],
    // Both refuse.
    ['result => 1', 1, 'error', 'error'],
  ])('%s is others in release 1.10', (source, result, before, after) => {
    expect(new Condition(source, '1.9').answer(result).kind).toBe(before);
    expect(new Condition(source, '1.10').answer(result).kind).toBe(after);
  });
});
