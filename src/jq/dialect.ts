import { childrenOf, type JqNode } from './ast.js';
import { aritiesOf } from './names.js';
import { translateRegex } from './regex.js';

/** A program for jq that does what gojq does, or why there is none. */
export type JqProgram =
  | {
      readonly program: string;
      /**
       * Whether an error of jq leaves open what gojq does, which allows values to be taken apart by `as` on the way to
       * a path, and lets `?` and `try` catch it when a value stands for no path.
       */
      readonly isLenient: boolean;
      /** Whether it catches errors on the way to a path. */
      readonly catches: boolean;
      /** Whether it makes texts of numbers. */
      readonly writes: boolean;
      /** Whether it may compute a list or an object that gojq takes for the one it was computed from. */
      readonly shares: boolean;
    }
  | { readonly unknown: string };

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Functions that take a regular expression, with the place of their flags. */
const regexFunctions: ReadonlyMap<string, number> = new Map([
  ...['test', 'match', 'capture', 'scan', 'splits', 'split'].map((name) => [name, 1] as const),
  ...['sub', 'gsub'].map((name) => [name, 2] as const),
]);

/** Those that look for all matches; after one, Go finds no empty one at the same place. */
const globalFunctions: ReadonlySet<string> = new Set(['gsub', 'scan', 'split', 'splits']);

const formats: ReadonlySet<string> = new Set(
  '@text @json @html @uri @urid @csv @tsv @sh @base64 @base64d'.split(' '),
);

/** What behaves in another way in jq, defined as gojq has it. */
const preludes: Readonly<Record<string, string>> = {
  $ENV: '{} as $ENV | ',
  env: 'def env: {}; ',
  abs: 'def abs: if type != "number" then error("it is misused") elif . < 0 then -. else . end; ',
  // In gojq an index takes a character of a text, too.
  _at: `def _at($k): if type != "string" or ($k | type) != "number" then .[$k] else length as $n
    | ($k | trunc) as $i | (if $i < 0 then $i + $n else $i end) as $i
    | if $i < 0 or $i >= $n then null else .[$i:$i + 1] end end; `,
  isnan:
    'def isnan: if type == "number" then . != . elif . == null then false else error("it is misused") end; ',
  split: `def _split($x): split($x);
    def split($x): if . == "" and ($x | type) == "string" and $x != "" then [""] else _split($x) end; `,
  tonumber: `def _tonumber: tonumber;
    def tonumber: if type == "string" and (ascii_downcase | contains("n")) then error("it is misused") else _tonumber end; `,
  reverse:
    'def _reverse: reverse; def reverse: if type != "array" then error("it is misused") else _reverse end; ',
  ...Object.fromEntries(['index', 'rindex', 'indices'].map((name) => [name, guardedIndex(name)])),
};

/** In gojq it looks for a text in a text, and for anything in a list. */
function guardedIndex(name: string): string {
  const isMisused = 'type != "array" and (type != "string" or ($x | type) != "string")';
  const guarded = `if . == null then null elif ${isMisused} then error("it is misused") else _${name}($x) end`;
  return `def _${name}($x): ${name}($x); def ${name}($x): ${guarded}; `;
}

/** A regular expression that fails when it is used, and not before. */
const failing = '"("';

/**
 * Rewrites a program that gojq compiles for jq: regular expressions in another syntax, and what jq has more of.
 * https://github.com/itchyny/gojq#difference-to-jq
 */
