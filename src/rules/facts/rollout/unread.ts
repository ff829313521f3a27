import type { Graph } from '../../../repository/graph/graph.js';
import { memoizeLastOf } from '../../../model/memo.js';
import { type Unread, unreadOf } from '../../../rollouts/controllers/unread.js';
import { unknownKeys } from '../../../kubernetes/apply/parts.js';
import { fitsScalar } from '../../../kubernetes/apply/remarshal.js';
import type { Path } from '../../../model/field.js';
import type { Resource } from '../../../model/resource.js';
import { problemsIn } from '../schema/problems.js';

/** The pod template of a Rollout, as it is written in it. */
export const templateIn = memoizeLastOf(
  (_: Graph, rollout: Resource): unknown => rollout.at('spec', 'template').value,
);

/** What the API server takes of a Rollout's pods and the controller cannot read. */
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

/** Amounts of pods beyond 32 bits: the definition takes them, and Go does not read them. */
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
  /** The fields that are known beside it. */
  readonly known: readonly string[];
}

/**
 * Fields of volumes that the controller does not know. Elsewhere in a pod template the definition of Rollouts tells which there
 * are; of volumes it takes any, and `kubectl argo rollouts lint` does not.
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

/** Whether a path leads to what another one leads to, or into it. */
export function isWithin(path: Path, outer: Path): boolean {
  return outer.every((key, index) => key === path[index]);
}
