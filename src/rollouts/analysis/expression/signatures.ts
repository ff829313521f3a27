import { any, bool, duration, float, int, int64, list, listOf, string, time, type Type } from './types.js';

/** Functions that take a collection and a closure. */
export const predicates: ReadonlySet<string> = new Set([
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
  'groupBy',
  'reduce',
]);

type Signature = Extract<Type, { kind: 'function' }>;

function signature(parameters: readonly Type[], result: Type): Signature {
  return { kind: 'function', parameters, result };
}

const strings = listOf(string);

/** Functions with fixed types: an argument list has to fit one of the signatures. */
export const overloads: ReadonlyMap<string, readonly Signature[]> = new Map(
  Object.entries({
    type: [signature([any], string)],
    string: [signature([any], string)],
    trim: [signature([string], string), signature([string, string], string)],
    trimPrefix: [signature([string, string], string), signature([string], string)],
    trimSuffix: [signature([string, string], string), signature([string], string)],
    upper: [signature([string], string)],
    lower: [signature([string], string)],
    split: [signature([string, string], strings), signature([string, string, int], strings)],
    splitAfter: [signature([string, string], strings), signature([string, string, int], strings)],
    replace: [signature([string, string, string, int], string), signature([string, string, string], string)],
    repeat: [signature([string, int], string)],
    join: [
      signature([strings, string], string),
      signature([list, string], string),
      signature([list], string),
      signature([strings], string),
    ],
    indexOf: [signature([string, string], int)],
    lastIndexOf: [signature([string, string], int)],
    hasPrefix: [signature([string, string], bool)],
    hasSuffix: [signature([string, string], bool)],
    toJSON: [signature([any], string)],
    fromJSON: [signature([string], any)],
    toBase64: [signature([string], string)],
    fromBase64: [signature([string], string)],
    now: [signature([], time)],
    duration: [signature([string], duration)],
    date: [
      signature([string], time),
      signature([string, string], time),
      signature([string, string, string], time),
    ],
  }),
);

/** What Argo Rollouts adds: https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/evaluate/evaluate.go (EvalCondition) */
export const environment: ReadonlyMap<string, Signature> = new Map(
  Object.entries({
    asInt: signature([any], int64),
    asFloat: signature([any], float),
    isNaN: signature([float], bool),
    isInf: signature([float], bool),
    isNil: signature([any], bool),
    default: signature([any, any], any),
  }),
);

/** Functions whose argument types are checked one by one, in `check.ts`. */
const flexible = [
  ...['len', 'abs', 'ceil', 'floor', 'round', 'int', 'float', 'max', 'min', 'sum', 'mean', 'median'],
  ...['first', 'last', 'get', 'take', 'keys', 'values', 'toPairs', 'fromPairs', 'sort', 'sortBy'],
] as const;

/**
 * All functions of the evaluator itself.
 * https://github.com/expr-lang/expr/blob/v1.15.5/builtin/builtin.go
 */
export const builtinNames: ReadonlySet<string> = new Set([...predicates, ...overloads.keys(), ...flexible]);
