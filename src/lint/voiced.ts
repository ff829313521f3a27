import type { ViolationCode } from '../rollouts/controllers/validation/violation.js';
import type { Identity } from '../model/resource.js';
import type { Rejected } from './statement.js';

/** The violations that voices have reported. Suppressing one hides only that violation. */
export class VoicedViolations {
  private readonly byRollout = new Map<Identity, Set<ViolationCode>>();

  add({ rollout, code }: Rejected): void {
    if (code === undefined) return;
    const codes = this.byRollout.get(rollout);
    if (codes) codes.add(code);
    else this.byRollout.set(rollout, new Set([code]));
  }

  /** Whether a voice has reported a violation. */
  has({ rollout, code }: Rejected): boolean {
    return code !== undefined && this.byRollout.get(rollout)?.has(code) === true;
  }
}
