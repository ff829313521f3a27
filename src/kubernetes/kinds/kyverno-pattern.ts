import { isList, isMap, own, type JsonMap } from '../objects/json.js';

/** Where an object does not fit a pattern of Kyverno, and what is asked there; `unknown` if that cannot be decided. */
export type PatternAnswer =
  | { readonly kind: 'fits' | 'unknown' }
  | { readonly kind: 'differs'; readonly path: readonly (number | string)[]; readonly wanted: string };

const doesFit: PatternAnswer = { kind: 'fits' };
const undecided: PatternAnswer = { kind: 'unknown' };

/**
 * Holds a part of an object against a pattern of `validate`. Of its anchors, only `=(…)` is decided, and of its operators `!`, `|`, `&` and
 * wildcards.
 * https://github.com/kyverno/kyverno/blob/v1.15.0/pkg/engine/validate/validate.go
 */
export function fitOf(
  pattern: unknown,
  value: unknown,
  path: readonly (number | string)[] = [],
): PatternAnswer {
  if (isMap(pattern)) return fitOfMap(pattern, value, path);
  if (isList(pattern)) return fitOfList(pattern, value, path);
  if (typeof pattern === 'string') return fitOfText(pattern, value, path);
  if (typeof pattern === 'boolean' && typeof value === 'boolean')
    return pattern === value ? doesFit : { kind: 'differs', path, wanted: String(pattern) };
  return undecided;
}

function fitOfMap(pattern: JsonMap, value: unknown, path: readonly (number | string)[]): PatternAnswer {
  if (!isMap(value)) return value === undefined ? { kind: 'differs', path, wanted: 'a value' } : undecided;
  const answers = Object.entries(pattern).map(([key, inner]): PatternAnswer => {
    const [, optional] = /^=\((.+)\)$/.exec(key) ?? [];
    if (optional === undefined && /[()]/.test(key)) return undecided;
    const name = optional ?? key;
    if (name.includes('*')) return undecided;
    const found = own(value, name);
    if (found === undefined && optional !== undefined) return doesFit;
    return fitOf(inner, found, [...path, name]);
  });
  return lastFitOf(answers);
}

/** One pattern of maps is that of each item. */
function fitOfList(
  pattern: readonly unknown[],
  value: unknown,
  path: readonly (number | string)[],
): PatternAnswer {
  const [inner] = pattern;
  if (pattern.length !== 1 || !isMap(inner)) return undecided;
  if (value === undefined) return { kind: 'differs', path, wanted: 'a list' };
  return isList(value)
    ? lastFitOf(value.map((item, index) => fitOf(inner, item, [...path, index])))
    : undecided;
}

/** An anchor that is not decided may make the whole pattern one for other objects. */
function lastFitOf(answers: readonly PatternAnswer[]): PatternAnswer {
  return (
    answers.find(({ kind }) => kind === 'unknown') ??
    answers.find(({ kind }) => kind === 'differs') ??
    doesFit
  );
}

function fitOfText(pattern: string, value: unknown, path: readonly (number | string)[]): PatternAnswer {
  if (pattern.includes('{{') || /^\s*(?:[<>]|\d)|[|&]\s*[<>]/.test(pattern)) return undecided;
  if (value === undefined) return { kind: 'differs', path, wanted: pattern };
  if (typeof value !== 'string' && typeof value !== 'number') return undecided;
  const text = String(value);
  const ways = pattern.split('|').map((way) => way.split('&').map((one) => one.trim()));
  const words = ways.flat().map((one) => one.replace(/^!/, ''));
  if (words.some((one) => one !== nonEmpty && one.includes('?'))) return undecided;
  const isMet = ways.some((way) =>
    way.every((one) => (one.startsWith('!') ? !matchesStars(one.slice(1), text) : matchesStars(one, text))),
  );
  return isMet ? doesFit : { kind: 'differs', path, wanted: pattern };
}

const nonEmpty = '?*';

/** Whether a string is of a form in which each star stands for any characters. */
export function matchesStars(form: string, text: string): boolean {
  if (form === nonEmpty) return text !== '';
  const [first = '', ...rest] = form.split('*');
  const last = rest.pop();
  if (last === undefined) return form === text;
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length)
    return false;
  let at = first.length;
  for (const piece of rest) {
    const found = text.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  return at <= text.length - last.length;
}
