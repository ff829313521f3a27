import type { JqNode } from './jq-ast.js';
import { comparisons, functions, typeFilters } from './jq-functions.js';
import { removePaths, valueAt, type JqKey } from './jq-paths.js';
import { describe, isObject, isTrue, JqRunError, sortedKeys, typeOf } from './jq-values.js';

/** Thrown where an expression needs more of jq than is evaluated here. */
export class BeyondSubset extends Error {}

/**
 * Deletes the paths to which a query leads, if it keeps to the part of jq in which paths are written: fields, indices,
 * iteration, `?`, `select` and conditions. Throws a JqRunError where gojq fails, and BeyondSubset for all else.
 */
export function deleteNatively(query: JqNode, document: unknown): unknown {
  const run = new Run();
  const paths: (readonly JqKey[])[] = [];
  for (const state of run.outputs(query, { value: document, path: { value: document } }))
    paths.push(keysOf(intact(state, 'invalid path against')));
  return removePaths(document, paths);
}

/** A value on its way, and the path it stands for; in a condition there is no path. */
interface State {
  readonly value: unknown;
  readonly path: Path | undefined;
}

/** A path with the value that the document has there. A computed value leaves it behind. */
interface Path {
  readonly value: unknown;
  readonly parent?: Path;
  readonly key?: JqKey;
}

function keysOf(path: Path): readonly JqKey[] {
  const keys: JqKey[] = [];
  for (let at = path; at.parent && at.key !== undefined; at = at.parent) keys.unshift(at.key);
  return keys;
}

/**
 * The path of a value, which must still be the one that the document has there. gojq takes a computed value for it
 * when both are equal: `.paused == true` leads to `.paused` if that is true.
 * https://github.com/itchyny/gojq/blob/v0.12.19/execute.go (pathIntact)
 */
function intact({ value, path }: State, problem: string): Path {
  const there = path?.value;
  const isEmptyList = (list: unknown): boolean => Array.isArray(list) && list.length === 0;
  const isSame = (value ?? null) === (there ?? null) || (isEmptyList(value) && isEmptyList(there));
  if (path && isSame) return path;
  throw new JqRunError(`${problem}: ${describe(value)}`);
}

/** Integers that gojq computes are never equal to a number of the document, which is a float. */
const computedNumber: Path = { value: Symbol('computed number') };

function computed(value: unknown, path: Path | undefined): State {
  if (typeof value !== 'number' || !path) return { value, path };
  return { value, path: { ...path, value: computedNumber.value } };
}

class Run {
  private steps = 0;

  /** The outputs of a query, as gojq's machine visits them. */
  *outputs(node: JqNode, state: State): Generator<State, void, undefined> {
    if (++this.steps > 100_000) throw new BeyondSubset();
    const { value, path } = state;
    switch (node.type) {
      case 'identity':
        yield state;
        return;
      case 'recurse':
        yield* this.recurse(state);
        return;
      case 'literal':
        yield computed(node.value, path);
        return;
      case 'group':
        yield* this.outputs(node.inner, state);
        return;
      case 'array':
        yield {
          value: node.items ? [...this.outputs(node.items, state)].map((item) => item.value) : [],
          path,
        };
        return;
      case 'index':
      case 'slice':
      case 'iterate':
        yield* this.suffix(node, node.target, state);
        return;
      case 'optional':
        yield* this.optional(node.target, state);
        return;
      case 'if':
        for (const isMet of this.conditions(node.condition, value))
          if (isMet) yield* this.outputs(node.then, state);
          else if (node.otherwise) yield* this.outputs(node.otherwise, state);
          else yield state;
        return;
      case 'try':
        yield* this.attempt(() => this.outputs(node.body, state), node.handler, state);
        return;
      case 'binary':
        yield* this.binary(node, state);
        return;
      case 'call':
        yield* this.call(node.name, node.args, state);
        return;
      default:
        throw new BeyondSubset();
    }
  }

