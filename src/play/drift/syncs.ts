import { type Matched, matchedOf } from '../../argocd/match.js';
import { type JudgedObject, type Operation, tasksOf } from '../../argocd/operation.js';
import { objectKey } from '../../kubernetes/objects/cluster.js';
import type { KubeObject } from '../../kubernetes/objects/object.js';
import type { Simulation } from '../simulate/simulate.js';
import type { Frame } from '../simulate/trace.js';
import { type Argo, asJson, outOfSyncOnlyOption } from './argo.js';
import { type Consequence, consequences, type Scene } from './consequences.js';
import { type Subject, targetAt } from './subject.js';
import type { Status } from './verdict.js';

/** What makes Argo CD write an object. */
export type Trigger =
  /** A sync of the whole Application: by hand, or of any new commit where it is automated. */
  | 'sync'
  /** A sync of a commit that changes the object. */
  | 'change'
  | 'self-heal';

/** What syncs at several frames do to one object. */
export interface SyncDrift extends Consequence {
  readonly triggers: readonly Trigger[];
  readonly frames: readonly Frame[];
}

/** The objects of one Rollout in one Application, as syncs see them. */
export interface Synced {
  readonly argo: Argo;
  readonly subjects: readonly Subject[];
  readonly statusOf: (frame: Frame, subject: Subject) => Status | undefined;
  /** Objects of other Rollouts of the Application that are always OutOfSync. */
  readonly others: readonly Matched[];
}

/** The effects of syncs at the frames of the update itself, with equal effects joined. */
export function syncsOf({ trace, moments, namespace }: Simulation, synced: Synced): readonly SyncDrift[] {
  const found = new FoundConsequences();
  for (const frame of trace.frames) {
    const moment = moments.get(frame.id);
    if (!moment || frame.kind === 'invalid' || frame.from !== undefined) continue;
    // An Application with an object of unknown status is not synced.
    if (synced.subjects.some((subject) => synced.statusOf(frame, subject) === 'unknown')) continue;
    const name = { namespace, name: trace.rollout.name };
    new SyncAt(frame, { name, version: trace.version, moment }, synced).addTo(found);
  }
  return found.all();
}

/** Consequences by what they do to an object, with their triggers and frames. */
class FoundConsequences {
  private readonly known = new Map<
    string,
    { triggers: Set<Trigger>; frames: Frame[]; consequence: Consequence }
  >();

  add(frame: Frame, trigger: Trigger, consequence: Consequence): void {
    const { key, fields, outcome, isImmediate } = consequence;
    const identity = JSON.stringify([key, fields.map(({ where }) => where), outcome, isImmediate]);
    const known = this.known.get(identity);
    if (!known) this.known.set(identity, { triggers: new Set([trigger]), frames: [frame], consequence });
    else {
      known.triggers.add(trigger);
      if (!known.frames.includes(frame)) known.frames.push(frame);
    }
  }

  all(): readonly SyncDrift[] {
    return [...this.known.values()].map(({ consequence, triggers, frames }) => ({
      ...consequence,
      triggers: [...triggers],
      frames,
    }));
  }
}

/** The syncs of one frame. */
class SyncAt {
  /** What a sync writes for each object, if it is chosen. */
  private readonly after = new Map<Subject, KubeObject>();
  /** Self-heal selects by group, kind and name, so it also writes a namesake in another namespace. */
  private readonly differing: readonly Applied[];
  private readonly played = new Map<string, readonly Consequence[]>();

  constructor(
    private readonly frame: Frame,
    private readonly scene: Scene,
    private readonly synced: Synced,
  ) {
    const { argo, subjects, others } = synced;
    for (const subject of subjects) {
      const live = this.liveOf(subject);
      const applied =
        live && argo.applied(inNamespaceOf(live, targetAt({ git: subject.stored }, live)), live);
      if (applied) this.after.set(subject, applied);
    }
    this.differing = others.map((matched) => ({
      object: undefined,
      target: undefined,
      live: undefined,
      matched,
      status: 'OutOfSync',
      requiresPruning: false,
    }));
  }

