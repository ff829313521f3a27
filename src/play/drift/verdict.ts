import type { Path } from '../../model/field.js';

/** What Argo CD says of an object, or of a whole Application. */
export type Verdict =
  | { readonly status: 'synced' }
  | {
      readonly status: 'out-of-sync';
      /** The fields that differ. */
      readonly paths: readonly Path[];
    }
  /** The comparison fails, and with it that of the whole Application. */
  | { readonly status: 'unknown'; readonly reason: string }
  /** What Argo CD says depends on something that is not simulated. */
  | { readonly status: 'cannot-tell'; readonly reason: string };

export type Status = Verdict['status'];

const byWeight: readonly Status[] = ['unknown', 'out-of-sync', 'cannot-tell', 'synced'];

/** The status of an Application from those of its objects. */
export function worst(statuses: readonly Status[]): Status {
  return byWeight.find((status) => statuses.includes(status)) ?? 'synced';
}
