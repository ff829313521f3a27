import type { IgnoreEntry } from './argo.js';
import type { Drift } from './drift.js';

/** A change to an Application, as a partial manifest. */
export interface ApplicationPatch {
  readonly spec: {
    readonly ignoreDifferences?: readonly IgnoreEntry[];
    readonly syncPolicy?: { readonly syncOptions: readonly string[] };
  };
}

/** What the Application of a drift lacks; undefined if nothing. */
export function patchOf({
  entries,
  options,
}: Pick<Drift, 'entries' | 'options'>): ApplicationPatch | undefined {
  const lacking = entries.map(({ entry }) => entry).filter(hasExpressions);
  if (lacking.length + options.length === 0) return undefined;
  return {
    spec: {
      ...(lacking.length > 0 ? { ignoreDifferences: lacking } : {}),
      ...(options.length > 0 ? { syncPolicy: { syncOptions: options } } : {}),
    },
  };
}

/** What several Rollouts of one Application need; undefined if nothing. */
export function joinedPatches(patches: readonly ApplicationPatch[]): ApplicationPatch | undefined {
  const [only, another] = patches;
  if (!another) return only;
  const entries = patches.flatMap(({ spec }) => spec.ignoreDifferences ?? []);
  const options = [...new Set(patches.flatMap(({ spec }) => spec.syncPolicy?.syncOptions ?? []))];
  const distinct = [...new Map(entries.map((entry) => [JSON.stringify(entry), entry])).values()];
  return {
    spec: {
      ...(distinct.length > 0 ? { ignoreDifferences: distinct } : {}),
      ...(options.length > 0 ? { syncPolicy: { syncOptions: options } } : {}),
    },
  };
}

function hasExpressions({ jsonPointers = [], jqPathExpressions = [] }: IgnoreEntry): boolean {
  return jsonPointers.length + jqPathExpressions.length > 0;
}
