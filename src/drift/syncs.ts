import type { KubeObject } from '../cluster/object.js';
import type { Simulation } from '../simulate/simulate.js';
import type { Frame } from '../simulate/trace.js';
import { type Argo, outOfSyncOnlyOption } from './argo.js';
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
): readonly SyncDrift[] {
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
      const applied = live && argo.applied(inNamespaceOf(live, targetAt(subject, live)), live);
      if (applied) after.set(subject, applied);
    }
    const different = subjects.filter((subject) => statusOf(frame, subject) === 'out-of-sync');
    const isUnknown = subjects.some((subject) => statusOf(frame, subject) === 'unknown');
    if (isUnknown) continue; // Nothing is synced then.

    for (const consequence of consequences(scene, [...after.values()]))
      add(frame, [isNarrow ? 'change' : 'sync'], withKey(consequence, subjects));
    if (different.length === 0 || !(argo.selfHeals || isNarrow)) continue;
    const some = different.flatMap((subject) => after.get(subject) ?? []);
    const triggers: readonly Trigger[] = [
      ...(isNarrow ? (['sync'] as const) : []),
      ...(argo.selfHeals ? (['self-heal'] as const) : []),
    ];
    for (const consequence of consequences(scene, some)) add(frame, triggers, withKey(consequence, subjects));
  }
  return [...found.values()].map(({ consequence, triggers, frames }) => ({
    ...consequence,
    triggers: [...triggers],
    frames,
  }));
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
