import { groupOf, type KubeObject } from '../../kubernetes/objects/object.js';
import { groupBy } from '../../model/multimap.js';
import { type Argo, type IgnoreEntry, outOfSyncOnlyOption, respectOption } from './argo.js';
import type { Compared } from './compared.js';
import type { SyncDrift } from './syncs.js';

/** What one Rollout contributes to the sync options of its Application. */
export interface Member {
  /** The Application without its harmful expressions. */
  readonly argo: Argo;
  /** Its objects, with the names that entries of the Application use. */
  readonly objects: readonly KubeObject[];
  /** The effects of syncs on its objects. */
  readonly syncs: readonly SyncDrift[];
  /** The same once the comparison of the Application works. */
  readonly mendedSyncs: readonly SyncDrift[];
  /** The effects of syncs with another Application. */
  syncsBy(argo: Argo): readonly SyncDrift[];
  /** Whether changes in Git to some of its objects would no longer be deployed then. */
  isFrozenBy(argo: Argo): boolean;
}

/** The sync options that an Application lacks, the same for all of its Rollouts. */
export class Options {
  constructor(
    /** All Rollouts of the Application; computed only if needed. */
    private readonly all: () => readonly Compared[],
    /** Undefined if that fails. Each is released before the next is computed, because there may be thousands. */
    private readonly memberOf: (compared: Compared) => Member | undefined,
  ) {}

  /**
   * The options that one of its Rollouts needs: ApplyOutOfSyncOnly if a sync would otherwise overwrite the controller and no
   * entry hides edits, which would not be deployed then, and
   * RespectIgnoreDifferences if that reduces the harm of writing an object without freezing fields or harming any Rollout more
   * than before.
   */
  lackingFor(compared: Compared, { argo, mendedSyncs: syncs }: Member): readonly string[] {
    const lacking: string[] = [];
    if (isOverwritten(argo, syncs) && !this.hidesEdits(argo)) lacking.push(outOfSyncOnlyOption);
    if (graveIn(syncs) === 0 || argo.has(respectOption)) return lacking;
    const left = (this.withRespect ??= this.tryRespect()).get(compared);
    return left !== undefined && left < graveIn(syncs) ? [...lacking, respectOption] : lacking;
  }

  /** Whether a Rollout needs ApplyOutOfSyncOnly, but an entry would keep edits from being deployed then. */
  isWithheldFrom({ argo, mendedSyncs }: Member): boolean {
    return isOverwritten(argo, mendedSyncs) && this.hidesEdits(argo);
  }

  /** Without entries nothing is hidden, and the other Rollouts need not be compared. */
  private hidesEdits(argo: Argo): boolean {
    if (argo.settings.rules.length === 0) return false;
    return (this.areEditsHidden ??= this.all().some(({ hidesEdits }) => hidesEdits));
  }

  private areEditsHidden: boolean | undefined;

  private withRespect: ReadonlyMap<Compared, number> | undefined;

  /** The remaining harm for each Rollout with RespectIgnoreDifferences; empty if the option does harm elsewhere. */
  private tryRespect(): ReadonlyMap<Compared, number> {
    const all = this.all();
    const entries = groupBy(
      all.flatMap((compared) => compared.entries),
      ({ group = '', kind, name = '' }) => callOf(group, kind, name),
    );
    const left = new Map<Compared, number>();
    let isWorse = false;
    for (const compared of all) {
      const member = this.memberOf(compared);
      if (!member) continue;
      const { syncOptions } = member.argo.settings;
      const argo = member.argo
        .with(entriesFor(member, entries))
        .but({ syncOptions: [...syncOptions, respectOption] });
      if (member.isFrozenBy(argo)) return new Map();
      const harm = graveIn(member.syncsBy(argo));
      left.set(compared, harm);
      isWorse ||= harm > graveIn(member.mendedSyncs);
    }
    return isWorse ? new Map() : left;
  }
}

/** Whether a sync of any commit overwrites what the controller wrote. */
function isOverwritten(argo: Argo, syncs: readonly SyncDrift[]): boolean {
  return (
    !argo.has(outOfSyncOnlyOption) &&
    syncs.some(({ triggers, outcome }) => triggers.includes('sync') && outcome !== 'kept')
  );
}

/** The entries that may apply to an object of a Rollout; each names one object. */
function entriesFor(
  { objects }: Member,
  entries: ReadonlyMap<string, readonly IgnoreEntry[]>,
): readonly IgnoreEntry[] {
  const called = new Set(
    objects.map(({ apiVersion, kind, metadata }) => callOf(groupOf(apiVersion), kind, metadata.name)),
  );
  return [...called].flatMap((call) => entries.get(call) ?? []);
}

function callOf(group: string, kind: string, name: string): string {
  return JSON.stringify([group, kind, name]);
}

/** How many syncs remove something that returns late or never. */
function graveIn(syncs: readonly SyncDrift[]): number {
  return syncs.filter(
    ({ outcome, isImmediate }) =>
      outcome === 'promoted' || outcome === 'lost' || (outcome === 'back' && !isImmediate),
  ).length;
}
