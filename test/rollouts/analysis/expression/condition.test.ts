import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { Condition } from '../../../../src/rollouts/analysis/expression/condition.js';
import { GoList } from '../../../../src/rollouts/analysis/expression/values.js';
import { answerOf, areAlike, digestOf, inShort, type Recorded } from './conformance.js';
import { randomCases } from './grammar.js';

const recorded = JSON.parse(readFileSync(path.join(__dirname, 'recorded.json'), 'utf8')) as Recorded;

describe('conditions by chance', () => {
  const cases = randomCases(recorded.answers.length, recorded.seed);

  it('are those that were recorded', () => {
    expect(recorded.answers.length).toBeGreaterThan(3000);
    expect(digestOf(cases)).toBe(recorded.digest);
  });

  it('answer as the evaluator of Argo Rollouts 1.9 did, or are unknown in one of a hundred', () => {
    const answers = cases.map((one) => answerOf(one));
    const known = answers.flatMap((answer, index) => (inShort(answer) === 'u' ? [] : [index]));
    const different = known.filter((index) => !areAlike(answers[index]!, recorded.answers[index]!));
    expect(different.map((index) => ({ ...cases[index], ours: answers[index] }))).toEqual([]);
    expect(known.length).toBeGreaterThan(cases.length * 0.99);
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

  it('is unknown in release 1.10 where its evaluator may take what the older one refuses', () => {
    expect(new Condition('mean(result) > 1', '1.10').answer(1).kind).toBe('unknown');
    expect(new Condition('mean(result) > 1', '1.9').answer(1).kind).toBe('error');
    expect(new Condition('result => 1', '1.10').answer(1).kind).toBe('error');
  });
});
