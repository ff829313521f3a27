import { own } from '../objects/json.js';
import type { Labels } from '../objects/object.js';
import type { LabelSelector } from '../objects/rollout-object.js';
import {
  allInvalid,
  type FieldError,
  forbidden,
  invalid,
  concatenated,
  ofEach,
  requiredError,
} from './field-error.js';
import { none } from '../../model/none.js';
import { type GoShape, sortedKeys } from './go-values.js';

/**
 * The syntax of names and labels, with upstream's messages.
 * https://github.com/kubernetes/apimachinery/blob/v0.34.1/pkg/util/validation/validation.go
 */
const qualified = String.raw`([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]`;
const dnsLabelPattern = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const dnsSubdomain = String.raw`${dnsLabelPattern}(\.${dnsLabelPattern})*`;

const qualifiedWords =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";

const labelValue = `(${qualified})?`;
const labelValueWords = `a valid label must be an empty string or ${qualifiedWords.replace('must consist', 'consist')}`;

/** What is wrong with a key of a label or an annotation. */
export function qualifiedNameProblems(value: string): readonly string[] {
  if (isQualifiedName(value)) return none;
  const expected = regexWords(qualifiedWords, qualified, 'MyName', 'my.name', '123-abc');
  const parts = value.split('/');
  if (parts.length > 2)
    return [
      `a qualified name ${expected} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ];
  const name = parts.at(-1) ?? '';
  const prefix = parts.length === 2 ? parts[0] : undefined;
  const problems: string[] = [];
  if (prefix === '') problems.push('prefix part must be non-empty');
  else if (prefix !== undefined)
    problems.push(...dnsSubdomainProblems(prefix).map((problem) => `prefix part ${problem}`));
  if (name === '') problems.push('name part must be non-empty');
  else if (isLonger(name, 63)) problems.push(`name part ${tooLong(63)}`);
  if (!matchesWhole(qualified, name)) problems.push(`name part ${expected}`);
  return problems;
}

function isQualifiedName(value: string): boolean {
  const slash = value.indexOf('/');
  const [prefix, name] = [value.slice(0, Math.max(0, slash)), value.slice(slash + 1)];
  const isPrefixed = slash === -1 || (!isLonger(prefix, 253) && matchesWhole(dnsSubdomain, prefix));
  return isPrefixed && !isLonger(name, 63) && matchesWhole(qualified, name);
}

export function labelValueProblems(value: string): readonly string[] {
  return nameProblems(value, 63, labelValue, labelValueWords, 'MyValue', 'my_value', '12345');
}

export function dnsLabelProblems(value: string): readonly string[] {
  if (!matchesWhole(dnsLabelPattern, value) && matchesWhole(dnsSubdomain, value))
    return [...(isLonger(value, 63) ? [tooLong(63)] : none), 'must not contain dots'];
  const words =
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character";
  return nameProblems(value, 63, dnsLabelPattern, words, 'my-name', '123-abc');
}

export function dnsSubdomainProblems(value: string): readonly string[] {
  const words =
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character";
  return nameProblems(value, 253, dnsSubdomain, words, 'example.com');
}

function nameProblems(
  value: string,
  limit: number,
  pattern: string,
  words: string,
  ...examples: readonly string[]
): readonly string[] {
  return concatenated(
    isLonger(value, limit) ? [tooLong(limit)] : none,
    matchesWhole(pattern, value) ? none : [regexWords(words, pattern, ...examples)],
  );
}

function matchesWhole(pattern: string, value: string): boolean {
  let expression = expressions.get(pattern);
  if (!expression) expressions.set(pattern, (expression = new RegExp(`^(?:${pattern})$`)));
  return expression.test(value);
}

const expressions = new Map<string, RegExp>();

function tooLong(limit: number): string {
  return `must be no more than ${limit} characters`;
}

/** Whether a string has more bytes than a limit, as Go counts them. */
export function isLonger(text: string, limit: number): boolean {
  // A UTF-16 code unit takes at least one byte and at most three.
  if (text.length > limit || text.length * 3 <= limit) return text.length > limit;
  return !ascii.test(text) && encoder.encode(text).length > limit;
}

/** All of ASCII. */
const ascii = /^[\0-\x7f]*$/;
const encoder = new TextEncoder();

export function regexWords(words: string, pattern: string, ...examples: readonly string[]): string {
  // Upstream separates the examples by a comma and two blanks.
  const shown = examples.map((example) => `'${example}', `).join(' or ');
  return `${words} (${shown === '' ? '' : `e.g. ${shown}`}regex used for validation is '${pattern}')`;
}

/**
 * Go iterates over a map in random order, so any of several invalid labels may be first; here it is the one with the first key.
 */
export function labelErrors(labels: Labels | undefined, path: string): readonly FieldError[] {
  if (!labels) return none;
  return ofEach(sortedKeys(labels), (key) =>
    concatenated(
      allInvalid(path, key, qualifiedNameProblems(key)),
      allInvalid(path, labels[key], labelValueProblems(labels[key] ?? '')),
    ),
  );
}

/** https://github.com/kubernetes/apimachinery/blob/v0.34.1/pkg/apis/meta/v1/validation/validation.go */
export function selectorErrors(selector: LabelSelector, path: string): readonly FieldError[] {
  const expressions = ofEach(selector.matchExpressions, (expression, index) => {
    const at = `${path}.matchExpressions[${index}]`;
    const { key = '', operator = '', values = [] } = expression;
    return concatenated(
      operatorErrors(operator, values, at),
      allInvalid(`${at}.key`, key, qualifiedNameProblems(key)),
      ofEach(values, (value, item) => allInvalid(`${at}.values[${item}]`, value, labelValueProblems(value))),
    );
  });
  return concatenated(labelErrors(selector.matchLabels, `${path}.matchLabels`), expressions);
}

function operatorErrors(operator: string, values: readonly string[], path: string): readonly FieldError[] {
  if (operator === 'In' || operator === 'NotIn')
    return values.length > 0
      ? none
      : [requiredError(`${path}.values`, "must be specified when `operator` is 'In' or 'NotIn'")];
  if (operator === 'Exists' || operator === 'DoesNotExist')
    return values.length === 0
      ? none
      : [forbidden(`${path}.values`, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'")];
  return [invalid(`${path}.operator`, operator, 'not a valid selector operator')];
}

export const selectorShape: GoShape = {
  struct: [
    ['matchLabels', { map: 'value' }],
    [
      'matchExpressions',
      {
        list: {
          struct: [
            ['key', 'value', '""'],
            ['operator', 'value', '""'],
            ['values', { list: 'value' }],
          ],
        },
      },
    ],
  ],
};

export function isEmptySelector({ matchLabels, matchExpressions }: LabelSelector): boolean {
  return Object.keys(matchLabels ?? {}).length + (matchExpressions ?? []).length === 0;
}

/** Whether a selector matches these labels. An absent selector matches nothing, an empty one everything. */
export function selectorMatches(selector: LabelSelector | undefined, labels: Labels): boolean {
  if (!selector) return false;
  for (const key in selector.matchLabels) if (labels[key] !== selector.matchLabels[key]) return false;
  return (selector.matchExpressions ?? []).every(({ key, operator, values = [] }) => {
    const value = own(labels, key);
    if (operator === 'In') return value !== undefined && values.includes(value);
    if (operator === 'NotIn') return value === undefined || !values.includes(value);
    return (operator === 'Exists') === (value !== undefined);
  });
}
