import type { JqEntry, JqNode } from './ast.js';
import { takesText } from './by-jq.js';
import { call, emptyEnvironment, recurse } from './calls.js';
import { losesValue } from './lost-values.js';
import { bind } from './patterns.js';
import { withDefinition } from './scope.js';
import {
  attempt,
  computed,
  iterate,
  stepInto,
  type Evaluation,
  type JqState,
  type JqNodeOf,
  type Outputs,
  type JqValues,
  type Variables,
} from './state.js';
import { updates } from './ast.js';
import { updated } from './updates.js';
import { BeyondSubset, describe, JqRunError } from './values.js';
import { type Evaluators } from './evaluator.js';
import { connectives, operated, fold } from './operators.js';

/**
 * The outputs of each kind of query.
 * https://github.com/itchyny/gojq/blob/v0.12.19/compiler.go
 */
export const evaluators: Evaluators = {
  *identity(_run, _node, state) {
    yield state;
  },
  recurse: (run, _node, state) => recurse(run, state),
  *literal(_run, { value, isFloat }, { path }) {
    if (typeof value === 'number' && !isFloat && !Number.isSafeInteger(value))
      throw new BeyondSubset('it has integers that are longer than those of JSON');
    yield isFloat ? { value, path } : computed(value, path);
  },
  *variable(run, { name }, state, variables) {
    if (variables.has(name)) {
      const value = variables.get(name);
      yield { value, path: state.path, isUnsure: typeof value === 'number' };
    } else if (name === '$ENV') yield* emptyEnvironment(run, state);
    else throw new BeyondSubset(`it looks at "${name}"`);
  },
  group: (run, { inner }, state, variables) => run.outputs(inner, state, variables),
  *array(run, { items }, state, variables) {
    const values = items ? Array.from(run.outputs(items, state, variables), ({ value }) => value) : [];
    run.count(values);
    yield { value: values, path: state.path };
  },
  object: (run, { entries }, state, variables) => object(run, entries, state, variables, {}),
  format: (run, { name, start, end }, state, variables) =>
    run.outputs(formatted({ type: 'identity', start, end }, name), state, variables),
  string: (run, node, state, variables) => run.outputs(concatenation(node), state, variables),
  *unary(run, { operator, operand }, state, variables) {
    for (const output of run.outputs(operand, state, variables)) {
      const { value } = output;
      if (typeof value !== 'number')
        throw new JqRunError(() => `cannot ${operator === '-' ? 'negate' : 'plus'}: ${describe(value)}`);
      yield operator === '-' ? { ...output, value: -value } : output;
    }
  },
  index: (run, node, state, variables) => suffix(run, node, node.target, state, variables),
  slice: (run, node, state, variables) => suffix(run, node, node.target, state, variables),
  iterate: (run, node, state, variables) => suffix(run, node, node.target, state, variables),
  optional: (run, { target }, state, variables) => optional(run, target, state, variables),
  *if(run, { condition, then, otherwise }, state, variables) {
    for (const isMet of run.conditions(condition, state.value, variables))
      if (isMet) yield* run.outputs(then, state, variables);
      else if (otherwise) yield* run.outputs(otherwise, state, variables);
      else yield state;
  },
  try: (run, { body, handler }, state, variables) =>
    attempt(
      () => run.outputs(body, state, variables),
      (caught) => (handler ? run.outputs(handler, new Caught(caught, state.path), variables) : []),
    ),
  *bind(run, { source, patterns, body }, state, variables) {
    for (const item of run.values(source, state.value, variables))
      yield* run.outputs(body, state, bind(patterns, item, variables));
  },
  *binary(run, node, state, variables) {
    if (losesValue(node)) throw new BeyondSubset('gojq loses a value where a constant follows a condition');
    if (node.operator in connectives)
      yield* connectives[node.operator as keyof typeof connectives](run, node, state, variables);
    else if (!updates.has(node.operator)) yield* operated(run, node, state, variables);
    else if (state.path) throw new BeyondSubset('it changes something on the way to a path');
    else for (const value of updated(run, node, state.value, variables)) yield { value, path: undefined };
  },
  reduce: (run, node, state, variables) => fold(run, node, state, variables),
  foreach: (run, node, state, variables) => fold(run, node, state, variables),
  call,
  def: (run, node, state, variables) => run.outputs(node.rest, state, withDefinition(node, variables)),
  *label(run, { name, body }, state, variables) {
    const label = new Break();
    try {
      yield* run.outputs(body, state, new Map([...variables, [`*${name}`, label]]));
    } catch (error) {
      if (error !== label) throw error;
    }
  },

  *break(_run, { name }, _state, variables) {
    throw variables.get(`*${name}`) as Break;
  },
};

