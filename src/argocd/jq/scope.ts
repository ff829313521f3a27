import type { JqNode } from './ast.js';
import type { Evaluation, JqState, Outputs, Variables } from './state.js';

/** A function that an expression defines, or an argument of one, with what is visible in it. */
export interface Closure {
  readonly params: readonly string[];
  readonly body: JqNode;
  readonly scope: Variables;
  /** The name by which a function can call itself. */
  readonly key?: string;
}

/** The scope after a definition. */
export function withDefinition(
  { name, params, body }: JqNode & { readonly type: 'def' },
  scope: Variables,
): Variables {
  const key = `${name}/${params.length}`;
  return new Map([...scope, [key, { params, body, scope, key } satisfies Closure]]);
}

/** The outputs of a function for arguments that are evaluated where they are used; `$x` stands for each of their values. */
export function* enter(
  run: Evaluation,
  closure: Closure,
  args: readonly JqNode[],
  state: JqState,
  variables: Variables,
): Outputs {
  const scope = new Map(closure.scope);
  if (closure.key !== undefined) scope.set(closure.key, closure);
  for (const [index, param] of closure.params.entries()) {
    const argument: Closure = { params: [], body: args[index]!, scope: variables };
    scope.set(`${param.replace('$', '')}/0`, argument);
  }
  const values = closure.params.filter((param) => param.startsWith('$'));
  run.depth += 1;
  try {
    for (const bound of bindings(run, values, state.value, scope))
      yield* run.outputs(closure.body, state, bound);
  } finally {
    run.depth -= 1;
  }
}

function* bindings(
  run: Evaluation,
  [name, ...others]: readonly string[],
  input: unknown,
  scope: Variables,
): Generator<Variables, void, undefined> {
  if (name === undefined) {
    yield scope;
    return;
  }
  const { body, scope: outer } = scope.get(`${name.slice(1)}/0`) as Closure;
  for (const value of run.values(body, input, outer))
    yield* bindings(run, others, input, new Map([...scope, [name, value]]));
}
