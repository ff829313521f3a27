import { isMap } from '../../kubernetes/objects/json.js';
import type { JqNode } from './ast.js';
import { askJq } from './by-jq.js';
import { definitionOf } from './definitions.js';
import { floats, jqFunctions, length, typeFilters } from './functions.js';
import { matches } from './regex.js';
import { enter, type Closure } from './scope.js';
import {
  attempt,
  computed,
  follow,
  iterate,
  pathFromRoot,
  rootState,
  stepInto,
  unsure,
  type Evaluation,
  type JqState,
  type JqNodeOf,
  type Outputs,
  type Variables,
} from './state.js';
import { deletePathsIn, setAt } from './updates.js';
import { BeyondSubset, compareJq, describe, isTrue, JqRunError, typeOf } from './values.js';

/**
 * The outputs of a function of jq: one that the expression defines, one of those below, or one in words of jq.
 * https://github.com/itchyny/gojq/blob/v0.12.19/compiler.go (compileFunc)
 */
export function* call(
  run: Evaluation,
  node: JqNodeOf<'call'>,
  state: JqState,
  variables: Variables,
): Outputs {
  const { name, args } = node;
  const key = `${name}/${args.length}`;
  const own = variables.get(key) as Closure | undefined;
  if (own) yield* enter(run, own, args, state, variables);
  else if (Object.hasOwn(floats, key)) yield { value: floats[key]!(state.value), path: state.path };
  else if (Object.hasOwn(streams, key)) yield* streams[key]!(run, state, args, variables);
  else if (args.length === 0 && Object.hasOwn(typeFilters, name)) {
    if (typeFilters[name]!.includes(typeOf(state.value))) yield state;
  } else {
    const definition = definitionOf(key);
    if (definition) yield* enter(run, definition, args, state, variables);
    else yield* applied(run, key, args, state, variables);
  }
}

/** A function of values: its arguments are evaluated from the last one on, and what they do to the path stays. */
function* applied(
  run: Evaluation,
  key: string,
  args: readonly JqNode[],
  state: JqState,
  variables: Variables,
): Outputs {
  const { value } = state;
  const apply = jqFunctions[key] ?? askJq(key);
  if (!apply) throw new BeyondSubset(`it calls "${key.replace(/\/.*/, '')}", which is not evaluated here`);
  for (const { values, path } of combined(run, args, state, variables)) {
    run.count(value);
    for (const one of values) run.count(one);
    yield unsure(apply(value, ...values), path);
  }
}

interface Combined {
  readonly values: readonly unknown[];
  readonly path: JqState['path'];
}

function* combined(
  run: Evaluation,
  args: readonly JqNode[],
  { value, path }: JqState,
  variables: Variables,
): Generator<Combined, void, undefined> {
  const last = args.at(-1);
  if (!last) {
    yield { values: [], path };
    return;
  }
  for (const output of run.outputs(last, { value, path }, variables))
    for (const before of combined(run, args.slice(0, -1), { value, path: output.path }, variables))
      yield { ...before, values: [...before.values, output.value] };
}

type Stream = (run: Evaluation, state: JqState, args: readonly JqNode[], variables: Variables) => Outputs;