  private *binary(
    node: JqNode & { readonly type: 'binary' },
    state: State,
  ): Generator<State, void, undefined> {
    const { operator, left, right } = node;
    const { value, path } = state;
    switch (operator) {
      case '|':
        for (const middle of this.outputs(left, state)) yield* this.outputs(right, middle);
        return;
      case ',':
        yield* this.outputs(left, state);
        yield* this.outputs(right, state);
        return;
      case '//': {
        let isFound = false;
        for (const output of this.outputs(left, state)) {
          if (!isTrue(output.value)) continue;
          isFound = true;
          yield output;
        }
        if (!isFound) yield* this.outputs(right, state);
        return;
      }
      case 'and':
      case 'or':
        for (const isLeft of this.conditions(left, value))
          if (isLeft === (operator === 'or')) yield { value: isLeft, path };
          else for (const isRight of this.conditions(right, value)) yield { value: isRight, path };
        return;
      default: {
        const apply = comparisons[operator];
        if (!apply) throw new BeyondSubset();
        // The right side comes first, and what it does to the path stays.
        for (const second of this.outputs(right, state))
          for (const first of this.outputs(left, { value, path: second.path }))
            yield { value: apply(first.value, second.value), path: first.path };
      }
    }
  }

  private *call(name: string, args: readonly JqNode[], state: State): Generator<State, void, undefined> {
    const { value, path } = state;
    const [first, second] = args;
    const types = args.length === 0 ? typeFilters[name] : undefined;
    if (types) {
      if (types.includes(typeOf(value))) yield state;
      return;
    }
    switch (`${name}/${args.length}`) {
      case 'empty/0':
        return;
      case 'not/0':
        yield { value: !isTrue(value), path };
        return;
      case 'recurse/0':
        yield* this.recurse(state);
        return;
      case 'first/0':
        yield this.step(state, 0);
        return;
      case 'last/0':
        yield this.step(state, -1);
        return;
      case 'first/1':
        for (const output of this.outputs(first!, state)) {
          yield output;
          return;
        }
        return;
      case 'select/1':
        for (const isMet of this.conditions(first!, value)) if (isMet) yield state;
        return;
      case 'map/1': {
        const items = [...this.iterate(state)].flatMap((item) => [...this.outputs(first!, item)]);
        yield { value: items.map((item) => item.value), path };
        return;
      }
      case 'getpath/1':
        for (const { value: keys } of this.outputs(first!, { value, path: undefined }))
          yield this.follow(state, keys);
        return;
      case 'any/0':
      case 'any/1':
      case 'any/2':
      case 'all/0':
      case 'all/1':
      case 'all/2':
      case 'IN/1':
      case 'IN/2':
        if (path) throw new BeyondSubset();
        yield { value: this.quantify(name, first, second, value), path };
        return;
    }
    const apply = functions[`${name}/${args.length}`];
    if (!apply) throw new BeyondSubset();
    const inputs = first ? this.outputs(first, state) : [state];
    for (const argument of inputs) yield computed(apply(value, argument.value), argument.path);
  }

  /** `any`, `all` and `IN`, which stop at the first output that decides. */
  private quantify(
    name: string,
    first: JqNode | undefined,
    second: JqNode | undefined,
    value: unknown,
  ): boolean {
    const input: State = { value, path: undefined };
    if (name === 'IN') {
      const source = second ? first! : undefined;
      for (const wanted of this.outputs(second ?? first!, input))
        for (const item of source ? this.outputs(source, input) : [input])
          if (comparisons['==']!(item.value, wanted.value)) return true;
      return false;
    }
    const items = second ? this.outputs(first!, input) : this.iterate(input);
    const condition = second ?? first;
    for (const item of items)
      for (const isMet of condition ? this.conditions(condition, item.value) : [isTrue(item.value)])
        if (isMet === (name === 'any')) return isMet;
    return name === 'all';
  }

  private *conditions(node: JqNode, value: unknown): Generator<boolean, void, undefined> {
    for (const output of this.outputs(node, { value, path: undefined })) yield isTrue(output.value);
  }

  private *recurse(state: State): Generator<State, void, undefined> {
    if (++this.steps > 100_000) throw new BeyondSubset();
    yield state;
    if (!Array.isArray(state.value) && !isObject(state.value)) return;
    for (const item of this.attempt(() => this.iterate(state), undefined, state)) yield* this.recurse(item);
  }

