import { parseDuration } from '../kinds/duration.js';
import { fitsWhole } from '../kinds/go-pattern.js';
import { NotJudged } from './expression.js';
import { Duration, Failure, isList, isMap, isNumber, type Value } from './value.js';

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
};

/** Calls a function, or a method of the first value. */
export function called(name: string, isMethod: boolean, values: readonly Value[]): Result {
  const known = isMethod ? methods : functions;
  const found = Object.hasOwn(known, name) ? known[name]!(...values) : undefined;
  if (found === undefined) throw new NotJudged(`the function "${name}"`);
  return found;
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
