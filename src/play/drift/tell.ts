import type { Graph } from '../../repository/graph/graph.js';
import { Faults } from '../../model/fault.js';
import { append } from '../../model/multimap.js';
import type { Resource } from '../../model/resource.js';
import { Effort } from '../simulate/effort.js';
import { referencesOf } from '../simulate/referenced.js';
import { simulation } from '../simulate/simulate.js';
import { Applications } from './applications.js';
import { type Comparison, compareAll } from './compare.js';
import { ComparedRollout, Room } from './compared.js';
import type { Drift, DriftOptions, DriftReport } from './drift.js';
import { type Subject, subjectsOf } from './subject.js';
import { type System, systemOf } from './system.js';
import { Together } from './together.js';

/** Receives the drifts of a Rollout in each of its Applications, with its index among the requested Rollouts. */
export type Tell = (drifts: readonly Drift[], place: number) => void;

/**
 * Compares Git with what the controller writes, as each Application that deploys the Rollouts does. Each Rollout is reported
 * and released once all Rollouts of its Applications are compared. All are reported once; those without a verdict with no
 * drifts. Reports are in the order of the Rollouts only within an Application.
 */
export function tellDrifts(
  graph: Graph,
  rollouts: readonly Resource[],
  tell: Tell,
  options: DriftOptions = {},
): Omit<DriftReport, 'drifts'> {
  return new Telling(graph, rollouts, tell, options).run();
}

/** A compared Rollout and the other Rollouts of its Applications. */
interface Waiting {
  readonly place: number;
  readonly rollout: ComparedRollout;
  readonly groups: readonly Group[];
  /** In how many of these groups it has been reported. */
  done: number;
}

/** The Rollouts of an Application, until all have been reported. */
interface Group {
  readonly together: Together;
  readonly members: Waiting[];
  /** Rollouts that were not requested, if they matter. */
  readonly unasked: ComparedRollout[];
  isWhole: boolean;
  untold: number;
}

class Telling {
  private readonly faults: Faults;
  private readonly applications: Applications;
  private readonly system: System;
  private readonly effort = new Effort();
  private readonly room: Room;
  private readonly asked: ReadonlySet<Resource>;
  /**
   * How many Rollouts of an Application are still to be compared; a lower bound, because some are only found to be its own
   * later.
   */
  private readonly ahead = new Map<Resource, number>();
  private readonly groups = new Map<Resource, Group>();
  /** All Applications that deploy something. */
  private readonly known = new Set<Resource>();

  constructor(
    private readonly graph: Graph,
    private readonly rollouts: readonly Resource[],
    private readonly tell: Tell,
    private readonly options: DriftOptions,
  ) {
    this.faults = options.faults ?? new Faults();
    this.room = new Room(options.mostKept);
    this.applications = new Applications(graph);
    const [settings] = graph.ofKind('ConfigMap', '').filter(({ name }) => name === 'argocd-cm');
    this.system =
      this.faults.contain('drift', settings, () => systemOf(graph, options.argocd)) ??
      systemOf(graph.restrictedTo([]), options.argocd);
    this.asked = new Set(rollouts);
  }

  run(): Omit<DriftReport, 'drifts'> {
    const { rollouts, applications, faults, system, options } = this;
    for (const rollout of rollouts)
      for (const application of this.deployersOf(rollout))
        this.ahead.set(application, (this.ahead.get(application) ?? 0) + 1);
    rollouts.forEach((rollout, place) => {
      options.onRollout?.(place, rollouts.length);
      // Computed again: keeping the comparisons of many Applications with many Rollouts would exceed the memory.
      this.add(place, this.compared(rollout), this.deployersOf(rollout));
    });
    if (!options.faults) faults.rethrow();
    // One that may deploy a Rollout which was not requested is not judged.
    const { concerns = () => true } = options;
    const leftOut = applications
      .leftOut(this.known)
      .filter((one) => concerns(one) && !this.ofUnasked.has(one));
    return { leftOut, notes: [...applications.notes, ...system.notes, ...leftOutNote(leftOut)] };
  }

  /** All Applications that may turn out to deploy a Rollout or an object it names, without stand-ins. */
  private deployersOf(rollout: Resource): ReadonlySet<Resource> {
    const { graph, applications, faults } = this;
    const deployers = faults.contain('drift', rollout, () => {
      const named = referencesOf(graph, rollout).flatMap((reference) => graph.find(reference) ?? []);
      return applications.thatMayDeploy([rollout, ...named]);
    });
    return deployers ?? new Set();
  }