export function forJq(source: string, program: JqNode): JqProgram {
  const edits: Edit[] = [];
  const used = new Set<string>();
  let isLenient = false;
  let shares = false;
  let catches = false;
  let writes = false;
  const problem = visit(program, false); // It is a call of del.
  if (problem !== undefined) return { unknown: problem };

  let text = source;
  for (const { start, end, text: by } of edits.sort(fromEnd))
    text = text.slice(0, start) + by + text.slice(end);
  const prelude = Object.entries(preludes).map(([name, definition]) => (used.has(name) ? definition : ''));
  return { program: prelude.join('') + text, isLenient, catches, writes, shares };

  /** Whether a query leads to paths; a condition or a key does not, and there jq is as strict as gojq. */
  function visit(node: JqNode, leads: boolean): string | undefined {
    const format = node.type === 'format' ? node.name : node.type === 'string' ? node.format : undefined;
    if (format !== undefined && !formats.has(format))
      edits.push({ start: node.start, end: node.start + format.length, text: '@unknown' });
    if (leads) isLenient ||= isLenientIn(node);
    if (leads) shares ||= isSharing(node);
    if (leads) catches ||= node.type === 'optional' || node.type === 'try';
    writes ||= isWriting(node);
    if (node.type === 'variable' || node.type === 'call') used.add(node.name);
    if (node.type === 'literal' && typeof node.value === 'number') {
      const unclear = visitNumber(node, node.value);
      if (unclear !== undefined) return unclear;
    }
    const different = difference(node, leads);
    if (different !== undefined) return different;
    if (node.type === 'optional') guardKeys(node.target, node.end);
    if (node.type === 'reduce') {
      // Where nothing comes of it, what was reduced so far stays.
      edits.push({ start: node.update.start, end: node.update.start, text: '., (' });
      edits.push({ start: node.update.end, end: node.update.end, text: ')' });
    }
    if (node.type === 'call') {
      const unclear = visitRegex(node.name, node.args);
      if (unclear !== undefined) return unclear;
    }
    for (const child of childrenOf(node)) {
      const unclear = visit(child, leadsInside(node, child) ?? leads);
      if (unclear !== undefined) return unclear;
    }
    return undefined;
  }

  /** jq keeps the digits of a number as they are written; gojq makes a float of it where it has a point or an exponent. */
  function visitNumber(node: JqNode, value: number): string | undefined {
    if (edits.some(({ start, end }) => start === node.start && end === node.end)) return undefined;
    if (node.type === 'literal' && !node.isFloat)
      return Number.isSafeInteger(value) ? undefined : 'it has integers that are longer than those of jq';
    const text = String(value).includes('e') ? `(${value} + 0)` : String(value);
    edits.push({ ...placeOf(node), text: Number.isFinite(value) ? text : 'infinite' });
    return undefined;
  }

  /** In gojq `?` is for the key, too, which sees what is before it. */
  function guardKeys(target: JqNode, end: number): void {
    if (target.type !== 'index' && target.type !== 'slice') return;
    const keys = target.type === 'index' ? [target.key] : [target.from, target.to];
    if (keys.every((key) => key === undefined || (key.type === 'literal' && typeof key.value !== 'number')))
      return;
    const insert = (at: number, text: string): void => void edits.push({ start: at, end: at, text });
    const { start, end: at } = target.target;
    const hasDot = source[at] === '.';
    if (target.type === 'slice') {
      insert(start, '(');
      insert(at, hasDot ? ' | (' : ' | (.');
      insert(target.end, ')');
    } else {
      used.add('_at');
      insert(start, '(');
      edits.push({ start: at, end: target.key.start, text: ' | _at(' });
      edits.push({ start: target.key.end, end: target.end, text: ')' });
    }
    insert(end, ')');
  }

  function visitRegex(name: string, args: readonly JqNode[]): string | undefined {
    const flagsAt = regexFunctions.get(name);
    const [regex] = args;
    if (flagsAt === undefined || !regex || (name === 'split' && args.length === 1)) return undefined;
    const flags = args[flagsAt];
    const letters = flags ? constant(flags) : null;
    const written = constant(regex);
    if (written === undefined || letters === undefined) return 'its regular expression is computed';

    const isFlags = letters === null || (typeof letters === 'string' && /^[gim]*$/.test(letters));
    // In gojq "m" lets a dot match a line break.
    const flagged = `${isFlags && String(letters).includes('m') ? '(?s)' : ''}${String(written)}`;
    const translation = translateRegex(flagged);
    if ('unknown' in translation) return translation.unknown;
    const isGlobal = isFlags && (globalFunctions.has(name) || String(letters).includes('g'));
    if (isGlobal && 'ok' in translation && translation.mayBeEmpty)
      return 'its regular expression may match nothing';
    const isGood = isFlags && typeof written === 'string' && 'ok' in translation;
    edits.push({ ...placeOf(regex), text: isGood ? quoted(translation.ok) : failing });
    if (flags && isFlags) edits.push({ ...placeOf(flags), text: quoted(letters?.replaceAll('m', '') ?? '') });
    return undefined;
  }
}

