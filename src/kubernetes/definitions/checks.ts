import type { JsonMap } from '../objects/json.js';
import type { Also, ValueProblem } from '../schemas/schema.js';
import { logicOf } from './logic.js';
import { type ValueCheck, Undecided, valueChecks } from './values.js';
import type { Work } from './work.js';

/** The checks of a schema besides type and fields; undefined without any. */
export function checksOf(upstream: JsonMap, work: Work): Also | undefined {
  const checks = [...valueChecks(upstream, upstream, work), ...logicOf(upstream, upstream, work)];
  if (checks.length === 0) return undefined;
  return (node, tell) => {
    for (const check of checks) {
      const found = decided(check, node);
      if (found) tell(found);
    }
  };
}

function decided(check: ValueCheck, node: Parameters<ValueCheck>[0]): ValueProblem | undefined {
  try {
    return check(node);
  } catch (error) {
    if (error instanceof Undecided) return undefined;
    throw error;
  }
}
