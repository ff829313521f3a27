import { parseDuration } from '../kinds/duration.js';
import { fitsWhole, maxPattern } from '../kinds/go-pattern.js';
import { patternSize } from '../kinds/go-pattern-size.js';
import { NotJudged } from './expression.js';
import { type Fuel, toRead } from './fuel.js';
import {
  areEqual,
  compareValues,
  Duration,
  Failure,
  isValueList,
  isValueMap,
  isNumber,
  lengthOf,
  placeOfCodePoint,
  type Value,
} from './value.js';

type Result = Value | Failure;
/**
 * A function or method of its arguments, the target first; undefined for arguments that it does not accept. Its cost is paid
 * before.
 */
type CelFunction = (fuel: Fuel, ...args: Value[]) => Result | undefined;

/**
 * The implemented functions of the language and of the API server's extensions.
 * https://kubernetes.io/docs/reference/using-api/cel/#cel-options-language-features-and-libraries
 */
const celFunctions: Readonly<Record<string, CelFunction>> = {
  size: (_, of) => celSize(of),
  duration: (_, text) => {
    if (typeof text !== 'string') return text instanceof Duration ? text : undefined;
    const nanoseconds = parseDuration(text);
    return nanoseconds === undefined
      ? new Failure(`time: invalid duration ${JSON.stringify(text.slice(0, 200))}`)
      : new Duration(nanoseconds);
  },
  int: (_, of) => {
    if (typeof of === 'bigint') return of;
    if (typeof of === 'string') return /^[-+]?0*\d{1,19}$/.test(of) ? within64(bigOf(of)) : wrong('int');
    if (typeof of !== 'number') return undefined;
    return Number.isFinite(of) ? within64(BigInt(Math.trunc(of))) : wrong('int');
  },
  string: (_, of) => {
    if (typeof of === 'string') return of;
    return typeof of === 'bigint' || typeof of === 'boolean' ? String(of) : undefined;
  },
  double: (_, of) => (of !== undefined && isNumber(of) ? Number(of) : undefined),
  dyn: (_, of) => of!,
  'sets.contains': ofLists((list, others, isAmong) => others.every((one) => isAmong(one, list))),
  'sets.equivalent': ofLists(
    (list, others, isAmong) =>
      others.every((one) => isAmong(one, list)) && list.every((one) => isAmong(one, others)),
  ),
  'sets.intersects': ofLists((list, others, isAmong) => others.some((one) => isAmong(one, list))),
};

const methods: Readonly<Record<string, CelFunction>> = {
  size: (_, of) => celSize(of),
  matches: (fuel, text, pattern) => {
    if (typeof text !== 'string' || typeof pattern !== 'string') return undefined;
    if (pattern.length > maxPattern) throw new NotJudged('a pattern');
    fuel.spend(toRead(patternSize(pattern) * text.length));
    const fits = fitsWhole(`(?s:.*)(?:${pattern})(?s:.*)`, text);
    if (fits === undefined) throw new NotJudged('a pattern');
    return fits;
  },
  startsWith: ofTexts((text, part) => text.startsWith(part)),
  endsWith: ofTexts((text, part) => text.endsWith(part)),
  contains: ofSearches((text, part) => text.includes(part)),
  split: ofSearches((text, by, fuel) => {
    fuel.spend(by === '' ? text.length : occurrencesOf(text, by));
    return by === '' ? [...text] : text.split(by);
  }),
  lowerAscii: ofText((text) => text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())),
  upperAscii: ofText((text) => text.replaceAll(/[a-z]+/g, (letters) => letters.toUpperCase())),
  substring: (_, text, from, to) => {
    if (typeof text !== 'string' || typeof from !== 'bigint') return undefined;
    const length = BigInt(lengthOf(text));
    const end = to ?? length;
    if (typeof end !== 'bigint') return undefined;
    if (from < 0n || end > length || from > end) return new Failure('index out of range');
    return text.slice(placeOfCodePoint(text, Number(from)), placeOfCodePoint(text, Number(end)));
  },
  join: (fuel, list, by = '') => {
    if (list === undefined || !isValueList(list) || typeof by !== 'string') return undefined;
    if (!list.every((item) => typeof item === 'string')) return undefined;
    // A list may contain one string many times.
    fuel.spend(toRead(list.reduce((sum, item) => sum + item.length + by.length, 0)));
    return list.join(by);
  },
  trim: ofText(withoutSpace),
  charAt: (_, text, at) => {
    if (typeof text !== 'string' || typeof at !== 'bigint') return undefined;
    if (at < 0n || at > BigInt(lengthOf(text))) return new Failure(`index out of range: ${at}`);
    const place = placeOfCodePoint(text, Number(at));
    return text.slice(place, placeOfCodePoint(text.slice(place, place + 2), 1) + place);
  },
  indexOf: (fuel, of, part) => indexOf(of, part, 'first', fuel),
  lastIndexOf: (fuel, of, part) => indexOf(of, part, 'last', fuel),
  replace: (fuel, text, part, by, ...others) => {
    if (typeof text !== 'string' || typeof part !== 'string' || typeof by !== 'string' || others.length > 0)
      return undefined;
    fuel.spend(toSearch(text, part));
    // The empty string occurs before, between and after all characters.
    const times = part === '' ? lengthOf(text) + 1 : occurrencesOf(text, part);
    fuel.spend(times + toRead(text.length + times * by.length));
    return part === '' ? `${by}${[...text].map((one) => one + by).join('')}` : text.split(part).join(by);
  },
  isSorted: ofOrdered((list, ordered) =>
    list.every((one, index) => index === 0 || ordered(list[index - 1]!, one) <= 0),
  ),
  min: ofOrdered((list, ordered) => extreme(list, -1, ordered)),
  max: ofOrdered((list, ordered) => extreme(list, 1, ordered)),
  sum: (_, list) =>
    list !== undefined && isValueList(list) && list.every((one) => typeof one === 'bigint')
      ? list.reduce<Result>((sum, one) => (typeof sum === 'bigint' ? within64(sum + one) : sum), 0n)
      : undefined,
};

