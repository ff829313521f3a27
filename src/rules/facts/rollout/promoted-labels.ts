import type { Resource } from '../../../model/resource.js';
import type { Graph } from '../../../repository/graph/graph.js';
import { memoizeLastOf } from '../../../model/memo.js';
import { hashStandIn } from '../../../kubernetes/objects/keys.js';
import type { Labels } from '../../../kubernetes/objects/object.js';
import { whereKnown } from '../../../kubernetes/objects/unknown.js';
import { metadataOf, withPodMetadata } from '../../../rollouts/controllers/ephemeral-metadata.js';
import { newReplicaSet } from '../../../rollouts/controllers/new-replica-set.js';
import { judgementOn } from './violations.js';

/** The labels of pods at two moments, with a placeholder for the pod hash. */
export interface PodLabels {
  /** Those of the version that is deployed first. */
  readonly first: Labels;
  /** Those of a version that an update promoted. */
  readonly promoted: Labels;
}

/** The labels that pods have permanently, as the controller sets them; undefined if the pods are unknown. */
export const labelsOfPods = memoizeLastOf((graph: Graph, rollout: Resource): PodLabels | undefined => {
  const { withPods: object } = judgementOn(graph, rollout);
  if (!object) return undefined;
  return whereKnown(() => {
    const [first, update] = [true, false].map((isFirst, index) =>
      newReplicaSet(object, { hash: hashStandIn(1), revision: index + 1, createdAt: 0, isFirst }),
    );
    const promoted = update && withPodMetadata(update, metadataOf(object).stable);
    if (!first || !promoted) return undefined;
    const labelsOf = ({ spec }: typeof first): Labels => spec.template.metadata?.labels ?? {};
    return { first: labelsOf(first), promoted: labelsOf(promoted) };
  }, undefined);
});
