import { isSameJson } from '../cluster/json.js';
import type { KubeObject } from '../cluster/object.js';
import { type Argo, respectOption } from './argo.js';
import { inWords, leaves, type Step, valueAt } from './changes.js';
import { ownedBy } from './owned.js';

/** What of an object in Git does not get into the cluster any more. */
export interface Frozen {
  /** The field that comes from the cluster as a whole, with elements by their names. */
  readonly where: string;
  /** The fields in it whose changes are not deployed. */
  readonly fields: readonly string[];
}

/** So many fields of an object are tried. */
const maxTried = 200;

/**
 * The fields that the controller leaves alone and whose changes in Git a sync does not write: with
 * RespectIgnoreDifferences a list comes from the cluster as a whole as soon as something in it is ignored.
 */
export function frozenIn(
  argo: Argo,
  moments: readonly { readonly stored: KubeObject; readonly live: KubeObject }[],
): readonly Frozen[] {
  if (!argo.has(respectOption)) return [];
  const owned = ownedBy(moments.map(({ stored, live }) => ({ git: stored, live })));
  const found = new Map<string, Set<string>>();
  for (const { stored: git, live } of moments) {
    const before = argo.applied(git, live);
    if (!before) continue;
    const paths = leaves(git).filter(
      (path) => !owned.owns(path) && !identity.has(String(path[0])) && typeof valueAt(git, path) !== 'object',
    );
    for (const path of paths.slice(0, maxTried)) {
      if (path[0] === 'metadata') continue;
      const after = argo.applied(changed(git, path) as KubeObject, live);
      if (!after || !isSameJson(after, before)) continue;
      const list = path.findIndex((step) => typeof step === 'number');
      const where = inWords(git, list === -1 ? path : path.slice(0, list));
      const fields = found.get(where) ?? new Set<string>();
      found.set(where, fields.add(inWords(git, path)));
    }
  }
  return [...found].map(([where, fields]) => ({ where, fields: [...fields] }));
}

const identity: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'status']);

/** A value with another one at a path. */
function changed(value: unknown, [step, ...rest]: readonly Step[]): unknown {
  if (step === undefined) {
    if (typeof value === 'number') return value + 1;
    if (typeof value === 'boolean') return !value;
    return typeof value === 'string' ? `${value}-x` : value;
  }
  if (Array.isArray(value))
    return value.map((item, index) => (index === step ? changed(item, rest) : (item as unknown)));
  const map = value as Readonly<Record<string, unknown>>;
  return { ...map, [step]: changed(map[step], rest) };
}
