import { type Call, type Expression, NotJudged, type Operator } from './expression.js';
import { Fuel, toRead } from './fuel.js';
import { called, within64 } from './functions.js';
import { areEqual, compareValues, Duration, Failure, isValueList, isValueMap, type Value } from './value.js';

type Result = Value | Failure;
type BoundNames = ReadonlyMap<string, Value>;

/**
 * The result of an expression for `self` and the previous value, or the error that it ends with.
 * https://github.com/google/cel-spec/blob/v0.24.0/doc/langdef.md#evaluation
 */
export function evaluate(expression: Expression, self: Value, fuel = new Fuel(), before?: Value): Result {
  const names = new Map([['self', self]]);
  if (before !== undefined) names.set('oldSelf', before);
  return new CelEvaluation(fuel).of(expression, names);
}

/** Deeper expressions could overflow the stack. */
const maxDepth = 400;

class CelEvaluation {
  private depth = 0;

  constructor(private readonly fuel: Fuel) {}

  of(expression: Expression, names: BoundNames): Result {
    this.fuel.spend();
    if (++this.depth > maxDepth) throw new NotJudged('a deep expression');
    const value = this.valueOf(expression, names);
    this.depth--;
    return value;
  }

  private valueOf(expression: Expression, names: BoundNames): Result {
    switch (expression.kind) {
      case 'literal':
        return expression.value;
      case 'name':
        return knownValue(names.get(expression.name), expression.name);
      case 'list':
        return this.all(expression.items, names);
      case 'map':
        return this.map(expression.entries, names);
      case 'field': {
        const of = this.of(expression.of, names);
        return of instanceof Failure ? of : celField(of, expression.name);
      }
      case 'index':
        return this.with([expression.of, expression.at], names, (of, at) => itemOf(of, at));
      case 'call':
        return this.call(expression, names);
      case 'not':
        return this.with([expression.of], names, (of) => !asBoolean(of));
      case 'minus':
        return this.with([expression.of], names, (of) => negated(of));
      case 'and':
      case 'or':
        return this.either(expression.kind === 'or', [expression.left, expression.right], (one) =>
          this.of(one, names),
        );
      case 'operator':
        return this.with([expression.left, expression.right], names, (left, right) => {
          this.fuel.spend(weightOf(left) + weightOf(right));
          return operated(expression.name, left, right, this.fuel);
        });
      case 'choice': {
        const test = this.of(expression.test, names);
        if (test instanceof Failure) return test;
        return this.of(asBoolean(test) ? expression.yes : expression.no, names);
      }
    }
  }

  /** Values in order, or the first error. */
  private all(expressions: readonly Expression[], names: BoundNames): readonly Value[] | Failure {
    const values: Value[] = [];
    for (const expression of expressions) {
      const value = this.of(expression, names);
      if (value instanceof Failure) return value;
      values.push(value);
    }
    return values;
  }

  private with(
    expressions: readonly Expression[],
    names: BoundNames,
    then: (...values: Value[]) => Result,
  ): Result {
    const values = this.all(expressions, names);
    return values instanceof Failure ? values : then(...values);
  }

  private map(entries: readonly (readonly [Expression, Expression])[], names: BoundNames): Result {
    const made = new Map<string, Value>();
    for (const entry of entries) {
      const values = this.all(entry, names);
      if (values instanceof Failure) return values;
      const [key, value] = values;
      if (typeof key !== 'string') throw new NotJudged('a key other than a string');
      made.set(key, value!);
    }
    return made;
  }

  /**
   * `
   *
   * ` or `&&`: a deciding operand takes precedence over an error in the other one.
   */
  private either<T>(decisive: boolean, items: Iterable<T>, of: (item: T) => Result): Result {
    let failure: Failure | undefined;
    for (const item of items) {
      const value = of(item);
      if (value instanceof Failure) failure ??= value;
      else if (asBoolean(value) === decisive) return decisive;
    }
    return failure ?? !decisive;
  }

  private call({ name, target, args }: Call, names: BoundNames): Result {
    const [first, body] = args;
    if (target === undefined && name === 'has') return this.has(first, names);
    if (target !== undefined && isMacro(name)) {
      if (args.length !== 2 || first?.kind !== 'name') throw new NotJudged(`"${name}" of other arguments`);
      const items = this.of(target, names);
      if (items instanceof Failure) return items;
      this.fuel.spend(weightOf(items));
      return this.each(name, celItems(items), first.name, body!, names);
    }
    // Functions may have a name with a dot.
    if (target?.kind === 'name' && !names.has(target.name))
      return this.called(`${target.name}.${name}`, false, args, names);
    return this.called(name, target !== undefined, target ? [target, ...args] : args, names);
  }

