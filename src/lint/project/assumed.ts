import { assumableMeant, isAssumable } from '../../repository/config/assumable.js';
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
  const [kind = '', ...rest] = text.split('/');
  const [name = '', namespace] = rest.reverse();
  return { group: '', kind, name, namespace };
}
