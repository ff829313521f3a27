import type { ArgoCdVersion } from '../argocd/version.js';
import type { RolloutsVersion } from '../cluster/version.js';
import { podHashLabel } from '../cluster/keys.js';
import { groupOf, kinds, type KubeObject } from '../cluster/object.js';
import type { Graph } from '../graph/graph.js';
import type { Resource } from '../model/resource.js';
import type { Source } from '../model/source.js';
import { type Simulation, simulation } from '../simulate/simulate.js';
import type { Frame, Trace } from '../simulate/trace.js';
import { Applications, type Deployer } from './applications.js';
import { Argo, type Entry } from './argo.js';
import { derive, type Derivation } from './derive.js';
import { type Subject, subjectsOf, targetAt } from './subject.js';
import { type SyncDrift, syncsOf } from './syncs.js';
import { type System, systemOf } from './system.js';
import { type Status, type Verdict, worst } from './verdict.js';

export interface DriftOptions {
  readonly argocd?: ArgoCdVersion;
  readonly rollouts?: RolloutsVersion;
  /** False for the main line alone. */
  readonly branches?: boolean;
}

/** What Argo CD says of Rollouts at each moment of an update. */
export interface DriftReport {
  readonly drifts: readonly Drift[];
  readonly notes: readonly string[];
}

/** What one Application says of one Rollout and its objects. */
export interface Drift {
  readonly deployer: Deployer;
  readonly trace: Trace;
  readonly objects: readonly ObjectDrift[];
  readonly frames: readonly FrameDrift[];
  readonly entries: readonly DerivedEntry[];
  readonly syncs: readonly SyncDrift[];
  readonly argo: Argo;
  /** Sync options that the Application lacks. */
  readonly options: readonly string[];
  /** What of Git is not deployed any more, in a sentence each. */
  readonly frozen: readonly string[];
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

/** What has to be ignored of an object. */
export interface DerivedEntry {
  readonly subject: Subject;
  readonly entry: Entry;
  readonly derivation: Derivation;
}

/** Compares what the controller makes of Rollouts with Git, as Argo CD does for each Application that deploys them. */
export function driftOf(
  graph: Graph,
  files: readonly Source[],
  rollouts: readonly Resource[],
  options: DriftOptions = {},
): DriftReport {
  const applications = new Applications(graph, files);
  const system = systemOf(graph, options.argocd);
  const drifts = rollouts.flatMap((rollout) => {
    const played = simulation(graph, rollout, {
      ...(options.rollouts && { version: options.rollouts }),
      ...(options.branches === undefined ? {} : { branches: options.branches }),
    });
    const subjects = subjectsOf(graph, rollout, played);
    return applications
      .deployersOf(subjects.map(({ resource }) => resource))
      .map((deployer) => compareAll(deployer, system, played, subjects));
  });
  return { drifts, notes: [...applications.notes, ...system.notes] };
}

function compareAll(
  deployer: Deployer,
  { settings, error }: System,
  played: Simulation,
  subjects: readonly Subject[],
): Drift {
  const { trace } = played;
  const own = subjects.filter(({ resource }) => deployer.resources.includes(resource));
  const argo = new Argo(deployer.application, settings, error);
  const frames = trace.frames.filter(({ kind }) => kind !== 'invalid');
  const objects = own.map((subject): ObjectDrift => {
    const verdicts = new Map<string, Verdict>();
    const known = new Known(argo);
    for (const frame of frames) {
      const live = frame.objects.get(subject.key);
      if (live) verdicts.set(frame.id, known.verdict(targetAt(subject, live), live));
    }
    return { subject, verdicts };
  });
  const statusIn = ({ id }: Frame): Status =>
    worst(objects.flatMap(({ verdicts }) => verdicts.get(id)?.status ?? []));
  return {
    deployer,
    trace,
    objects,
    frames: frames.map((frame) => ({ frame, status: statusIn(frame) })),
    entries: derivationsOf(argo, trace, own),
    syncs: syncsOf(
      argo,
      played,
      own,
      ({ id }, subject) => objects.find((one) => one.subject === subject)?.verdicts.get(id)?.status,
    ),
    argo,
    options: [],
    frozen: [],
    notes: deployer.assumption === undefined ? [] : [deployer.assumption],
  };
}

/** Most objects stay as they are through many frames: what is said of them is said once. */
class Known {
  private readonly byLive = new Map<KubeObject, Map<KubeObject, Verdict>>();

  constructor(private readonly argo: Argo) {}

  verdict(target: KubeObject, live: KubeObject): Verdict {
    let byTarget = this.byLive.get(live);
    if (!byTarget) this.byLive.set(live, (byTarget = new Map<KubeObject, Verdict>()));
    let verdict = byTarget.get(target);
    if (!verdict) byTarget.set(target, (verdict = this.argo.compare(target, live)));
    return verdict;
  }
}

/** What an Application has to ignore of each object of a Rollout, beside what it ignores. */
export function derivationsOf(
  argo: Argo,
  { frames }: Trace,
  subjects: readonly Subject[],
): readonly DerivedEntry[] {
  return subjects.flatMap((subject) => deriveFor(subject, argo, frames));
}

function deriveFor(subject: Subject, argo: Argo, frames: readonly Frame[]): readonly DerivedEntry[] {
  const moments = new Map<KubeObject, { git: KubeObject; live: KubeObject }>();
  for (const { objects } of frames) {
    const live = objects.get(subject.key);
    if (live) moments.set(live, { git: targetAt(subject, live), live });
  }
  const all = [...moments.values()];
  const remaining = (expressions: Derivation['expressions']): readonly string[] => {
    const judge = expressions.length === 0 ? argo : argo.with([entryFor(subject, expressions)]);
    return all.flatMap(({ git, live }) => {
      const verdict = judge.compare(git, live);
      return verdict.status === 'out-of-sync' ? verdict.paths.map((path) => JSON.stringify(path)) : [];
    });
  };
  const derivation = derive(all, remaining, passingTexts(frames));
  if (derivation.isQuiet && derivation.expressions.length === 0) return [];
  return [{ subject, entry: entryFor(subject, derivation.expressions), derivation }];
}

/** An entry for one object and no other. */
export function entryFor({ git }: Subject, expressions: Derivation['expressions']): Entry {
  const of = (wanted: 'jsonPointers' | 'jqPathExpressions'): Partial<Entry> => {
    const texts = expressions.flatMap(({ field, text }) => (field === wanted ? [text] : []));
    return texts.length === 0 ? {} : { [wanted]: texts };
  };
  const group = groupOf(git.apiVersion);
  return {
    ...(group === '' ? {} : { group }),
    kind: git.kind,
    name: git.metadata.name,
    ...of('jsonPointers'),
    ...of('jqPathExpressions'),
  };
}

/** What is another text in each update: the hashes of pod templates. */
function passingTexts(frames: readonly Frame[]): readonly string[] {
  const hashes = new Set<string>();
  for (const { objects } of frames)
    for (const { kind, metadata } of objects.values()) {
      const hash = metadata.labels?.[podHashLabel];
      if (kind === kinds.replicaSet.kind && hash !== undefined) hashes.add(hash);
    }
  return [...hashes, ...['1', '2', '3', '4', '5', '6'].map((number) => `E${number}`)];
}
