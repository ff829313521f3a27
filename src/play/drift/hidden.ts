import type { Ignored } from '../../argocd/match.js';
import type { Argo } from './argo.js';
import { changes, namedPath, leaves, valueAt } from './changes.js';
import type { GitAndLive } from './entries.js';
import { ownedBy } from './owned.js';

/** Further fields that an entry of the Application hides, which the controller does not write. */
export interface Hidden {
  readonly expression: Ignored;
  /** Fields that only Git writes, with elements by name. */
  readonly fields: readonly string[];
}

/**
 * The pointers and expressions that are meant for what the controller writes to an object, and also select other fields. Those
 * that select nothing that it writes serve another purpose and are left out.
 */
export function hiddenIn(argo: Argo, moments: readonly GitAndLive[]): readonly Hidden[] {
  const [first] = moments;
  if (!first) return [];
  const owned = ownedBy(moments.map(({ stored, live }) => ({ git: stored, live })));
  const bare = argo.but({ rules: [] });
  const found: Hidden[] = [];
  for (const rule of argo.settings.rules)
    for (const kind of ['jsonPointers', 'jqPathExpressions'] as const)
      for (const expression of rule[kind]) {
        const none = { jsonPointers: [], jqPathExpressions: [], managedFieldsManagers: [] };
        const alone = argo.but({ rules: [{ ...rule, ...none, [kind]: [expression] }] });
        const taken = (object: GitAndLive['git']): readonly string[] => {
          const [whole, rest] = [bare.compared(object), alone.compared(object)];
          if (!whole || !rest || whole === rest) return [];
          return changes(whole, rest)
            .flatMap(({ path }) => leaves(valueAt(whole, path), path))
            .filter((path) => object !== first.stored || !owned.owns(path))
            .map((path) => namedPath(whole, path));
        };
        const fields = taken(first.stored);
        if (fields.length > 0 && moments.some((moment) => isMeant(moment, taken(moment.live))))
          found.push({ expression, fields });
      }
  return found;
}

/** Whether the values removed from the live object include one that the controller has written. */
function isMeant({ stored: git, live }: GitAndLive, taken: readonly string[]): boolean {
  return changes(git, live).some(({ path }) =>
    leaves(valueAt(live, path), path).some((leaf) => taken.includes(namedPath(live, leaf))),
  );
}
