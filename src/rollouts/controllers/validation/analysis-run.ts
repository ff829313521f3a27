import { ControllerError } from '../../../kubernetes/objects/controller-error.js';
import type {
  AnalysisRunArgument,
  MetricRule,
  RolloutObject,
} from '../../../kubernetes/objects/rollout-object.js';
import {
  type AnalysisArgument,
  type AnalysisTemplateObject,
  dryRunRules,
  flattenTemplates,
  mergeArguments,
  retentionRules,
} from '../analysis-templates.js';
import { readMetadata } from '../../../kubernetes/validation/metadata-path.js';

/**
 * The arguments that a Rollout passes to the templates of an analysis, as far as validation knows them. An argument without a
 * value gets an empty one; a single invalid metadata path removes all.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation_references.go
 * (buildAnalysisArgs)
 */
export function suppliedArguments(
  rollout: RolloutObject,
  given: readonly AnalysisRunArgument[],
): readonly AnalysisArgument[] {
  const isReadable = given.every(({ valueFrom }) => {
    const path = valueFrom?.fieldRef?.fieldPath ?? '';
    const isHash = valueFrom?.podTemplateHashValue !== undefined;
    return isHash || !path.startsWith('metadata') || readMetadata(rollout, path) !== undefined;
  });
  // Only the presence of a value matters here.
  return isReadable ? given.map(({ name, value = '' }) => ({ name, value })) : [];
}

/** The dry-run and measurement-retention rules of an analysis. */
export interface Rules {
  readonly dryRun: readonly MetricRule[];
  readonly measurementRetention: readonly MetricRule[];
}

/**
 * Why no AnalysisRun can be created from the templates, in upstream's words.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/analysis/helpers.go (NewAnalysisRunFromTemplates)
 */
export function analysisRunProblem(
  templates: readonly AnalysisTemplateObject[],
  supplied: readonly AnalysisArgument[],
  { dryRun, measurementRetention }: Rules,
): string | undefined {
  try {
    const template = flattenTemplates(templates);
    mergeArguments(supplied, template.args);
    dryRunRules([...dryRun, ...template.dryRun]);
    retentionRules([...measurementRetention, ...template.measurementRetention]);
    return undefined;
  } catch (error) {
    if (error instanceof ControllerError && error.reason === 'error') return error.message;
    throw error;
  }
}
