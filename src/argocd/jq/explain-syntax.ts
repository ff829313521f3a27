import { tokenize, type JqToken } from './lexer.js';
import { problem, type JqProblem, type JqProblemKind, type Mend, type Stretch } from './problem.js';

/** A mistake that is known by its looks. */
interface KnownMistake {
  readonly kind: JqProblemKind;
  readonly message: string;
  readonly pattern: RegExp;
  /** Whether the place where parsing ends must be that of the pattern. */
  readonly isExact?: boolean;
  readonly mend?: (text: string, replace: Replace) => string;
}

/** Replaces what a pattern finds outside of strings and comments. */
type Replace = (pattern: RegExp, by: string | ((...groups: string[]) => string)) => string;

const knownMistakes: readonly KnownMistake[] = [
  {
    kind: 'json-pointer',
    message: 'is a JSON pointer, which belongs to jsonPointers',
    pattern: /^\s*\/(?!\/)[^]*/,
    mend: fromPointer,
  },
  {
    kind: 'template',
    message: 'contains "{{", which must be filled in before Argo CD reads it',
    pattern: /\{\{/,
  },
  {
    kind: 'json-path',
    message: 'is JSONPath',
    pattern: /\[\*\]|^\s*\$(?=[.[])|@(?=[.[])|\[\?\(/,
    mend: fromJsonPath,
  },
  { kind: 'json-path', message: 'has two dots in a row, which only JSONPath allows', pattern: /\.\.(?=\w)/ },
  {
    kind: 'single-quotes',
    message: 'has single quotes, but jq strings need double quotes',
    pattern: /'[^'"]*'?/,
    mend: (_, replace) => replace(/'([^'"\\]*)'/g, (inner) => `"${inner}"`),
  },
  {
    kind: 'space-after-dot',
    message: 'has a space after a dot, probably left by a folded scalar',
    pattern: /\.\s+(?=[A-Za-z_])/,
    isExact: true,
    mend: (_, replace) => replace(/\.\s+(?=[A-Za-z_])/g, '.'),
  },
  {
    kind: 'index-after-dot',
    message: 'has an index after a dot',
    pattern: /(?=\.\d)(?<=[A-Za-z_]\w*|[\])"?])\.\d+/,
    mend: (_, replace) =>
      replace(/(?=\.\d)(?<=[A-Za-z_]\w*|[\])"?]|\.\d+)\.(\d+)(?![\w-])/g, (index) => `[${index}]`),
  },
  {
    kind: 'optional-alternative',
    message: 'has "?//", which jq reads as one operator',
    pattern: /\?\/\//,
    isExact: true,
    mend: (_, replace) => replace(/\?\/\//g, '? //'),
  },
  {
    kind: 'foreign-operator',
    message: 'has an operator that jq writes differently',
    pattern: /&&|\|\||===|!==/,
    mend: (_, replace) => replace(/&&|\|\||===|!==/g, (found) => foreignOperators[found] ?? found),
  },
];

const foreignOperators: Readonly<Record<string, string>> = {
  '&&': 'and',
  '||': 'or',
  '===': '==',
  '!==': '!=',
};

/** Explains why an expression does not parse, given the token at which gojq stops. */
export function explainSyntax(text: string, token: JqToken, mend: Mend): JqProblem {
  const code = withoutStrings(text);
  const replace: Replace = (pattern, by) => {
    let result = text;
    for (const match of [...code.matchAll(pattern)].reverse()) {
      const [found, ...groups] = match;
      const right = typeof by === 'string' ? by : by(...groups, found);
      result = result.slice(0, match.index) + right + result.slice(match.index + found.length);
    }
    return result;
  };

  if (/^\s*$/.test(code.replaceAll(/#.*/g, ''))) return problem('empty', 'is empty', whole(text));
  const hash = text.slice(0, token.start).lastIndexOf('#');
  if (token.type === 'end' && code[hash] === '#' && mend(`${text}\n`) !== undefined)
    return problem(
      'trailing-comment',
      'ends in a comment, which also comments out the parenthesis that Argo CD appends',
      { offset: hash, length: text.length - hash },
      mend(text.slice(0, hash).trimEnd()),
    );

  for (const { kind, message, pattern, isExact, mend: right } of knownMistakes) {
    const match = pattern.exec(code);
    if (!match) continue;
    const place = { offset: match.index, length: match[0].length };
    const isThere = token.start >= place.offset && token.start <= place.offset + place.length;
    if (!isExact || isThere) return problem(kind, message, place, right && mend(right(text, replace)));
  }

  const unbalanced = findUnbalanced(text);
  if (unbalanced) return problem('unbalanced', unbalanced.message, unbalanced);
  if (token.start >= text.length)
    return problem('syntax', 'ends where jq expects more', {
      offset: Math.max(0, text.length - 1),
      length: 1,
    });
  const place = { offset: token.start, length: Math.max(1, Math.min(token.end, text.length) - token.start) };
  const culprit = text.slice(place.offset, place.offset + place.length);
  return problem('syntax', `is not valid jq: unexpected "${culprit}"`, place);
}

function whole(text: string): Stretch {
  return { offset: 0, length: text.length };
}

function fromPointer(text: string): string {
  const keys = text.trim().split('/').slice(1);
  if (keys.some((key) => /^[*-]?$/.test(key))) return ''; // None is an index, and what is meant is not certain.
  const path = keys.map((key) => {
    const name = key.replaceAll('~1', '/').replaceAll('~0', '~');
    if (/^\d+$/.test(key)) return `[${key}]`;
    return /^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
  });
  return path.join('').replace(/^(?=\[)/, '.');
}

function fromJsonPath(text: string, replace: Replace): string {
  const filter = /\[\?\(@\.([A-Za-z_]\w*)\s*==\s*(?:'([^'"\\]*)'|"([^'"\\]*)")\)\](?!\[)/g;
  if (filter.test(text))
    return text.replaceAll(filter, (_, key: string, single?: string, double?: string) => {
      return `[] | select(.${key} == "${single ?? double ?? ''}")`;
    });
  const plain = replace(/\[\*\]/g, '[]').replace(/^\s*\$(?=[.[])/, '');
  if (plain.trim() === '.') return ''; // It would delete the document.
  return plain.startsWith('[') ? `.${plain}` : plain;
}

/** The first bracket or quote that has no partner. */
function findUnbalanced(text: string): (Stretch & { readonly message: string }) | undefined {
  const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
  const open: JqToken[] = [];
  for (const token of tokenize(text)) {
    const { type, value, start, end } = token;
    if (type === 'invalid' && value === 'unterminated string')
      return { offset: start - 1, length: 1, message: 'has a string without a closing quote' };
    if (type === 'string-start' || type === 'query-start') open.push(token);
    if (type === 'string-end' || type === 'query-end') open.pop();
    if (type !== 'symbol') continue;
    if (value in closing) open.push(token);
    if (!Object.values(closing).includes(value)) continue;
    const last = open.pop();
    if (closing[last?.value ?? ''] !== value)
      return { offset: start, length: end - start, message: `has a "${value}" that closes nothing` };
  }
  const last = open.pop();
  if (!last) return undefined;
  const message = `has a "${last.value}" that is not closed`;
  return { offset: last.start, length: last.end - last.start, message };
}

/** The text with strings and comments blanked, so that what is found in it is code. */
function withoutStrings(text: string): string {
  return text.replaceAll(/"(?:\\[^]|[^"\\])*(?:"|\\?$)|#.*/g, (found) =>
    found.startsWith('#')
      ? `#${' '.repeat(found.length - 1)}`
      : `"${'_'.repeat(Math.max(0, found.length - 2))}${found.length > 1 ? '"' : ''}`,
  );
}
