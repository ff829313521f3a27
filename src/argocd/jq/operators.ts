import { operations } from './arithmetic.js';
import { bind } from './patterns.js';
import {
  unsure,
  type Evaluation,
  type JqState,
  type JqNodeOf,
  type Outputs,
  type Variables,
} from './state.js';
import { isTrue } from './values.js';
import { type Evaluators } from './evaluator.js';

type Binary = Evaluators['binary'];

/** Operators that evaluate one side after the other. */
export const connectives = {
  *'|'(run, { left, right }, state, variables) {
    for (const middle of run.outputs(left, state, variables)) yield* run.outputs(right, middle, variables);
  },
  *','(run, { left, right }, state, variables) {
    yield* run.outputs(left, state, variables);
    yield* run.outputs(right, state, variables);
  },
  *'//'(run, { left, right }, state, variables) {
    let isFound = false;
    for (const output of run.outputs(left, state, variables)) {
      if (!isTrue(output.value)) continue;
      isFound = true;
      yield output;
    }
    if (!isFound) yield* run.outputs(right, state, variables);
  },
  and: (run, node, state, variables) => decided(false, run, node, state, variables),
  or: (run, node, state, variables) => decided(true, run, node, state, variables),
} satisfies Readonly<Record<string, Binary>>;

function* decided(
  by: boolean,
  run: Evaluation,
  node: JqNodeOf<'binary'>,
  state: JqState,
  variables: Variables,
): Outputs {
  const { value, path } = state;
  for (const isLeft of run.conditions(node.left, value, variables))
    if (isLeft === by) yield { value: isLeft, path };
    else for (const isRight of run.conditions(node.right, value, variables)) yield { value: isRight, path };
}

/** The right side comes first, and what it does to the path stays. */
export function* operated(
  run: Evaluation,
  node: JqNodeOf<'binary'>,
  state: JqState,
  variables: Variables,
): Outputs {
  const compute = operations[node.operator]!;
  for (const second of run.outputs(node.right, state, variables))
    for (const first of run.outputs(node.left, { value: state.value, path: second.path }, variables)) {
      run.count(first.value);
      run.count(second.value);
      const result = compute(first.value, second.value);
      run.count(result);
      const { path } = first;
      const areIntegers = first.isInteger === true && second.isInteger === true;
      if (typeof result !== 'number') yield { value: result, path };
      else if (first.isUnsure || second.isUnsure || (areIntegers && node.operator === '/'))
        yield unsure(result, path);
      else yield { value: result, path, isInteger: areIntegers || node.operator === '%' };
    }
}

/**
 * What was folded so far is kept apart, so that each round begins at the path to which its item leads.
 * https://github.com/itchyny/gojq/blob/v0.12.19/compiler.go (compileReduce, compileForeach)
 */
export function* fold(
  run: Evaluation,
  node: JqNodeOf<'reduce' | 'foreach'>,
  state: JqState,
  variables: Variables,
): Outputs {
  const { source, pattern, init, update, extract } = node;
  for (const first of run.outputs(init, state, variables)) {
    let folded = first;
    for (const item of run.outputs(source, { ...state, path: first.path }, variables)) {
      const bound = bind([pattern], item.value, variables);
      for (const output of run.outputs(update, { ...folded, path: item.path }, bound)) {
        folded = output;
        if (node.type === 'foreach') yield* extract ? run.outputs(extract, output, bound) : [output];
      }
    }
    if (node.type === 'reduce') yield { ...folded, path: first.path };
  }
}
