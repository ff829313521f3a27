import { nearestName } from '../model/nearest-name.js';
import { tokenize, type JqToken } from './jq-lexer.js';
import { aritiesOf, builtinNames, type UndefinedName } from './jq-names.js';

/** What kind of mistake keeps an expression from being jq, or from meaning what it seems to. */
export type JqProblemKind =
  | 'empty'
  | 'json-pointer'
  | 'json-path'
  | 'template'
  | 'single-quotes'
  | 'space-after-dot'
  | 'trailing-comment'
  | 'index-after-dot'
  | 'optional-alternative'
  | 'unbalanced'
  | 'unquoted-key'
  | 'missing-dot'
  | 'undefined-function'
  | 'undefined-variable'
  | 'escapes-wrapper'
  | 'syntax';

/** What is wrong with an expression, where, and the right text where that is certain. */
export interface JqProblem {
  readonly kind: JqProblemKind;
  /** The end of a sentence that starts with the expression. */
  readonly message: string;
  /** UTF-16 code units of the expression. */
  readonly offset: number;
  readonly length: number;
  readonly suggestion?: string;
}

/** Whether gojq compiles an expression: a proposal that it would not take is none. */
type IsAccepted = (text: string) => boolean;

/** Explains why an expression does not parse, given the token at which it ends. */
export function explainSyntax(text: string, token: JqToken, isAccepted: IsAccepted): JqProblem {
  const code = withoutStrings(text);
  const found = (
    kind: JqProblemKind,
    message: string,
    place: { readonly index: number; readonly length: number },
    suggestion?: string,
  ): JqProblem => {
    const isGood = suggestion !== undefined && isAccepted(suggestion);
    const advice = isGood ? `; write ${suggestion}` : '';
    const problem = { kind, message: `${message}${advice}.`, offset: place.index, length: place.length };
    return isGood ? { ...problem, suggestion } : problem;
  };
  const search = (pattern: RegExp): { index: number; length: number } | undefined => {
    const match = pattern.exec(code);
    return match ? { index: match.index, length: match[0].length } : undefined;
  };
  const replace = (pattern: RegExp, by: string): string => {
    let result = text;
    for (const { index, 0: match, 1: group = '' } of [...code.matchAll(pattern)].reverse())
      result = result.slice(0, index) + by.replace('$1', group) + result.slice(index + match.length);
    return result;
  };

  if (/^\s*$/.test(code.replaceAll(/#.*/g, '')))
    return found('empty', 'is empty', { index: 0, length: text.length });

  const pointer = search(/^\s*\/(?!\/)/);
  if (pointer)
    return found('json-pointer', 'is a JSON pointer, which belongs to jsonPointers; jq knows paths', {
      index: 0,
      length: text.length,
    });

  const template = search(/\{\{/);
  if (template) return found('template', 'contains "{{", which only a template engine understands', template);

  const path = search(/\[\*\]|^\s*\$(?=[.[])|@(?=\.|\[)|\[\?\(|\.\.(?=\w)/);
  if (path) {
    const filter = /\[\?\(@\.([A-Za-z_]\w*)\s*==\s*(?:'([^'"\\]*)'|"([^'"\\]*)")\)\]/g;
    const plain = text.replaceAll(filter, (_, key: string, single?: string, double?: string) => {
      return `[] | select(.${key} == "${single ?? double ?? ''}")`;
    });
    const right = plain.replace(/^\s*\$(?=[.[])/, (start) => (plain[start.length] === '[' ? '.' : ''));
    return found('json-path', 'is JSONPath', path, right.replaceAll('[*]', '[]'));
  }

  const quote = search(/'[^'"]*'?/);
  if (quote)
    return found(
      'single-quotes',
      'has single quotes, which jq does not know',
      quote,
      replace(/'([^'"\\]*)'/g, '"$1"'),
    );

  const hash = text.slice(0, token.start).lastIndexOf('#');
  if (token.type === 'end' && hash >= 0 && code[hash] === '#' && isAccepted(`${text}\n`))
    return found(
      'trailing-comment',
      'ends in a comment, which also hides the parenthesis that Argo CD puts behind',
      { index: hash, length: text.length - hash },
      text.slice(0, hash).trimEnd(),
    );

  const space = search(/\.\s+(?=[A-Za-z_])/);
  if (space && token.start === space.index + space.length)
    return found(
      'space-after-dot',
      'has a space after a dot, as a folded scalar leaves it',
      space,
      replace(/(\.)\s+(?=[A-Za-z_])/g, '$1'),
    );

  const index = search(/(?<=[\w\])"?])\.\d+/);
  if (index)
    return found(
      'index-after-dot',
      'has an index after a dot',
      index,
      text.replaceAll(/(?<=[\w\])"?])\.(\d+)(?![\w-])/g, '[$1]'),
    );

  const alternative = search(/\?\/\//);
  if (alternative && token.value === '?//')
    return found(
      'optional-alternative',
      'has "?//", which jq reads as one operator',
      alternative,
      replace(/\?\/\//g, '? //'),
    );

  const unbalanced = findUnbalanced(text);
  if (unbalanced) return found('unbalanced', unbalanced.message, unbalanced);

  if (token.start >= text.length)
    return found('syntax', 'ends where jq expects more', { index: Math.max(0, text.length - 1), length: 1 });
  const length = Math.max(1, token.end - token.start);
  const culprit = text.slice(token.start, token.start + length);
  return found('syntax', `is no jq: "${culprit}" is not expected there`, { index: token.start, length });
}

/** The first bracket or quote that has no partner. */
function findUnbalanced(text: string): { index: number; length: number; message: string } | undefined {
  const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
  const open: JqToken[] = [];
  for (const token of tokenize(text)) {
    const { type, value, start, end } = token;
    if (type === 'invalid' && value === 'unterminated string')
      return { index: start - 1, length: 1, message: 'has a string without a closing quote' };
    if (type === 'string-start' || type === 'query-start') open.push(token);
    if (type === 'string-end' || type === 'query-end') open.pop();
    if (type !== 'symbol') continue;
    if (value in closing) open.push(token);
    if (!Object.values(closing).includes(value)) continue;
    const last = open.pop();
    if (closing[last?.value ?? ''] !== value)
      return { index: start, length: end - start, message: `has a "${value}" that closes nothing` };
  }
  const last = open.pop();
  if (!last) return undefined;
  const message = `has a "${last.value}" that is not closed`;
  return { index: last.start, length: last.end - last.start, message };
}

/** A text in which strings are blanked, so that what is found is code. */
function withoutStrings(text: string): string {
  return text.replaceAll(/"(?:\\[^]|[^"\\])*"|#.*/g, (found) =>
    found.startsWith('#') ? found[0] + ' '.repeat(found.length - 1) : `"${'_'.repeat(found.length - 2)}"`,
  );
}

/** Explains why an expression that parses does not compile. */
export function explainName(text: string, undefinedName: UndefinedName, isAccepted: IsAccepted): JqProblem {
  const { type, name, arity, node } = undefinedName;
  const place = {
    offset: Math.max(0, node.start),
    length: Math.max(1, arity > 0 ? name.length : node.end - node.start),
  };
  if (type !== 'function') {
    const what = type === 'label' ? `breaks out of "${name}"` : `uses "${name}"`;
    return { kind: 'undefined-variable', message: `${what}, which nothing defines.`, ...place };
  }
  if (node.start < 0) {
    const message = 'separates paths by ";"; jq separates them by ",".';
    return { kind: 'undefined-function', message, offset: 0, length: text.length };
  }
  if (arity === 0) {
    const key = unquotedKey(text, node.start, node.end);
    if (key) {
      const { suggestion } = key;
      const isGood = suggestion !== undefined && isAccepted(suggestion);
      const advice = isGood ? `write ${suggestion}` : 'put it in brackets and double quotes';
      const message = `has a key that jq reads as a calculation; ${advice}.`;
      const problem = { kind: 'unquoted-key', message, offset: key.offset, length: key.length } as const;
      return isGood ? { ...problem, suggestion } : problem;
    }
    const suggestion = `${text.slice(0, node.start)}.${text.slice(node.start)}`;
    const isPath = /^(?:\.|\[)/.test(text.slice(node.end)) || !isAlmostFunction(name);
    if (isPath && /(?:^|[|,(])\s*$/.test(text.slice(0, node.start))) {
      if (isAccepted(suggestion))
        return { kind: 'missing-dot', message: `lacks a dot; write ${suggestion}.`, ...place, suggestion };
      return { kind: 'missing-dot', message: `lacks the dot before "${name}".`, ...place };
    }
  }
  return { kind: 'undefined-function', message: `${explainFunction(name, arity)}.`, ...place };
}

/** Functions of jq that gojq lacks, or does not allow in a library. */
const onlyInJq: ReadonlySet<string> = new Set(
  (
    'ascii date dateadd datesub dateupdate debug get_search_list have_decnum have_literal_numbers input ' +
    'input_filename input_line_number inputs keys_unsorted leaf_paths lgamma_r ltrimstr pow10 stderr toarray'
  ).split(' '),
);

function isAlmostFunction(name: string): boolean {
  return onlyInJq.has(name) || nearestName(name, builtinNames) !== undefined;
}

function explainFunction(name: string, arity: number): string {
  const arities = aritiesOf(name);
  if (arities.length > 0) {
    const takes = arities.join(' or ');
    return `calls "${name}" with ${arity} ${arity === 1 ? 'argument' : 'arguments'}; it takes ${takes}`;
  }
  if (onlyInJq.has(name)) return `calls "${name}", which gojq, the jq of Argo CD, does not allow`;
  const nearest = nearestName(name, builtinNames);
  const advice = nearest === undefined ? 'a text needs double quotes' : `"${nearest}" is one`;
  return `calls "${name}", which is no function of jq; ${advice}`;
}

/** Fields of Kubernetes that map keys of any form to plain values. */
const maps = 'annotations|labels|matchLabels|selector|nodeSelector|podAnnotations|podLabels|data|stringData';

/** The path around an operand of `-` or `/` that was meant to be part of a key, with the key in quotes. */
function unquotedKey(
  text: string,
  start: number,
  end: number,
): { offset: number; length: number; suggestion: string | undefined } | undefined {
  if (/\[$/.test(text.slice(0, start)) && text[end] === ']')
    return {
      offset: start,
      length: end - start,
      suggestion: `${text.slice(0, start)}"${text.slice(start, end)}"${text.slice(end)}`,
    };
  const before = /[\w.\-/\]]+$/.exec(text.slice(0, start))?.[0] ?? '';
  if (!/[\w\]][-/][\w.\-/]*$/.test(before)) return undefined;
  const after = /^[\w.\-/]*/.exec(text.slice(start))?.[0] ?? '';
  const offset = start - before.length;
  const path = before + after;
  const map = new RegExp(`^(.*\\.(?:${maps}))\\.([^[\\]]*[-/][^[\\]]*)$`).exec(path);
  let right: string | undefined;
  if (map) right = `${map[1]}["${map[2]}"]`;
  else if (!path.includes('/') && path.startsWith('.'))
    right = path
      .slice(1)
      .split('.')
      .map((part, index) => {
        if (!part.includes('-')) return `.${part}`;
        const [, key = part, brackets = ''] = /^([\w-]*)(.*)$/.exec(part) ?? [];
        return `${index === 0 ? '.' : ''}["${key}"]${brackets}`;
      })
      .join('');
  const suggestion = right && text.slice(0, offset) + right + text.slice(offset + path.length);
  return { offset, length: path.length, suggestion };
}
