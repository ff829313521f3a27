/**
 * What the expression of a successCondition or failureCondition requires, judged by its tokens.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/evaluate/evaluate.go
 */
export interface Condition {
  /** Whether it uses `result` as a number. */
  readonly wantsNumber: boolean;
  /** Whether it uses `result` as a list. */
  readonly wantsList: boolean;
  /** Names that are undefined there. */
  readonly unknownNames: readonly string[];
}

export function readCondition(text: string): Condition {
  // Longer expressions are not realistic, and each unclosed quote is searched up to the end.
  const tokens: readonly string[] = text.length > 10_000 ? [] : (text.match(token) ?? []);
  return {
    wantsNumber: tokens.some((_, index) => isResult(tokens, index) && isTakenForNumber(tokens, index)),
    wantsList: tokens.some(
      (_, index) =>
        isResult(tokens, index) && (tokens[index + 1] === '[' || isArgumentOf(tokens, index, ofLists)),
    ),
    // `let` declares names for the rest of the expression.
    unknownNames: tokens.includes('let')
      ? []
      : tokens.filter((word, index) => isName(word) && !isKnown(tokens, index)),
  };
}

const token =
  /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`|\{\{[^{}]*\}\}|[A-Za-z_]\w*|\d[\d.]*|\?\.|\?\?|[<>=!]=|&&|\|\||\*\*|\S/g;

const comparisons: ReadonlySet<string> = new Set(['<', '>', '<=', '>=']);
const operators: ReadonlySet<string> = new Set([...comparisons, '+', '-', '*', '/', '%', '**']);
const ofNumbers: ReadonlySet<string> = new Set(['isNaN', 'isInf', 'asFloat', 'asInt']);
const ofLists: ReadonlySet<string> = new Set(['len', 'all', 'any', 'sum', 'mean', 'first', 'last']);

function isResult(tokens: readonly string[], index: number): boolean {
  return tokens[index] === 'result' && !isMember(tokens[index - 1]);
}

function isTakenForNumber(tokens: readonly string[], index: number): boolean {
  if (isArgumentOf(tokens, index, ofNumbers)) return true;
  // default(result, 0) returns the result, unless it is missing.
  const isDefaulted = isArgumentOf(tokens, index, new Set(['default'])) && tokens[index + 3] === ')';
  if (isDefaulted) return operators.has(tokens[index + 4] ?? '');
  const [before = '', after = ''] = [tokens[index - 1], tokens[index + 1]];
  if (after === '[' || isMember(after)) return false;
  if (operators.has(before) || operators.has(after)) return true;
  return (
    (isEquality(after) && isLiteral(tokens[index + 2])) ||
    (isEquality(before) && isLiteral(tokens[index - 2]))
  );
}

/** Whether a token is the first argument of one of some functions. */
function isArgumentOf(tokens: readonly string[], index: number, names: ReadonlySet<string>): boolean {
  return tokens[index - 1] === '(' && names.has(tokens[index - 2] ?? '') && isEnd(tokens[index + 1]);
}

function isEnd(after: string | undefined): boolean {
  return after === ')' || after === ',';
}

function isEquality(word: string): boolean {
  return word === '==' || word === '!=';
}

function isLiteral(word = ''): boolean {
  return /^[\d"'`]/.test(word);
}

function isMember(word: string | undefined): boolean {
  return word === '.' || word === '?.';
}

function isName(word: string): boolean {
  return /^[A-Za-z_]/.test(word);
}

/** A name that Argo Rollouts or the language defines, a field, or a key of a map. */
function isKnown(tokens: readonly string[], index: number): boolean {
  const before = tokens[index - 1];
  if (names.has(tokens[index]!) || isMember(before)) return true;
  return tokens[index + 1] === ':' && (before === '{' || before === ',');
}

/** With the functions of https://github.com/expr-lang/expr/blob/v1.15.5/builtin/builtin.go */
const names: ReadonlySet<string> = new Set([
  ...['result', 'asInt', 'asFloat', 'isNaN', 'isInf', 'isNil', 'default'],
  ...[
    'true',
    'false',
    'nil',
    'not',
    'and',
    'or',
    'in',
    'contains',
    'matches',
    'startsWith',
    'endsWith',
    'let',
  ],
  ...[
    'all',
    'none',
    'any',
    'one',
    'filter',
    'map',
    'find',
    'findIndex',
    'findLast',
    'findLastIndex',
    'count',
  ],
  ...['groupBy', 'reduce', 'len', 'type', 'abs', 'ceil', 'floor', 'round', 'int', 'float', 'string', 'trim'],
  ...['trimPrefix', 'trimSuffix', 'upper', 'lower', 'split', 'splitAfter', 'replace', 'repeat', 'join'],
  ...['indexOf', 'lastIndexOf', 'hasPrefix', 'hasSuffix', 'max', 'min', 'sum', 'mean', 'median', 'toJSON'],
  ...[
    'fromJSON',
    'toBase64',
    'fromBase64',
    'now',
    'duration',
    'date',
    'first',
    'last',
    'get',
    'take',
    'keys',
  ],
  ...['values', 'toPairs', 'fromPairs', 'sort', 'sortBy'],
]);
