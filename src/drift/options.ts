import { type Argo, type Entry, outOfSyncOnlyOption, respectOption } from './argo.js';
import type { SyncDrift } from './syncs.js';

/** What one Rollout of an Application says of its sync options. */
export interface Member {
  /** The Application without the expressions that do harm. */
  readonly argo: Argo;
  /** What has to be ignored for this Rollout. */
  readonly entries: readonly Entry[];
  /** What syncs do to its objects. */
  readonly syncs: readonly SyncDrift[];
  /** The same as soon as the Application can be compared. */
  readonly mendedSyncs: readonly SyncDrift[];
  /** What they would do, were the Application another one. */
  syncsBy(argo: Argo): readonly SyncDrift[];
  /** Whether some of its objects would then not follow Git any more. */
  isFrozenBy(argo: Argo): boolean;
}

/** The sync options that an Application lacks: they are the same for all of its Rollouts. */
export class Options {
  constructor(
    /** All Rollouts of the Application; asked for only where it matters. */
    private readonly members: () => readonly Member[],
  ) {}

  /**
   * Those that one of its Rollouts needs: not to write what is not different, where a sync would write over the
   * controller; and to leave alone what is ignored, where a written object does harm and nothing of any Rollout is
   * frozen by it, nor harmed more than before.
   */
  lackingFor(member: Member): readonly string[] {
    const { argo, mendedSyncs: syncs } = member;
    const isHarm = ({ outcome }: SyncDrift): boolean => outcome !== 'kept';
    const lacking: string[] = [];
    if (
      !argo.has(outOfSyncOnlyOption) &&
      syncs.some((sync) => sync.triggers.includes('sync') && isHarm(sync))
    )
      lacking.push(outOfSyncOnlyOption);
    if (graveIn(syncs) === 0 || argo.has(respectOption)) return lacking;
    const left = (this.withRespect ??= this.tryRespect()).get(member);
    return left !== undefined && left < graveIn(syncs) ? [...lacking, respectOption] : lacking;
  }

  private withRespect: ReadonlyMap<Member, number> | undefined;

  /** How much harm is left for each Rollout if ignored fields are left alone; empty where that does other harm. */
  private tryRespect(): ReadonlyMap<Member, number> {
    const members = this.members();
    const entries = members.flatMap((member) => member.entries);
    const left = new Map<Member, number>();
    for (const member of members) {
      const { syncOptions } = member.argo.settings;
      const argo = member.argo.with(entries).but({ syncOptions: [...syncOptions, respectOption] });
      if (member.isFrozenBy(argo)) return new Map();
      left.set(member, graveIn(member.syncsBy(argo)));
    }
    const isWorse = members.some((member) => (left.get(member) ?? 0) > graveIn(member.mendedSyncs));
    return isWorse ? new Map() : left;
  }
}

/** How many syncs take away what comes back late or never. */
function graveIn(syncs: readonly SyncDrift[]): number {
  return syncs.filter(
    ({ outcome, isImmediate }) =>
      outcome === 'promoted' || outcome === 'lost' || (outcome === 'back' && !isImmediate),
  ).length;
}
