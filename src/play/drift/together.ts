import { matchedOf, type Matched } from '../../argocd/match.js';
import type { Faults } from '../../model/fault.js';
import type { Frame } from '../simulate/trace.js';
import { type Argo, asJson, outOfSyncOnlyOption, respectOption } from './argo.js';
import type { Compared } from './compared.js';
import type { Comparison } from './compare.js';
import type { Drift } from './drift.js';
import { type Member, Options } from './options.js';
import type { Subject } from './subject.js';
import { type SyncDrift, syncsOf } from './syncs.js';
import type { Status } from './verdict.js';

/** The Rollouts of one Application, which compares, syncs and fails as a whole. */
export class Together {
  private readonly asked: Compared[] = [];
  /** The first two, so that at least one of them is another Rollout than the one in question. */
  private readonly failing: Compared[] = [];
  private readonly restless: Compared[] = [];
  private readonly restlessCalled = new Map<string, { of: Compared; matched: Matched }[]>();
  private readonly members = new WeakMap<Comparison, Member>();
  private readonly options = new Options(
    () => [...this.asked, ...this.unasked()],
    (compared) =>
      this.faults.contain('drift', compared.rollout, () => this.member(compared, compared.comparison())),
  );

  constructor(
    /** The Rollouts of the Application that were not requested; computed only if they matter. */
    private readonly unasked: () => readonly Compared[],
    private readonly faults: Faults,
  ) {}

  add(compared: Compared): void {
    this.asked.push(compared);
    if (compared.isUnknown) addFirst(this.failing, compared);
    if (compared.restless.length > 0) addFirst(this.restless, compared);
    for (const matched of compared.restless) {
      const called = callOf(matched);
      const known = this.restlessCalled.get(called) ?? [];
      if (known.every(({ of }) => of !== compared)) addFirst(known, { of: compared, matched });
      this.restlessCalled.set(called, known);
    }
  }

  /** The full drift of one Rollout, after all have been added. */
  drift(compared: Compared, comparison: Comparison): Drift {
    const { drift } = comparison;
    const failing = this.failing.find((other) => other !== compared);
    const member = this.member(compared, comparison);
    const options = this.options.lackingFor(compared, member);
    if (failing && drift.frames.some(({ status }) => status !== 'unknown'))
      return {
        ...drift,
        frames: drift.frames.map(({ frame, health }) => ({ frame, status: 'unknown', health })),
        syncs: [],
        options,
        notes: [
          ...drift.notes,
          `The Application is always Unknown, because the comparison of the objects of Rollout "${failing.rollout.name}" fails; nothing is synced.`,
        ],
      };
    const restless = this.restless.find((other) => other !== compared);
    const withheld = this.options.isWithheldFrom(member)
      ? [
          'ApplyOutOfSyncOnly=true would keep a sync of another commit from writing what the controller wrote, but an entry of the Application also hides fields that only Git sets: their object stays Synced when they change in Git, and would not be applied. Narrow the entry, then add the option.',
        ]
      : [];
    const { automated } = drift.argo.settings;
    const isWritten = automated && member.syncs.some(({ triggers }) => triggers.includes('sync'));
    return {
      ...drift,
      syncs: member.syncs,
      options,
      notes: [
        ...drift.notes,
        ...withheld,
        ...(restless && isWritten && !drift.argo.has(outOfSyncOnlyOption)
          ? [
              `Rollout "${restless.rollout.name}" keeps the Application OutOfSync even between updates, so every new commit in its repository starts a sync of all objects.`,
            ]
          : []),
      ],
    };
  }

  private member(compared: Compared, comparison: Comparison): Member {
    let member = this.members.get(comparison);
    if (!member) this.members.set(comparison, (member = this.asMember(compared, comparison)));
    return member;
  }

  private asMember(compared: Compared, comparison: Comparison): Member {
    const { drift, played, mended } = comparison;
    const own = drift.objects.map(({ subject }) => subject);
    const statusOf = ({ id }: Frame, subject: Subject): Status | undefined =>
      drift.objects.find((one) => one.subject === subject)?.verdicts.get(id)?.status;
    const isUnknown = drift.frames[0]?.status === 'unknown';
    const entries = drift.entries.map(({ entry }) => entry);
    const isRespecting = mended.has(respectOption) && entries.length + drift.faults.length > 0;
    // With the required entries nothing differs any more.
    const syncsBy = (argo: Argo): readonly SyncDrift[] =>
      syncsOf(played, { argo, subjects: own, statusOf: () => undefined, others: [] });
    const others = this.restlessBeside(compared, own);
    const syncs = syncsOf(played, { argo: drift.argo, subjects: own, statusOf, others });
    return {
      argo: mended,
      objects: own.map(({ git }) => mended.named(git)),
      syncs,
      // An Unknown Application is not synced; after the correction it is. Entries that are respected keep a sync from writing.
      mendedSyncs: isUnknown || isRespecting ? syncsBy(mended.with(entries)) : syncs,
      syncsBy,
      isFrozenBy: (argo) => comparison.isFrozenBy(argo),
    };
  }

  /**
   * The permanently OutOfSync objects of other Rollouts that matter: one for each name that is used here, otherwise any one.
   */
  private restlessBeside(compared: Compared, own: readonly Subject[]): readonly Matched[] {
    const called = new Set(own.map(({ git }) => callOf(matchedOf(asJson(git)))));
    const namesakes = [...called].flatMap((call) => {
      const other = this.restlessCalled.get(call)?.find(({ of }) => of !== compared);
      return other ? [other.matched] : [];
    });
    if (namesakes.length > 0) return namesakes;
    const other = this.restless.find((one) => one !== compared);
    return other?.restless.slice(0, 1) ?? [];
  }
}

function addFirst<T>(two: T[], one: T): void {
  if (two.length < 2) two.push(one);
}

/** The key by which self-heal selects objects, without the namespace. */
function callOf({ group, kind, name }: Matched): string {
  return JSON.stringify([group, kind, name]);
}