/** What a handler gets; few look at the words of an error, which are made when they do. */
class Caught implements JqState {
  constructor(
    private readonly error: JqRunError,
    readonly path: JqState['path'],
  ) {}

  get value(): unknown {
    return this.error.value;
  }
}

/** Thrown to leave a label. */
class Break extends Error {}

/**
 * Entries come one after the other, and what one of them does to the path stays for the next.
 * https://github.com/itchyny/gojq/blob/v0.12.19/compiler.go (compileObject)
 */
function* object(
  run: Evaluation,
  [entry, ...others]: readonly JqEntry[],
  state: JqState,
  variables: Variables,
  before: Readonly<Record<string, unknown>>,
): Outputs {
  if (!entry) {
    run.count(before);
    yield { value: before, path: state.path };
    return;
  }
  for (const key of keyOf(run, entry, state, variables)) {
    const { value: name } = key;
    // gojq fails after all entries, any of which may have no output.
    if (typeof name !== 'string') throw new BeyondSubset('it computes the key of an object');
    for (const output of entryValues(run, entry, { value: state.value, path: key.path }, name, variables))
      yield* object(run, others, { value: state.value, path: output.path }, variables, {
        ...before,
        [name]: output.value,
      });
  }
}

function* keyOf(run: Evaluation, { key, value }: JqEntry, state: JqState, variables: Variables): Outputs {
  if (key.type === 'variable' && !value) yield { value: key.name.slice(1), path: state.path };
  else yield* run.outputs(key, state, variables);
}

/** A name alone stands for the field of that name, or for the variable. */
function entryValues(
  run: Evaluation,
  { key, value }: JqEntry,
  state: JqState,
  name: string,
  variables: Variables,
): Iterable<JqState> {
  if (value) return run.outputs(value, state, variables);
  return key.type === 'variable' ? run.outputs(key, state, variables) : [stepInto(state, name)];
}

/** `?` guards the last suffix alone, whose key then sees what is before it as its input. */
function* optional(run: Evaluation, target: JqNode, state: JqState, variables: Variables): Outputs {
  if (target.type !== 'index' && target.type !== 'slice' && target.type !== 'iterate') {
    yield* attempt(() => run.outputs(target, state, variables));
    return;
  }
  const self: JqNode = { type: 'identity', start: target.start, end: target.start };
  for (const before of run.outputs(target.target, state, variables))
    yield* attempt(() => suffix(run, target, self, before, variables));
}

/** Keys are computed from the input of the whole term, and before its target. */
function* suffix(
  run: Evaluation,
  node: JqNodeOf<'index' | 'slice' | 'iterate'>,
  target: JqNode,
  state: JqState,
  variables: Variables,
): Outputs {
  if (node.type === 'iterate') {
    for (const before of run.outputs(target, state, variables)) yield* iterate(before);
    return;
  }
  for (const key of keys(run, node, state.value, variables))
    for (const before of run.outputs(target, state, variables)) yield stepInto(before, key);
}

function* keys(
  run: Evaluation,
  node: JqNodeOf<'index' | 'slice'>,
  input: unknown,
  variables: Variables,
): JqValues {
  if (node.type === 'index') {
    yield* run.values(node.key, input, variables);
    return;
  }
  for (const start of node.from ? run.values(node.from, input, variables) : [null])
    for (const end of node.to ? run.values(node.to, input, variables) : [null]) yield { start, end };
}

/** An interpolated string as the sum that gojq makes of it. */
function concatenation({ parts, format = '@text', start, end }: JqNodeOf<'string'>): JqNode {
  return parts
    .map((part): JqNode => {
      if (typeof part === 'string') return { type: 'literal', value: part, start, end };
      return formatted(part, format);
    })
    .reduce((left, right) => ({ type: 'binary', operator: '+', left, right, start, end }));
}

/** A value in a format, some of which make a string of it first. */
function formatted(node: JqNode, format: string): JqNode {
  const { start, end } = node;
  const piped = (left: JqNode, name: string): JqNode => {
    const right: JqNode = { type: 'call', name, args: [], start, end };
    return { type: 'binary', operator: '|', left, right, start, end };
  };
  if (format === '@json') return piped(node, 'tojson');
  const text = format === '@text' || takesText(`${format}/0`) ? piped(node, 'tostring') : node;
  return format === '@text' ? text : piped(text, format);
}
