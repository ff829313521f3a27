import { cannotRepeat } from '../../model/repeatable.js';
import type { JqFunction } from './functions.js';
import { BeyondSubset, JqRunError, type JqType, typeOf } from './values.js';
import { runJq } from './worker.js';

/** A function that does in jq what it does in gojq for the values of some types, and fails in both for others. */
interface Alike {
  readonly takes: readonly JqType[];
  /** The same in words of jq, of `.input` and `.args`. */
  readonly program: string;
  /** What is not alike. */
  readonly except?: (input: unknown) => boolean;
}

const text: readonly JqType[] = ['string'];
const numberInput: readonly JqType[] = ['number'];

/** Whether JSON has a number of which gojq keeps the digits, or which only jq takes for one. */
const hasOddNumber = (json: unknown): boolean => /n(?!ull)|\d[.eE\d]|-0/i.test(String(json));

/** Functions of values that are used rarely, and in which jq and gojq are alike. */
const alike: Readonly<Record<string, Alike>> = {
  'trim/0': { takes: text, program: '.input | trim' },
  'ltrim/0': { takes: text, program: '.input | ltrim' },
  'rtrim/0': { takes: text, program: '.input | rtrim' },
  'utf8bytelength/0': { takes: text, program: '.input | utf8bytelength' },
  'toboolean/0': { takes: ['string', 'boolean'], program: '.input | toboolean' },
  'fromjson/0': { takes: text, program: '.input | fromjson', except: hasOddNumber },
  'flatten/0': { takes: ['array', 'object'], program: '.input | flatten' },
  'flatten/1': { takes: ['array', 'object'], program: '.args[0] as $depth | .input | flatten($depth)' },
  'transpose/0': {
    takes: ['array'],
    program: '.input | transpose',
    except: (rows) => !(rows as unknown[]).every(Array.isArray),
  },
  'round/0': { takes: numberInput, program: '.input | round' },
  'fabs/0': { takes: numberInput, program: '.input | fabs' },
  '@base64/0': { takes: text, program: '.input | @base64' },
  '@html/0': { takes: text, program: '.input | @html' },
  '@uri/0': { takes: text, program: '.input | @uri' },
  '@csv/0': { takes: ['array'], program: '.input | @csv' },
  '@tsv/0': { takes: ['array'], program: '.input | @tsv' },
  '@sh/0': { takes: ['null', 'boolean', 'number', 'string', 'array'], program: '.input | @sh' },
};

/** Formats that make a string of anything first. */
const ofTexts: ReadonlySet<string> = new Set(['@base64/0', '@html/0', '@uri/0']);

export const takesText = (key: string): boolean => ofTexts.has(key);

/** A function that is left to jq; undefined where jq and gojq differ, or gojq alone has it. */
export function askJq(key: string): JqFunction | undefined {
  const known = Object.hasOwn(alike, key) ? alike[key] : undefined;
  if (!known) return undefined;
  const name = key.replace(/\/.*/, '');
  return (input, ...args) => {
    if (!known.takes.includes(typeOf(input)))
      throw JqRunError.inOtherWords(() => `${name} cannot be applied to a value of type ${typeOf(input)}`);
    if (known.except?.(input) || ![input, ...args].every(isExactNumber))
      throw new BeyondSubset(`it calls "${name}" with an unusual value`);
    return answer(name, known.program, JSON.stringify({ input: input ?? null, args }));
  };
}

/** How long jq may take for one value. */
const milliseconds = 1000;

/** How often jq is asked; each takes some milliseconds, and an expression may ask for every part of every object. */
const mostTimes = 1000;
let times = 0;

function answer(name: string, program: string, input: string): unknown {
  times += 1;
  if (times > mostTimes)
    throw new BeyondSubset(`it calls functions that only jq evaluates more than ${mostTimes} times`);
  const outcome = runJq(program, input, milliseconds);
  if (outcome === 'absent' || outcome === 'late') cannotRepeat();
  if (outcome === 'absent') throw new BeyondSubset('jq-wasm does not load');
  if (outcome === 'late') throw new BeyondSubset(`"${name}" takes too long`);
  if (outcome.exitCode === 5)
    throw JqRunError.inOtherWords(() => outcome.stderr.replace(/^jq: error \(at [^)]*\): /, ''));
  if (outcome.exitCode !== 0) throw new BeyondSubset(`"${name}" exceeds the limits of jq`);
  return JSON.parse(outcome.stdout);
}

/** Whether jq and gojq write all numbers of a value in the same way. */
function isExactNumber(value: unknown): boolean {
  if (typeof value === 'number')
    return Object.is(value, 0) || (Math.abs(value) >= 1e-4 && Math.abs(value) <= Number.MAX_SAFE_INTEGER);
  return typeof value !== 'object' || value === null || Object.values(value).every(isExactNumber);
}
