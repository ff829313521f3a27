import type { ArgoCdVersion } from '../argocd/version.js';
import type { RolloutsVersion } from '../cluster/version.js';
import type { Graph } from '../graph/graph.js';
import { syncOrderOf } from '../kinds/sync-order.js';
import { Faults } from '../model/fault.js';
import type { Resource } from '../model/resource.js';
import { Effort } from '../simulate/effort.js';
import { autoscalerOf, referencesOf } from '../simulate/referenced.js';
import { type Simulation, simulation } from '../simulate/simulate.js';
import type { Frame, Trace } from '../simulate/trace.js';
import { Applications, type Deployer } from './applications.js';
import { Argo } from './argo.js';
import { type DerivedEntry, derivationsOf, pairsOf } from './entries.js';
import { type Frozen, frozenIn } from './frozen.js';
import { type Hidden, hiddenIn } from './hidden.js';
import { type Lasting, lastingIn } from './lasting.js';
import { mendedFor } from './mended.js';
import type { Fault } from './mending.js';
import { type Subject, subjectsOf, targetAt } from './subject.js';
import type { SyncDrift } from './syncs.js';
import { type System, systemOf } from './system.js';
import { type Compared, Together } from './together.js';
import { type Status, type Verdict, worst } from './verdict.js';

export interface DriftOptions {
  readonly argocd?: ArgoCdVersion;
  readonly rollouts?: RolloutsVersion;
  /** False for the main line alone. */
  readonly branches?: boolean;
  /** Where to note what fails at one Rollout or Application, so that the others are compared; thrown without it. */
  readonly faults?: Faults;
  /** Called before each Rollout with how many have been compared, of how many. */
  readonly onRollout?: ((done: number, of: number) => void) | undefined;
}

/** What Argo CD says of Rollouts at each moment of an update. */
export interface DriftReport {
  readonly drifts: readonly Drift[];
  /** Applications that deploy nothing of what was read. */
  readonly leftOut: readonly Resource[];
  readonly notes: readonly string[];
}

/** What one Application says of one Rollout and its objects. */
export interface Drift {
  readonly deployer: Deployer;
  readonly trace: Trace;
  readonly objects: readonly ObjectDrift[];
  readonly frames: readonly FrameDrift[];
  /** Pointers and expressions of the Application that do harm. */
  readonly faults: readonly Fault[];
  /** What it has to ignore besides. */
  readonly entries: readonly DerivedEntry[];
  /** What syncs do at the frames of the main line. */
  readonly syncs: readonly SyncDrift[];
  readonly argo: Argo;
  /** Sync options that the Application lacks. */
  readonly options: readonly string[];
  /** What of Git is not deployed any more. */
  readonly frozen: readonly (Frozen & { readonly subject: Subject })[];
  /** What stays different for ever. */
  readonly lasting: readonly (Lasting & { readonly subject: Subject })[];
  /** What entries hide besides. */
  readonly hidden: readonly (Hidden & { readonly subject: Subject })[];
  readonly notes: readonly string[];
}

export interface ObjectDrift {
  readonly subject: Subject;
  /** What is said of it in each frame, by the id of the frame. */
  readonly verdicts: ReadonlyMap<string, Verdict>;
}

export interface FrameDrift {
  readonly frame: Frame;
  /** What is said of the Application, as far as these objects are concerned. */
  readonly status: Status;
}

/** Compares what the controller makes of Rollouts with Git, as Argo CD does for each Application that deploys them. */
export function driftOf(
  graph: Graph,
  rollouts: readonly Resource[],
  options: DriftOptions = {},
): DriftReport {
  const faults = options.faults ?? new Faults();
  const applications = new Applications(graph);
  const [settings] = graph.ofKind('ConfigMap', '').filter(({ name }) => name === 'argocd-cm');
  const system =
    faults.contain('drift', settings, () => systemOf(graph, options.argocd)) ??
    systemOf(graph.among([]), options.argocd);
  const effort = new Effort();
  const comparedFor = (rollout: Resource, of?: Resource): readonly Compared[] => {
    const played = simulation(graph, rollout, {
      effort,
      ...(options.rollouts && { version: options.rollouts }),
      ...(options.branches === undefined ? {} : { branches: options.branches }),
    });
    const subjects = subjectsOf(graph, rollout, played);
    const deployers = applications.deployersOf(subjects.map(({ resource }) => resource));
    const covered = new Set(deployers.flatMap(({ resources }) => resources));
    const isCovered = ({ resource }: Subject): boolean => covered.has(resource);
    return deployers
      .filter(({ application }) => of === undefined || application === of)
      .flatMap(
        (deployer) =>
          faults.contain('drift', rollout, () => {
            effort.spend(played.taken, rollout.name);
            return compareAll(graph, rollout, deployer, system, played, subjects, isCovered);
          }) ?? [],
      );
  };
  const contained = (rollout: Resource, of?: Resource): readonly Compared[] =>
    faults.contain('drift', rollout, () => comparedFor(rollout, of)) ?? [];
  const all = rollouts.flatMap((rollout, index) => {
    options.onRollout?.(index, rollouts.length);
    return contained(rollout);
  });
  const asked = new Set(rollouts);
  /** What an Application says of Rollouts that nobody asked for: they count for its options all the same. */
  const unasked = (application: Resource): readonly Compared[] =>
    graph.rollouts
      .filter((rollout) => !asked.has(rollout))
      .filter((rollout) => {
        const named = referencesOf(graph, rollout).flatMap((reference) => graph.find(reference) ?? []);
        return applications.deployersOf([rollout, ...named]).some((one) => one.application === application);
      })
      .flatMap((rollout) => contained(rollout, application));
  const groups = new Map<Resource, Together>();
  for (const compared of all) {
    const { application } = compared.drift.deployer;
    const group = groups.get(application);
    if (group) group.add(compared);
    else groups.set(application, new Together(compared, () => unasked(application), faults));
  }
  const drifts = all.flatMap((compared) => {
    const group = groups.get(compared.drift.deployer.application);
    return faults.contain('drift', compared.rollout, () => group?.drift(compared)) ?? [];
  });
  if (!options.faults) faults.rethrow();
  const leftOut = applications.leftOut(new Set(groups.keys()));
  return {
    drifts,
    leftOut,
    notes: [...applications.notes, ...system.notes, ...leftOutNote(leftOut)],
  };
}

