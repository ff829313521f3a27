import { isMap } from '../objects/json.js';
import { parseDuration } from '../kinds/duration.js';
import type { Path } from '../../model/field.js';
import type { Schema, SchemaRule } from '../schemas/schema.js';
import { type Shape, shapeOf } from '../schemas/shape.js';
import { evaluate } from './evaluate.js';
import { type Expression, NotJudged } from './expression.js';
import { asStored } from './filled.js';
import { Fuel, type StepsLeft, TooMuch } from './fuel.js';
import { parseExpression } from './parse.js';
import { Duration, Failure, Opaque, type Value } from './value.js';

/** Why the API server rejects a value of the right type. */
export type CelRefusal =
  | {
      readonly kind: 'rule';
      readonly path: Path;
      readonly rule: SchemaRule;
      /** Why the evaluation of the rule failed, which the API server treats as a rejection. */
      readonly failed?: string;
    }
  /** An item that equals an earlier one in all of these keys; as a whole, if there are no keys. */
  | { readonly kind: 'repeated'; readonly path: Path; readonly keys: readonly string[] };

export interface CelJudgement {
  readonly refusals: readonly CelRefusal[];
  /** The rules that could not be evaluated, and why; their result is unknown. */
  readonly unknown: readonly { readonly rule: string; readonly why: string }[];
  /** Whether evaluation was stopped by a limit: the results are true, but there may be more. */
  readonly isCut: boolean;
}

/**
 * Evaluates the rules of a schema for a value, as the API server does after it has filled in defaults. The value has the types of
 * the schema, because the API server evaluates no rules otherwise. Rules that compare with the previous value are skipped.
 * https://github.com/kubernetes/apiextensions-apiserver/blob/v0.34.4/pkg/apiserver/schema/cel/validation.go
 */
export function judge(schema: Schema, value: unknown, steps?: StepsLeft): CelJudgement {
  const shape = shapeOf(schema);
  const fuel = new Fuel(steps);
  return new Asking(fuel).within((asking) => asking.visit(shape, asStored(shape, value, fuel), []));
}

/**
 * Evaluates the rules that compare with the previous value, as far as two manifests determine the result: for single strings,
 * numbers and booleans, and for whether whole maps are unchanged. Other parts of the stored map are unknown, and no item of a
 * list certainly corresponds to a previous one.
 */
export function judgeChange(
  schema: Schema,
  value: unknown,
  before: unknown,
  steps?: StepsLeft,
): CelJudgement {
  const shape = shapeOf(schema);
  const fuel = new Fuel(steps);
  return new Asking(fuel).within((asking) => {
    asking.compare(shape, asStored(shape, value, fuel), asStored(shape, before, fuel), []);
  });
}

const staysAsItIs = /^(?:self\s*==\s*oldSelf|oldSelf\s*==\s*self)$/;

class Asking implements CelJudgement {
  readonly refusals: CelRefusal[] = [];
  readonly unknown: { rule: string; why: string }[] = [];

  isCut = false;

  constructor(private readonly fuel: Fuel) {}

  /** As much of it as the fuel allows. */
  within(ask: (asking: this) => unknown): this {
    try {
      ask(this);
    } catch (error) {
      if (!(error instanceof TooMuch)) throw error;
      this.isCut = true;
    }
    return this;
  }

  /** The value that expressions see; null if none reads it, which is the case for most values. */
  visit(shape: Shape | undefined, value: unknown, path: Path, isRead = false): Value {
    if (!isRead && !shape?.isJudged) return null;
    const seen = this.seen(shape, value, path, isRead || shape?.hasRules === true);
    for (const rule of shape?.schema.rules ?? []) if (!rule.isOfChange) this.ask(rule, seen, path);
    const keys = shape?.schema.keys;
    if (keys && Array.isArray(value)) this.findRepeated(keys, value, path);
    return seen;
  }

  compare(shape: Shape | undefined, value: unknown, before: unknown, path: Path): void {
    if (!shape?.isJudged || value === undefined || before === undefined) return;
    const isMapped = isMap(value) && isMap(before);
    const isSingle = ![value, before].some((one) => typeof one === 'object');
    for (const rule of shape.schema.rules ?? [])
      if (rule.isOfChange && (isSingle || (isMapped && staysAsItIs.test(rule.rule)))) {
        const [now, then] = [value, before].map((one) => new Asking(this.fuel).seen(shape, one, path, true));
        this.ask(rule, now!, path, then);
      }
    if (!isMapped) return;
    for (const [key, item] of Object.entries(value)) {
      const field = shape.field(key);
      if (field && Object.hasOwn(before, key)) this.compare(field, item, before[key], [...path, key]);
    }
  }

