import { isSameJson } from '../../kubernetes/objects/json.js';
import type { KubeObject } from '../../kubernetes/objects/object.js';
import { updateAnnotation } from '../simulate/update-annotation.js';
import { type Argo, respectOption } from './argo.js';
import { inWords, leaves, type Step, valueAt } from './changes.js';
import { ownedBy } from './owned.js';

/** What of an object in Git does not get into the cluster any more. */
export interface Frozen {
  /** The field that comes from the cluster as a whole, with elements by their names. */
  readonly where: string;
  /** The fields in it whose changes are not deployed. */
  readonly fields: readonly string[];
  /** Whether entries name these very fields, and not others of the same list. */
  readonly isMeant: boolean;
}

/** So many fields of an object are tried. */
const maxTried = 200;

/**
 * The fields that the controller leaves alone and whose changes in Git a sync does not write: what is ignored, and with
 * RespectIgnoreDifferences a list comes from the cluster as a whole as soon as something in it is ignored.
 */
export function frozenIn(
  argo: Argo,
  moments: readonly { readonly stored: KubeObject; readonly live: KubeObject }[],
  isScaled = false,
): readonly Frozen[] {
  if (!argo.has(respectOption)) return [];
  const [first] = moments;
  if (!first || !argo.mayIgnore(first.stored)) return [];
  const owned = ownedBy(moments.map(({ stored, live }) => ({ git: stored, live })));
  const found = new Map<string, { where: string; fields: Set<string>; isMeant: boolean }>();
  for (const { stored: git, live } of moments) {
    const before = argo.applied(git, live);
    if (!before) continue;
    const paths = leaves(git).filter(
      (path) =>
        !owned.owns(path) &&
        !identity.has(String(path[0])) &&
        !(isScaled && isReplicas(path)) &&
        typeof valueAt(git, path) !== 'object',
    );
    const ignoring = argo.compared(git);
    for (const path of paths.slice(0, maxTried)) {
      if (path[0] === 'metadata') continue;
      // Who has written what shows from what was applied before.
      const after = argo.applied(changed(git, path) as KubeObject, live, git);
      if (!after || !isSameJson(after, before)) continue;
      const list = path.findIndex((step) => typeof step === 'number');
      const whole = list === -1 ? wholeOf(path) : path.slice(0, list);
      const isMeant = valueAt(ignoring, list === -1 ? path : whole) === undefined;
      const where = inWords(git, whole);
      const key = JSON.stringify([where, isMeant]);
      const group = found.get(key) ?? { where, fields: new Set<string>(), isMeant };
      // The update is ours; a reader has other keys there, or none yet.
      group.fields.add(path.at(-1) === updateAnnotation ? where : inWords(git, path));
      found.set(key, group);
    }
  }
  return [...found.values()].map((group) => ({ ...group, fields: [...group.fields] }));
}

/** An autoscaler writes them, whether they are others just then or not. */
function isReplicas(path: readonly Step[]): boolean {
  return path.length === 2 && path[0] === 'spec' && path[1] === 'replicas';
}

/** A key of a map of texts goes with the map, all else by itself. */
function wholeOf(path: readonly Step[]): readonly Step[] {
  const map = path.at(-2);
  return map === 'annotations' || map === 'labels' ? path.slice(0, -1) : path;
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
