import type { Path } from '../../model/field.js';
import type { Argo } from './argo.js';
import type { GitAndLive } from './entries.js';

/** A difference that outlasts the update. */
export interface Lasting {
  readonly kind:
    /** A sync does not change it. */
    | 'unsettled'
    /** It exists both before and after the update: the controller keeps another value than Git has. */
    | 'at-rest';
  /** The fields that differ. */
  readonly paths: readonly Path[];
}

/** Why an object is permanently OutOfSync; undefined if it is not. The first and last moments are between updates. */
export function lastingIn(argo: Argo, moments: readonly GitAndLive[]): Lasting | undefined {
  const differing = (pair: GitAndLive | undefined): readonly Path[] => {
    const verdict = pair && argo.compare(pair.stored, pair.live);
    return verdict?.status === 'out-of-sync' ? verdict.paths : [];
  };
  const among = (paths: readonly Path[], others: readonly Path[]): readonly Path[] => {
    const texts = new Set(others.map((path) => JSON.stringify(path)));
    return paths.filter((path) => texts.has(JSON.stringify(path)));
  };
  const different = moments.find((pair) => differing(pair).length > 0);
  const applied = different && argo.applied(different.stored, different.live);
  const unsettled =
    different && applied ? among(differing(different), differing({ ...different, live: applied })) : [];
  const atEnd = differing(moments.at(-1));
  // A difference that ends with the update does not last, even if no sync settles it before.
  const lasting = among(unsettled, atEnd);
  if (lasting.length > 0) return { kind: 'unsettled', paths: lasting };
  const resting = among(differing(moments.at(0)), atEnd);
  return resting.length > 0 ? { kind: 'at-rest', paths: resting } : undefined;
}
