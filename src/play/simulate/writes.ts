import { objectKey, type Write } from '../../kubernetes/objects/cluster.js';
import { isSameJson } from '../../kubernetes/objects/json.js';
import { type KubeObject, kinds } from '../../kubernetes/objects/object.js';

/** The keys of the objects that were written. */
export function writtenKeys(writes: readonly Write[]): readonly string[] {
  const objects = writes.flatMap(({ before, after }) => after ?? before ?? []);
  return [...new Set(objects.map(objectKey))];
}

/** One write for each object, from its state before the first write to that after the last; none if these are equal. */
export function collapse(writes: readonly Write[]): readonly Write[] {
  if (writes.length < 2) return writes;
  const byKey = new Map<string, { before: KubeObject | undefined; after: KubeObject | undefined }>();
  for (const { before, after } of writes) {
    const object = after ?? before;
    if (!object) continue;
    const known = byKey.get(objectKey(object));
    if (known) known.after = after;
    else byKey.set(objectKey(object), { before, after });
  }
  return [...byKey.values()].flatMap(({ before, after }): Write[] => {
    if (before && after) return isSameJson(before, after) ? [] : [{ verb: 'update', before, after }];
    if (after) return [{ verb: 'create', after }];
    return before ? [{ verb: 'delete', before }] : [];
  });
}

/** Whether a write shows only the counts of kube-controller-manager. */
export function isOfPodsOnly({ before, after }: Write): boolean {
  if (before?.kind !== kinds.replicaSet.kind || !after) return false;
  return isSameJson({ ...before, status: undefined }, { ...after, status: undefined });
}
