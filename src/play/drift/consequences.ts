import { Cluster, keyOf, type Snapshot } from '../../kubernetes/objects/cluster.js';
import { withGeneration } from '../../kubernetes/objects/generation.js';
import { isSameJson } from '../../kubernetes/objects/json.js';
import { managedByAnnotation, podHashLabel, withoutKey } from '../../kubernetes/objects/keys.js';
import { groupOf, kinds, type KubeObject, type Labels } from '../../kubernetes/objects/object.js';
import type { RolloutObject } from '../../kubernetes/objects/rollout-object.js';
import { makeAvailable } from '../../rollouts/controllers/replica-set-controller.js';
import { settle } from '../../rollouts/controllers/settle.js';
import type { RolloutName } from '../../rollouts/controllers/pass.js';
import type { RolloutsVersion } from '../../kubernetes/objects/version.js';
import { managedAnnotation } from '../../rollouts/routers/alb-annotations.js';
import type { Moment } from '../simulate/play.js';
import { changes, inWords, valueAt } from './changes.js';

/** What becomes of what a sync has overwritten. */
export type Outcome =
  /** The controller writes it again. */
  | 'back'
  /** It writes it again when all pods are available. */
  | 'back-with-pods'
  /** It stays so until the update ends, which takes it away in any case. */
  | 'until-end'
  /** It does not write it again before the next update. */
  | 'lost'
  /** The sync makes it promote the new revision. */
  | 'promoted'
  /** The controller leaves it as the sync has left it, and nothing of its own is missing. */
  | 'kept';

/** What a sync writes into one object, and what the controller makes of it. */
export interface Consequence {
  readonly key: string;
  readonly fields: readonly Overwritten[];
  readonly outcome: Outcome;
  /** Whether the sync wakes the controller; else it answers to the next event of the Rollout, or to the resync. */
  readonly isImmediate: boolean;
}

export interface Overwritten {
  /** In the words of the manifest: `spec.http[primary].route[0].weight`. */
  readonly where: string;
  /** The live value before, and what the sync makes of it; undefined for none. */
  readonly before: unknown;
  readonly after: unknown;
}

/** What happens to a Rollout with its objects. */
export interface Scene {
  readonly name: RolloutName;
  readonly version: RolloutsVersion;
  readonly moment: Moment;
}

/**
 * What becomes of objects that a sync writes at a moment: the controller runs on the result as on what there was
 * without the sync, and what differs then is what the sync has done.
 */
export function consequences(scene: Scene, applied: readonly KubeObject[]): readonly Consequence[] {
  const { name, moment } = scene;
  const written = applied.flatMap((after) => {
    const before = moment.objects.get(keyOf(after));
    return before && !isSameJson(before, after) ? [{ before, after }] : [];
  });
  if (written.length === 0) return [];

  const without = undisturbed(scene);
  const after = played(
    scene,
    written.map((one) => withGeneration(one.before, one.after)),
  );
  const isImmediate = written.some(({ after: object }) => wakes(object, name));
  const isPromoted = stableIn(after.last, name) !== stableIn(without.last, name);

  return written.flatMap(({ before, after: object }): Consequence[] => {
    const key = keyOf(before);
    const own = named(before, without.first.get(key));
    const ended = named(before, after.last.get(key));
    const [soon, late] = [
      named(without.first.get(key), after.first.get(key)),
      named(without.last.get(key), after.last.get(key)),
    ];
    const outcomeOf = (field: Overwritten): Outcome => {
      if (isPromoted && (before.kind === kinds.service.kind || late.has(field.where))) return 'promoted';
      if (late.has(field.where)) return 'lost';
      if (soon.has(field.where)) return ended.has(field.where) ? 'until-end' : 'back-with-pods';
      return own.get(field.where) === JSON.stringify(field.after ?? null) ? 'kept' : 'back';
    };
    const byOutcome = new Map<Outcome, Overwritten[]>();
    for (const field of overwritten(before, object)) {
      const outcome = outcomeOf(field);
      byOutcome.set(outcome, [...(byOutcome.get(outcome) ?? []), field]);
    }
    return [...byOutcome].map(([outcome, fields]) => ({ key, fields, outcome, isImmediate }));
  });
}

