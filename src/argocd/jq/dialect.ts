import { childrenOf, type JqNode } from './ast.js';
import { losesValue } from './lost-values.js';
import {
  isComputed,
  isLenientIn,
  isModified,
  isStraying,
  leadsInside,
  modifies,
  sharedBy,
  lostWay,
  updates,
} from './path-tracking.js';
import { otherWords, preludes, writers } from './preludes.js';
import { translateRegex } from './regex.js';

/** A program for jq that does what gojq does, or why there is none. */
export type JqProgram =
  | {
      readonly program: string;
      /** Whether an error of jq leaves open what gojq does: `?` and `try` catch it when a value stands for no path. */
      readonly isLenient: boolean;
      /** Whether it leaves the way to a path and comes back to it, which gojq sees in more cases than jq. */
      readonly strays: boolean;
      /** Whether a part of a list may stand on the way to a path. */
      readonly hasSlices: boolean;
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

/** A regular expression that fails when it is used, and not before. */
const failing = '"("';

/**
 * Rewrites a program that gojq compiles for jq: regular expressions in another syntax, and what jq has more of.
 * https://github.com/itchyny/gojq#difference-to-jq
 */
export function forJq(source: string, program: JqNode, mustTakeCharacters = false): JqProgram {
  // Where an error is caught, nothing tells that jq has none of a character.
  const takesCharacters = mustTakeCharacters || catchesIndex(program);
  const edits: Edit[] = [];
  const used = new Set<string>();
  let isLenient = false;
  let strays = false;
  let hasSlices = false;
  const negations: JqNode[] = [];
  const compared = new Set<JqNode>();
  const guarded = new Set<JqNode>();
  let long = 0; // Of two such, one may be what the other one is compared with.
  const problem = visit(program, false); // It is a call of del.
  if (problem !== undefined) return { unknown: problem };

  // The zero that it makes of a zero has a sign in gojq, which shows where it is written.
  if (used.has('_written')) for (const operand of negations) surround(operand, '(', ' | _nonzero)');
  // Parts of a list, and elements of it beside them, are deleted in an order of their own.
  if (hasSlices && program.type === 'call' && program.args[0])
    surround(program.args[0], '_apart(', ')', '_apart');
  let text = source;
  for (const { start, end, text: by } of edits.sort(fromEnd))
    text = text.slice(0, start) + by + text.slice(end);
  const prelude = Object.entries(preludes).map(([name, definition]) => (used.has(name) ? definition : ''));
  return {
    program: `def _slices: ${String(hasSlices)}; ${prelude.join('')}${text}`,
    isLenient,
    strays,
    hasSlices,
  };

  /** Whether a query leads to paths; a condition or a key does not, and there jq is as strict as gojq. */
  function visit(node: JqNode, leads: boolean): string | undefined {
    const format = node.type === 'format' ? node.name : node.type === 'string' ? node.format : undefined;
    if (format !== undefined && !formats.has(format))
      edits.push({ start: node.start, end: node.start + format.length, text: '@unknown' });
    if (leads) guardSharing(node);
    hasSlices ||= leads && node.type === 'slice';
    if (leads) isLenient ||= isLenientIn(node);
    if (leads) strays ||= isStraying(node);
    if (node.type === 'variable' || node.type === 'call') used.add(node.name);
    if (node.type === 'call' && ['first', 'last', 'nth'].includes(node.name)) {
      used.add('_at');
      if (leads && !source.includes('def ')) placeCall(node);
    }
    guardNumbers(node);
    if (node.type === 'index' && mayBeList(node.key)) surround(node.key, '(', ' | _key)', '_key');
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
    for (const child of isCount(node) ? [] : childrenOf(node)) {
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
      for (const name of ['_sorted', '_written', '_nonzero', 'from_entries']) used.add(name);
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

  /** A character is no place that can be deleted. */
  function placeCall({ name, args, start, end }: JqNode & { type: 'call' }): void {
    if (name === 'nth' ? args.length !== 1 : args.length > 0) return;
    used.add('_place');
    if (name === 'nth') edits.push({ start, end: start + name.length, text: '_place' });
    else edits.push({ start, end, text: name === 'first' ? '_place(0)' : '_place(-1)' });
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
    if (args.length > 1) return visitOneRegex(name, regex, args[flagsAt]);
    for (const one of alternatives(regex)) {
      const unclear = visitOneRegex(name, one, undefined);
      if (unclear !== undefined) return unclear;
    }
    return undefined;
  }

  function visitOneRegex(name: string, regex: JqNode, flags: JqNode | undefined): string | undefined {
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

/** Whether it is how many functions there are, compared with a number: enough, in both. */
function isCount(node: JqNode): boolean {
  if (node.type !== 'binary' || node.operator !== '|' || node.right.type !== 'binary') return false;
  const [{ left, operator, right }, of] = [node.right, node.left];
  const isLength = left.type === 'call' && left.name === 'length';
  return (
    of.type === 'call' && of.name === 'builtins' && isLength && operator === '>' && right.type === 'literal'
  );
}

/** Whether it may take what has a number. */
function isByNumber(node: JqNode & { type: 'index' | 'slice' }): boolean {
  const keys = node.type === 'index' ? [node.key] : [node.from, node.to];
  return keys.some((key) => key && (key.type !== 'literal' || typeof key.value === 'number'));
}

/** Whether an error is caught where something is taken by its number. */
function catchesIndex(node: JqNode): boolean {
  const isCaught = node.type === 'try' || node.type === 'optional';
  return isCaught ? childrenOf(node).some(hasIndex) : childrenOf(node).some(catchesIndex);
}

const hasIndex = (node: JqNode): boolean =>
  (node.type === 'index' && isByNumber(node)) || childrenOf(node).some(hasIndex);

/** Whether a key is computed to what nobody can tell. */
function mayBeList(key: JqNode): boolean {
  return !['literal', 'string', 'array', 'object', 'unary'].includes(key.type);
}

/** All that a path of keys alone is made of, from its end; nothing for others. */
function chainOf(node: JqNode): readonly JqNode[] {
  if (node.type === 'group') return chainOf(node.inner);
  if (node.type === 'identity') return [node];
  if (node.type !== 'iterate' && (node.type !== 'index' || node.key.type !== 'literal')) return [];
  const before = chainOf(node.target);
  return before.length === 0 ? [] : [node, ...before];
}

/** What stands between commas. */
function alternatives(node: JqNode): readonly JqNode[] {
  if (node.type === 'group') return alternatives(node.inner);
  if (node.type !== 'binary' || node.operator !== ',') return [node];
  return [...alternatives(node.left), ...alternatives(node.right)];
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
    case 'object':
    case 'string':
      return leads ? lostWay(node) : undefined;
    case 'binary':
      if (isCount(node)) return undefined;
      if (leads && isComputed(node) && lostWay(node) !== undefined) return lostWay(node);
      if (losesValue(node)) return 'gojq loses a value where a constant follows a condition';
      // One that is merged with nothing is the same one in jq, and another one in gojq.
      if (leads && node.operator === '*' && node.left.type !== 'literal' && node.right.type !== 'literal')
        return 'it merges where a path should be';
      return undefined;
    case 'call':
      if (node.name === 'builtins') return 'it lists the functions of jq';
      // Seconds below zero are read by gojq alone.
      if (node.name === 'strptime' && /%s/.test(String(node.args[0] && constant(node.args[0]))))
        return 'it reads seconds of a time';
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
    case 'object':
      // A key without a value takes the field of that name, unless it is a variable.
      return node.entries.some(
        ({ key, value }) => readsInput(key) || (value ? readsInput(value) : key.type !== 'variable'),
      );
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
