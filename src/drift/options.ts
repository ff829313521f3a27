import { type Argo, outOfSyncOnlyOption, respectOption } from './argo.js';
import type { SyncDrift } from './syncs.js';

/**
 * The sync options that an Application lacks: not to write what is not different, where a sync would write over the
 * controller; and to leave alone what is ignored, where a written object does harm and nothing is frozen by it.
 */
export function lackingOptions(
  argo: Argo,
  syncs: readonly SyncDrift[],
  with_: { syncs(argo: Argo): readonly SyncDrift[]; isFrozen(argo: Argo): boolean },
): readonly string[] {
  const isHarm = ({ outcome }: SyncDrift): boolean => outcome !== 'kept';
  const lacking: string[] = [];
  if (!argo.has(outOfSyncOnlyOption) && syncs.some((sync) => sync.triggers.includes('sync') && isHarm(sync)))
    lacking.push(outOfSyncOnlyOption);
  const isGrave = ({ outcome, isImmediate }: SyncDrift): boolean =>
    outcome === 'promoted' || outcome === 'lost' || (outcome === 'back' && !isImmediate);
  const grave = syncs.filter(isGrave);
  if (grave.length === 0 || argo.has(respectOption)) return lacking;
  const respecting = argo.but({ syncOptions: [...argo.settings.syncOptions, respectOption] });
  if (with_.isFrozen(respecting)) return lacking;
  return with_.syncs(respecting).filter(isGrave).length < grave.length
    ? [...lacking, respectOption]
    : lacking;
}
