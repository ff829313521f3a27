import type { ViolationCode } from '../controllers/validation/violation.js';
import type { Identity } from '../model/resource.js';
import type { Rejected } from './statement.js';

/** What voices say of what the controller rejects, and whether it is shown. */
export class Voiced {
  private readonly byRollout = new Map<Identity, Map<ViolationCode, boolean>>();

  add({ rollout, code }: Rejected, isShown: boolean): void {
    if (code === undefined) return;
    let codes = this.byRollout.get(rollout);
    if (!codes) this.byRollout.set(rollout, (codes = new Map<ViolationCode, boolean>()));
    codes.set(code, isShown || codes.get(code) === true);
  }

  /**
   * Whether a voice says this, or shows anything else of the same Rollout. Who knows of one mistake and suppresses it need not know
   * of another.
   */
  instead({ rollout, code }: Rejected): boolean {
    const codes = this.byRollout.get(rollout);
    return (
      codes !== undefined && ((code !== undefined && codes.has(code)) || [...codes.values()].includes(true))
    );
  }
}
