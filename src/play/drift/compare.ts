import { type RolloutHealth, rolloutHealth } from '../../argocd/rollout-health.js';
import type { SystemSettings } from '../../argocd/settings.js';
import { hookOf, syncOrderOf } from '../../kubernetes/kinds/sync-order.js';
import type { Graph } from '../../repository/graph/graph.js';
import type { Resource } from '../../model/resource.js';
import { autoscalerOf } from '../simulate/referenced.js';
import type { Simulation } from '../simulate/simulate.js';
import type { Frame } from '../simulate/trace.js';
import type { Deployer } from './applications.js';
import { Argo } from './argo.js';
import type { Drift, ObjectDrift } from './drift.js';
import { derivationsOf, pairsOf } from './entries.js';
import { frozenIn } from './frozen.js';
import { hiddenIn } from './hidden.js';
import { lastingIn } from './lasting.js';
import { correctedBy, mendedFor } from './mended.js';
import { unsettled } from './settled.js';
import { type Subject, targetAt } from './subject.js';
import type { System } from './system.js';
import { type Status, type Verdict, worst } from './verdict.js';
import { unsimulatedRouters } from '../../rollouts/routers/others.js';

/** One Rollout in one Application, without regard to its other Rollouts. */
export interface Comparison {
  readonly rollout: Resource;
  /** The index of the Application among those that deploy the Rollout. */
  readonly place: number;
  readonly drift: Omit<Drift, 'syncs' | 'options'>;
  readonly played: Simulation;
  /** The Application without its harmful expressions. */
  readonly mended: Argo;
  /** Whether changes in Git to some of its objects would no longer be deployed with this Application. */
  isFrozenBy(argo: Argo): boolean;
}

/** A Rollout with its simulation, and the Application that deploys it. */
export interface ComparedRollout {
  readonly rollout: Resource;
  readonly deployer: Deployer;
  readonly played: Simulation;
  /** The Rollout, and the objects that it refers to. */
  readonly subjects: readonly Subject[];
  /** Whether any Application deploys a subject. */
  readonly isCovered: (subject: Subject) => boolean;
}

/** Compares each object of a Rollout in each frame, as the Application that deploys it does. */
export function compareAll(
  graph: Graph,
  { settings, error }: System,
  compared: ComparedRollout,
): Omit<Comparison, 'place'> {
  const { rollout, deployer, played } = compared;
  const { trace } = played;
  const frames = trace.frames.filter(({ kind }) => kind !== 'invalid');
  const main = frames.filter(({ from }) => from === undefined);
  const deployed = compared.subjects.filter(({ resource }) => deployer.resources.includes(resource));
  // Argo CD does not compare hooks or objects that no sync applies.
  const own = deployed.filter(({ resource }) => isCompared(resource));
  const { application, naming } = deployer;
  const unknown = deployer.doubt ?? unsettled(graph, application);
  const argo = new Argo(application, settings, error, naming).but({ unknown });
  const objects = own.map((subject) => ({ subject, verdicts: verdictsOf(argo, subject, frames) }));
  const scope = { graph, rollout, deployer };
  const mended = mendedFor(
    argo,
    scope,
    own.map((subject) => ({ subject, moments: pairsOf(subject, frames) })),
  );
  const isScaled = autoscalerOf(graph, rollout) !== undefined;
  const frozenBy = (other: Argo): Drift['frozen'] =>
    own.flatMap((subject) =>
      frozenIn(other, pairsOf(subject, main), isScaled && subject.resource === rollout).map((one) => ({
        subject,
        ...one,
      })),
    );
  const missing = derivationsOf(mended.argo, { ...trace, frames }, own);
  const entries = correctedBy(mended, scope, missing);
  const frozen = frozenBy(argo);
  const frozenThen =
    missing.length === 0 || frozen.length > 0
      ? []
      : frozenBy(mended.argo.with(missing.map(({ entry }) => entry)));
  const drift: Comparison['drift'] = {
    deployer,
    trace,
    objects,
    frames: frames.map((frame) => ({
      frame,
      status: statusIn(objects, frame),
      health: hasOwnHealth(settings) ? undefined : healthIn(own, rollout, frame),
    })),
    faults: mended.faults,
    entries,
    frozen,
    lasting: own.flatMap((subject) => {
      const lasting = lastingIn(argo, pairsOf(subject, main));
      return lasting ? [{ subject, ...lasting }] : [];
    }),
    hidden: own.flatMap((subject) => hiddenOf(argo, subject, main)),
    unsimulated: frames.length === 0 ? [] : unsimulatedRouters(rollout),
    argo,
    notes: [...comparisonNotes(compared, deployed, own), ...frozenThen.map(frozenNote)],
  };
  return { rollout, drift, played, mended: mended.argo, isFrozenBy: (other) => frozenBy(other).length > 0 };
}

