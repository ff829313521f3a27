import type { IntOrString } from '../../../kubernetes/objects/rollout-object.js';
import type { AnalysisTemplateObject } from '../analysis-templates.js';

/**
 * The parts of an AnalysisTemplate or ClusterAnalysisTemplate that are validated with a Rollout.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/v1alpha1/analysis_types.go
 */
export interface AnalysisTemplate extends AnalysisTemplateObject {
  readonly spec?: AnalysisTemplateSpec;
}

export type AnalysisTemplateSpec = NonNullable<AnalysisTemplateObject['spec']> & {
  readonly metrics?: readonly Metric[];
};

export interface Metric {
  readonly name: string;
  readonly interval?: string;
  readonly count?: IntOrString;
  readonly provider?: Readonly<Record<string, unknown>>;
  readonly [other: string]: unknown;
}