function played({ name, version, moment }: Scene, objects: readonly KubeObject[]): Course {
  const cluster = new Cluster(moment.objects.values(), moment.now);
  for (const object of objects) cluster.put(object);
  const stages: Snapshot[] = [];
  let isAtRest = false;
  for (let round = 0; round < rounds; round++) {
    const before = cluster.snapshot();
    const rollout = cluster.get<RolloutObject>(kinds.rollout, name.namespace, name.name);
    if (round > 0 && rollout) makeAvailable(cluster, rollout);
    // A pass that wrote nothing writes nothing again, nor does any after it.
    if (isAtRest && cluster.snapshot() === before) break;
    const { passes } = settle(cluster, name, version);
    isAtRest = passes.at(-1)?.writes.length === 0;
    stages.push(cluster.snapshot());
  }
  return { first: stages[0] ?? moment.objects, last: stages.at(-1) ?? moment.objects };
}

/** What happens without a sync is the same for each: a moment is one of a Rollout under one controller. */
function undisturbed(scene: Scene): Course {
  let course = courses.get(scene.moment);
  if (!course) courses.set(scene.moment, (course = played(scene, [])));
  return course;
}

const courses = new WeakMap<Moment, Course>();

/** What one object has otherwise than another, by its path in words. */
function named(before: KubeObject | undefined, after: KubeObject | undefined): ReadonlyMap<string, string> {
  if (!before || !after) return new Map();
  return new Map(
    overwritten(before, after).map(({ where, after: value }) => [where, JSON.stringify(value ?? null)]),
  );
}

/** So often pods may come and go until nothing is left of a sync but what stays. */
const rounds = 4;

interface Course {
  /** As soon as the controller is at rest. */
  readonly first: Snapshot;
  /** When all pods are available. */
  readonly last: Snapshot;
}

/** What counts of an object: how often it was written does not. */
function bare(object: KubeObject | undefined): unknown {
  if (!object) return undefined;
  return { ...object, metadata: withoutKey(object.metadata, 'generation'), status: undefined };
}

function overwritten(before: KubeObject, after: KubeObject): readonly Overwritten[] {
  const [live, applied] = [bare(before), bare(after)];
  return changes(live, applied).map(({ kind, path, live: value }) => ({
    where: inWords(live, path),
    before: kind === 'added' || kind === 'inserted' ? undefined : valueAt(live, path),
    after: value,
  }));
}

/** Which revision the Rollout takes for the stable one. */
function stableIn(objects: Snapshot, { namespace, name }: RolloutName): string | undefined {
  for (const object of objects.values())
    if (
      object.kind === kinds.rollout.kind &&
      object.metadata.name === name &&
      object.metadata.namespace === namespace
    )
      return (object as RolloutObject).status?.stableRS;
  return undefined;
}

/** Kinds of which every change wakes the controller. */
const watched: readonly string[] = [kinds.rollout, kinds.virtualService, kinds.deployment].map(
  ({ group, kind }) => `${group}/${kind}`,
);

/**
 * Whether the controller looks at its Rollout because somebody wrote an object. A Service without a pod hash is of no
 * interest to it, though it was the sync that took the hash away.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/service/service.go (syncService)
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/istio/controller.go
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/ingress/ingress.go (syncIngress)
 */
function wakes(object: KubeObject, { name }: RolloutName): boolean {
  const kind = `${groupOf(object.apiVersion)}/${object.kind}`;
  if (watched.includes(kind)) return true;
  const { annotations = {} } = object.metadata;
  const { spec = {} } = object as { readonly spec?: Spec };
  switch (object.kind) {
    case kinds.service.kind:
      return spec.selector?.[podHashLabel] !== undefined;
    case kinds.destinationRule.kind:
      return (annotations[managedByAnnotation] ?? '') !== '';
    case kinds.ingress.kind: {
      const ingressClass = annotations['kubernetes.io/ingress.class'] ?? spec.ingressClassName;
      if (ingressClass === 'nginx') return true;
      return ingressClass === 'alb' && (annotations[managedAnnotation] ?? '').includes(`"${name}"`);
    }
    default:
      return false;
  }
}

interface Spec {
  readonly selector?: Labels;
  readonly ingressClassName?: string;
}
