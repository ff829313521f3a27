import { isList, type JsonMap } from '../objects/json.js';
import { fitsWhole } from '../kinds/go-pattern.js';
import { nearestName } from '../../model/nearest-name.js';
import { type Node, toValue } from '../../model/node.js';
import type { ValueProblem } from '../schemas/schema.js';
import { outOfBounds } from '../schemas/validate.js';
import { formatOf } from './formats.js';
import { fieldCount } from './seen.js';
import type { Work } from './work.js';

/** What is wrong with a value; undefined if it is valid. */
export type ValueCheck = (node: Node) => ValueProblem | undefined;

/** It is unknown whether a value is valid, and so is everything that depends on it. */
export class Undecided extends Error {}

/**
 * The checks of keywords for single values; `within` is the schema around it, by which the value is pruned and defaulted first.
 * https://github.com/kubernetes/kube-openapi/tree/master/pkg/validation/validate
 */
export function valueChecks(asked: JsonMap, within: JsonMap, work: Work): readonly ValueCheck[] {
  const checks: ValueCheck[] = [];
  const add = (kind: Node['kind'], check: ValueCheck): void => {
    checks.push((node) => {
      work.count();
      return node.kind === kind && !isNull(node) ? check(node) : undefined;
    });
  };
  const { enum: known, pattern, format } = asked;
  // Enumerations also apply to null.
  if (isList(known)) checks.push((node) => notAmong(known, node, work));
  if (typeof pattern === 'string') add('scalar', (node) => unlike(pattern, node));
  if (typeof format === 'string' && within['type'] === 'string')
    add('scalar', (node) => misformed(format, node));
  add('scalar', (node) => misranged(asked, node));
  const bounded = (kind: Node['kind'], what: string, unit: string, size: (node: Node) => number): void => {
    const [least, most] = [numberIn(asked, `min${unit}`), numberIn(asked, `max${unit}`)];
    if (least === undefined && most === undefined) return;
    add(kind, (node) => ranged(outOfBounds(size(node), what, least, most)));
  };
  bounded('scalar', 'a length', 'Length', stringLength);
  bounded('list', 'a length', 'Items', (node) => (node.kind === 'list' ? node.items.length : 0));
  bounded('map', 'a size', 'Properties', (node) => fieldCount(node, within));
  return checks;
}

export function isNull(node: Node): boolean {
  return node.kind === 'scalar' && node.value === null;
}

function numberIn(asked: JsonMap, keyword: string): number | undefined {
  const value = asked[keyword];
  return typeof value === 'number' ? value : undefined;
}

/** Only strings have a length; for other values the type error is enough. */
function stringLength(node: Node): number {
  const text = scalarString(node);
  if (text === undefined) throw new Undecided();
  return [...text].length;
}

function scalarString(node: Node): string | undefined {
  return node.kind === 'scalar' && typeof node.value === 'string' ? node.value : undefined;
}

function notAmong(known: readonly unknown[], node: Node, work: Work): ValueProblem | undefined {
  work.count(known.length);
  // The API server rejects null even if the enumeration contains it.
  if (isNull(node))
    return { keyword: 'form', expected: 'not be null, because its values are enumerated; leave it out' };
  if (node.kind === 'scalar') {
    if (known.includes(node.value)) return undefined;
  } else {
    const text = JSON.stringify(toValue(node));
    if (known.some((one) => typeof one === 'object' && JSON.stringify(one) === text)) return undefined;
    // The order of keys is irrelevant, so enumerations of maps are not checked.
    if (known.some((one) => typeof one === 'object' && one !== null)) return undefined;
  }
  const names = known.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
  const actual = node.kind === 'scalar' ? String(node.value) : JSON.stringify(toValue(node));
  const nearest = nearestName(actual, names);
  return { keyword: 'enum', known: names, actual, ...(nearest !== undefined && { nearest }) };
}

function unlike(pattern: string, node: Node): ValueProblem | undefined {
  const text = scalarString(node);
  if (text === undefined) return undefined;
  const fits = fitsWhole(`(?s:.*)(?:${pattern})(?s:.*)`, text);
  if (fits === undefined) throw new Undecided();
  return fits ? undefined : { keyword: 'pattern', expected: pattern, actual: text };
}

function misformed(format: string, node: Node): ValueProblem | undefined {
  const [text, known] = [scalarString(node), formatOf(format)];
  if (text === undefined || !known) return undefined;
  return known.fits(text) ? undefined : { keyword: 'format', expected: known.words, actual: text };
}

function misranged(asked: JsonMap, node: Node): ValueProblem | undefined {
  if (node.kind !== 'scalar' || typeof node.value !== 'number') return undefined;
  const { value } = node;
  const [least, most, factor] = ['minimum', 'maximum', 'multipleOf'].map((key) => numberIn(asked, key));
  const found = ranged(outOfBounds(value, '', least, most));
  if (found) return found;
  const told = (expected: string): ValueProblem => ({ keyword: 'range', expected, actual: String(value) });
  if (asked['exclusiveMinimum'] === true && value === least) return told(`more than ${least}`);
  if (asked['exclusiveMaximum'] === true && value === most) return told(`less than ${most}`);
  if (factor !== undefined && factor > 0 && !isMultiple(value, factor))
    return told(`a multiple of ${factor}`);
  return undefined;
}

function ranged(found: ReturnType<typeof outOfBounds>): ValueProblem | undefined {
  return found && { keyword: 'range', ...found };
}

/** https://github.com/go-openapi/swag/blob/v0.23.0/convert.go (IsFloat64AJSONInteger) */
function isMultiple(value: number, factor: number): boolean {
  if (Number.isInteger(value) && Number.isInteger(factor)) return value % factor === 0;
  const times = factor < 1 ? (1 / factor) * value : value / factor;
  const whole = Math.trunc(times);
  return times === whole || Math.abs(times - whole) / (Math.abs(times) + Math.abs(whole)) < 1e-9;
}