function verdictsOf(argo: Argo, subject: Subject, frames: readonly Frame[]): Map<string, Verdict> {
  const verdicts = new Map<string, Verdict>();
  for (const { id, objects } of frames) {
    const live = objects.get(subject.key);
    if (live) verdicts.set(id, argo.compare(targetAt(subject, live), live));
  }
  return verdicts;
}

function statusIn(objects: readonly ObjectDrift[], { id }: Frame): Status {
  return worst(objects.flatMap(({ verdicts }) => verdicts.get(id)?.status ?? []));
}

/** What Argo CD shows of the Rollout, if this Application deploys it. */
function healthIn(own: readonly Subject[], rollout: Resource, { objects }: Frame): RolloutHealth | undefined {
  const live = own
    .filter(({ resource }) => resource === rollout)
    .map(({ key }) => objects.get(key))
    .find((one) => one !== undefined);
  return live && rolloutHealth(live);
}

/** Whether argocd-cm has a script for the health of Rollouts. A pattern may match them. */
function hasOwnHealth({ overrides }: SystemSettings): boolean {
  return [...overrides].some(
    ([kind, { hasHealth }]) => hasHealth === true && (kind === 'argoproj.io/Rollout' || kind.includes('*')),
  );
}

function hiddenOf(argo: Argo, subject: Subject, frames: readonly Frame[]): Drift['hidden'] {
  // Users and autoscalers also write to a Rollout, so a difference there may not come from the controller.
  if (subject.git.kind === 'Rollout') return [];
  return hiddenIn(argo, pairsOf(subject, frames)).map((one) => ({ subject, ...one }));
}

function comparisonNotes(
  { deployer, subjects, isCovered }: ComparedRollout,
  deployed: readonly Subject[],
  own: readonly Subject[],
): readonly string[] {
  return [
    ...(deployer.assumption === undefined ? [] : [deployer.assumption]),
    ...undeployedNote(subjects.filter((subject) => !isCovered(subject))),
    ...hookNotes(deployed.filter((subject) => !own.includes(subject))),
  ];
}

function frozenNote({ subject: { git }, where }: Drift['frozen'][number]): string {
  return `With RespectIgnoreDifferences=true, which the Application has, the entries that are missing keep changes of Git in ${where} of ${git.kind} "${git.metadata.name}" from being deployed; take the option out.`;
}

function isCompared(resource: Resource): boolean {
  const { phases, isHook } = syncOrderOf(resource);
  return phases.length > 0 && !isHook;
}

function hookNotes(subjects: readonly Subject[]): readonly string[] {
  return subjects.map(({ git, resource }) => {
    const { phases } = syncOrderOf(resource);
    const what = `${git.kind} "${git.metadata.name}"`;
    if (phases.length === 0) return `${what} is marked so that no sync applies it, and it is not compared.`;
    return `${what} is a hook of Argo CD: it is not compared, and ${fateOf(resource)}.`;
  });
}

/** What each sync does with a hook, and what goes with it. */
function fateOf(resource: Resource): string {
  const hook = hookOf(resource);
  const lost: Readonly<Record<string, string>> = {
    Rollout: ' with all its pods',
    Service: ', so that it has no endpoints meanwhile',
    VirtualService: ', without the weights that the controller wrote',
  };
  const what = lost[resource.kind] ?? '';
  if (hook?.policy !== undefined) return `each sync deletes it when it has succeeded${what}`;
  if (hook?.isReplaced) return `each sync deletes it and creates it again as it is in Git${what}`;
  return 'each sync writes it as it is in Git';
}

function undeployedNote(subjects: readonly Subject[]): readonly string[] {
  if (subjects.length === 0) return [];
  const names = subjects.map(({ git }) => `${git.kind} "${git.metadata.name}"`).join(', ');
  return [`No given Application deploys ${names}, so nothing is compared there.`];
}
