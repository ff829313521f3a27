import type { KubeObject } from '../../kubernetes/objects/object.js';
import type { Argo } from './argo.js';
import { derive, type Derivation } from './derive.js';
import { entryFor } from './entries.js';

/**
 * The expressions that are enough to ignore what the controller writes to an object, instead of the entries of an Application.
 * Undefined if it writes nothing that differs, or something that no expression can select.
 */
export function enoughFor(
  argo: Argo,
  moments: readonly { readonly git: KubeObject; readonly live: KubeObject }[],
  /** Strings that change in each update, such as pod hashes. */
  passing: readonly string[],
): Derivation['expressions'] | undefined {
  const bare = argo.but({ rules: [] });
  const { expressions, isQuiet } = derive(
    moments,
    (tried) =>
      moments.flatMap(({ git, live }) => {
        const verdict = bare.with([entryFor(bare, { git }, tried)]).compare(git, live);
        return verdict.status === 'out-of-sync' ? verdict.paths.map((path) => JSON.stringify(path)) : [];
      }),
    { passing },
  );
  return isQuiet && expressions.length > 0 ? expressions : undefined;
}
