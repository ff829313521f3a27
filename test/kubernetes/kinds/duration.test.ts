import { describe, expect, it } from 'vitest';
import { goDuration, parseDuration, pauseSeconds } from '../../../src/kubernetes/kinds/duration.js';
import { Field } from '../../../src/model/field.js';
import { fromValue } from '../../../src/model/node.js';
import { Resource } from '../../../src/model/resource.js';
import { textSource } from '../../support/sources.js';

// What time.ParseDuration of Go 1.26 answers, and DurationSeconds of Argo Rollouts 1.9.1 on a 64-bit machine.
const table: readonly (readonly [
  text: string,
  nanoseconds: bigint | undefined,
  seconds: number | undefined,
])[] = [
  ['', undefined, undefined],
  ['0', 0n, 0],
  ['10', undefined, 10],
  ['+10', undefined, 10],
  ['-10', undefined, -10],
  ['007', undefined, 7],
  ['1_000', undefined, undefined],
  ['10.5', undefined, undefined],
  [' 10', undefined, undefined],
  ['2147483647', undefined, 2147483647],
  ['2147483648', undefined, undefined],
  ['-2147483648', undefined, -2147483648],
  ['10s', 10_000_000_000n, 10],
  ['0s', 0n, 0],
  ['500ms', 500_000_000n, 0],
  ['1.9s', 1_900_000_000n, 1],
  ['1m30s', 90_000_000_000n, 90],
  ['1s1h', 3_601_000_000_000n, 3601],
  ['1h1h', 7_200_000_000_000n, 7200],
  ['.5h', 1_800_000_000_000n, 1800],
  ['5.s', 5_000_000_000n, 5],
  ['0.3s0.3s0.5s', 1_100_000_000n, 1],
  ['0.100000000000000000000h', 360_000_000_000n, 360],
  ['0.9999999999999999999999s', 1_000_000_000n, 1],
  ['-1.5h', -5_400_000_000_000n, -5400],
  ['-0.5s', -500_000_000n, 0],
  ['+5m', 300_000_000_000n, 300],
  ['1ns', 1n, 0],
  ['1us', 1000n, 0],
  ['1\u00b5s', 1000n, 0],
  ['1\u03bcs', 1000n, 0],
  ['1d', undefined, undefined],
  ['1w', undefined, undefined],
  ['24H', undefined, undefined],
  ['10x', undefined, undefined],
  ['10min', undefined, undefined],
  ['1 h', undefined, undefined],
  ['1h 30m', undefined, undefined],
  ['1h30', undefined, undefined],
  ['.s', undefined, undefined],
  ['s', undefined, undefined],
  ['--5m', undefined, undefined],
  ['1.2.3s', undefined, undefined],
  ['1.s2', undefined, undefined],
  ['1e3s', undefined, undefined],
  ['0x10', undefined, undefined],
  ['Inf', undefined, undefined],
  ['596523h14m7s', 2_147_483_647_000_000_000n, 2147483647],
  // Go wraps what no longer fits into 32 bits to a negative number, which validation rejects.
  ['596523h14m8s', 2_147_483_648_000_000_000n, undefined],
  ['9223372036854775807ns', 9_223_372_036_854_775_807n, undefined],
  ['9223372036854775808ns', undefined, undefined],
  ['-2562047h47m16.854775808s', -9_223_372_036_854_775_808n, undefined],
  ['2562047h47m16.854775808s', undefined, undefined],
  ['3000000h', undefined, undefined],
];

describe('parseDuration', () => {
  it.each(table)('%j', (text, nanoseconds) => expect(parseDuration(text)).toBe(nanoseconds));
});

describe('pauseSeconds', () => {
  it.each(table)('%j', (text, _, seconds) => expect(pauseSeconds(fieldOf(text))).toBe(seconds));

  it.each([
    [10, 10],
    [0, 0],
    [-1, -1],
    [true, undefined],
    [{}, undefined],
    [undefined, undefined],
  ])('%j', (value, seconds) => expect(pauseSeconds(fieldOf(value))).toBe(seconds));
});

describe('goDuration', () => {
  it.each([
    ['1d', '24h'],
    ['2 days', '48h'],
    ['1.5d', '36h'],
    ['1w', '168h'],
    ['24H', '24h'],
    ['10 min', '10m'],
    ['90 seconds', '90s'],
    ['1h 30m', '1h30m'],
    ['1d, 2hrs', '24h2h'],
    ['10', undefined],
    ['soon', undefined],
    ['1y', undefined],
    ['1h and a bit', undefined],
    ['', undefined],
  ])('%j', (text, expected) => expect(goDuration(text)).toBe(expected));
});

function fieldOf(value: unknown): Field {
  const identity = { group: '', version: 'v1', kind: 'Test', name: 'test', namespace: undefined };
  return Field.root(
    new Resource(identity, textSource('test.yaml', ''), 0, { root: fromValue({ value }) }),
  ).at('value');
}
