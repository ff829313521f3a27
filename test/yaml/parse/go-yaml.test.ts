import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Case, outcome, type Outcome } from './go-outcome.js';

const name = ({ from, yaml }: Case): string => from?.replace('yaml-test-suite ', '') ?? yaml;

/** Where we differ from Kubernetes on purpose, or where nobody writes such manifests. */
const known: Record<Exclude<Outcome, 'same value' | 'both refuse'>, Record<string, readonly string[]>> = {
  'another value': {
    'an empty document comes first': ['---\n---\na: b\n'],
    'a block at the left margin is the whole document': ['--- |\na\n', 'DK3J', 'FP8R'],
    'the reader knows YAML 1.1 only': ['652Z', 'HM87-1'],
  },
  'only we refuse': {
    'Go drops what follows the first value in silence': [
      ...['  a: b\nc: d\n', '4H7K', '9HCY', 'BS4K', 'EB22', 'KS4U', 'RHX7'],
      ...['{"a": 1}\n{"b": 2}\n', '{"a": 1} // x\n', '{"a": 1}{"b": 2}\n'],
    ],
    'a line inside of braces looks like a key of the document': [
      'm: {a: 1,\nkind: x\n}\n',
      'm: {a: 1,\nkind: x}\n',
    ],
    'a dash alone in brackets': ['G5U8', 'YJV2', '{a: -}\n'],
    'a line separator of Unicode': ['a: b\u2028c: d\n'],
    'an anchor that Go ends at the first colon': ['Y2GN'],
    'a colon in braces that Go takes for a part of the key': ['4ABK'],
    'a tag or a block that is odd': ['P76L', 'S98Z', 'U99R'],
  },
  'only Go refuses': {
    'a directive without a document, or of another kind': [
      ...[
        '%FOO\n---\na: b\n',
        '%a: b\n',
        '2LFX',
        '6LVF',
        '9MMA',
        'B63P',
        'DK95-7',
        'H7TQ',
        'MUS6-1',
        'MUS6-5',
        'MUS6-6',
      ],
      ...['SF5V', 'ZYU8-0', 'ZYU8-1', 'ZYU8-2', 'ZYU8-3'],
    ],
    'an end without a document': ['...\na: b\n', 'HWV9', 'QT73'],
    'a key that is a number of 64 bits': [
      ...['01777777777777777777777: a\n', '0xFFFFFFFFFFFFFFFF: a\n'],
      ...['18446744073709551615: a\n', '9223372036854775808: a\n'],
    ],
    'a tag that does not fit': ['a: !!\n', 'a: !!float 9223372036854775808\n', 'a: !!timestamp foo\n'],
    'an escape of JSON': ['3UYS', 'a: "\\/"\n', 'a: "\\u00e9\\x41\\U0001F600\\ud83d\\ude00"\n'],
    'a control character in a comment': ['# \u0007\na: b\n'],
    'a key of several lines': [
      '4MUZ-0',
      '4MUZ-1',
      '4MUZ-2',
      '9SA2',
      'JKF3',
      'K3WX',
      'NJ66',
      'UT92',
      'VJP3-0',
      'VJP3-1',
    ],
    'a colon or a question mark in brackets': ['58MP', '5MUD', '5T43', 'DBG4', 'HM87-0', 'JR7V', 'WZ62'],
  },
};

describe('what Kubernetes reads', () => {
  const file = path.join(__dirname, '../../../conformance/yaml/recorded.json');
  const { cases } = JSON.parse(readFileSync(file, 'utf8')) as { readonly cases: readonly Case[] };
  const outcomes = new Map(cases.map((one) => [one, outcome(one)]));
  const casesOf = (wanted: Outcome): string[] =>
    cases.filter((one) => outcomes.get(one) === wanted).map(name);

  it.each(Object.entries(known))('is read the same but for this: %s', (wanted, groups) => {
    expect(casesOf(wanted as Outcome).sort()).toEqual(Object.values(groups).flat().sort());
  });

  it('is recorded', () => {
    expect(casesOf('same value').length).toBeGreaterThan(1050);
    expect(casesOf('both refuse').length).toBeGreaterThan(250);
  });
});
