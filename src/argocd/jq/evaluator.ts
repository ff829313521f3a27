import type { JqNode } from './ast.js';
import { type Evaluation, type JqState, type JqNodeOf, type Outputs, type Variables } from './state.js';

export type Evaluators = {
  readonly [Type in JqNode['type']]: (
    run: Evaluation,
    node: JqNodeOf<Type>,
    state: JqState,
    variables: Variables,
  ) => Outputs;
};