  addTo(found: FoundConsequences): void {
    const { frame, differing } = this;
    const { argo, subjects } = this.synced;
    const { syncOptions } = argo.settings;
    const add = (trigger: Trigger, written: readonly Consequence[]): void => {
      for (const consequence of written)
        // What the controller itself writes at that moment, with or without the sync, is not an effect of the sync.
        if (consequence.outcome !== 'kept') found.add(frame, trigger, consequence);
    };
    add('sync', this.written('full', syncOptions));
    // A commit makes the objects that it changes OutOfSync, so ApplyOutOfSyncOnly does not leave them out.
    if (argo.has(outOfSyncOnlyOption)) {
      const options = syncOptions.filter((option) => option !== outOfSyncOnlyOption);
      add('change', this.written('full', options));
    }
    if (argo.selfHeals && (differing.length > 0 || subjects.some((subject) => this.isDifferent(subject))))
      add('self-heal', this.written('self-heal', syncOptions));
  }

  private written(kind: Operation['kind'], syncOptions: readonly string[]): readonly Consequence[] {
    const { argo, subjects } = this.synced;
    const resources = subjects.flatMap((subject): readonly Applied[] => {
      const object = this.after.get(subject);
      const live = this.liveOf(subject);
      if (!object || !live) return [];
      return [{ object, ...judged(targetAt(subject, live), live, this.isDifferent(subject)) }];
    });
    const operation = { kind, syncOptions, prune: false, version: argo.version };
    const { applied } = tasksOf([...resources, ...this.differing], operation);
    const objects = applied.flatMap(({ object }) => object ?? []);
    // Operations that write the same objects have the same consequences.
    const key = objects.map((object) => objectKey(object)).join(' ');
    const known = this.played.get(key) ?? consequences(this.scene, objects);
    this.played.set(key, known);
    return known.map((consequence) => withKey(consequence, subjects));
  }

  private isDifferent(subject: Subject): boolean {
    return this.synced.statusOf(this.frame, subject) === 'out-of-sync';
  }

  private liveOf(subject: Subject): KubeObject | undefined {
    const { moment, name } = this.scene;
    return liveIn(moment.objects, subject, name.namespace ?? '');
  }
}

/** A resource of a sync, and what it becomes; undefined for one that is none of the Rollout's. */
interface Applied extends JudgedObject {
  readonly object: KubeObject | undefined;
}

function judged(git: KubeObject, object: KubeObject, isDifferent: boolean): JudgedObject {
  const live = asJson(object);
  return {
    target: asJson(git),
    live,
    matched: matchedOf(live),
    status: isDifferent ? 'OutOfSync' : 'Synced',
    requiresPruning: false,
  };
}

/** The whole object: frames show it without what is assumed, such as its namespace. */
function liveIn(
  objects: ReadonlyMap<string, KubeObject>,
  { key, git }: Subject,
  namespace: string,
): KubeObject | undefined {
  const known = objects.get(key);
  if (known || git.metadata.namespace !== undefined) return known;
  const [group = '', kind = '', , name = ''] = key.split('/');
  return objects.get(`${group}/${kind}/${namespace}/${name}`);
}

function inNamespaceOf({ metadata }: KubeObject, target: KubeObject): KubeObject {
  const { namespace } = metadata;
  return namespace === target.metadata.namespace
    ? target
    : { ...target, metadata: { ...target.metadata, ...(namespace === undefined ? {} : { namespace }) } };
}

/** The key by which frames know the object. */
function withKey(consequence: Consequence, subjects: readonly Subject[]): Consequence {
  const [group, kind, , name] = consequence.key.split('/');
  const subject = subjects.find(
    ({ key }) => key === consequence.key || key === [group, kind, '', name].join('/'),
  );
  return subject ? { ...consequence, key: subject.key } : consequence;
}
