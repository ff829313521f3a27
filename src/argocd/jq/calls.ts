import { isMap } from '../../kubernetes/objects/json.js';
import type { JqNode } from './ast.js';
import { comparisons, entries, functions, length, typeFilters } from './functions.js';
import {
  attempt,
  computed,
  follow,
  iterate,
  step,
  type Evaluation,
  type JqState,
  type Node,
  type Outputs,
  type Variables,
} from './state.js';
import { BeyondSubset, describe, isTrue, JqRunError, typeOf } from './values.js';

/**
 * The outputs of a function of jq.
 * https://github.com/itchyny/gojq/blob/v0.12.19/builtin.jq
 */
export function* call(run: Evaluation, node: Node<'call'>, state: JqState, variables: Variables): Outputs {
  const { name, args } = node;
  const { value, path } = state;
  const [first] = args;
  const types = args.length === 0 ? typeFilters[name] : undefined;
  if (types) {
    if (types.includes(typeOf(value))) yield state;
    return;
  }
  switch (`${name}/${args.length}`) {
    case 'empty/0':
      return;
    case 'error/0':
      throw raised(value);
    case 'error/1':
      for (const output of run.outputs(first!, state, variables)) throw raised(output.value);
      return;
    case 'length/0':
      // That of a number is a number of the document, too.
      if (typeof value === 'number') yield { ...state, value: Math.abs(value) };
      else yield computed(length(value), path);
      return;
    case 'not/0':
      yield { value: !isTrue(value), path };
      return;
    case 'recurse/0':
      yield* recurse(run, state);
      return;
    case 'first/0':
      yield step(state, 0);
      return;
    case 'last/0':
      yield step(state, -1);
      return;
    case 'first/1':
      for (const output of run.outputs(first!, state, variables)) {
        yield output;
        return;
      }
      return;
    case 'select/1':
      for (const isMet of run.conditions(first!, value, variables)) if (isMet) yield state;
      return;
    case 'map/1': {
      const items: unknown[] = [];
      for (const item of iterate(state))
        for (const output of run.outputs(first!, item, variables)) items.push(output.value);
      yield { value: items, path };
      return;
    }
    case 'with_entries/1':
      if (!path) throw new BeyondSubset();
      // Entries are new values, and nothing is reached through them: this fails.
      iterate({ value: entries(value), path }).next();
      throw new BeyondSubset();
    case 'getpath/1':
      for (const keys of run.values(first!, value, variables)) {
        if (!Array.isArray(keys))
          throw new JqRunError(() => `getpath(${JSON.stringify(keys)}) cannot be applied`);
        yield follow(state, keys);
      }
      return;
    case 'any/0':
    case 'any/1':
    case 'any/2':
    case 'all/0':
    case 'all/1':
    case 'all/2':
      if (path) throw new BeyondSubset();
      yield { value: quantify(run, node, value, variables), path };
      return;
    case 'IN/1':
    case 'IN/2':
      if (path) throw new BeyondSubset();
      yield { value: isAmong(run, args, value, variables), path };
      return;
  }
  const apply = functions[`${name}/${args.length}`];
  if (!apply) throw new BeyondSubset();
  for (const argument of first ? run.outputs(first, state, variables) : [state])
    yield computed(apply(value, argument.value), argument.path);
}

function raised(value: unknown): JqRunError {
  return new JqRunError(() => `error: ${typeof value === 'string' ? value : describe(value)}`, { value });
}

/** The value and all that is in it. */
export function* recurse(run: Evaluation, state: JqState): Outputs {
  run.count();
  yield state;
  if (!Array.isArray(state.value) && !isMap(state.value)) return;
  for (const item of attempt(() => iterate(state))) yield* recurse(run, item);
}

/** `any` and `all`, which stop at the first output that decides. */
function quantify(
  run: Evaluation,
  { name, args }: Node<'call'>,
  input: unknown,
  variables: Variables,
): boolean {
  const [first, second] = args;
  const condition = second ?? first;
  const items = second
    ? run.values(first!, input, variables)
    : Array.from(iterate({ value: input, path: undefined }), ({ value }) => value);
  for (const item of items)
    for (const isMet of condition ? run.conditions(condition, item, variables) : [isTrue(item)])
      if (isMet === (name === 'any')) return isMet;
  return name === 'all';
}

function isAmong(
  run: Evaluation,
  [first, second]: readonly JqNode[],
  input: unknown,
  variables: Variables,
): boolean {
  const source = second && first;
  for (const wanted of run.values(second ?? first!, input, variables))
    for (const item of source ? run.values(source, input, variables) : [input])
      if (comparisons['==']!(item, wanted)) return true;
  return false;
}
