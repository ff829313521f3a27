import type { Graph } from '../../../repository/graph/graph.js';
import { memoizeLastOf } from '../../../model/memo.js';
import { type Unread, unreadOf } from '../../../rollouts/controllers/unread.js';
import { unknownKeys } from '../../../kubernetes/apply/parts.js';
import { fitsScalar } from '../../../kubernetes/apply/remarshal.js';
import type { Path } from '../../../model/field.js';
import type { Resource } from '../../../model/resource.js';
import { problemsIn } from '../schema/problems.js';

/** The Rollout's own pod template. */
export const templateIn = memoizeLastOf(
  (_: Graph, rollout: Resource): unknown => rollout.at('spec', 'template').value,
);

/** The parts of a Rollout's pods that the API server accepts and the controller cannot decode. */
export const unreadIn = memoizeLastOf((graph: Graph, rollout: Resource): readonly Unread[] => {
  const unread = [...unreadOf(templateIn(graph, rollout)), ...unreadAmounts(rollout)];
  if (unread.length === 0) return unread;
  const refused = new Set(
    (problemsIn(graph, rollout) ?? [])
      .filter(({ keyword }) => keyword !== 'unknown' && keyword !== 'required')
      .map(({ path }) => JSON.stringify(path)),
  );
  return unread.filter(
    ({ path }) => !path.some((_, index) => refused.has(JSON.stringify(path.slice(0, index + 1)))),
  );
});

/** Numbers of pods beyond 32 bits: the CRD accepts them, and Go cannot decode them. */
function unreadAmounts(rollout: Resource): readonly Unread[] {
  return ['maxSurge', 'maxUnavailable'].flatMap((key) => {
    const path = ['spec', 'strategy', 'canary', key];
    const { value } = rollout.at(...path);
    return typeof value === 'number' && !fitsScalar(value, 'intOrString')
      ? [{ path, value, expected: 'intOrString' as const, isEnd: true }]
      : [];
  });
}

/** A field of a volume that Go's types do not have. */
export interface UnknownInVolume {
  readonly path: Path;
  /** The known fields beside it. */
  readonly known: readonly string[];
}

/**
 * Fields of volumes that the controller does not know. The CRD of Rollouts lists the fields of all other parts of a pod
 * template; for volumes it accepts any, and `kubectl argo rollouts lint` rejects unknown ones.
 */
export function unknownInVolumes(rollout: Resource): readonly UnknownInVolume[] {
  const start = ['spec', 'template', 'spec', 'volumes'];
  const volumes = rollout.at(...start);
  return volumes.items.flatMap((item, index) =>
    unknownKeys(item.value, 'core.v1.Volume').map(({ path, struct }) => ({
      path: [...start, index, ...path],
      known: [...struct.fields.keys()],
    })),
  );
}

/** Whether a path is equal to another or inside it. */
export function isWithin(path: Path, outer: Path): boolean {
  return outer.every((key, index) => key === path[index]);
}
