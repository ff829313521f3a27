import { isTimedOut, progressDeadline } from '../../rollouts/controllers/conditions.js';
import { isAtLeast } from '../../kubernetes/objects/version.js';
import type { Play } from './play.js';

/**
 * A note about a post-promotion analysis that has ended after the progress deadline. The controller queues no pass for that
 * deadline, but 1.10 aborts the update in a pass that comes for another reason.
 * https://github.com/argoproj/argo-rollouts/blob/v1.10.2/rollout/sync.go (evaluateProgressDeadlineAbort)
 */
export function lateAnalysisNote({ rollout, status, now, version }: Play): string | undefined {
  const { progressDeadlineAbort, strategy } = rollout.spec;
  if (!progressDeadlineAbort || !strategy?.blueGreen?.postPromotionAnalysis) return undefined;
  if (!isAtLeast(version, '1.10') || !isTimedOut(rollout, status, now, version)) return undefined;
  return `The post-promotion analysis ends after progressDeadlineSeconds (${progressDeadline(rollout)}). With progressDeadlineAbort, the controller aborts the update if a pod becomes unready between that deadline and the end of the analysis.`;
}
