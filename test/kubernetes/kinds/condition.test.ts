import { describe, expect, it } from 'vitest';
import { readCondition } from '../../../src/kubernetes/kinds/condition.js';

/**
 * Whether EvalCondition of Argo Rollouts 1.9.1 ends with an error for []float64{0.5}, and for float64(0.5).
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/evaluate/evaluate.go
 */
const recorded: readonly (readonly [condition: string, forList: boolean, forNumber: boolean])[] = [
  ['result >= 0.95', true, false],
  ['0.95 <= result', true, false],
  ['result == 0', true, false],
  ['result != 0', true, false],
  ['result == nil', false, false],
  ['len(result) == 0 || result[0] > 0.9', false, true],
  ['isNaN(result)', true, false],
  ['isNaN(result) || result < 1', true, false],
  ['asFloat(result) > 0.9', true, false],
  ['asFloat(result[0]) > 0.9', false, true],
  ['asInt(result) >= 1', true, false],
  ['default(result, 0) < 1', true, false],
  ['result[0] > args.threshold', true, true],
  ['result < args.threshold', true, true],
  ['all(result, # < 1)', false, true],
  ['all(result, {# < 1})', false, true],
  ['result in [0.5, 1]', false, false],
  ['result contains "x"', true, true],
  ['result * 100 > 5', true, false],
  ['sum(result) < 5', false, true],
  ['mean(result) < 5', false, true],
  ['max(result) < 5', true, false],
  ['status == COMPLETED', true, true],
  ['result | len() > 0', false, true],
  ['first(result) > 0.4', false, true],
  ['result[0] > 0.4 && true', false, true],
  ['isNil(result)', false, false],
  ['!isNil(result) && result > 0.3', true, false],
  ['(result) > 0.5', true, false],
  ['any(result, {# > 0.4})', false, true],
  ['result > 0.3 and true', true, false],
  ['len(result) > 0 ? result[0] > 0.4 : true', false, true],
  ['"ok" == "ok"', false, false],
  ['true', false, false],
  ['1', true, true],
  ['result', true, true],
  ['result ?? 0 > 1', true, true],
  ['"result" == "x"', false, false],
  ['{"a": 1}.a == 1 && result[0] > 0.3', false, true],
  ['result[0] > 0.4 && isNaN(result[0]) == false', false, true],
  ['default(result, 0) == 0', false, false],
  ['-result < 0', true, false],
  ['result.value > 3', true, true],
];

/** Upstream ends with an error for reasons that no words tell, such as a result that is no boolean. */
const notTold = new Set([
  'result | len() > 0',
  '1',
  'result',
  'result contains "x"',
  'max(result) < 5',
  'default(result, 0) == 0',
  'result.value > 3',
  '(result) > 0.5',
  'result ?? 0 > 1',
]);

describe('a condition', () => {
  it.each(recorded)('%s', (condition, forList, forNumber) => {
    const { wantsNumber, wantsList, unknownNames } = readCondition(condition);
    const isUnknown = unknownNames.length > 0;
    const told = { forList: isUnknown || wantsNumber, forNumber: isUnknown || wantsList };
    if (!notTold.has(condition)) expect(told).toEqual({ forList, forNumber });
    // Whatever is told is so.
    expect([told.forList && !forList, told.forNumber && !forNumber]).toEqual([false, false]);
  });

  it.each([
    ['result >= {{args.threshold}}', []],
    ['result[0] > args.threshold', ['args']],
    ['status.succeeded > 0', ['status']],
    ['"args.x" == result', []],
    ['let x = result; x[0] > 1', []],
    ['all(result, {# < 1 and #.status == ok})', ['ok']],
  ])('%s has names that mean nothing: %j', (condition, unknown) => {
    expect(readCondition(condition).unknownNames).toEqual(unknown);
  });
});
