import type { AnyStep, Duration } from './steps.js';
import {
  defined,
  type Existing,
  type ManifestContext,
  manifest,
  type Manifest,
  type Raw,
  refuse,
} from './manifest.js';
import { isSameJson } from '../../kubernetes/objects/json.js';

/** A metric of an analysis, in the form of the AnalysisTemplate's own field. */
export interface Metric {
  readonly name: string;
  readonly provider: Raw;
  readonly interval?: Duration;
  readonly initialDelay?: Duration;
  readonly count?: number | string;
  readonly successCondition?: string;
  readonly failureCondition?: string;
  readonly failureLimit?: number | string;
  readonly inconclusiveLimit?: number | string;
  readonly consecutiveErrorLimit?: number | string;
  readonly consecutiveSuccessLimit?: number | string;
}

/** An analysis to make: what is measured, and of what. It may stand where its name would in a step. */
export interface AnalysisTemplateProps {
  /** @default - the name of the Rollout, followed by that of the first metric */
  readonly name?: string;
  readonly metrics: readonly Metric[];
  readonly args?: readonly (Raw & { readonly name: string })[];
  readonly dryRun?: readonly Raw[];
  readonly measurementRetention?: readonly Raw[];
}

/** An analysis of the same app that is made apart, in the form of the Rollout's own field. */
export interface AnalysisTemplateRef {
  readonly templateName: string;
  readonly clusterScope?: boolean;
  readonly name?: never;
  readonly metrics?: never;
}

/** An analysis that is not of the same app, as `fromExisting` names it. */
export interface ExistingAnalysis extends Existing {
  readonly metrics?: never;
}

/** An argument of an analysis: a value, or where it comes from. */
export interface AnalysisArgument {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: Raw;
}

/** An analysis as a step or before and after a promotion: one run, which has to succeed. */
export interface AnalysisStep {
  readonly templates: readonly (AnalysisTemplateProps | AnalysisTemplateRef | ExistingAnalysis)[];
  readonly args?: readonly AnalysisArgument[];
  readonly dryRun?: readonly Raw[];
  readonly measurementRetention?: readonly Raw[];
  readonly analysisRunMetadata?: Raw;
}

/** An analysis beside the steps, which aborts the update when it fails. */
export interface BackgroundAnalysis extends AnalysisStep {
  /**
   * The step with which it begins, counted from 0. It moves along with its step when a route is added before it.
   * @default - the one after the first weight: before that, the new version has no requests that could be measured
   */
  readonly startingStep?: number;
}

/** An analysis as the Rollout of this name has it: templates by their names. */
export function analysisByName(rollout: string, analysis: AnalysisStep): Raw {
  return {
    ...analysis,
    templates: analysis.templates.map((template) => {
      const name = template.metrics === undefined ? template.name : templateName(rollout, template);
      return name === undefined ? template : { templateName: name };
    }),
  };
}

/**
 * An analysis beside the steps as the Rollout has it. The controller counts all steps, also those of added routes, and starts with
 * the first one by default.
 */
export function backgroundByName(
  rollout: string,
  { startingStep, ...analysis }: BackgroundAnalysis,
  steps: readonly AnyStep[],
): Raw {
  const start = startingStep ?? stepAfterFirstWeight(steps);
  return { ...analysisByName(rollout, analysis), ...(start !== 0 && { startingStep: start }) };
}

/** The step after the first weight, or the weight itself where it is the last step; 0 without a weight. */
function stepAfterFirstWeight(steps: readonly AnyStep[]): number {
  const first = steps.findIndex(({ setWeight = 0 }) => setWeight > 0);
  return Math.max(0, Math.min(first + 1, steps.length - 1));
}

function templateName(rollout: string, { name, metrics }: AnalysisTemplateProps): string {
  return name ?? [rollout, ...metrics.slice(0, 1).map((metric) => metric.name)].join('-');
}

/**
 * The AnalysisTemplates of all analyses of a Rollout, each once, in the order of their first use.
 * @throws {UnfitProps} for two of one name that differ, and for one that measures nothing
 */
export function analysisTemplates(
  rollout: string,
  context: ManifestContext,
  analyses: readonly (AnalysisStep | undefined)[],
): readonly Manifest[] {
  const byName = new Map<string, AnalysisTemplateProps>();
  for (const template of analyses.flatMap((analysis) => analysis?.templates ?? [])) {
    if (template.metrics === undefined) continue;
    const name = templateName(rollout, template);
    if (template.metrics.length === 0) refuse(`Analysis "${name}" has no metrics; give at least one.`);
    const other = byName.get(name);
    if (other && !isSameJson(other, template))
      refuse(`Two different analyses are named "${name}"; give them different names.`);
    byName.set(name, template);
  }
  return [...byName].map(([name, { metrics, args, dryRun, measurementRetention }]) =>
    manifest(context, ['argoproj.io/v1alpha1', 'AnalysisTemplate'], name, {
      spec: defined({ args, dryRun, measurementRetention, metrics }),
    }),
  );
}
