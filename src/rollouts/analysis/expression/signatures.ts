import {
  any,
  bool,
  duration,
  float,
  int,
  int64,
  list,
  listOf,
  stringType,
  time,
  type Type,
} from './types.js';

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

const strings = listOf(stringType);

/** Functions with fixed types: an argument list has to fit one of the signatures. */
export const overloads: ReadonlyMap<string, readonly Signature[]> = new Map(
  Object.entries({
    type: [signature([any], stringType)],
    string: [signature([any], stringType)],
    trim: [signature([stringType], stringType), signature([stringType, stringType], stringType)],
    trimPrefix: [signature([stringType, stringType], stringType), signature([stringType], stringType)],
    trimSuffix: [signature([stringType, stringType], stringType), signature([stringType], stringType)],
    upper: [signature([stringType], stringType)],
    lower: [signature([stringType], stringType)],
    split: [signature([stringType, stringType], strings), signature([stringType, stringType, int], strings)],
    splitAfter: [
      signature([stringType, stringType], strings),
      signature([stringType, stringType, int], strings),
    ],
    replace: [
      signature([stringType, stringType, stringType, int], stringType),
      signature([stringType, stringType, stringType], stringType),
    ],
    repeat: [signature([stringType, int], stringType)],
    join: [
      signature([strings, stringType], stringType),
      signature([list, stringType], stringType),
      signature([list], stringType),
      signature([strings], stringType),
    ],
    indexOf: [signature([stringType, stringType], int)],
    lastIndexOf: [signature([stringType, stringType], int)],
    hasPrefix: [signature([stringType, stringType], bool)],
    hasSuffix: [signature([stringType, stringType], bool)],
    toJSON: [signature([any], stringType)],
    fromJSON: [signature([stringType], any)],
    toBase64: [signature([stringType], stringType)],
    fromBase64: [signature([stringType], stringType)],
    now: [signature([], time)],
    duration: [signature([stringType], duration)],
    date: [
      signature([stringType], time),
      signature([stringType, stringType], time),
      signature([stringType, stringType, stringType], time),
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