  /** Errors of the attempt itself are caught; those of what comes after it are not. */
  private *attempt(
    attempt: () => Iterable<State>,
    handler: JqNode | undefined,
    { path }: State,
  ): Generator<State, void, undefined> {
    let caught: JqRunError;
    try {
      yield* attempt();
      return;
    } catch (error) {
      if (!(error instanceof JqRunError)) throw error;
      caught = error;
    }
    if (handler) yield* this.outputs(handler, { value: caught.message, path });
  }

  /** `?` guards the last suffix alone, not what is before it; the suffix then sees what is before it as its input. */
  private *optional(target: JqNode, state: State): Generator<State, void, undefined> {
    if (target.type !== 'index' && target.type !== 'slice' && target.type !== 'iterate') {
      yield* this.attempt(() => this.outputs(target, state), undefined, state);
      return;
    }
    const self: JqNode = { type: 'identity', start: target.start, end: target.start };
    for (const before of this.outputs(target.target, state))
      yield* this.attempt(() => this.suffix(target, self, before), undefined, before);
  }

  /** Keys are computed from the input of the whole term, and before its target. */
  private *suffix(
    node: JqNode & { readonly type: 'index' | 'slice' | 'iterate' },
    target: JqNode,
    state: State,
  ): Generator<State, void, undefined> {
    if (node.type === 'iterate') {
      for (const before of this.outputs(target, state)) yield* this.iterate(before);
    } else {
      for (const key of this.keys(node, state.value))
        for (const before of this.outputs(target, state)) yield this.step(before, key);
    }
  }

  private *keys(
    node: JqNode & { readonly type: 'index' | 'slice' },
    value: unknown,
  ): Generator<JqKey, void, undefined> {
    const input: State = { value, path: undefined };
    if (node.type === 'index') {
      for (const { value: key } of this.outputs(negated(node.key), input)) yield checkedKey(key);
      return;
    }
    const open: readonly State[] = [{ value: null, path: undefined }];
    for (const start of node.from ? this.outputs(negated(node.from), input) : open)
      for (const end of node.to ? this.outputs(negated(node.to), input) : open)
        yield { start: start.value, end: end.value };
  }

  private step(state: State, key: JqKey): State {
    const value = valueAt(state.value, key);
    if (!state.path) return { value, path: undefined };
    return { value, path: { value, key, parent: intact(state, 'invalid path against') } };
  }

  private *iterate(state: State): Generator<State, void, undefined> {
    const { value, path } = state;
    if (!Array.isArray(value) && !isObject(value))
      throw new JqRunError(`cannot iterate over: ${describe(value)}`);
    const parent = path && intact(state, 'invalid path on iterating against');
    const entries: Iterable<readonly [JqKey, unknown]> = Array.isArray(value)
      ? value.entries()
      : sortedKeys(value).map((key) => [key, value[key]]);
    for (const [key, item] of entries) yield { value: item, path: parent && { value: item, key, parent } };
  }

  private follow(state: State, keys: unknown): State {
    if (!Array.isArray(keys)) throw new JqRunError(`getpath(${JSON.stringify(keys)}) cannot be applied`);
    let { value } = state;
    let path = state.path;
    const follow = keys.map(checkedKey);
    for (const key of follow) {
      if (typeOf(value) !== 'null' && !Array.isArray(value) && !isObject(value))
        throw new JqRunError(
          `getpath(${JSON.stringify(keys)}) cannot be applied to: ${describe(state.value)}`,
        );
      value = valueAt(value, key);
    }
    if (path) intact(state, 'invalid path against');
    for (const key of follow) path = path && { value, key, parent: path };
    return { value, path };
  }
}

/** `-1` is a literal. */
function negated(node: JqNode): JqNode {
  if (node.type !== 'unary' || node.operand.type !== 'literal' || typeof node.operand.value !== 'number')
    return node;
  const value = node.operator === '-' ? -node.operand.value : node.operand.value;
  return { ...node.operand, value };
}

function checkedKey(key: unknown): JqKey {
  if (typeof key === 'string' || typeof key === 'number') return key;
  throw new BeyondSubset();
}
