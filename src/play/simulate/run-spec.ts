import type { Cluster } from '../../kubernetes/objects/cluster.js';
import { ControllerError } from '../../kubernetes/objects/controller-error.js';
import type { AnalysisTemplateRef } from '../../kubernetes/objects/rollout-object.js';
import {
  type AnalysisArgument,
  type AnalysisTemplateObject,
  findTemplates,
  flattenTemplates,
  mergeArguments,
} from '../../rollouts/controllers/analysis-templates.js';
import type { AnalysisRunObject } from '../../rollouts/controllers/context.js';

/** The templates that are merged for an analysis. None if one is missing or they do not fit together: no run can be made of them. */
export function templatesMerged(
  cluster: Cluster,
  namespace: string | undefined,
  references: readonly AnalysisTemplateRef[],
): readonly AnalysisTemplateObject[] {
  const templates = unlessFailing(() => {
    const found = findTemplates(cluster, namespace, references);
    flattenTemplates(found);
    return found;
  });
  return templates ?? [];
}

/** The spec of a run of these templates; undefined if it cannot be made. */
export function runSpec(
  cluster: Cluster,
  namespace: string | undefined,
  references: readonly AnalysisTemplateRef[],
  given: readonly AnalysisArgument[],
): AnalysisRunObject['spec'] | undefined {
  return unlessFailing(() => {
    const { args, ...rest } = flattenTemplates(findTemplates(cluster, namespace, references));
    return { ...rest, args: mergeArguments(given, args) };
  });
}

function unlessFailing<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    if (error instanceof ControllerError) return undefined;
    throw error;
  }
}
