import { describe, expect, it } from 'vitest';
import { answersOf } from '../../../src/rollouts/analysis/answers.js';
import { Condition } from '../../../src/rollouts/analysis/expression/condition.js';

const [type] = answersOf({ provider: 'cloudWatch', query: undefined, isRange: false })!.types;
const flawOf = (text: string) => new Condition(text, '1.9').flawFor(type!);

/**
 * What EvaluateResult of v1.9.1 says of lists of types.MetricDataResult: one with values, one without, and an empty list. It was asked.
 */
describe('a condition for CloudWatch', () => {
  it.each([
    ['result[0] < 1', 'invalid operation: < (mismatched types types.MetricDataResult and int)'],
    ['result < 1', 'invalid operation: < (mismatched types []types.MetricDataResult and int)'],
    ['result[0].values[0] < 1', 'type types.MetricDataResult has no field values'],
    ['result[0].Foo == 1', 'type types.MetricDataResult has no field Foo'],
    ['result.Values[0] < 1', 'array elements can only be selected using an integer (got string)'],
    ['result[0].Values < 1', 'invalid operation: < (mismatched types []float64 and int)'],
    ['max(result[0].Values) < 2', 'invalid argument for max (type []float64)'],
    ['result[0].ResultMetadata == nil', 'type types.MetricDataResult has no field ResultMetadata'],
  ])('is an error whatever is measured: %s', (text, message) => {
    expect(flawOf(text)).toMatchObject({ kind: 'error', message });
  });

  it.each([
    'result[0].Values[0] < 0.6',
    "result[0]['Values'][0] < 1",
    'len(result[0].Values) > 0 && result[0].Values[0] < 1',
    'all(result[0].Values, {# <= 1})',
    "result[0].Id == 'a'",
    "result[0].Label == 'l'",
    "result[0].StatusCode == 'Complete'",
    'len(result) == 1',
    'result[0].Messages == nil',
    'result[0].Values[0] == nil',
    'result == nil',
    'isNaN(result[0].Values[0])',
    'asFloat(result[0].Values[0]) < 1',
    'result[0].Values[-1] == 1',
    'result[0]?.Values[0] < 1',
    'any(result, {.Values[0] < 1})',
    "filter(result, {.Id == 'a'})[0].Values[0] < 1",
    // Errors as well, but of fields that are not modelled, or of what is measured.
    'result[0].Id < 1',
    'result[0].Timestamps[0] == 1',
    'result[1].Values[0] < 1',
  ])('is not an error for that: %s', (text) => {
    expect(flawOf(text)?.kind).not.toBe('error');
  });
});
