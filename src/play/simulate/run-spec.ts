import type { Cluster } from '../../kubernetes/objects/cluster.js';
import { ControllerError } from '../../kubernetes/objects/controller-error.js';
import type { AnalysisTemplateRef } from '../../kubernetes/objects/rollout-object.js';
import {
  type AnalysisArgument,
  findTemplates,
  type FlatTemplate,
  flattenTemplates,
  mergeArguments,
} from '../../rollouts/controllers/analysis-templates.js';
import type { AnalysisRunObject } from '../../rollouts/controllers/context.js';

/** The templates of an analysis, merged. Undefined if one is missing or they do not fit together: no run can be made of them. */
export function flatTemplate(
  cluster: Cluster,
  namespace: string | undefined,
  references: readonly AnalysisTemplateRef[],
): FlatTemplate | undefined {
  return unlessFailing(() => flattenTemplates(findTemplates(cluster, namespace, references)));
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
