import { parseDuration } from '../kinds/duration.js';
import { fitsWhole } from '../kinds/go-pattern.js';
import { NotJudged } from './expression.js';
import { areEqual, compare, Duration, Failure, isList, isMap, isNumber, type Value } from './value.js';

type Result = Value | Failure;
/** A function or method by its arguments, the target first; undefined where it does not take them. */
type Known = (...args: Value[]) => Result | undefined;

/**
 * What the API server adds to the language, and the language itself has, as far as it is done here.
 * https://kubernetes.io/docs/reference/using-api/cel/#cel-options-language-features-and-libraries
 */
const functions: Readonly<Record<string, Known>> = {
  size: (of) => sizeOf(of),
  duration: (text) => {
    if (typeof text !== 'string') return text instanceof Duration ? text : undefined;
    const nanoseconds = parseDuration(text);
    return nanoseconds === undefined
      ? new Failure(`time: invalid duration ${JSON.stringify(text)}`)
      : new Duration(nanoseconds);
  },
  int: (of) => {
    if (typeof of === 'bigint') return of;
    if (typeof of === 'string')
      return /^[-+]?\d+$/.test(of) ? within64(BigInt(of.replace(/^\+/, ''))) : wrong('int');
    if (typeof of !== 'number') return undefined;
    return Number.isFinite(of) ? within64(BigInt(Math.trunc(of))) : wrong('int');
  },
  string: (of) => {
    if (typeof of === 'string') return of;
    return typeof of === 'bigint' || typeof of === 'boolean' ? String(of) : undefined;
  },
  double: (of) => (isNumber(of) ? Number(of) : undefined),
  dyn: (of) => of!,
  'sets.contains': ofLists((list, others) => others.every((one) => isAmong(one, list))),
  'sets.equivalent': ofLists(
    (list, others) => others.every((one) => isAmong(one, list)) && list.every((one) => isAmong(one, others)),
  ),
  'sets.intersects': ofLists((list, others) => others.some((one) => isAmong(one, list))),
};

const methods: Readonly<Record<string, Known>> = {
  size: (of) => sizeOf(of),
  matches: (text, pattern) => {
    if (!areTexts(text, pattern)) return undefined;
    const fits = fitsWhole(`(?s:.*)(?:${pattern as string})(?s:.*)`, text as string);
    if (fits === undefined) throw new NotJudged('a pattern');
    return fits;
  },
  startsWith: ofTexts((text, part) => text.startsWith(part)),
  endsWith: ofTexts((text, part) => text.endsWith(part)),
  contains: ofTexts((text, part) => text.includes(part)),
  split: ofTexts((text, by) => (by === '' ? [...text] : text.split(by))),
  lowerAscii: ofText((text) => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())),
  upperAscii: ofText((text) => text.replaceAll(/[a-z]/g, (letter) => letter.toUpperCase())),
  substring: (text, from, to) => {
    if (typeof text !== 'string' || typeof from !== 'bigint') return undefined;
    const letters = [...text];
    const end = to ?? BigInt(letters.length);
    if (typeof end !== 'bigint') return undefined;
    if (from < 0n || end > BigInt(letters.length) || from > end) return new Failure('index out of range');
    return letters.slice(Number(from), Number(end)).join('');
  },
  join: (list, by = '') =>
    isList(list) && typeof by === 'string' && list.every((item) => typeof item === 'string')
      ? list.join(by)
      : undefined,
  trim: ofText(trimmed),
  charAt: (text, at) => {
    if (typeof text !== 'string' || typeof at !== 'bigint') return undefined;
    const letters = [...text];
    if (at < 0n || at > BigInt(letters.length)) return new Failure(`index out of range: ${at}`);
    return letters[Number(at)] ?? '';
  },
  indexOf: (of, part) => placeOf(of, part, 'first'),
  lastIndexOf: (of, part) => placeOf(of, part, 'last'),
  replace: (text, part, by, ...others) =>
    areTexts(text, part, by) && others.length === 0
      ? (text as string).split(part as string).join(by as string)
      : undefined,
  isSorted: ofOrdered((list) =>
    list.every((one, index) => index === 0 || compare(list[index - 1]!, one)! <= 0),
  ),
  min: ofOrdered((list) => extreme(list, -1)),
  max: ofOrdered((list) => extreme(list, 1)),
  sum: (list) =>
    isList(list) && list.every((one) => typeof one === 'bigint')
      ? list.reduce<Result>((sum, one) => (typeof sum === 'bigint' ? within64(sum + one) : sum), 0n)
      : undefined,
};

