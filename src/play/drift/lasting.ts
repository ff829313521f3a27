import type { Path } from '../../model/field.js';
import type { Argo } from './argo.js';
import type { Pair } from './entries.js';

/** A difference that does not end with the update. */
export interface Lasting {
  readonly kind:
    /** What a sync applies leaves it as it is. */
    | 'unsettled'
    /** It is there before the update and after it: the controller keeps something else than what Git has. */
    | 'at-rest';
  /** The fields that differ. */
  readonly paths: readonly Path[];
}

/** Why an object stays OutOfSync for ever; undefined where it does not. The moments begin and end at rest. */
export function lastingIn(argo: Argo, moments: readonly Pair[]): Lasting | undefined {
  const differing = (pair: Pair | undefined): readonly Path[] => {
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
  // What ends with the update does not last, if no sync settles it until then.
  const lasting = among(unsettled, atEnd);
  if (lasting.length > 0) return { kind: 'unsettled', paths: lasting };
  const resting = among(differing(moments.at(0)), atEnd);
  return resting.length > 0 ? { kind: 'at-rest', paths: resting } : undefined;
}