/** The value of a literal; a list stands for any value that is no text. */
function constant(node: JqNode): string | number | boolean | null | undefined {
  if (node.type === 'array') return false;
  return node.type === 'literal' ? node.value : undefined;
}

/** What stands later comes first; of one place, what is put there comes after what is replaced. */
function fromEnd(left: Edit, right: Edit): number {
  return right.start - left.start || Number(left.end === left.start) - Number(right.end === right.start);
}

const updates: ReadonlySet<string> = new Set(['=', '|=', '+=', '-=', '*=', '/=', '%=', '//=']);

/** Builtin functions that take the paths of their argument. */
const pathFunctions: ReadonlySet<string> = new Set(['del', 'path', 'paths', 'pick']);

/** Whether a part of a query leads to paths; undefined where it does if the whole does. */
function leadsInside(node: JqNode, part: JqNode): boolean | undefined {
  switch (node.type) {
    case 'if':
      return part === node.condition ? false : undefined;
    case 'bind':
      return part === node.source ? false : undefined;
    case 'index':
    case 'slice':
      return part === node.target ? undefined : false;
    case 'binary':
      return updates.has(node.operator) && part === node.left ? true : undefined;
    case 'def':
      return part === node.body ? true : undefined; // It may be called anywhere.
    case 'call':
      if (node.name === 'select' || node.name === 'getpath') return false;
      return pathFunctions.has(node.name) || aritiesOf(node.name).length === 0 ? true : undefined;
    default:
      return undefined;
  }
}

/** Functions whose results differ in the last digit, from machine to machine, too. */
const inexact: ReadonlySet<string> = new Set(
  `acos acosh asin asinh atan atan2 atanh cbrt cos cosh erf erfc exp exp10 exp2 expm1 fma gamma hypot j0 j1 jn lgamma log
  log10 log1p log2 pow sin sinh tan tanh tgamma y0 y1 yn`.split(/\s+/),
);

/** Why a part does in gojq what cannot be said for jq. */
function difference(node: JqNode, leads: boolean): string | undefined {
  switch (node.type) {
    case 'try':
      return node.handler && readsInput(node.handler) && !isRaised(node.body)
        ? 'it looks at the words of an error'
        : undefined;
    case 'bind':
      return node.patterns.length > 1 ? 'it has several patterns for one value' : undefined;
    case 'format':
      return node.name === '@base64d' ? 'it decodes what may be no text' : undefined;
    case 'index':
      return ['array', 'object'].includes(node.key.type)
        ? 'it has a list or an object for an index'
        : undefined;
    case 'unary':
      return node.operator === '-' && node.operand.type !== 'literal'
        ? 'it negates, and zero has a sign'
        : undefined;
    case 'slice':
      // What comes out of it is no part of the list to gojq.
      return leads && isEmptySlice(node.from, node.to) ? 'it takes nothing out of a list' : undefined;
    case 'binary':
      // One that is merged with nothing is the same one in jq, and another one in gojq.
      if (leads && node.operator === '*' && node.left.type !== 'literal' && node.right.type !== 'literal')
        return 'it merges where a path should be';
      return node.operator === '*' && [node.left, node.right].some(isZero)
        ? 'it multiplies by nothing, and zero has a sign'
        : undefined;
    case 'call':
      if (/^strf(?:local)?time$/.test(node.name) && !isPlainTime(node.args[0]))
        return 'it names a time zone, or how is not known';
      return inexact.has(node.name) ? 'it computes what is not the same on each machine' : undefined;
    default:
      return undefined;
  }
}

/** Whether a format of times has no zone, which jq has none of here. */
function isPlainTime(format: JqNode | undefined): boolean {
  const text = format && constant(format);
  return typeof text === 'string' ? !text.includes('%Z') : text !== undefined;
}

