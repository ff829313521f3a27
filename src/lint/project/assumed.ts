import { assumableMeant, assumedTarget, isAssumable } from '../../kubernetes/kinds/assumable.js';
import type { Target } from '../../model/reference.js';
import { UsageError } from '../../model/usage-error.js';

/** Reads an object given as `kind/namespace/name`; without a namespace, it applies to all namespaces. */
export function readAssumed(text: string): Target {
  if (!isAssumable(text))
    throw new UsageError(
      `--assume is "${text}"; it must be kind/namespace/name, such as Service/shop/checkout, or kind/name.`,
    );
  const meant = assumableMeant(text);
  if (meant !== undefined)
    throw new UsageError(`--assume is "${text}", but the kind is unknown. Did you mean "${meant}"?`);
  return assumedTarget(text);
}
