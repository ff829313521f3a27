import { describe, expect, it } from 'vitest';
import { intOrPercent } from '../../../src/kubernetes/kinds/int-or-percent.js';
import { Field } from '../../../src/model/field.js';
import { fromValue } from '../../../src/model/node.js';
import { Resource } from '../../../src/model/resource.js';
import { textSource } from '../../support/sources.js';

// What GetValueFromIntOrPercent reads, and whether getIntOrPercentValue of the validation yields 0, in Go 1.26.
describe('intOrPercent', () => {
  it.each([
    [1, { number: 1, isPercent: false, isZero: false }],
    [0, { number: 0, isPercent: false, isZero: true }],
    [-1, { number: -1, isPercent: false, isZero: false }],
    ['25%', { number: 25, isPercent: true, isZero: false }],
    ['0%', { number: 0, isPercent: true, isZero: true }],
    ['25', { number: 25, isPercent: true, isZero: false }],
    ['0', { number: 0, isPercent: true, isZero: true }],
    ['+1', { number: 1, isPercent: true, isZero: false }],
    ['-1', { number: -1, isPercent: true, isZero: false }],
    ['-10%', { number: -10, isPercent: true, isZero: true }],
    ['1%%', { number: 1, isPercent: true, isZero: true }],
    ['%5', { number: 5, isPercent: true, isZero: true }],
    ['5%5', { number: 55, isPercent: true, isZero: true }],
    ['1.5%', undefined],
    ['abc', undefined],
    ['%', undefined],
    [' 1', undefined],
    ['', undefined],
    [true, undefined],
    [undefined, undefined],
  ])('%j', (value, expected) => {
    const identity = { group: '', version: 'v1', kind: 'Test', name: 'test', namespace: undefined };
    const resource = new Resource(identity, textSource('test.yaml', ''), 0, { root: fromValue({ value }) });
    expect(intOrPercent(Field.root(resource).at('value'))).toEqual(expected);
  });
});
