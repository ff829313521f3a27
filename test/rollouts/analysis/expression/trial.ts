import { type AnswerClass, outcomeOver } from '../../../../src/rollouts/analysis/classes.js';
import type { Numbers } from '../../../../src/rollouts/analysis/decide.js';
import { Condition } from '../../../../src/rollouts/analysis/expression/condition.js';
import type { RolloutsVersion } from '../../../../src/kubernetes/objects/version.js';
import { Chance } from '../../../argocd/jq/chance.js';
import type { Measured } from './grammar.js';

/** A class of answers that an exhaustive trial asks the evaluator for. */
export interface TriedClass {
  readonly name: string;
  readonly answers: AnswerClass;
  readonly numbers: Numbers;
  /** The values that a condition is tried with; `constants` are the numbers and texts that are written in it. */
  readonly values: (chance: Chance, constants: Constants, count: number) => readonly Measured[];
}

interface Constants {
  readonly numbers: readonly number[];
  readonly texts: readonly string[];
}

const number = { shape: 'number', isNeverNegative: false } as const;
const list = { shape: 'list', isNeverNegative: false } as const;

const asNumber = (value: unknown): Measured => ({ type: 'float', value });
const asList = (value: unknown): Measured => ({ type: 'floats', value: [value] });
const nil: Measured = { type: 'nil', value: null };

/** NaN, the infinite numbers, an empty list and nil are all answers of their classes: there are no others to try. */
export const triedClasses: readonly TriedClass[] = [
  {
    ...{ name: 'numbers', answers: 'numbers', numbers: number },
    values: (...of) => numbersOf(...of).map(asNumber),
  },
  {
    ...{ name: 'numbers that are never negative', answers: 'numbers' },
    numbers: { shape: 'number', isNeverNegative: true },
    values: (...of) => numbersOf(...of).map((one) => asNumber(Math.abs(one))),
  },
  {
    ...{ name: 'lists of one number', answers: 'numbers', numbers: list },
    values: (...of) => numbersOf(...of).map(asList),
  },
  {
    ...{ name: 'lists of several numbers', answers: 'series', numbers: list },
    values: (chance, constants, count) => listsOf(chance, constants, count),
  },
  { name: 'NaN', answers: 'NaN', numbers: number, values: () => [asNumber('NaN')] },
  { name: 'a list of NaN', answers: 'NaN', numbers: list, values: () => [asList('NaN')] },
  {
    ...{ name: '±Inf', answers: 'infinite', numbers: number },
    values: () => ['+Inf', '-Inf'].map(asNumber),
  },
  {
    ...{ name: 'a list of ±Inf', answers: 'infinite', numbers: list },
    values: () => ['+Inf', '-Inf'].map(asList),
  },
  { name: 'an empty list', answers: 'empty', numbers: list, values: () => [{ type: 'floats', value: [] }] },
  { name: 'nil', answers: 'nil', numbers: number, values: () => [nil] },
  {
    ...{ name: 'strings of a web metric', answers: 'strings', numbers: number },
    values: (chance, constants, count) => textsOf(chance, constants, count),
  },
];

/** What `outcomeOver` says of a condition. */
export function decided(condition: string, tried: TriedClass, version: RolloutsVersion = '1.9') {
  return outcomeOver(new Condition(condition, version), tried.answers, tried.numbers);
}

/** The values to try a condition with. */
export function valuesFor(condition: string, tried: TriedClass, seed: number, count: number) {
  const numbers = [...condition.matchAll(/\d[\d_]*\.?\d*(?:[eE]-?\d+)?|\.\d+/g)].map(([text]) =>
    Number(text.replaceAll('_', '')),
  );
  const texts = [...condition.matchAll(/"([^"\\]*)"|'([^'\\]*)'/g)].map(
    ([, one, other]) => one ?? other ?? '',
  );
  const constants = { numbers: numbers.filter((one) => Number.isFinite(one)), texts };
  return tried.values(new Chance(seed), constants, count);
}

const usual = [0, 1, -1, 0.5, 0.95, 0.99, 2, 5, 10, 95, 100, 500, 1000, 1e-9, 1e9, -1e9, 1e15, -1e15];

/** Those that a condition names, those beside them, and numbers of every size and sign. */
function numbersOf(chance: Chance, { numbers }: Constants, count: number): readonly number[] {
  const near = numbers.flatMap((one) => [
    one,
    -one,
    one - 1,
    one + 1,
    one * (1 - 1e-7),
    one * (1 + 1e-7),
    one / 100,
    one * 100,
    one / 2,
    one * 2,
    one + 0.5,
  ]);
  const drawn = (): number => {
    const size = 10 ** (chance.below(22) - 9);
    const one = (chance.below(1_000_000) / 1_000_000) * size * (chance.in(70) ? 1 : -1);
    return chance.in(30) ? Math.round(one) : one;
  };
  const known = [...near, ...usual].slice(0, Math.ceil(count / 2));
  // The rest in an order by chance, so that the first few are of each kind.
  const all = [...known, ...Array.from({ length: count - known.length }, drawn)];
  return all
    .map((one, index) => ({ one, at: index < 12 ? -1 : chance.below(1e6) }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);
}

/** What Prometheus answers if its query has one series or more. */
function listsOf(chance: Chance, constants: Constants, count: number): readonly Measured[] {
  const numbers = numbersOf(chance, constants, count);
  return numbers.map((one) => {
    const others = Array.from({ length: chance.below(6) }, () => (chance.in(30) ? one : chance.of(numbers)));
    return { type: 'floats', value: [one, ...others] };
  });
}

const words = ['', 'ok', 'true', 'false', '0', '1', 'healthy', 'FAIL', 'Successful', 'é', ' ', '{}', 'null'];

function textsOf(chance: Chance, { texts }: Constants, count: number): readonly Measured[] {
  const drawn = (): string => {
    const parts = Array.from({ length: 1 + chance.below(3) }, () =>
      chance.of([...texts, ...words, 'x', 'Q']),
    );
    return parts.join(chance.of(['', ' ', '-']));
  };
  const known = [...texts, ...words];
  const all = [...known, ...Array.from({ length: Math.max(0, count - known.length) }, drawn)];
  return all.map((value) => ({ type: 'json', value }));
}
