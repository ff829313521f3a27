import { isTimedOut, progressDeadline } from '../../rollouts/controllers/conditions.js';
import { isAtLeast } from '../../kubernetes/objects/version.js';
import type { Play } from './play.js';

/**
 * A note about a post-promotion analysis that has ended after the progress deadline. The controller queues no pass for that
 * deadline, but 1.10 aborts the update in a pass that comes for another reason, be it only the resync (`--rollout-resync`, 15 minutes).
 * https://github.com/argoproj/argo-rollouts/blob/v1.10.2/rollout/sync.go (evaluateProgressDeadlineAbort)
 */
export function lateAnalysisNote({ rollout, status, now, version }: Play): string | undefined {
  const { progressDeadlineAbort, strategy } = rollout.spec;
  if (!progressDeadlineAbort || !strategy?.blueGreen?.postPromotionAnalysis) return undefined;
  if (!isAtLeast(version, '1.10') || !isTimedOut(rollout, status, now, version)) return undefined;
  return `The post-promotion analysis ends after progressDeadlineSeconds (${progressDeadline(rollout)}). With progressDeadlineAbort, the controller aborts the update whenever it looks at the Rollout between that deadline and the end of the analysis: after a pod becomes unready, or at its resync every 15 minutes.`;
}
