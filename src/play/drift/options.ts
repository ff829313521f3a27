import { groupOf, type KubeObject } from '../../kubernetes/objects/object.js';
import { groupBy } from '../../model/multimap.js';
import { type Argo, type Entry, outOfSyncOnlyOption, respectOption } from './argo.js';
import type { Compared } from './compared.js';
import type { SyncDrift } from './syncs.js';

/** What one Rollout of an Application says of its sync options. */
export interface Member {
  /** The Application without the expressions that do harm. */
  readonly argo: Argo;
  /** Its objects, under the names by which entries of the Application call them. */
  readonly objects: readonly KubeObject[];
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
    private readonly all: () => readonly Compared[],
    /** Undefined where that fails. It is let go before the next one is asked for: there may be thousands. */
    private readonly memberOf: (compared: Compared) => Member | undefined,
  ) {}

  /**
   * Those that one of its Rollouts needs: not to write what is not different, where a sync would write over the
   * controller; and to leave alone what is ignored, where a written object does harm and nothing of any Rollout is
   * frozen by it, nor harmed more than before.
   */
  lackingFor(compared: Compared, { argo, mendedSyncs: syncs }: Member): readonly string[] {
    const isHarm = ({ outcome }: SyncDrift): boolean => outcome !== 'kept';
    const lacking: string[] = [];
    if (
      !argo.has(outOfSyncOnlyOption) &&
      syncs.some((sync) => sync.triggers.includes('sync') && isHarm(sync))
    )
      lacking.push(outOfSyncOnlyOption);
    if (graveIn(syncs) === 0 || argo.has(respectOption)) return lacking;
    const left = (this.withRespect ??= this.tryRespect()).get(compared);
    return left !== undefined && left < graveIn(syncs) ? [...lacking, respectOption] : lacking;
  }

  private withRespect: ReadonlyMap<Compared, number> | undefined;

  /** How much harm is left for each Rollout if ignored fields are left alone; empty where that does other harm. */
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

/** Those that may be meant for an object of a Rollout: each names one object. */
function entriesFor({ objects }: Member, entries: ReadonlyMap<string, readonly Entry[]>): readonly Entry[] {
  const called = new Set(
    objects.map(({ apiVersion, kind, metadata }) => callOf(groupOf(apiVersion), kind, metadata.name)),
  );
  return [...called].flatMap((call) => entries.get(call) ?? []);
}

function callOf(group: string, kind: string, name: string): string {
  return JSON.stringify([group, kind, name]);
}

/** How many syncs take away what comes back late or never. */
function graveIn(syncs: readonly SyncDrift[]): number {
  return syncs.filter(
    ({ outcome, isImmediate }) =>
      outcome === 'promoted' || outcome === 'lost' || (outcome === 'back' && !isImmediate),
  ).length;
}