function isCompared(resource: Resource): boolean {
  const { phases, isHook } = syncOrderOf(resource);
  return phases.length > 0 && !isHook;
}

function hookNotes(subjects: readonly Subject[]): readonly string[] {
  return subjects.map(({ git, resource }) => {
    const { phases } = syncOrderOf(resource);
    const what = `${git.kind} "${git.metadata.name}"`;
    return phases.length === 0
      ? `${what} is marked so that no sync applies it, and it is not compared.`
      : `${what} is a hook of Argo CD: it is not compared, and each sync writes it as it is in Git.`;
  });
}

function undeployedNote(subjects: readonly Subject[]): readonly string[] {
  if (subjects.length === 0) return [];
  const names = subjects.map(({ git }) => `${git.kind} "${git.metadata.name}"`).join(', ');
  return [`No given Application deploys ${names}, so nothing is compared there.`];
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

/** So many names are read; the others are counted. */
const maxNamed = 10;

function compareAll(
  graph: Graph,
  rollout: Resource,
  deployer: Deployer,
  { settings, error }: System,
  played: Simulation,
  subjects: readonly Subject[],
  /** Whether some Application deploys it. */
  isCovered: (subject: Subject) => boolean,
): Compared {
  const { trace } = played;
  const deployed = subjects.filter(({ resource }) => deployer.resources.includes(resource));
  // Argo CD does not compare hooks, nor what no sync applies.
  const own = deployed.filter(({ resource }) => isCompared(resource));
  const argo = new Argo(deployer.application, settings, error, deployer.naming);
  const frames = trace.frames.filter(({ kind }) => kind !== 'invalid');
  const objects = own.map((subject): ObjectDrift => {
    const verdicts = new Map<string, Verdict>();
    for (const frame of frames) {
      const live = frame.objects.get(subject.key);
      if (live) verdicts.set(frame.id, argo.compare(targetAt(subject, live), live));
    }
    return { subject, verdicts };
  });
  const statusIn = ({ id }: Frame): Status =>
    worst(objects.flatMap(({ verdicts }) => verdicts.get(id)?.status ?? []));
  const mended = mendedFor(
    argo,
    { graph, rollout, deployer },
    own.map((subject) => ({ subject, moments: pairsOf(subject, frames) })),
  );
  const main = frames.filter(({ from }) => from === undefined);
  const isScaled = autoscalerOf(graph, rollout) !== undefined;
  const frozenBy = (other: Argo): Drift['frozen'] =>
    own.flatMap((subject) =>
      frozenIn(other, pairsOf(subject, main), isScaled && subject.resource === rollout).map((one) => ({
        subject,
        ...one,
      })),
    );
  const entries = derivationsOf(mended.argo, trace, own);
  const frozen = frozenBy(argo);
  const frozenThen =
    entries.length === 0 || frozen.length > 0
      ? []
      : frozenBy(mended.argo.with(entries.map(({ entry }) => entry)));
  const drift: Compared['drift'] = {
    deployer,
    trace,
    objects,
    frames: frames.map((frame) => ({ frame, status: statusIn(frame) })),
    faults: mended.faults,
    entries,
    frozen,
    lasting: own.flatMap((subject) => {
      const lasting = lastingIn(argo, pairsOf(subject, main));
      return lasting ? [{ subject, ...lasting }] : [];
    }),
    hidden: own.flatMap((subject) =>
      // Others than the controller write into a Rollout: people, autoscalers.
      subject === own[0] && subject.git.kind === 'Rollout'
        ? []
        : hiddenIn(argo, pairsOf(subject, main)).map((one) => ({ subject, ...one })),
    ),
    argo,
    notes: [
      ...(deployer.assumption === undefined ? [] : [deployer.assumption]),
      ...undeployedNote(subjects.filter((subject) => !isCovered(subject))),
      ...hookNotes(deployed.filter((subject) => !own.includes(subject))),
      ...frozenThen.map(
        ({ subject: { git }, where }) =>
          `With RespectIgnoreDifferences=true, which the Application has, the entries that are missing keep changes of Git in ${where} of ${git.kind} "${git.metadata.name}" from being deployed; take the option out.`,
      ),
    ],
  };
  return { rollout, drift, played, mended: mended.argo, isFrozenBy: (other) => frozenBy(other).length > 0 };
}
