import { ownParts } from '../../argocd/other-writers.js';
import { isSameJson } from '../../kubernetes/objects/json.js';
import type { KubeObject } from '../../kubernetes/objects/object.js';
import { updateAnnotation } from '../simulate/update-annotation.js';
import { type Argo, respectOption } from './argo.js';
import { edited, namedPath, leaves, type Step, valueAt } from './changes.js';
import { ownedBy } from './owned.js';

/** Fields of an object in Git that no longer reach the cluster. */
export interface Frozen {
  /** The field that is copied from the cluster as a whole, with elements by name. */
  readonly where: string;
  /** The fields in it whose changes are not deployed. */
  readonly fields: readonly string[];
  /** Whether entries select these fields themselves, not only others in the same list. */
  readonly isMeant: boolean;
  /** Whether they describe how the Rollout is updated, which nothing but Git sets. */
  readonly isOwn: boolean;
}

/**
 * Whether edits in Git are lost against the will of their author: those of a field that no entry selects, new versions, and those
 * of the Rollout itself.
 */
export function isLost({ isMeant, isOwn, where, fields }: Frozen): boolean {
  return (
    !isMeant || isOwn || [where, ...fields].some((field) => field.startsWith('spec.template.spec.containers'))
  );
}

/** How many fields of an object are tried. */
const maxTried = 200;

/**
 * The fields that the controller does not write and whose changes in Git a sync does not deploy, because they are ignored. With
 * RespectIgnoreDifferences a whole list comes from the cluster if anything in it is ignored.
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
  const found = new Map<string, { where: string; fields: Set<string>; isMeant: boolean; isOwn: boolean }>();
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
      // The last applied configuration determines which fields changed in Git.
      const after = argo.applied(edited(git, path) as KubeObject, live, git);
      if (!after || !isSameJson(after, before)) continue;
      const list = path.findIndex((step) => typeof step === 'number');
      const whole = list === -1 ? wholeOf(path) : path.slice(0, list);
      const isMeant = valueAt(ignoring, list === -1 ? path : whole) === undefined;
      const where = namedPath(git, whole);
      const isOwn = git.kind === 'Rollout' && valueAt(ownParts(git).certain, path) !== undefined;
      const key = JSON.stringify([where, isMeant]);
      const group = found.get(key) ?? { where, fields: new Set<string>(), isMeant, isOwn };
      group.isOwn ||= isOwn;
      // The simulator's own annotation stands for any key that a user may add.
      group.fields.add(path.at(-1) === updateAnnotation ? where : namedPath(git, path));
      found.set(key, group);
    }
  }
  return [...found.values()].map((group) => ({ ...group, fields: [...group.fields] }));
}

/** Autoscalers write `replicas`, whether it differs at this moment or not. */
function isReplicas(path: readonly Step[]): boolean {
  return path.length === 2 && path[0] === 'spec' && path[1] === 'replicas';
}

/** A key of a string map is reported with its map, everything else by itself. */
function wholeOf(path: readonly Step[]): readonly Step[] {
  const map = path.at(-2);
  return map === 'annotations' || map === 'labels' ? path.slice(0, -1) : path;
}

const identity: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'status']);