  private add(place: number, rollout: ComparedRollout, deployers: ReadonlySet<Resource>): void {
    const groups = rollout.parts.map(({ application }) => this.groupOf(application));
    const one: Waiting = { place, rollout, groups, done: 0 };
    groups.forEach((group, index) => {
      const part = rollout.parts[index];
      if (part) group.together.add(part);
      group.members.push(one);
      group.untold += 1;
    });
    const ready = new Set([one]);
    for (const application of deployers) this.ahead.set(application, (this.ahead.get(application) ?? 1) - 1);
    for (const application of [...deployers, ...rollout.parts.map((part) => part.application)]) {
      const group = this.groups.get(application);
      if (!group || (this.ahead.get(application) ?? 0) > 0) continue;
      this.groups.delete(application);
      group.isWhole = true;
      for (const member of group.members) ready.add(member);
    }
    for (const waiting of [...ready].sort((left, right) => left.place - right.place))
      if (waiting.groups.every(({ isWhole }) => isWhole)) this.tellOne(waiting);
    if (one.done < groups.length) rollout.keepIn(this.room);
  }

  private groupOf(application: Resource): Group {
    let group = this.groups.get(application);
    if (!group) {
      const unasked: ComparedRollout[] = [];
      const together = new Together(() => {
        unasked.push(...this.unasked(application));
        return unasked.flatMap(({ parts }) => parts);
      }, this.faults);
      group = { together, members: [], unasked, isWhole: false, untold: 0 };
      this.groups.set(application, group);
      this.known.add(application);
    }
    return group;
  }

  private tellOne({ place, rollout, groups }: Waiting): void {
    const comparisons = rollout.comparisons();
    const drifts = rollout.parts.flatMap((part, index) => {
      const comparison = comparisons[index];
      const tell = (): Drift | undefined => comparison && groups[index]?.together.drift(part, comparison);
      return this.faults.contain('drift', part.rollout, tell) ?? [];
    });
    this.tell(drifts, place);
    for (const group of groups) {
      group.untold -= 1;
      // The other Rollouts may have needed this one until now.
      if (group.untold === 0) this.letGo(group);
    }
  }

  private letGo({ members, unasked }: Group): void {
    for (const member of members) {
      member.done += 1;
      if (member.done === member.groups.length) member.rollout.letGo(this.room);
    }
    for (const rollout of unasked) rollout.letGo(this.room);
  }

  /** The Rollouts of an Application that were not requested: they still count for its options. */
  private unasked(application: Resource): readonly ComparedRollout[] {
    return (this.ofUnasked.get(application) ?? []).map((rollout) => {
      const compared = this.compared(rollout, application);
      compared.keepIn(this.room);
      return compared;
    });
  }

  private deployedUnasked: Map<Resource, Resource[]> | undefined;

  /** The Rollouts that were not requested, by the Applications that may deploy them. */
  private get ofUnasked(): ReadonlyMap<Resource, readonly Resource[]> {
    if (!this.deployedUnasked) {
      this.deployedUnasked = new Map();
      for (const rollout of this.graph.rollouts)
        if (!this.asked.has(rollout))
          for (const its of this.deployersOf(rollout)) append(this.deployedUnasked, its, rollout);
    }
    return this.deployedUnasked;
  }

  /** A Rollout in all Applications that deploy it, or in one of them. */
  private compared(rollout: Resource, of?: Resource): ComparedRollout {
    const comparisons = this.compare(rollout, this.effort, (application) => !of || application === of);
    return new ComparedRollout(comparisons, (places) =>
      this.compare(rollout, undefined, (_, place) => places.includes(place)),
    );
  }

  private compare(
    rollout: Resource,
    effort: Effort | undefined,
    isAsked: (application: Resource, place: number) => boolean,
  ): readonly Comparison[] {
    const { graph, options, faults } = this;
    const comparisons = faults.contain('drift', rollout, () => {
      const played = simulation(graph, rollout, {
        ...(effort && { effort }),
        ...(options.rollouts && { version: options.rollouts }),
        ...(options.branches === undefined ? {} : { branches: options.branches }),
      });
      const subjects = subjectsOf(graph, rollout, played);
      const deployers = this.applications.deployersOf(subjects.map(({ resource }) => resource));
      const covered = new Set(deployers.flatMap(({ resources }) => resources));
      const isCovered = ({ resource }: Subject): boolean => covered.has(resource);
      return deployers.flatMap((deployer, place) => {
        if (!isAsked(deployer.application, place)) return [];
        const compare = (): Comparison => {
          effort?.spend(played.taken, rollout.name);
          const compared = { rollout, deployer, played, subjects, isCovered };
          return { ...compareAll(graph, this.system, compared), place };
        };
        return faults.contain('drift', rollout, compare) ?? [];
      });
    });
    return comparisons ?? [];
  }
}

function leftOutNote(applications: readonly Resource[]): readonly string[] {
  const [first] = applications;
  if (!first) return [];
  const names = [...new Set(applications.map(({ name }) => `"${name}"`))];
  const more = names.length > maxNamed ? ` and ${names.length - maxNamed} more` : '';
  const named = `${names.slice(0, maxNamed).join(', ')}${more}`;
  return [
    names.length === 1
      ? `Application ${named} deploys none of the files that were read, so it is not checked.`
      : `Applications ${named} deploy none of the files that were read, so they are not checked.`,
  ];
}

/** How many names are listed; the others are counted. */
const maxNamed = 10;