/** Calls a function, or a method of the first value. */
export function called(name: string, isMethod: boolean, values: readonly Value[], fuel: Fuel): Result {
  const known = isMethod ? methods : celFunctions;
  const found = Object.hasOwn(known, name) ? known[name]!(fuel, ...values) : undefined;
  if (found === undefined) throw new NotJudged(`the function "${name}"`);
  return found;
}

/** The worst-case cost of searching a string: each of its characters may be compared with each of the other. */
function toSearch(text: string, part: string): number {
  return toRead(text.length) * toRead(part.length);
}

/** The number of occurrences in a string. */
function occurrencesOf(text: string, part: string): number {
  let times = 0;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) times++;
  return times;
}

/** The index of a string in a string or of an item in a list, in code points; -1 if it is absent. */
function indexOf(
  of: Value | undefined,
  part: Value | undefined,
  which: 'first' | 'last',
  fuel: Fuel,
): Value | undefined {
  if (of === undefined || part === undefined) return undefined;
  if (isValueList(of)) {
    const is = (one: Value): boolean => areEqual(one, part, fuel);
    return BigInt(which === 'first' ? of.findIndex(is) : of.findLastIndex(is));
  }
  if (typeof of !== 'string' || typeof part !== 'string') return undefined;
  fuel.spend(toSearch(of, part));
  const at = which === 'first' ? of.indexOf(part) : of.lastIndexOf(part);
  return at === -1 ? -1n : BigInt(lengthOf(of.slice(0, at)));
}

/** https://pkg.go.dev/unicode#IsSpace */
const trimmedSpace = /[\t\n\v\f\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;

function withoutSpace(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && trimmedSpace.test(text[start]!)) start++;
  while (end > start && trimmedSpace.test(text[end - 1]!)) end--;
  return text.slice(start, end);
}

type IsAmong = (item: Value, list: readonly Value[]) => boolean;

function ofLists(
  told: (list: readonly Value[], others: readonly Value[], isAmong: IsAmong) => boolean,
): CelFunction {
  return (fuel, list, others) => {
    if (list === undefined || others === undefined || !isValueList(list) || !isValueList(others))
      return undefined;
    return told(list, others, (item, all) => all.some((one) => areEqual(one, item, fuel)));
  };
}

type Ordered = (left: Value, right: Value) => number;

/** A method of lists whose items have an order. */
function ofOrdered(told: (list: readonly Value[], ordered: Ordered) => Result): CelFunction {
  return (fuel, list, ...others) => {
    if (list === undefined || !isValueList(list) || others.length > 0) return undefined;
    if (!list.every((one, _, [first]) => compareValues(first!, one, fuel) !== undefined)) return undefined;
    return told(list, (left, right) => compareValues(left, right, fuel)!);
  };
}

function extreme(list: readonly Value[], sign: 1 | -1, ordered: Ordered): Result {
  const [first, ...others] = list;
  if (first === undefined) return new Failure(`${sign === 1 ? 'max' : 'min'} called on empty list`);
  return others.reduce((best, one) => (ordered(one, best) * sign > 0 ? one : best), first);
}

function celSize(value: Value): Value | undefined {
  if (typeof value === 'string') return BigInt(lengthOf(value));
  if (isValueList(value)) return BigInt(value.length);
  return isValueMap(value) ? BigInt(value.size) : undefined;
}

/** Processes each character; the result has the same length. */
function ofText(told: (text: string) => Value): CelFunction {
  return (fuel, text, ...others) => {
    if (typeof text !== 'string' || others.length > 0) return undefined;
    fuel.spend(text.length);
    return told(text);
  };
}

function ofTexts(told: (text: string, part: string, fuel: Fuel) => Value): CelFunction {
  return (fuel, text, part, ...others) =>
    typeof text === 'string' && typeof part === 'string' && others.length === 0
      ? told(text, part, fuel)
      : undefined;
}

function ofSearches(told: (text: string, part: string, fuel: Fuel) => Value): CelFunction {
  return ofTexts((text, part, fuel) => {
    fuel.spend(toSearch(text, part));
    return told(text, part, fuel);
  });
}

/** An integer, or an error if it exceeds 64 bits. */
export function within64(value: bigint): Result {
  return BigInt.asIntN(64, value) === value ? value : new Failure('integer overflow');
}

function wrong(type: string): Failure {
  return new Failure(`type conversion error to ${type}`);
}

/** An integer with or without a sign. */
function bigOf(text: string): bigint {
  const size = BigInt(text.replace(/^[-+]?0*(?=\d)/, ''));
  return text.startsWith('-') ? -size : size;
}