  private called(name: string, isMethod: boolean, args: readonly Expression[], names: BoundNames): Result {
    return this.with(args, names, (...values) => {
      for (const value of values) this.fuel.spend(weightOf(value));
      return called(name, isMethod, values, this.fuel);
    });
  }

  private has(field: Expression | undefined, names: BoundNames): Result {
    if (field?.kind !== 'field') throw new NotJudged('"has" of something else than a field');
    return this.with([field.of], names, (of) => {
      if (!isValueMap(of)) throw new NotJudged('"has" of something else than a map');
      return of.has(field.name);
    });
  }

  private each(
    macro: Macro,
    items: readonly Value[],
    variable: string,
    body: Expression,
    names: BoundNames,
  ): Result {
    const of = (item: Value): Result => this.of(body, new Map(names).set(variable, item));
    if (macro === 'all' || macro === 'exists') return this.either(macro === 'exists', items, of);
    const taken: Value[] = [];
    for (const item of items) {
      const value = of(item);
      if (value instanceof Failure) return value;
      if (macro === 'map') taken.push(value);
      else if (asBoolean(value)) taken.push(item);
    }
    return macro === 'exists_one' ? taken.length === 1 : taken;
  }
}

const macros = ['all', 'exists', 'exists_one', 'filter', 'map'] as const;
type Macro = (typeof macros)[number];

function isMacro(name: string): name is Macro {
  return macros.includes(name as Macro);
}

/** The items of a list; of a map its keys. */
function celItems(value: Value): readonly Value[] {
  if (isValueList(value)) return value;
  if (isValueMap(value)) return [...value.keys()];
  throw new NotJudged('items of what has none');
}

/** The cost of iterating over a value, without its descendants. */
function weightOf(value: Value): number {
  if (typeof value === 'string') return toRead(value.length);
  if (isValueList(value)) return value.length;
  return isValueMap(value) ? value.size : 0;
}

function knownValue(value: Value | undefined, name: string): Value {
  if (value === undefined) throw new NotJudged(`the name "${name}"`);
  return value;
}

function celField(of: Value, name: string): Result {
  if (!isValueMap(of)) throw new NotJudged(`"${name}" of something else than a map`);
  return of.get(name) ?? (of.has(name) ? null : new Failure(`no such key: ${name}`));
}

function itemOf(of: Value, at: Value): Result {
  if (isValueMap(of) && typeof at === 'string') return celField(of, at);
  if (!isValueList(of) || typeof at !== 'bigint') throw new NotJudged('an index');
  return of[Number(at)] ?? new Failure(`index out of bounds: ${at}`);
}

function asBoolean(value: Value): boolean {
  if (typeof value !== 'boolean') throw new NotJudged('a condition that is neither true nor false');
  return value;
}

function negated(value: Value): Result {
  if (typeof value === 'bigint') return within64(-value);
  if (typeof value === 'number') return -value;
  throw new NotJudged('"-" before something else than a number');
}

function operated(name: Operator, left: Value, right: Value, fuel: Fuel): Result {
  if (name === '==') return areEqual(left, right, fuel);
  if (name === '!=') return !areEqual(left, right, fuel);
  if (name === 'in') return isInCollection(left, right, fuel);
  if (name in ordered) {
    const order = compareValues(left, right, fuel);
    if (order === undefined) throw new NotJudged(`"${name}" between these`);
    return ordered[name as keyof typeof ordered](order);
  }
  return computed(name, left, right);
}

const ordered = {
  '<': (order: number) => order < 0,
  '<=': (order: number) => order <= 0,
  '>': (order: number) => order > 0,
  '>=': (order: number) => order >= 0,
};

function isInCollection(item: Value, of: Value, fuel: Fuel): boolean {
  if (isValueList(of)) return of.some((one) => areEqual(one, item, fuel));
  if (isValueMap(of) && typeof item === 'string') return of.has(item);
  throw new NotJudged('"in" of what has no items');
}

function computed(name: Operator, left: Value, right: Value): Result {
  if (typeof left === 'bigint' && typeof right === 'bigint') return ofIntegers(name, left, right);
  if (name === '+') {
    if (typeof left === 'string' && typeof right === 'string') return left + right;
    if (isValueList(left) && isValueList(right)) return [...left, ...right];
  }
  if ((name === '+' || name === '-') && left instanceof Duration && right instanceof Duration) {
    const sum = ofIntegers(name, left.nanoseconds, right.nanoseconds);
    return typeof sum === 'bigint' ? new Duration(sum) : sum;
  }
  throw new NotJudged(`"${name}" between these`);
}

function ofIntegers(name: Operator, left: bigint, right: bigint): Result {
  if (name === '+') return within64(left + right);
  if (name === '-') return within64(left - right);
  if (name === '*') return within64(left * right);
  if (right === 0n) return new Failure(name === '/' ? 'division by zero' : 'modulus by zero');
  return within64(name === '/' ? left / right : left % right);
}
