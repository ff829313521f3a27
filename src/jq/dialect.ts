import { childrenOf, type JqNode } from './ast.js';
import { losesValue } from './lost-values.js';
import { aritiesOf } from './names.js';
import { translateRegex } from './regex.js';

/** A program for jq that does what gojq does, or why there is none. */
export type JqProgram =
  | {
      readonly program: string;
      /** Whether an error of jq leaves open what gojq does: `?` and `try` catch it when a value stands for no path. */
      readonly isLenient: boolean;
      /** Whether it leaves the way to a path and comes back to it, which gojq sees in more cases than jq. */
      readonly strays: boolean;
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

/** How a program ends that makes a text of a number that jq and gojq write in two ways. */
export const writtenOtherwise = 7;

/** How it ends where it looks at the words of an error, which are others in gojq. */
export const otherWords = 9;

/** How it ends where gojq may take for a path what it computes. */
export const comesBack = 8;

/** What behaves in another way in jq, defined as gojq has it. */
const preludes: Readonly<Record<string, string>> = {
  $ENV: '{} as $ENV | ',
  env: 'def env: {}; ',
  abs: 'def abs: if type != "number" then error("it is misused") elif . < 0 then -. else . end; ',
  // In gojq an index takes a character of a text, too.
  _at: `def _at($k): if type != "string" or ($k | type) != "number" then .[$k] else length as $n
    | ($k | trunc) as $i | (if $i < 0 then $i + $n else $i end) as $i
    | if $i < 0 or $i >= $n then null else .[$i:$i + 1] end end; `,
  first: 'def first: _at(0); ',
  last: 'def last: _at(-1); ',
  _noText: `def _noText: if type == "string" then "" | halt_error(${comesBack}) else . end; `,
  _place: `def _place($k): if type != "string" or ($k | type) != "number" then .[$k]
    else "" | halt_error(${comesBack}) end; `,
  transpose: `def _transpose: transpose;
    def transpose: if type != "array" or any(.[]; type != "array") then error("it is misused") else _transpose end; `,
  isnan:
    'def isnan: if type == "number" then . != . elif . == null then false else error("it is misused") end; ',
  split: `def _split($x): split($x);
    def split($x): if . == "" and ($x | type) == "string" and $x != "" then [""] else _split($x) end; `,
  tonumber: `def _tonumber: tonumber;
    def tonumber: if type == "string" and (ascii_downcase | contains("n")) then error("it is misused") else _tonumber end; `,
  reverse:
    'def _reverse: reverse; def reverse: if type != "array" then error("it is misused") else _reverse end; ',
  ...Object.fromEntries(['index', 'rindex', 'indices'].map((name) => [name, guardedIndex(name)])),
  // A part of a number in a text is 1e-05 in jq and 0.00001 in gojq, and so are others in their own ways.
  _written: `def _written: if any(.. | numbers; if . == 0 then copysign(1; .) < 0
    elif isnan or isinfinite then false else fabs < 1e-4 or fabs >= 9007199254740992 end)
    then "" | halt_error(${writtenOtherwise}) else . end; `,
  ...Object.fromEntries(['gmtime', 'localtime', 'todate', 'strftime'].map((name) => [name, dated(name)])),
  _apart: `def _parts: [paths(type == "object") | first] as $at | .[:$at[0]];
    def _apart(f): [path(f)] as $paths | if ($paths | length) > 1 and any($paths[] | select(any(.[]; type == "object")) | _parts;
      . as $list | ($list | length) as $n | [$paths[] | select(.[:$n] == $list and length > $n) | .[$n]] | unique | length > 1)
    then "" | halt_error(${comesBack}) else f end; `,
  _fresh: guard('_fresh', 'strings, numbers, iterables'),
  // What an update leaves null is null to gojq as before, and jq fails in the middle of it.
  _updated: `def _updated(f): if any(limit(64; try f catch empty); . == null) then "" | halt_error(${comesBack}) else f end; `,
  _filled: guard('_filled', 'strings, numbers, select(. == {} or . == [])'),
  _nonzero: `def _nonzero: if . == 0 then "" | halt_error(${writtenOtherwise}) else . end; `,
  ...Object.fromEntries(['tojson', 'tostring', 'from_entries'].map((name) => [name, writing(name)])),
  join: 'def _join($x): join($x); def join($x): _written | _join($x); ',
  with_entries: 'def with_entries(f): to_entries | map(f) | from_entries; ',
};

/** Evaluates a query by itself, too, and ends where what it computes stands in the document. */
function guard(name: string, which: string): string {
  return `. as $document | def ${name}(f): if any(limit(64; try f catch empty) | ${which};
    . as $value | any($document | ..; . == $value)) then "" | halt_error(${comesBack}) else f end; `;
}

/** Years beyond four digits are told in other ways. */
function dated(name: string): string {
  const [params, args] = name === 'strftime' ? ['($format)', '($format)'] : ['', ''];
  return `def _${name}${params}: ${name}${args}; def ${name}${params}: if type == "number" and (. > -2e11 and . < 2e11 | not)
    then "" | halt_error(${writtenOtherwise}) else _${name}${args} end; `;
}

/** Functions that make texts of numbers. */
const writers: ReadonlySet<string> = new Set(['tojson', 'tostring', 'join', 'from_entries', 'with_entries']);

function writing(name: string): string {
  return `def _${name}: ${name}; def ${name}: _written | _${name}; `;
}

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
export function forJq(source: string, program: JqNode, takesCharacters = false): JqProgram {
  const edits: Edit[] = [];
  const used = new Set<string>();
  let isLenient = false;
  let strays = false;
  let hasParts = false;
  const negations: JqNode[] = [];
  const compared = new Set<JqNode>();
  const guarded = new Set<JqNode>();
  let long = 0; // Of two such, one may be what the other one is compared with.
  const problem = visit(program, false); // It is a call of del.
  if (problem !== undefined) return { unknown: problem };

  // The zero that it makes of a zero has a sign in gojq, which shows where it is written.
  if (used.has('_written')) for (const operand of negations) surround(operand, '(', ' | _nonzero)');
  // Parts of a list, and elements of it beside them, are deleted in an order of their own.
  if (hasParts && program.type === 'call' && program.args[0])
    surround(program.args[0], '_apart(', ')', '_apart');
  let text = source;
  for (const { start, end, text: by } of edits.sort(fromEnd))
    text = text.slice(0, start) + by + text.slice(end);
  const prelude = Object.entries(preludes).map(([name, definition]) => (used.has(name) ? definition : ''));
  return { program: prelude.join('') + text, isLenient, strays };

  /** Whether a query leads to paths; a condition or a key does not, and there jq is as strict as gojq. */
  function visit(node: JqNode, leads: boolean): string | undefined {
    const format = node.type === 'format' ? node.name : node.type === 'string' ? node.format : undefined;
    if (format !== undefined && !formats.has(format))
      edits.push({ start: node.start, end: node.start + format.length, text: '@unknown' });
    if (leads) guardSharing(node);
    hasParts ||= leads && node.type === 'slice';
    if (leads) isLenient ||= isLenientIn(node);
    if (leads) strays ||= isStraying(node);
    if (node.type === 'variable' || node.type === 'call') used.add(node.name);
    if (node.type === 'call' && ['first', 'last'].includes(node.name)) used.add('_at');
    guardNumbers(node);
    // Numbers of documents are floats to Argo CD, and so is what is compared with them.
    if (node.type === 'binary' && comparisons.has(node.operator)) {
      if (isOfDocument(node.left)) compared.add(node.right);
      if (isOfDocument(node.right)) compared.add(node.left);
    }
    // A character that is written to is an error in both.
    if (node.type === 'binary' && updates.has(node.operator))
      for (const part of chainOf(node.left)) guarded.add(part);
    if (node.type === 'unary' && node.operator === '-' && node.operand.type !== 'literal')
      negations.push(node.operand);
    if (node.type === 'literal' && typeof node.value === 'number') {
      const unclear = visitNumber(node, node.value);
      if (unclear !== undefined) return unclear;
    }
    const different = difference(node, leads);
    if (different !== undefined) return different;
    if (node.type === 'try' && node.handler && readsInput(node.handler) && !isRaised(node.body))
      surround(node.handler, `("" | halt_error(${otherWords}) | `, ')');
    if (node.type === 'optional') guardKeys(node.target, node.end, leads);
    else if (takesCharacters && node.type === 'index' && node.key.type === 'literal')
      guardKey(node, node.end, leads);
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
    if (node.type === 'literal' && !node.isFloat && Number.isSafeInteger(value)) return undefined;
    if (node.type === 'literal' && !node.isFloat && ((reckons(program) && !compared.has(node)) || ++long > 1))
      return 'it has integers that are longer than those of jq';
    const isExact = Number.isSafeInteger(value) || !Number.isInteger(value);
    const text = isExact && !String(value).includes('e') ? String(value) : `(${value} + 0)`;
    edits.push({ ...placeOf(node), text: Number.isFinite(value) ? text : 'infinite' });
    return undefined;
  }

  /** Sees to it that no text is made of a number that jq writes in another way. */
  function guardNumbers(node: JqNode): void {
    const isText = node.type === 'string' && childrenOf(node).length > 0;
    if (isText || node.type === 'format' || (node.type === 'call' && writers.has(node.name)))
      for (const name of ['_written', '_nonzero', 'from_entries']) used.add(name);
    if (node.type === 'format' && formats.has(node.name)) surround(node, '(_written | ', ')');
    if (node.type !== 'string') return;
    for (const part of childrenOf(node)) surround(part, '(', ') | _written');
  }

  /** What is computed leads nowhere in jq; to gojq it is what it was computed from where that comes back. */
  function guardSharing(node: JqNode): void {
    const guard = sharedBy(node);
    if (guard === undefined) return;
    if (isModified(node)) surround(node, '_updated(', ')', '_updated');
    surround(node, `${guard}(`, ')', guard);
  }

  function surround(node: JqNode, before: string, after: string, name?: string): void {
    if (name !== undefined) used.add(name);
    edits.push({ start: node.start, end: node.start, text: before });
    edits.push({ start: node.end, end: node.end, text: after });
  }

  /** In gojq `?` is for the key, too, which sees what is before it; and what is before it may be a character. */
  function guardKeys(target: JqNode, end: number, leads: boolean): void {
    if (target.type === 'iterate') return guardTexts(target.target);
    if (target.type !== 'index' && target.type !== 'slice') return;
    guardTexts(target.target);
    guardKey(target, end, leads);
  }

  function guardKey(target: JqNode & { type: 'index' | 'slice' }, end: number, leads: boolean): void {
    if (!isByNumber(target) || guarded.has(target)) return;
    guarded.add(target);
    const before = target.target;
    const insert = (at: number, text: string): void => void edits.push({ start: at, end: at, text });
    insert(before.start, '(');
    if (target.type === 'slice') {
      insert(before.end, source[before.end] === '.' ? ' | (' : ' | (.');
      insert(target.end, ')');
    } else {
      const name = leads ? '_place' : '_at';
      used.add(name);
      edits.push({ start: before.end, end: target.key.start, text: ` | ${name}(` });
      edits.push({ start: target.key.end, end: target.end, text: ')' });
    }
    insert(end, ')');
  }

  function guardTexts(target: JqNode): void {
    if (target.type !== 'index' && target.type !== 'slice' && target.type !== 'iterate') return;
    if (target.type === 'index' && isByNumber(target)) surround(target.target, '(', ' | _noText)', '_noText');
    guardTexts(target.target);
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

/** Whether it may take what has a number. */
function isByNumber(node: JqNode & { type: 'index' | 'slice' }): boolean {
  const keys = node.type === 'index' ? [node.key] : [node.from, node.to];
  return keys.some((key) => key && (key.type !== 'literal' || typeof key.value === 'number'));
}

/** All that a path of keys alone is made of, from its end; nothing for others. */
function chainOf(node: JqNode): readonly JqNode[] {
  if (node.type === 'group') return chainOf(node.inner);
  if (node.type === 'identity') return [node];
  if (node.type !== 'iterate' && (node.type !== 'index' || node.key.type !== 'literal')) return [];
  const before = chainOf(node.target);
  return before.length === 0 ? [] : [node, ...before];
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

const comparisons: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=']);

/** Whether it may compute a number that is as long. */
function reckons(node: JqNode): boolean {
  if (node.type === 'binary' && /^[-+*/%]=?$/.test(node.operator)) return true;
  return (node.type === 'call' && node.name === 'add') || childrenOf(node).some(reckons);
}

/** Whether a query gives what stands in the document, null, or what is no number of so many digits. */
function isOfDocument(node: JqNode): boolean {
  if (node.type === 'group') return isOfDocument(node.inner);
  return node.type === 'identity' || (node.type === 'index' && isOfDocument(node.target));
}

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
      // It may be called where it leads to paths.
      return part === node.body && [node.body, node.rest].some(takesPaths) ? true : undefined;
    case 'call':
      if (node.name === 'select' || node.name === 'getpath') return false;
      return pathFunctions.has(node.name) || aritiesOf(node.name).length === 0 ? true : undefined;
    default:
      return undefined;
  }
}

function takesPaths(node: JqNode): boolean {
  if (node.type === 'binary' && updates.has(node.operator)) return true;
  return (node.type === 'call' && pathFunctions.has(node.name)) || childrenOf(node).some(takesPaths);
}

/** Functions whose results differ in the last digit, from machine to machine, too. */
const inexact: ReadonlySet<string> = new Set(
  `acos acosh asin asinh atan atan2 atanh cbrt cos cosh erf erfc exp exp10 exp2 expm1 fma gamma hypot j0 j1 jn lgamma log
  log10 log1p log2 pow sin sinh tan tanh tgamma y0 y1 yn`.split(/\s+/),
);

/** Why a part does in gojq what cannot be said for jq. */
function difference(node: JqNode, leads: boolean): string | undefined {
  switch (node.type) {
    case 'bind':
      // An error of jq on the way to a path makes it try the next one, where gojq goes on.
      return leads && node.patterns.length > 1 ? 'it has several patterns for one value' : undefined;
    case 'format':
      return node.name === '@base64d' ? 'it decodes what may be no text' : undefined;
    case 'index':
      return ['array', 'object'].includes(node.key.type)
        ? 'it has a list or an object for an index'
        : undefined;
    case 'optional':
    case 'try':
      return leads && childrenOf(node).some(modifies) ? 'it catches what fails in an update' : undefined;
    case 'slice':
      // What comes out of it is no part of the list to gojq.
      return leads && isEmptySlice(node) ? 'it takes nothing out of a list' : undefined;
    case 'binary':
      if (losesValue(node)) return 'gojq loses a value where a constant follows a condition';
      // One that is merged with nothing is the same one in jq, and another one in gojq.
      if (leads && node.operator === '*' && node.left.type !== 'literal' && node.right.type !== 'literal')
        return 'it merges where a path should be';
      return undefined;
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
function isEmptySlice({ from, to }: JqNode & { type: 'slice' }): boolean {
  const [start, end] = [from, to].map((bound) => (bound === undefined ? undefined : constant(bound)));
  if (start === null || end === null) return true;
  return typeof start === 'number' && typeof end === 'number' && start >= end && start < 0 === end < 0;
}

/** What may give back the very list or object that came in, to gojq; or an empty one only. */
function sharedBy(node: JqNode): '_fresh' | '_filled' | undefined {
  if (node.type === 'binary') {
    if (updates.has(node.operator)) return makesAnew(node) ? undefined : '_fresh';
    return ['+', '-'].includes(node.operator) ? '_fresh' : undefined;
  }
  if (node.type !== 'call') return undefined;
  if (['walk', 'map_values'].includes(node.name)) return '_filled';
  return ['add', 'del', 'delpaths', 'setpath'].includes(node.name) ? '_fresh' : undefined;
}

/** Whether it sets something to what is computed of it: jq loses the way to a path then, and gojq only behind it. */
const isModified = (node: JqNode): boolean =>
  node.type === 'binary' && updates.has(node.operator) && node.operator !== '=';

const modifies = (node: JqNode): boolean =>
  isModified(node) || childrenOf(node).some((child) => leadsInside(node, child) !== false && modifies(child));

/** Whether an update gives another object in any case: it sets what has a name. */
function makesAnew(node: JqNode & { type: 'binary' }): boolean {
  const isSet = node.operator !== '|=' || ['identity', 'literal'].includes(node.right.type);
  return isSet && !swallows(node) && isNamed(node.left);
}

function isNamed(node: JqNode): boolean {
  if (node.type === 'group') return isNamed(node.inner);
  if (node.type !== 'index' || node.key.type !== 'literal') return false;
  return node.target.type === 'identity' || isNamed(node.target);
}

/** Whether jq may fail on the way to a path where gojq goes on. */
function isLenientIn(node: JqNode): boolean {
  switch (node.type) {
    case 'object':
      return isTorn(node);
    case 'binary':
      return !['|', ',', '//'].includes(node.operator) && !updates.has(node.operator) && isTorn(node);
    case 'optional':
      return !isPath(node.target);
    case 'try':
      return !isPath(node.body);
    default:
      return false;
  }
}

/** Whether it leads to paths, and from what is none to another one. */
function isStraying(node: JqNode): boolean {
  if (node.type === 'bind') return node.patterns.some(({ type }) => type !== 'variable');
  return node.type === 'optional' || node.type === 'try';
}

/** Whether an error is caught that may be that the path is another one's: sides and entries share one. */
const isTorn = (node: JqNode): boolean =>
  swallows(node) && childrenOf(node).filter(({ type }) => type !== 'literal').length > 1;

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
