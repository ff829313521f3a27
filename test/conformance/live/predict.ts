import { Cluster, type Snapshot } from '../../../src/kubernetes/objects/cluster.js';
import type { RolloutObject } from '../../../src/kubernetes/objects/rollout-object.js';
import { defaultRolloutsVersion } from '../../../src/kubernetes/objects/version.js';
import { retry } from '../../../src/rollouts/controllers/commands.js';
import { readGraph } from '../../../src/repository/graph/read-graph.js';
import { clusterOf } from '../../../src/play/simulate/cluster-of.js';
import type { Film } from '../../../src/play/simulate/film.js';
import { Line } from '../../../src/play/simulate/line.js';
import type { Moment } from '../../../src/play/simulate/moment.js';
import { Timeline } from '../../../src/play/simulate/timeline.js';
import type { Frame } from '../../../src/play/simulate/trace.js';
import { updateAnnotation } from '../../../src/play/simulate/update-annotation.js';
import type { Manifest } from '../scenario.js';
import { type System, withLongPauses } from './systems.js';

/** A frame as it is looked for among what was there. */
export interface Predicted {
  readonly id: string;
  /** Whether it stays until somebody or something other than the controller acts. */
  readonly lasts: boolean;
  readonly objects: Snapshot;
  /** False where each pass writes something again. */
  readonly isSettled: boolean;
  /** The keys of objects that each pass writes and takes back; none where it does something else in turn. */
  readonly rewrites: readonly string[];
}

/** What is done to a Rollout at a pause of its update, besides going on. */
export const branches = ['aborted', 'retried', 'rolled-back', 'canary-lost', 'deleted', 'scaled', 'changed'] as const;

/** How many pods more a Rollout is scaled by. */
export const scaledBy = 2;

/** What is predicted of a system: its main line, and by `aborted@step-1` what would happen instead. */
export type Prediction = ReadonlyMap<string, readonly Predicted[]>;

/** Plays a system as `simulate` does, and what it has no frames for by the same controllers. */
export function predict(system: System, withBranches = true): Prediction {
  const timeline = timelineOf(system.manifests);
  timeline.playMainLine(undefined);
  const { frames } = timeline;
  const main = frames.map((frame, index) => predicted(frame, lastsUntil(frames[index + 1])));
  return new Map([['main', main], ...(withBranches ? branchesOf(withLongPauses(system.manifests)) : [])]);
}

function timelineOf(manifests: readonly Manifest[]): Timeline {
  const text = manifests.map((manifest) => JSON.stringify(manifest)).join('\n---\n');
  const { graph } = readGraph([{ path: 'live.yaml', name: 'live.yaml', read: () => text }]);
  const [rollout] = graph.rollouts;
  if (!rollout) throw new Error('there is no Rollout');
  return new Timeline(clusterOf(graph, rollout), defaultRolloutsVersion, { cachesLag: true });
}

/** What would happen instead at each pause. */
function branchesOf(manifests: readonly Manifest[]): ReadonlyMap<string, readonly Predicted[]> {
  const timeline = timelineOf(manifests);
  timeline.playMainLine(undefined);
  const main = [...timeline.frames];
  timeline.playBranches();
  const lines = new Map<string, readonly Predicted[]>();
  for (const frame of main) {
    if (!isPause(frame, main)) continue;
    const moment = timeline.moments.get(frame.id);
    if (!moment) continue;
    for (const kind of ['rolled-back', 'canary-lost', 'deleted'] as const)
      lines.set(`${kind}@${frame.id}`, branchOf(timeline.frames, `${frame.id}-${kind}`, frame));
    lines.set(`aborted@${frame.id}`, aborted(timelineOf(manifests), frame));
    // Of an update that begins anew the analyses would have to be played, too.
    const isAnalysed = main.some(({ kind }) => kind === 'running');
    for (const kind of isAnalysed ? (['scaled'] as const) : (['retried', 'scaled', 'changed'] as const))
      lines.set(`${kind}@${frame.id}`, new Course(timeline, moment, frame).whatIf(kind));
  }
  return lines;
}

/** The frames of one branch. Where the canary comes back, all is as before, unless there is a frame that says otherwise. */
function branchOf(frames: readonly Frame[], id: string, from: Frame): readonly Predicted[] {
  const found = frames.filter((frame) => frame.id === id || frame.id.startsWith(`${id}-`));
  if (!id.endsWith('canary-lost')) return found.map((frame) => predicted(frame, true));
  const back = frames.find((frame) => frame.id === `${from.id}-recovered`) ?? from;
  return [...found, back].map((frame) => predicted(frame, true));
}

/** An update that is aborted at a step, until the pods of the canary are gone. */
function aborted(timeline: Timeline, { step }: Frame): readonly Predicted[] {
  timeline.playMainLine(step ?? 0);
  const index = timeline.frames.findIndex(({ id }) => id.startsWith('aborted'));
  return index === -1 ? [] : timeline.frames.slice(index).map((frame) => predicted(frame, true));
}

/** Where somebody is waited for, or the end of a pause. */
function isPause(frame: Frame, main: readonly Frame[]): boolean {
  const next = main[main.indexOf(frame) + 1];
  return (frame.kind === 'step' || frame.kind === 'preview') && frame.phase === 'Paused' && lastsUntil(next);
}

function lastsUntil(next: Frame | undefined): boolean {
  return next === undefined || next.event !== undefined;
}

function predicted({ id, objects, isSettled, rewrites }: Frame, lasts: boolean): Predicted {
  return { id, lasts, objects, isSettled, rewrites };
}

/** What `simulate` has no frames for, played as it plays the others: pods come and go until nothing does. */
class Course extends Line {
  constructor(
    private readonly timeline: Film,
    moment: Moment,
    private readonly pause: Frame,
  ) {
    super(timeline, moment, pause);
  }

  whatIf(kind: 'retried' | 'scaled' | 'changed'): readonly Predicted[] {
    switch (kind) {
      case 'retried':
        this.abort();
        return this.after((cluster, rollout) => retry(cluster, nameOf(rollout))).follow(kind);
      case 'scaled':
        return this.after((cluster, rollout) => cluster.put(scaled(rollout))).follow(kind);
      case 'changed': {
        const { template } = this.play;
        const annotations = { ...template?.metadata?.annotations, [updateAnnotation]: '3' };
        this.play.template = { ...template, metadata: { ...template?.metadata, annotations } };
        return this.follow(kind);
      }
    }
  }

  /** The same line, after somebody has written something. */
  private after(write: (cluster: Cluster, rollout: RolloutObject) => void): Course {
    const { objects, now } = this.play.moment;
    const cluster = new Cluster(objects.values(), now);
    write(cluster, this.play.rollout);
    const course = new Course(this.timeline, { objects: cluster.snapshot(), now }, this.pause);
    return course;
  }

  private follow(words: string): readonly Predicted[] {
    this.branch(words as 'aborted', words);
    return this.frames.map((frame) => predicted(frame, true));
  }
}

function nameOf({ metadata }: RolloutObject): { namespace: string | undefined; name: string } {
  return { namespace: metadata.namespace, name: metadata.name };
}

function scaled(rollout: RolloutObject): RolloutObject {
  const { metadata, spec } = rollout;
  return {
    ...rollout,
    metadata: { ...metadata, generation: (metadata.generation ?? 1) + 1 },
    spec: { ...spec, replicas: (spec.replicas ?? 1) + scaledBy },
  };
}
