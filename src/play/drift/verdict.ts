import type { Path } from '../../model/field.js';

/** Argo CD's verdict on an object or an Application. */
export type Verdict =
  | { readonly status: 'synced' }
  | {
      readonly status: 'out-of-sync';
      /** The fields that differ. */
      readonly paths: readonly Path[];
    }
  /** The comparison fails, and with it that of the whole Application. */
  | { readonly status: 'unknown'; readonly reason: string }
  /** The verdict depends on something that is not simulated. */
  | { readonly status: 'cannot-tell'; readonly reason: string };

export type Status = Verdict['status'];

const byWeight: readonly Status[] = ['unknown', 'out-of-sync', 'cannot-tell', 'synced'];

/** The status of an Application, from those of its objects. */
export function worst(statuses: readonly Status[]): Status {
  return byWeight.find((status) => statuses.includes(status)) ?? 'synced';
}
