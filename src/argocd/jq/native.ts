import type { JqEntry, JqNode } from './ast.js';
import { call, recurse } from './calls.js';
import { comparisons, functions, minus, plus } from './functions.js';
import { losesValue } from './lost-values.js';
import { removePaths } from './paths.js';
import { deleteAlong, plainPath } from './plain.js';
import { bind } from './patterns.js';
import {
  attempt,
  computed,
  iterate,
  keysOf,
  rootState,
  step,
  type Evaluation,
  type JqState,
  type Node,
  type Outputs,
  type Values,
  type Variables,
} from './state.js';
import { BeyondSubset, describe, isTrue, JqRunError } from './values.js';

/**
 * Deletes the paths to which a query leads, if it keeps to the part of jq in which paths are written: fields,
 * indices, iteration, `?`, `select` and conditions. Throws a JqRunError where gojq fails, BeyondSubset for the rest.
 */
export function deleteNatively(query: JqNode, document: unknown): unknown {
  const plain = plainPath(query);
  const result = plain && deleteAlong(plain, document);
  if (result !== undefined) return result;
  const outputs = new Run().outputs(query, rootState(document), new Map());
  return removePaths(document, Array.from(outputs, keysOf));
}

/** Enough for any manifest; a query that multiplies itself is left to jq, which has a time limit. */
const mostSteps = 100_000;

class Run implements Evaluation {
  private steps = 0;

  count(): void {
    if (++this.steps > mostSteps) throw new BeyondSubset();
  }

  *outputs(node: JqNode, state: JqState, variables: Variables): Outputs {
    this.count();
    const { value, path } = state;
    switch (node.type) {
      case 'identity':
        yield state;
        return;
      case 'recurse':
        yield* recurse(this, state);
        return;
      case 'literal':
        if (typeof node.value === 'number' && !node.isFloat && !Number.isSafeInteger(node.value))
          throw new BeyondSubset(); // gojq has integers of any length.
        yield node.isFloat ? { value: node.value, path } : computed(node.value, path);
        return;
      case 'variable':
        if (!variables.has(node.name)) throw new BeyondSubset();
        yield { value: variables.get(node.name), path };
        return;
      case 'group':
        yield* this.outputs(node.inner, state, variables);
        return;
      case 'array': {
        const items = node.items ? Array.from(this.outputs(node.items, state, variables)) : [];
        yield { value: items.map((item) => item.value), path };
        return;
      }
      case 'object':
        yield* this.object(node.entries, state, variables, {});
        return;
      case 'format': {
        const apply = functions[formats[node.name] ?? ''];
        if (!apply) throw new BeyondSubset();
        yield { value: apply(value, undefined), path };
        return;
      }
      case 'string':
        yield* this.outputs(concatenation(node), state, variables);
        return;
      case 'unary':
        yield* this.unary(node, state, variables);
        return;
      case 'index':
      case 'slice':
      case 'iterate':
        yield* this.suffix(node, node.target, state, variables);
        return;
      case 'optional':
        yield* this.optional(node.target, state, variables);
        return;
      case 'if':
        for (const isMet of this.conditions(node.condition, value, variables))
          if (isMet) yield* this.outputs(node.then, state, variables);
          else if (node.otherwise) yield* this.outputs(node.otherwise, state, variables);
          else yield state;
        return;
      case 'try': {
        const handler = (caught: unknown): Iterable<JqState> =>
          node.handler ? this.outputs(node.handler, { value: caught, path }, variables) : [];
        yield* attempt(() => this.outputs(node.body, state, variables), handler);
        return;
      }
      case 'bind':
        for (const item of this.values(node.source, value, variables))
          yield* this.outputs(node.body, state, bind(node.patterns, item, variables));
        return;
      case 'binary':
        if (losesValue(node)) throw new BeyondSubset();
        yield* this.binary(node, state, variables);
        return;
      case 'reduce':
      case 'foreach':
        yield* this.fold(node, state, variables);
        return;
      case 'call':
        yield* call(this, node, state, variables);
        return;
      default:
        throw new BeyondSubset();
    }
  }

  *values(node: JqNode, input: unknown, variables: Variables): Values {
    for (const { value } of this.outputs(node, { value: input, path: undefined }, variables)) yield value;
  }

  *conditions(node: JqNode, input: unknown, variables: Variables): Generator<boolean, void, undefined> {
    for (const value of this.values(node, input, variables)) yield isTrue(value);
  }

  /**
   * What was folded so far is kept apart, so that each round begins at the path to which its item leads.
   * https://github.com/itchyny/gojq/blob/v0.12.19/compiler.go (compileReduce, compileForeach)
   */
  private *fold(node: Node<'reduce' | 'foreach'>, state: JqState, variables: Variables): Outputs {
    const { source, pattern, init, update, extract } = node;
    for (const first of this.outputs(init, state, variables)) {
      let folded = first;
      for (const item of this.outputs(source, { ...state, path: first.path }, variables)) {
        const bound = bind([pattern], item.value, variables);
        for (const output of this.outputs(update, { ...folded, path: item.path }, bound)) {
          folded = output;
          if (node.type === 'foreach') yield* extract ? this.outputs(extract, output, bound) : [output];
        }
      }
      if (node.type === 'reduce') yield { ...folded, path: first.path };
    }
  }