  private seen(shape: Shape | undefined, value: unknown, path: Path, isRead: boolean): Value {
    if (Array.isArray(value))
      return value.map((item, index) => this.visit(shape?.items, item, [...path, index], isRead));
    if (typeof value === 'object' && value !== null) return this.seenMap(shape, value, path, isRead);
    if (typeof value === 'number') return isWholeNumber(shape, value) ? BigInt(value) : value;
    const { holds } = shape?.schema ?? {};
    if (holds !== undefined && typeof value === 'string') return heldBy(holds, value);
    return typeof value === 'string' || typeof value === 'boolean' ? value : null;
  }

  private seenMap(shape: Shape | undefined, value: object, path: Path, isRead: boolean): Value {
    const seen = new Map<string, Value>();
    for (const [key, item] of Object.entries(value)) {
      const field = shape?.field(key);
      // Unknown fields are dropped before.
      if (field !== false)
        seen.set(shape?.knows(key) ? escaped(key) : key, this.visit(field, item, [...path, key], isRead));
    }
    return seen;
  }

  private ask(rule: SchemaRule, self: Value, of: Path, before?: Value): void {
    const path = rule.at ? [...of, ...rule.at] : of;
    try {
      const said = evaluate(expressionOf(rule.rule), self, this.fuel, before);
      if (said instanceof Failure) this.refusals.push({ kind: 'rule', path, rule, failed: said.message });
      else if (said === false) this.refusals.push({ kind: 'rule', path, rule });
      else if (said !== true) throw new NotJudged('a rule that is neither true nor false');
    } catch (error) {
      if (!(error instanceof NotJudged)) throw error;
      this.unknown.push({ rule: rule.rule, why: error.message });
      this.isCut ||= error instanceof TooMuch;
    }
  }

  private findRepeated(keys: readonly string[], items: readonly unknown[], path: Path): void {
    const met = new Map<string, number>();
    for (const [index, item] of items.entries()) {
      const isKeyed = keys.length > 0 && typeof item === 'object' && item !== null;
      const own = isKeyed ? keys.map((key) => (item as Record<string, unknown>)[key] ?? null) : item;
      const text = JSON.stringify(own, sortingKeys);
      const times = met.get(text) ?? 0;
      if (times === 1) this.refusals.push({ kind: 'repeated', path: [...path, index], keys });
      met.set(text, times + 1);
    }
  }
}

/** Makes the order of keys irrelevant. */
function sortingKeys(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

function heldBy(holds: 'duration' | 'other', text: string): Value {
  const nanoseconds = holds === 'duration' ? parseDuration(text) : undefined;
  return nanoseconds === undefined ? new Opaque() : new Duration(nanoseconds);
}

const read = new Map<string, Expression | NotJudged>();

function expressionOf(rule: string): Expression {
  let expression = read.get(rule);
  if (!expression) {
    expression = parsedRule(rule);
    read.set(rule, expression);
  }
  if (expression instanceof NotJudged) throw expression;
  return expression;
}

function parsedRule(rule: string): Expression | NotJudged {
  try {
    return parseExpression(rule);
  } catch (error) {
    if (error instanceof NotJudged) return error;
    throw error;
  }
}

function isWholeNumber(shape: Shape | undefined, value: number): boolean {
  const types = [shape?.schema.type ?? []].flat();
  return Number.isInteger(value) && (types.includes('integer') || !types.includes('number'));
}

const keywords: ReadonlySet<string> = new Set([
  ...['true', 'false', 'null', 'in', 'as', 'break', 'const', 'continue', 'else', 'for', 'function', 'if'],
  ...['import', 'let', 'loop', 'package', 'namespace', 'return', 'var', 'void', 'while'],
]);

/**
 * The name of a field in expressions.
 * https://github.com/kubernetes/apiserver/blob/v0.34.4/pkg/cel/escaping.go
 */
function escaped(name: string): string {
  if (keywords.has(name)) return `__${name}__`;
  return name
    .replaceAll('__', '__underscores__')
    .replaceAll('.', '__dot__')
    .replaceAll('-', '__dash__')
    .replaceAll('/', '__slash__');
}
