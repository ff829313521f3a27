import { orderKeys, syncOrderOf, type SyncPhase, syncPhases } from '../../../kubernetes/kinds/sync-order.js';
import type { Field } from '../../../model/field.js';
import type { Resource } from '../../../model/resource.js';

/** When a sync first applies an object. */
export interface FirstSync {
  readonly phase: SyncPhase;
  readonly wave: number;
}

/** A successful sync has only these phases. */
const phases = syncPhases.filter((phase) => phase !== 'SyncFail');

/** When a sync first applies an object; undefined if a successful one never does. */
export function firstSync(resource: Resource): FirstSync | undefined {
  const order = syncOrderOf(resource);
  const phase = phases.find((one) => order.phases.includes(one));
  return phase && { phase, wave: order.wave };
}

/** Whether the first is applied in an earlier phase or wave than the second. */
export function comesBefore(one: FirstSync, other: FirstSync): boolean {
  const difference = syncPhases.indexOf(one.phase) - syncPhases.indexOf(other.phase);
  return difference < 0 || (difference === 0 && one.wave < other.wave);
}

/** The annotation that determines when an object is applied. */
export function waveOf(resource: Resource): Field | undefined {
  return orderKeys.map((key) => resource.at('metadata', 'annotations', key)).find(({ exists }) => exists);
}

/** What one of two differs in, as messages say it: the phase, or the wave of the same phase. */
export function syncText(one: FirstSync, other: FirstSync): string {
  return one.phase === other.phase ? `wave ${one.wave}` : `phase ${one.phase}`;
}
