import { matchedOf, type Matched } from '../argocd/match.js';
import type { Faults } from '../model/fault.js';
import type { Resource } from '../model/resource.js';
import type { Simulation } from '../simulate/simulate.js';
import type { Frame } from '../simulate/trace.js';
import { type Argo, asJson, outOfSyncOnlyOption } from './argo.js';
import type { Drift, ObjectDrift } from './drift.js';
import { type Member, Options } from './options.js';
import type { Subject } from './subject.js';
import { type SyncDrift, syncsOf } from './syncs.js';
import type { Status } from './verdict.js';

/** One Rollout in one Application, before the others of the Application are looked at. */
export interface Compared {
  readonly rollout: Resource;
  readonly drift: Omit<Drift, 'syncs' | 'options'>;
  readonly played: Simulation;
  /** The Application without the expressions that do harm. */
  readonly mended: Argo;
  /** Whether some of its objects would not follow Git any more, were the Application another one. */
  isFrozenBy(argo: Argo): boolean;
}

/** The Rollouts of one Application: it compares, syncs and fails as a whole. */
export class Together {
  private readonly asked: Compared[];
  private readonly members = new Map<Compared, Member>();
  private readonly options = new Options(() =>
    [...this.asked, ...this.unasked()].flatMap(
      (compared) => this.faults.contain('drift', compared.rollout, () => this.member(compared)) ?? [],
    ),
  );

  constructor(
    first: Compared,
    /** The Rollouts of the Application that nobody asked for; looked at only where they matter. */
    private readonly unasked: () => readonly Compared[],
    private readonly faults: Faults,
  ) {
    this.asked = [first];
  }

  add(compared: Compared): void {
    this.asked.push(compared);
  }

  /** All that is to be said of one of them. */
  drift(compared: Compared): Drift {
    const { drift } = compared;
    const others = this.asked.filter((other) => other !== compared);
    const failing = others.find((other) => other.drift.frames[0]?.status === 'unknown');
    const member = this.member(compared);
    const options = this.options.lackingFor(member);
    if (failing && drift.frames.some(({ status }) => status !== 'unknown'))
      return {
        ...drift,
        frames: drift.frames.map(({ frame }) => ({ frame, status: 'unknown' })),
        syncs: [],
        options,
        notes: [
          ...drift.notes,
          `The Application is always Unknown, because the comparison of the objects of Rollout "${nameOf(failing)}" fails; nothing is synced.`,
        ],
      };
    const restless = others.find((other) => restlessIn(other).length > 0);
    const { automated } = drift.argo.settings;
    const isWritten = automated && member.syncs.some(({ triggers }) => triggers.includes('sync'));
    return {
      ...drift,
      syncs: member.syncs,
      options,
      notes:
        restless && isWritten && !drift.argo.has(outOfSyncOnlyOption)
          ? [
              ...drift.notes,
              `Rollout "${nameOf(restless)}" keeps the Application OutOfSync even between updates, so every new commit in its repository starts a sync of all objects.`,
            ]
          : drift.notes,
    };
  }

  private member(compared: Compared): Member {
    let member = this.members.get(compared);
    if (!member) this.members.set(compared, (member = this.asMember(compared)));
    return member;
  }

  private asMember(compared: Compared): Member {
    const { drift, played, mended } = compared;
    const own = drift.objects.map(({ subject }) => subject);
    const statusOf = ({ id }: Frame, subject: Subject): Status | undefined =>
      drift.objects.find((one) => one.subject === subject)?.verdicts.get(id)?.status;
    const isUnknown = drift.frames[0]?.status === 'unknown';
    const restless = this.asked.filter((other) => other !== compared).flatMap(restlessIn);
    const entries = drift.entries.map(({ entry }) => entry);
    // Nothing differs any more when what has to be ignored is.
    const syncsBy = (argo: Argo): readonly SyncDrift[] => syncsOf(argo, played, own, () => undefined);
    const syncs = syncsOf(drift.argo, played, own, statusOf, restless);
    return {
      argo: mended,
      entries,
      syncs,
      // Nothing is synced while it is Unknown, and much as soon as it is mended.
      mendedSyncs: isUnknown ? syncsBy(mended.with(entries)) : syncs,
      syncsBy,
      isFrozenBy: (argo) => compared.isFrozenBy(argo),
    };
  }
}

/** The objects of a Rollout that differ before an update and after it alike. */
function restlessIn({ drift }: Compared): readonly Matched[] {
  const main = drift.frames.filter(({ frame }) => frame.from === undefined);
  const [first, last] = [main.at(0)?.frame, main.at(-1)?.frame];
  const isDifferent = ({ verdicts }: ObjectDrift, frame: Frame | undefined): boolean =>
    frame !== undefined && verdicts.get(frame.id)?.status === 'out-of-sync';
  return drift.objects
    .filter((object) => isDifferent(object, first) && isDifferent(object, last))
    .map(({ subject }) => matchedOf(asJson(subject.git)));
}

function nameOf({ drift }: Compared): string {
  return drift.trace.rollout.name;
}
