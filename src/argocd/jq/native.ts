import type { JqNode } from './ast.js';
import { evaluators } from './evaluators.js';
import { removePaths } from './paths.js';
import { jsonSize } from './size.js';
import {
  pathFromRoot,
  rootState,
  type Evaluation,
  type JqState,
  type JqNodeOf,
  type Outputs,
  type JqValues,
  type Variables,
} from './state.js';
import { BeyondSubset, isTrue } from './values.js';

/**
 * Deletes the paths to which a query leads. Throws a JqRunError where gojq fails, and BeyondSubset where it is unknown what gojq does.
 */
export function deleteNatively(query: JqNode, document: unknown): unknown {
  const outputs = new JqRun(query).outputs(query, rootState(document), new Map());
  return removePaths(document, Array.from(outputs, pathFromRoot));
}

/** All outputs of a program. */
export function outputsOf(program: JqNode, document: unknown): readonly unknown[] {
  return [...new JqRun(program).values(program, document, new Map())];
}

/** Enough for any manifest; what multiplies itself ends here. */
const mostJqSteps = 200_000;

/** No function calls itself so often; what is deeper goes beyond the stack. */
const mostDepth = 1000;

/** Steps of long runs, in all: anybody may write as many expressions as they like, which are asked of as many objects. */
const mostStepsInAll = 5_000_000;
const longRun = 10_000;
let stepsInAll = 0;

const tooMany = (): BeyondSubset => new BeyondSubset('it takes too many steps');

/** What was given up once: each further object would cost as much. */
const givenUp = new WeakSet<JqNode>();

class JqRun implements Evaluation {
  depth = 0;
  private steps = 0;

  constructor(private readonly query: JqNode) {
    if (givenUp.has(query)) throw tooMany();
  }

  count(value?: unknown): void {
    const before = this.steps;
    this.steps += (value === undefined ? 1 : jsonSize(value) / 20) + this.depth / 20;
    if (this.steps > longRun) stepsInAll += this.steps - Math.max(before, longRun);
    const isShort = this.steps <= longRun || (this.steps <= mostJqSteps && stepsInAll <= mostStepsInAll);
    if (isShort && this.depth <= mostDepth) return;
    givenUp.add(this.query);
    throw tooMany();
  }

  outputs(node: JqNode, state: JqState, variables: Variables): Outputs {
    this.count();
    const evaluate = evaluators[node.type] as (
      run: Evaluation,
      node: JqNodeOf<JqNode['type']>,
      state: JqState,
      variables: Variables,
    ) => Outputs;
    return evaluate(this, node, state, variables);
  }

  *values(node: JqNode, input: unknown, variables: Variables): JqValues {
    for (const { value } of this.outputs(node, { value: input, path: undefined }, variables)) yield value;
  }

  *conditions(node: JqNode, input: unknown, variables: Variables): Generator<boolean, void, undefined> {
    for (const value of this.values(node, input, variables)) yield isTrue(value);
  }
}
