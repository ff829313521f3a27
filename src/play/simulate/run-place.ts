import type { Analysis } from '../../kubernetes/kinds/analysis.js';
import type { RolloutStatus } from '../../kubernetes/objects/rollout-status.js';
import type { AnalysisRunObject } from '../../rollouts/controllers/context.js';

/** Which analysis of a Rollout a run is of: `analysis`, `prePromotionAnalysis`, `steps.2`, and in an experiment `steps.2.NAME`. */
export function placeOfRun({ metadata }: AnalysisRunObject, status: RolloutStatus): string | undefined {
  const { name } = metadata;
  const { canary, blueGreen, currentStepIndex: step } = status;
  const experiment = metadata.ownerReferences?.find(({ kind }) => kind === 'Experiment');
  if (experiment) return `steps.${step}.${name.slice(experiment.name.length + 1)}`;
  switch (name) {
    case canary?.currentBackgroundAnalysisRunStatus?.name:
      return 'analysis';
    case canary?.currentStepAnalysisRunStatus?.name:
      return `steps.${step}`;
    case blueGreen?.prePromotionAnalysisRunStatus?.name:
      return 'prePromotionAnalysis';
    case blueGreen?.postPromotionAnalysisRunStatus?.name:
      return 'postPromotionAnalysis';
    default:
      return undefined;
  }
}

/** The same of an analysis in a manifest. */
export function placeOfAnalysis({ field, place }: Analysis): string {
  const path = field.path.map(String);
  const step = path.indexOf('steps');
  if (step === -1) return path.at(-1) ?? '';
  const name = place === 'experiment' ? `.${field.at('name').text ?? ''}` : '';
  return `steps.${path[step + 1] ?? ''}${name}`;
}
