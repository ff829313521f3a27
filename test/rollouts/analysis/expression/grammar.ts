import { Chance } from '../../../argocd/jq/chance.js';

/** A value that a metric measures: what JSON says it is, and the Go type that it has. */
export interface Measured {
  readonly type: 'json' | 'float' | 'floats' | 'nil';
  readonly value: unknown;
}

export interface Case extends Measured {
  readonly condition: string;
}

/** Conditions by chance with values to ask them for, the same ones for a seed. */
export function randomCases(count: number, seed: number): readonly Case[] {
  const chance = new Chance(seed);
  return Array.from({ length: count }, () => {
    const { type, value } = measured(chance);
    // Some conditions are asked for a value that they were not written for.
    const meant = chance.in(15) ? measured(chance).type : type;
    return { condition: new Conditions(chance, meant).condition(), type, value };
  });
}

/** Conditions by chance that are written for values of a type, the same ones for a seed. */
export function randomConditions(count: number, seed: number, meant: Measured['type']): readonly string[] {
  const chance = new Chance(seed);
  return Array.from({ length: count }, () => new Conditions(chance, meant).condition());
}

const numbers = [
  '0',
  '1',
  '0.95',
  '0.5',
  '5',
  '-1',
  '100',
  '1e3',
  '0x1F',
  '1_000',
  '.5',
  '2.',
  '9223372036854775807',
  '0.05',
];
const texts = [
  '"ok"',
  "'ok'",
  '"COMPLETED"',
  '""',
  '"0.5"',
  '"a.b"',
  '"é"',
  '"\\n"',
  "'\\x41'",
  '"^o"',
  '"("',
  '"7"',
  '"OK"',
  '" pad "',
];
const names = [
  'result',
  'result',
  'result',
  'result',
  'result',
  'x',
  'status',
  'len',
  'args',
  'nil',
  'true',
  'false',
  'isNaN',
  'result2',
];
const keys = ['ok', 'count', 'state', 'items', 'value', 'missing', 'not', 'in'];
const binary = ['==', '!=', '<', '>', '<=', '>=', '&&', '||', 'and', 'or', '+', '-', '*', '/', '%', '**', '^', '??', 'in', 'not in', 'contains',
  'startsWith', 'endsWith', 'matches', 'not contains', '..', '=', '=>', '&', '<>', '===', 'is']; // prettier-ignore
const comparisons = ['==', '!=', '<', '>', '<=', '>='];
const functions = ['len', 'abs', 'ceil', 'floor', 'round', 'int', 'float', 'max', 'min', 'sum', 'mean', 'median', 'first', 'last', 'keys', 'values', 'type',
  'upper', 'lower', 'trim', 'asInt', 'asFloat', 'isNaN', 'isInf', 'isNil', 'string', 'fromJSON', 'toJSON', 'any', 'not', 'count', 'exists']; // prettier-ignore
const pairs = [
  'default',
  'get',
  'max',
  'min',
  'hasPrefix',
  'hasSuffix',
  'trimPrefix',
  'trimSuffix',
  'take',
  'split',
  'join',
  'isNaN',
  'len',
  'contains',
];
const predicates = [
  'all',
  'none',
  'any',
  'one',
  'filter',
  'map',
  'count',
  'find',
  'findIndex',
  'findLast',
  'findLastIndex',
  'reduce',
  'groupBy',
];

/** Ways to a number or another scalar of a value. */
const ways: Readonly<Record<Measured['type'], readonly string[]>> = {
  float: [
    'result',
    'result',
    'result',
    'asFloat(result)',
    'result * 100',
    'abs(result)',
    'default(result, 0)',
    'max(result, 1)',
    'result[0]',
  ],
  floats: [
    'result[0]',
    'result[0]',
    'result[-1]',
    'result[1]',
    'first(result)',
    'len(result)',
    'sum(result)',
    'mean(result)',
    'get(result, 0)',
    'result[0] * 100',
    'result',
    'len(filter(result, # > 0))',
    '(result[0] ?? 1)',
    'median(result)',
  ],
  json: [
    'result',
    'result',
    'result[0]',
    'result.value',
    'result?.value',
    'result["count"]',
    'result[0].value',
    'result.items[0].count',
    'len(result)',
    'asFloat(result.value)',
    'result.value?.count',
    'int(result)',
    'result.items?.value ?? 5',
    'first(result.items)?.value',
  ],
  nil: ['result', 'default(result, 1)', 'result ?? 5', 'result?.value ?? 0', 'isNil(result)', 'result[0]'],
};

class Conditions {
  /** How much more the expression may grow. */
  private left = 14;
  private closures = 0;

  constructor(
    private readonly chance: Chance,
    private readonly meant: Measured['type'],
  ) {}

  condition(): string {
    const { chance } = this;
    const text = chance.in(55) ? this.usual() : this.any();
    return chance.in(6) ? this.mistyped(text) : text;
  }