/** Functions that have any number of outputs, or see where a value stands. */
const streams: Readonly<Record<string, Stream>> = {
  *'empty/0'() {
    // It has none.
  },

  *'error/0'(_run, { value }) {
    throw raised(value);
  },
  *'error/1'(run, state, [message], variables) {
    for (const { value } of run.outputs(message!, state, variables)) throw raised(value);
  },
  *'length/0'(_run, state) {
    const { value, path } = state;
    // That of a number is a number of the document, too.
    yield typeof value === 'number' ? { ...state, value: Math.abs(value) } : computed(length(value), path);
  },
  *'not/0'(_run, { value, path }) {
    yield { value: !isTrue(value), path };
  },
  'recurse/0': (run, state) => recurse(run, state),
  *'first/0'(_run, state) {
    yield stepInto(state, 0);
  },
  *'last/0'(_run, state) {
    yield stepInto(state, -1);
  },
  'first/1': (run, state, [items], variables) => upTo(1, run.outputs(items!, state, variables)),
  *'last/1'(run, state, [items], variables) {
    let last: JqState | undefined;
    for (const output of run.outputs(items!, state, variables)) last = output;
    // It has no way of its own: gojq has gone back to where it began.
    if (last) yield { ...last, path: state.path };
  },
  *'isempty/1'(run, state, [items], variables) {
    for (const { path } of run.outputs(items!, state, variables)) {
      yield { value: false, path };
      return;
    }
    yield { value: true, path: state.path };
  },
  *'limit/2'(run, state, [count, items], variables) {
    for (const most of run.values(count!, state.value, variables)) {
      if (compareJq(most, 0) < 0) throw raised("limit doesn't support negative count");
      if (typeof most !== 'number') throw new BeyondSubset('it limits by something other than a number');
      if (most > 0) yield* upTo(most, run.outputs(items!, state, variables));
    }
  },
  *'skip/2'(run, state, [count, items], variables) {
    for (const least of run.values(count!, state.value, variables)) {
      if (compareJq(least, 0) < 0) throw raised("skip doesn't support negative count");
      if (typeof least !== 'number') throw new BeyondSubset('it skips by something other than a number');
      let seen = 0;
      for (const output of run.outputs(items!, state, variables)) if (++seen > least) yield output;
    }
  },
  *'select/1'(run, state, [condition], variables) {
    for (const isMet of run.conditions(condition!, state.value, variables)) if (isMet) yield state;
  },
  *'map/1'(run, state, [each], variables) {
    const items: unknown[] = [];
    for (const item of iterate(state))
      for (const output of run.outputs(each!, item, variables)) items.push(output.value);
    run.count(items);
    yield { value: items, path: state.path };
  },
  *'getpath/1'(run, state, [path], variables) {
    for (const keys of run.values(path!, state.value, variables)) {
      if (!Array.isArray(keys))
        throw new JqRunError(
          () => `getpath(${JSON.stringify(keys)}) cannot be applied to: ${describe(state.value)}`,
        );
      yield follow(state, keys);
    }
  },
  *'path/1'(run, { value, path }, [query], variables) {
    for (const output of run.outputs(query!, rootState(value), variables))
      yield unsure(pathFromRoot(output), path);
  },
  'env/0': emptyEnvironment,
  *'setpath/2'(run, state, args, variables) {
    for (const { values, path } of combined(run, args, state, variables)) {
      const [keys, value] = values;
      if (!Array.isArray(keys)) throw JqRunError.inOtherWords(() => 'setpath takes a list of keys');
      run.count(state.value);
      yield unsure(setAt(state.value, keys, value), path);
    }
  },
  *'delpaths/1'(run, state, args, variables) {
    for (const { values, path } of combined(run, args, state, variables)) {
      run.count(state.value);
      yield unsure(deletePathsIn(state.value, values[0]), path);
    }
  },
  *'_range/3'(run, state, args, variables) {
    for (const { values, path } of combined(run, args, state, variables))
      for (const value of range(run, values)) yield unsure(value, path);
  },
  *'_match/3'(run, state, args, variables) {
    for (const { values, path } of combined(run, args, state, variables)) {
      const [pattern, flags, isTest] = values;
      run.count(state.value);
      yield unsure(matches(state.value, pattern, flags, isTest === true), path);
    }
  },
};

/** Argo CD gives jq no environment. */
export function* emptyEnvironment(_run: Evaluation, { path }: JqState): Outputs {
  yield { value: {}, path };
}

function* upTo(most: number, outputs: Outputs): Outputs {
  let count = 0;
  for (const output of outputs) {
    yield output;
    if (++count >= most) return;
  }
}

function* range(run: Evaluation, bounds: readonly unknown[]): Generator<number, void, undefined> {
  for (const bound of bounds)
    if (typeof bound !== 'number')
      throw new JqRunError(() => `range cannot be applied to: ${describe(bound)}`);
  const [from, end, by] = bounds as readonly [number, number, number];
  for (let at = from; by > 0 ? at < end : by < 0 && at > end; at += by) {
    run.count();
    yield at;
  }
}

function raised(value: unknown): JqRunError {
  return new JqRunError(
    () => `error: ${typeof value === 'string' ? value : describe(value)}`,
    () => value,
  );
}

/** The value and all that is in it. */
export function* recurse(run: Evaluation, state: JqState): Outputs {
  run.count();
  yield state;
  if (!Array.isArray(state.value) && !isMap(state.value)) return;
  for (const item of attempt(() => iterate(state))) yield* recurse(run, item);
}
