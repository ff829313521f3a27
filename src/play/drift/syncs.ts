import { type Matched, matchedOf } from '../../argocd/match.js';
import { type Judged, type Operation, tasksOf } from '../../argocd/operation.js';
import { keyOf } from '../../kubernetes/objects/cluster.js';
import type { KubeObject } from '../../kubernetes/objects/object.js';
import type { Simulation } from '../simulate/simulate.js';
import type { Frame } from '../simulate/trace.js';
import { type Argo, asJson, outOfSyncOnlyOption } from './argo.js';
import { type Consequence, consequences } from './consequences.js';
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

/** What syncs would do at the frames of the main line, alike ones together. */
export function syncsOf(
  argo: Argo,
  { trace, moments, namespace }: Simulation,
  subjects: readonly Subject[],
  statusOf: (frame: Frame, subject: Subject) => Status | undefined,
  /** What else the Application has that differs all the time: objects of its other Rollouts. */
  others: readonly Matched[] = [],
): readonly SyncDrift[] {
  // What self-heal writes it finds by group, kind and name: those of a namesake in another namespace, too.
  const differing = others.map((matched): Applied => ({
    object: undefined,
    target: undefined,
    live: undefined,
    matched,
    status: 'OutOfSync',
    requiresPruning: false,
  }));
  const isNarrow = argo.has(outOfSyncOnlyOption);
  const found = new Map<string, { triggers: Set<Trigger>; frames: Frame[]; consequence: Consequence }>();
  const add = (frame: Frame, triggers: readonly Trigger[], consequence: Consequence): void => {
    const { key, fields, outcome, isImmediate } = consequence;
    const identity = JSON.stringify([key, fields.map(({ where }) => where), outcome, isImmediate]);
    const known = found.get(identity);
    if (!known) found.set(identity, { triggers: new Set(triggers), frames: [frame], consequence });
    else {
      for (const trigger of triggers) known.triggers.add(trigger);
      if (!known.frames.includes(frame)) known.frames.push(frame);
    }
  };

  for (const frame of trace.frames) {
    const moment = moments.get(frame.id);
    if (!moment || frame.from !== undefined) continue;
    const scene = {
      name: { namespace, name: trace.rollout.name },
      version: trace.version,
      moment,
    };
    const after = new Map<Subject, KubeObject>();
    for (const subject of subjects) {
      const live = liveIn(moment.objects, subject, namespace);
      const applied =
        live && argo.applied(inNamespaceOf(live, targetAt({ git: subject.stored }, live)), live);
      if (applied) after.set(subject, applied);
    }
    const isUnknown = subjects.some((subject) => statusOf(frame, subject) === 'unknown');
    if (isUnknown) continue; // Nothing is synced then.
    const played = new Map<string, readonly Consequence[]>();
    const written = (kind: Operation['kind'], syncOptions: readonly string[]): readonly Consequence[] => {
      const resources = subjects.flatMap((subject): readonly Applied[] => {
        const object = after.get(subject);
        const live = liveIn(moment.objects, subject, namespace);
        if (!object || !live) return [];
        const isDifferent = statusOf(frame, subject) === 'out-of-sync';
        return [{ object, ...judged(targetAt(subject, live), live, isDifferent) }];
      });
      const { applied } = tasksOf([...resources, ...differing], {
        kind,
        syncOptions,
        prune: false,
        version: argo.version,
      });
      const objects = applied.flatMap(({ object }) => object ?? []);
      // Operations that write the same have the same consequences.
      const key = objects.map((object) => keyOf(object)).join(' ');
      const known = played.get(key) ?? consequences(scene, objects);
      played.set(key, known);
      return known.map((consequence) => withKey(consequence, subjects));
    };

    const { syncOptions } = argo.settings;
    for (const consequence of written('full', syncOptions)) add(frame, ['sync'], consequence);
    // What the commit changes is different then, whatever it was before.
    const all = syncOptions.filter((option) => option !== outOfSyncOnlyOption);
    if (isNarrow) for (const consequence of written('full', all)) add(frame, ['change'], consequence);
    const isDifferent =
      differing.length > 0 || subjects.some((subject) => statusOf(frame, subject) === 'out-of-sync');
    if (argo.selfHeals && isDifferent)
      for (const consequence of written('self-heal', syncOptions)) add(frame, ['self-heal'], consequence);
  }
  return [...found.values()].map(({ consequence, triggers, frames }) => ({
    ...consequence,
    triggers: [...triggers],
    frames,
  }));
}

/** A resource of a sync, and what it becomes; undefined for one that is none of the Rollout's. */
interface Applied extends Judged {
  readonly object: KubeObject | undefined;
}

function judged(git: KubeObject, object: KubeObject, isDifferent: boolean): Judged {
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