  /** A condition as people write them. */
  private usual(): string {
    const { chance } = this;
    const one = (): string => `${this.measured()} ${chance.of(comparisons)} ${chance.of(numbers)}`;
    const guard = chance.of([
      'len(result) > 0',
      'len(result) == 0',
      '!isNaN(result[0])',
      'isNaN(result)',
      'result != nil',
      'result == nil',
      'isNil(result)',
      'isInf(result[0])',
    ]);
    const forms = [
      one,
      () => `${guard} ${chance.of(['&&', '||', 'and', 'or'])} ${one()}`,
      () => `${one()} ${chance.of(['&&', '||'])} ${one()}`,
      () =>
        `${chance.of(['all', 'any', 'none'])}(result, {# ${chance.of(comparisons)} ${chance.of(numbers)}})`,
      () => `default(result, ${chance.of(numbers)}) ${chance.of(comparisons)} ${chance.of(numbers)}`,
      () => `result.${chance.of(keys)} ${chance.of(comparisons)} ${chance.of([...texts, ...numbers])}`,
      () =>
        `${chance.of(['asInt', 'asFloat', 'float', 'int'])}(${this.measured()}) ${chance.of(comparisons)} ${chance.of(numbers)}`,
      () => `result ${chance.of(comparisons)} ${chance.of(texts)}`,
      () => `${guard} ? ${one()} : ${chance.of(['true', 'false', one()])}`,
      () => `result in [${texts.slice(0, 2).join(', ')}]`,
      () => `not (${one()})`,
      () =>
        `result.items | ${chance.of(predicates)}(.value ${chance.of(comparisons)} ${chance.of(numbers)}) ${chance.of(['', '> 0'])}`,
    ];
    return chance.of(forms)();
  }

  private measured(): string {
    return this.chance.of(ways[this.meant]);
  }

  private any(): string {
    this.left -= 1;
    if (this.left < 0) return this.leaf();
    const { chance } = this;
    const forms = [
      () => this.leaf(),
      () => `${this.any()} ${chance.of(binary)} ${this.any()}`,
      () => `${this.any()} ${chance.of(binary)} ${this.any()}`,
      () => `${chance.of(['!', 'not ', '-', '+'])}${this.any()}`,
      () => `(${this.any()})`,
      () => `${this.any()}[${this.any()}]`,
      () => `${this.any()}[${chance.of(['', '0', '1', '-1'])}:${chance.of(['', '1', '-1', '5'])}]`,
      () => `${this.any()}${chance.of(['.', '?.'])}${chance.of(keys)}`,
      () => `${chance.of(functions)}(${this.any()})`,
      () => `${chance.of(pairs)}(${this.any()}, ${this.any()})`,
      () => this.predicate(),
      () => `${this.any()} ? ${this.any()} : ${this.any()}`,
      () => `[${Array.from({ length: chance.below(4) }, () => this.any()).join(', ')}]`,
      () => `{${chance.of(keys)}: ${this.any()}}`,
      () => `let x = ${this.any()}; ${this.any()}`,
      () => `${this.any()} | ${chance.of(functions)}()`,
    ];
    return chance.of(forms)();
  }

  private predicate(): string {
    this.closures += 1;
    const body = this.any();
    this.closures -= 1;
    const name = this.chance.of(predicates);
    return `${name}(${this.any()}, ${this.chance.in(50) ? `{${body}}` : body}${name === 'reduce' ? this.chance.of(['', ', 0']) : ''})`;
  }

  private leaf(): string {
    const { chance } = this;
    if (this.closures > 0 && chance.in(50))
      return chance.of(['#', '#', '.value', '#.value', '#index', '#acc', '.ok']);
    return chance.of([
      () => chance.of(numbers),
      () => chance.of(texts),
      () => chance.of(names),
      () => this.measured(),
    ])();
  }

  /** With a character taken out, doubled or put in. */
  private mistyped(text: string): string {
    const at = this.chance.below(text.length + 1);
    const put = this.chance.of([
      '',
      text[at] ?? '',
      '=',
      ')',
      '(',
      '"',
      ' ',
      '.',
      '%',
      '{{',
      '\\',
      '#',
      '//',
      '/*',
    ]);
    return text.slice(0, at) + put + text.slice(at + (this.chance.in(50) ? 1 : 0));
  }
}

const measurements: readonly number[] = [0, 1, 0.95, 0.5, 5, -1, 100, 0.99, 1000, 0.049];
const special = ['NaN', '+Inf', '-Inf'];

function measured(chance: Chance): Measured {
  const number = (): unknown => (chance.in(15) ? chance.of(special) : chance.of(measurements));
  return chance.of<() => Measured>([
    () => ({ type: 'float', value: number() }),
    () => ({ type: 'floats', value: Array.from({ length: chance.below(4) }, number) }),
    () => ({ type: 'floats', value: Array.from({ length: chance.below(4) }, number) }),
    () => ({ type: 'json', value: json(chance, 3) }),
    () => ({ type: 'json', value: json(chance, 3) }),
    () => ({ type: 'nil', value: null }),
  ])();
}

function json(chance: Chance, depth: number): unknown {
  if (depth === 0 || chance.in(35))
    return chance.of<unknown>([
      0,
      1,
      0.5,
      5,
      true,
      false,
      null,
      'ok',
      'COMPLETED',
      '',
      '7',
      '0.5',
      'abc',
      1e20,
      'é',
    ]);
  if (chance.in(40)) return Array.from({ length: chance.below(4) }, () => json(chance, depth - 1));
  return Object.fromEntries(keys.filter(() => chance.in(40)).map((key) => [key, json(chance, depth - 1)]));
}
