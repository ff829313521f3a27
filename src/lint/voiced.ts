import type { ViolationCode } from '../rollouts/controllers/validation/violation.js';
import type { Identity } from '../model/resource.js';
import type { Rejected } from './statement.js';

/** What voices say of what the controller rejects. Who suppresses what one says knows of that, and of nothing else. */
export class Voiced {
  private readonly byRollout = new Map<Identity, Set<ViolationCode>>();

  add({ rollout, code }: Rejected): void {
    if (code === undefined) return;
    const codes = this.byRollout.get(rollout);
    if (codes) codes.add(code);
    else this.byRollout.set(rollout, new Set([code]));
  }

  /** Whether a voice says this. */
  has({ rollout, code }: Rejected): boolean {
    return code !== undefined && this.byRollout.get(rollout)?.has(code) === true;
  }
}