  /**
   * Entries come one after the other, and what one of them does to the path stays for the next.
   * https://github.com/itchyny/gojq/blob/v0.12.19/compiler.go (compileObject)
   */
  private *object(
    [entry, ...others]: readonly JqEntry[],
    state: JqState,
    variables: Variables,
    before: Readonly<Record<string, unknown>>,
  ): Outputs {
    if (!entry) {
      yield { value: before, path: state.path };
      return;
    }
    const { key, value } = entry;
    // A key that is computed, or a field that is named by its key alone, is left to jq.
    if (key.type !== 'literal' || typeof key.value !== 'string' || !value) throw new BeyondSubset();
    for (const output of this.outputs(value, state, variables))
      yield* this.object(others, { value: state.value, path: output.path }, variables, {
        ...before,
        [key.value]: output.value,
      });
  }

  private *unary({ operator, operand }: Node<'unary'>, state: JqState, variables: Variables): Outputs {
    for (const output of this.outputs(operand, state, variables)) {
      const { value } = output;
      if (typeof value !== 'number')
        throw new JqRunError(() => `cannot ${operator === '-' ? 'negate' : 'plus'}: ${describe(value)}`);
      yield operator === '-' ? { ...output, value: -value } : output;
    }
  }

  private *binary({ operator, left, right }: Node<'binary'>, state: JqState, variables: Variables): Outputs {
    const { value, path } = state;
    switch (operator) {
      case '|':
        for (const middle of this.outputs(left, state, variables))
          yield* this.outputs(right, middle, variables);
        return;
      case ',':
        yield* this.outputs(left, state, variables);
        yield* this.outputs(right, state, variables);
        return;
      case '//': {
        let isFound = false;
        for (const output of this.outputs(left, state, variables)) {
          if (!isTrue(output.value)) continue;
          isFound = true;
          yield output;
        }
        if (!isFound) yield* this.outputs(right, state, variables);
        return;
      }
      case 'and':
      case 'or':
        for (const isLeft of this.conditions(left, value, variables))
          if (isLeft === (operator === 'or')) yield { value: isLeft, path };
          else for (const isRight of this.conditions(right, value, variables)) yield { value: isRight, path };
        return;
    }
    const compute = comparisons[operator] ?? { '+': plus, '-': minus }[operator];
    if (!compute) throw new BeyondSubset();
    // The right side comes first, and what it does to the path stays.
    for (const second of this.outputs(right, state, variables))
      for (const first of this.outputs(left, { value, path: second.path }, variables)) {
        const result = compute(first.value, second.value);
        const isFloat = [first, second].some((side) => typeof side.value === 'number' && !side.isInteger);
        const isInteger = typeof result === 'number' && !isFloat;
        yield { value: result, path: first.path, isInteger };
      }
  }

  /** `?` guards the last suffix alone, whose key then sees what is before it as its input. */
  private *optional(target: JqNode, state: JqState, variables: Variables): Outputs {
    if (target.type !== 'index' && target.type !== 'slice' && target.type !== 'iterate') {
      yield* attempt(() => this.outputs(target, state, variables));
      return;
    }
    const self: JqNode = { type: 'identity', start: target.start, end: target.start };
    for (const before of this.outputs(target.target, state, variables))
      yield* attempt(() => this.suffix(target, self, before, variables));
  }

  /** Keys are computed from the input of the whole term, and before its target. */
  private *suffix(
    node: Node<'index' | 'slice' | 'iterate'>,
    target: JqNode,
    state: JqState,
    variables: Variables,
  ): Outputs {
    if (node.type === 'iterate') {
      for (const before of this.outputs(target, state, variables)) yield* iterate(before);
      return;
    }
    for (const key of this.keys(node, state.value, variables))
      for (const before of this.outputs(target, state, variables)) yield step(before, key);
  }

  private *keys(node: Node<'index' | 'slice'>, input: unknown, variables: Variables): Values {
    if (node.type === 'index') {
      yield* this.values(node.key, input, variables);
      return;
    }
    for (const start of node.from ? this.values(node.from, input, variables) : [null])
      for (const end of node.to ? this.values(node.to, input, variables) : [null]) yield { start, end };
  }
}

/** Formats that stand for a function. */
const formats: Readonly<Record<string, string>> = { '@json': 'tojson/0', '@text': 'tostring/0' };

/** An interpolated string as the sum that gojq makes of it. */
function concatenation({ parts, format, start, end }: Node<'string'>): JqNode {
  if (format !== undefined) throw new BeyondSubset();
  const tostring: JqNode = { type: 'call', name: 'tostring', args: [], start, end };
  return parts
    .map((part): JqNode => {
      if (typeof part === 'string') return { type: 'literal', value: part, start, end };
      return { type: 'binary', operator: '|', left: part, right: tostring, start, end };
    })
    .reduce((left, right) => ({ type: 'binary', operator: '+', left, right, start, end }));
}
