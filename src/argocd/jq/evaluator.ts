import type { JqNode } from './ast.js';
import { type Evaluation, type JqState, type Node, type Outputs, type Variables } from './state.js';

export type Evaluators = {
  readonly [Type in JqNode['type']]: (
    run: Evaluation,
    node: Node<Type>,
    state: JqState,
    variables: Variables,
  ) => Outputs;
};
