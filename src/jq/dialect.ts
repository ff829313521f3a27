import { childrenOf, type JqNode } from './ast.js';
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

const formats: ReadonlySet<string> = new Set(
  '@text @json @html @uri @urid @csv @tsv @sh @base64 @base64d'.split(' '),
);

/** What behaves in another way in jq, defined as gojq has it. */
const preludes: Readonly<Record<string, string>> = {
  $ENV: '{} as $ENV | ',
  env: 'def env: {}; ',
  abs: 'def abs: if type != "number" then error elif . < 0 then -. else . end; ',
};

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
  const problem = visit(program);
  if (problem !== undefined) return { unknown: problem };

  let text = source;
  for (const { start, end, text: by } of edits.sort((left, right) => right.start - left.start))
    text = text.slice(0, start) + by + text.slice(end);
  const prelude = Object.entries(preludes).map(([name, definition]) => (used.has(name) ? definition : ''));
  return { program: prelude.join('') + text, isLenient };

  function visit(node: JqNode): string | undefined {
    const format = node.type === 'format' ? node.name : node.type === 'string' ? node.format : undefined;
    if (format !== undefined && !formats.has(format))
      edits.push({ start: node.start, end: node.start + format.length, text: '@unknown' });
    if (node.type === 'bind') isLenient ||= node.patterns.some(({ type }) => type !== 'variable');
    if (node.type === 'binary')
      isLenient ||= ['|=', '//='].includes(node.operator) && node.left.type === 'identity';
    if (node.type === 'optional') isLenient ||= !isPath(node.target);
    if (node.type === 'try') isLenient ||= !isPath(node.body);
    if (node.type === 'variable' || node.type === 'call') used.add(node.name);
    if (node.type === 'call') {
      const unclear = visitRegex(node.name, node.args);
      if (unclear !== undefined) return unclear;
    }
    for (const child of childrenOf(node)) {
      const unclear = visit(child);
      if (unclear !== undefined) return unclear;
    }
    return undefined;
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
    const flagged = `${isFlags && letters?.includes('m') ? '(?s)' : ''}${String(written)}`;
    const translation = translateRegex(flagged);
    if ('unknown' in translation) return translation.unknown;
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

/** Whether a query is but a chain of suffixes, whose values always stand for a path. */
function isPath(node: JqNode): boolean {
  return node.type === 'identity' || ('target' in node && isPath(node.target));
}

function placeOf({ start, end }: JqNode): { readonly start: number; readonly end: number } {
  return { start, end };
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
