import { describe, expect, it } from 'vitest';
import { type AnswerClass, outcomeOver } from '../../../src/rollouts/analysis/classes.js';
import { Condition } from '../../../src/rollouts/analysis/expression/condition.js';

const list = { shape: 'list', isNeverNegative: false } as const;

/** Reasoned: a comparison with NaN is false, an empty list has no first item, and a list of one has no second. */
describe('what a condition says of a class of answers', () => {
  it.each<[string, AnswerClass, string | undefined]>([
    ['result[0] >= 0.95', 'numbers', 'varies'],
    ['result[0] >= 0.95', 'NaN', 'false'],
    ['result[0] >= 0.95', 'infinite', 'varies'],
    ['result[0] >= 0.95', 'empty', 'error'],
    ['result[0] >= 0.95', 'nil', 'error'],
    ['!(result[0] < 0.95)', 'NaN', 'true'],
    ['len(result) == 0 || result[0] >= 0.95', 'empty', 'true'],
    ['isNaN(result[0]) || result[0] >= 0.95', 'NaN', 'true'],
    ['result[0] >= 0 || result[0] < 0', 'numbers', 'true'],
    ['result[1] >= 0', 'numbers', 'error'],
    ['sum(result) > 1 && mean(result) < 1', 'numbers', 'false'],
    ['len(filter(result, # > 5)) <= 1', 'numbers', 'true'],
    ['len(filter(result, # > 5)) > 0', 'numbers', 'varies'],
    ['(result[0] ?? 1) > 5', 'numbers', 'varies'],
    ['result', 'numbers', 'error'],
    ['result >= 0.95', 'numbers', 'error'],
    // A query that is not an aggregate can have several series.
    ['result[0] >= 0.95', 'series', 'varies'],
    ['len(result) > 0', 'series', 'true'],
    ['len(result) <= 1', 'series', 'varies'],
    ['len(filter(result, # > 5)) <= 1', 'series', 'varies'],
    ['len(filter(result, # > 5)) >= 0', 'series', 'true'],
    ['result[1] > 5', 'series', 'varies'],
    ['sum(result) > 1 && mean(result) < 1', 'series', undefined],
    ['result >= 0.95', 'series', 'error'],
    ['result >= 0.95', 'strings', 'error'],
    ['1 > 0', 'strings', 'true'],
    ['result == "ok"', 'strings', undefined],
    // A result that is multiplied by itself is not followed.
    ['result[0] * result[0] >= 0', 'numbers', undefined],
  ])('%s of %s: %s', (source, answerClass, outcome) => {
    expect(outcomeOver(new Condition(source), answerClass, list)).toBe(outcome);
  });

  it.each([
    `${'round('.repeat(30)}result[0]${')'.repeat(30)} > 1`,
    `${'abs('.repeat(60)}result[0]${')'.repeat(60)} > 1`,
    `${'round(0.37 * '.repeat(30)}result[0]${')'.repeat(30)} > 1`,
    `${'(1 / ('.repeat(40)}result[0] + 1${'))'.repeat(40)} > 1`,
  ])('of functions within each other is told soon, or not at all: %s', (source) => {
    const { user } = process.cpuUsage();
    expect(['varies', undefined]).toContain(outcomeOver(new Condition(source), 'numbers', list));
    expect(process.cpuUsage().user - user).toBeLessThan(2_000_000);
  });

  it('knows where no number is below 0', () => {
    const numbers = { shape: 'number', isNeverNegative: true } as const;
    expect(outcomeOver(new Condition('result >= 0'), 'numbers', numbers)).toBe('true');
    expect(outcomeOver(new Condition('result > -1 && result < 5'), 'infinite', numbers)).toBe('false');
  });
});