/** Whether a slice ends before it begins, or has a bound that is null. */
function isEmptySlice(from: JqNode | undefined, to: JqNode | undefined): boolean {
  const [start, end] = [from, to].map((bound) => (bound === undefined ? undefined : constant(bound)));
  if (start === null || end === null) return true;
  return typeof start === 'number' && typeof end === 'number' && start >= end && start < 0 === end < 0;
}

function isZero(node: JqNode): boolean {
  return node.type === 'group' ? isZero(node.inner) : node.type === 'literal' && node.value === 0;
}

/** Whether gojq may give back the very list or object that came in. */
function isSharing(node: JqNode): boolean {
  if (node.type === 'binary') return ['+', '*', '-'].includes(node.operator) || updates.has(node.operator);
  return (
    node.type === 'call' && ['add', 'del', 'delpaths', 'map_values', 'setpath', 'walk'].includes(node.name)
  );
}

/** Whether a number becomes text, which jq writes in another way where it has an exponent. */
function isWriting(node: JqNode): boolean {
  if (node.type === 'format') return true;
  if (node.type === 'string') return node.format !== undefined || node.parts.length > 1;
  return node.type === 'call' && /^(?:tojson|tostring|join|with_entries|from_entries)$/.test(node.name);
}

/** Whether jq may fail on the way to a path where gojq goes on. */
function isLenientIn(node: JqNode): boolean {
  switch (node.type) {
    case 'bind':
      return node.patterns.some(({ type }) => type !== 'variable');
    case 'reduce':
    case 'foreach':
      return true;
    case 'object':
      return swallows(node);
    case 'binary':
      return updates.has(node.operator) || (!['|', ',', '//'].includes(node.operator) && swallows(node));
    case 'call':
      return node.name === 'map_values' || node.name === 'walk';
    case 'optional':
      return !isPath(node.target);
    case 'try':
      return !isPath(node.body);
    default:
      return false;
  }
}

/** Whether errors are caught in it, among which may be that the path is another one's: sides and entries share one. */
const swallows = (node: JqNode): boolean =>
  node.type === 'optional' || node.type === 'try' || childrenOf(node).some(swallows);

/** Functions that pass on what they get, or what leads there. */
const passing: ReadonlySet<string> = new Set(
  `arrays booleans empty error first getpath iterables last limit nulls numbers objects recurse scalars select skip strings
  values`.split(/\s+/),
);

/** Whether all values of a query stand for a path. */
function isPath(node: JqNode): boolean {
  switch (node.type) {
    case 'identity':
    case 'recurse':
      return true;
    case 'group':
      return isPath(node.inner);
    case 'index':
    case 'slice':
    case 'iterate':
    case 'optional':
      return isPath(node.target);
    case 'if':
      return isPath(node.then) && (!node.otherwise || isPath(node.otherwise));
    case 'binary':
      return ['|', ',', '//'].includes(node.operator) && isPath(node.left) && isPath(node.right);
    case 'call':
      return passing.has(node.name) && (['select', 'getpath'].includes(node.name) || node.args.every(isPath));
    default:
      return false;
  }
}

/** Whether a handler looks at what it catches, whose words are not those of gojq. */
function readsInput(node: JqNode): boolean {
  switch (node.type) {
    case 'literal':
    case 'variable':
    case 'break':
      return false;
    case 'call':
      return node.name !== 'empty' && node.name !== 'type';
    case 'binary':
      // What a value is passed on to may look away from it.
      if (node.operator === '|' && node.left.type === 'identity') return readsInput(node.right);
      return readsInput(node.left) || (node.operator !== '|' && readsInput(node.right));
    case 'group':
    case 'array':
    case 'string':
      return childrenOf(node).some(readsInput);
    default:
      return true;
  }
}

/** Whether nothing fails but what the expression raises itself. */
function isRaised(node: JqNode): boolean {
  if (node.type === 'group') return isRaised(node.inner);
  return node.type === 'call' && node.name === 'error' && node.args.every(({ type }) => type === 'literal');
}

function placeOf({ start, end }: JqNode): { readonly start: number; readonly end: number } {
  return { start, end };
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