/** Calls a function, or a method of the first value. */
export function called(name: string, isMethod: boolean, values: readonly Value[]): Result {
  const known = isMethod ? methods : functions;
  const found = Object.hasOwn(known, name) ? known[name]!(...values) : undefined;
  if (found === undefined) throw new NotJudged(`the function "${name}"`);
  return found;
}

/** Where a text or an item is in another text or a list, counted in characters; -1 where it is not. */
function placeOf(of: Value | undefined, part: Value | undefined, which: 'first' | 'last'): Value | undefined {
  if (of === undefined || part === undefined) return undefined;
  if (isList(of)) {
    const is = (one: Value): boolean => areEqual(one, part);
    return BigInt(which === 'first' ? of.findIndex(is) : of.findLastIndex(is));
  }
  if (typeof of !== 'string' || typeof part !== 'string') return undefined;
  const at = which === 'first' ? of.indexOf(part) : of.lastIndexOf(part);
  return at === -1 ? -1n : BigInt([...of.slice(0, at)].length);
}

/** https://pkg.go.dev/unicode#IsSpace */
const space = /[\t\n\v\f\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;

function trimmed(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && space.test(text[start]!)) start++;
  while (end > start && space.test(text[end - 1]!)) end--;
  return text.slice(start, end);
}

function isAmong(item: Value, list: readonly Value[]): boolean {
  return list.some((one) => areEqual(one, item));
}

function ofLists(told: (list: readonly Value[], others: readonly Value[]) => boolean): Known {
  return (list, others) => {
    if (list === undefined || others === undefined || !isList(list) || !isList(others)) return undefined;
    // Each item is compared with each.
    if (list.length * others.length > 100_000) throw new NotJudged('too much work');
    return told(list, others);
  };
}

/** A method of lists whose items have one order. */
function ofOrdered(told: (list: readonly Value[]) => Result): Known {
  return (list, ...others) => {
    if (list === undefined || !isList(list) || others.length > 0) return undefined;
    return list.every((one, _, [first]) => compare(first!, one) !== undefined) ? told(list) : undefined;
  };
}

function extreme(list: readonly Value[], sign: 1 | -1): Result {
  const [first, ...others] = list;
  if (first === undefined) return new Failure(`${sign === 1 ? 'max' : 'min'} called on empty list`);
  return others.reduce((best, one) => (compare(one, best)! * sign > 0 ? one : best), first);
}

function sizeOf(value: Value): Value | undefined {
  if (typeof value === 'string') return BigInt([...value].length);
  if (isList(value)) return BigInt(value.length);
  return isMap(value) ? BigInt(value.size) : undefined;
}

function areTexts(...values: readonly unknown[]): boolean {
  return values.every((value) => typeof value === 'string');
}

function ofText(told: (text: string) => Value): Known {
  return (text, ...others) => (typeof text === 'string' && others.length === 0 ? told(text) : undefined);
}

function ofTexts(told: (text: string, part: string) => Value): Known {
  return (text, part, ...others) =>
    typeof text === 'string' && typeof part === 'string' && others.length === 0
      ? told(text, part)
      : undefined;
}

/** An integer, or an error where it has no place in 64 bits. */
export function within64(value: bigint): Result {
  return BigInt.asIntN(64, value) === value ? value : new Failure('integer overflow');
}

function wrong(type: string): Failure {
  return new Failure(`type conversion error to ${type}`);
}
