import { Cluster, objectKey, type Snapshot } from '../../kubernetes/objects/cluster.js';
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
import type { Moment } from '../simulate/moment.js';
import { changes, namedPath, valueAt } from './changes.js';

/** What happens to a field after a sync has overwritten it. */
export type FieldOutcome =
  /** The controller writes it again. */
  | 'back'
  /** The controller writes it again once all pods are available. */
  | 'back-with-pods'
  /** It stays overwritten: once all pods are available, the controller writes the same value itself. */
  | 'until-available'
  /** The controller does not write it again before the next update. */
  | 'lost'
  /** The sync makes the controller promote the new revision. */
  | 'promoted'
  /** The controller leaves the synced value, and loses nothing that it wrote. */
  | 'kept';

/** What a sync writes to an object, and how the controller reacts. */
export interface Consequence {
  readonly key: string;
  readonly fields: readonly Overwritten[];
  readonly outcome: FieldOutcome;
  /** Whether the sync triggers the controller; otherwise it reacts to the next event of the Rollout or the resync. */
  readonly isImmediate: boolean;
}

export interface Overwritten {
  /** The path in the notation of manifests: `spec.http[primary].route[0].weight`. */
  readonly where: string;
  /** The live value before and after the sync; undefined if absent. */
  readonly before: unknown;
  readonly after: unknown;
}

/** A Rollout with its objects, at one moment. */
export interface Scene {
  readonly name: RolloutName;
  readonly version: RolloutsVersion;
  readonly moment: Moment;
}

/**
 * What happens to objects that a sync writes at a moment. The controller runs once on the result and once without the sync; the
 * differences are the effect of the sync.
 */
export function consequences(scene: Scene, applied: readonly KubeObject[]): readonly Consequence[] {
  const { name, moment } = scene;
  const written = applied.flatMap((after) => {
    const before = moment.objects.get(objectKey(after));
    return before && !isSameJson(before, after) ? [{ before, after }] : [];
  });
  if (written.length === 0) return [];

  const without = undisturbed(scene);
  const after = played(
    scene,
    written.map((one) => withGeneration(one.before, one.after)),
  );
  const isImmediate = written.some(({ after: object }) => wakes(object, name));
  const stable = stableIn(after.last, name);
  // A sync that keeps the update from ending leaves the stable revision as it was.
  const isPromoted = stable !== stableIn(without.last, name) && stable !== stableIn(moment.objects, name);

  return written.flatMap(({ before, after: object }): Consequence[] => {
    const key = objectKey(before);
    const own = overwrittenValues(before, without.first.get(key));
    const ended = overwrittenValues(before, after.last.get(key));
    const [soon, late] = [
      overwrittenValues(without.first.get(key), after.first.get(key)),
      overwrittenValues(without.last.get(key), after.last.get(key)),
    ];
    const outcomeOf = (field: Overwritten): FieldOutcome => {
      if (isPromoted && (before.kind === kinds.service.kind || late.has(field.where))) return 'promoted';
      if (late.has(field.where)) return 'lost';
      const synced = JSON.stringify(field.after ?? null);
      if (soon.has(field.where))
        return ended.get(field.where) === synced ? 'until-available' : 'back-with-pods';
      return own.get(field.where) === synced ? 'kept' : 'back';
    };
    const byOutcome = new Map<FieldOutcome, Overwritten[]>();
    for (const field of overwritten(before, object)) {
      const outcome = outcomeOf(field);
      byOutcome.set(outcome, [...(byOutcome.get(outcome) ?? []), field]);
    }
    return [...byOutcome].map(([outcome, fields]) => ({ key, fields, outcome, isImmediate }));
  });
}

function played({ name, version, moment }: Scene, objects: readonly KubeObject[]): CourseEnds {
  const cluster = new Cluster(moment.objects.values(), moment.now);
  cluster.podHashes = moment.podHashes ?? cluster.podHashes;
  for (const object of objects) cluster.put(object);
  const stages: Snapshot[] = [];
  let isAtRest = false;
  for (let round = 0; round < rounds; round++) {
    const before = cluster.snapshot();
    const rollout = cluster.get<RolloutObject>(kinds.rollout, name.namespace, name.name);
    if (round > 0 && rollout) makeAvailable(cluster, rollout);
    // A pass that wrote nothing will write nothing again, and neither will later passes.
    if (isAtRest && cluster.snapshot() === before) break;
    const { passes } = settle(cluster, name, version);
    isAtRest = passes.at(-1)?.writes.length === 0;
    stages.push(cluster.snapshot());
  }
  return { first: stages[0] ?? moment.objects, last: stages.at(-1) ?? moment.objects };
}

/** The course without a sync is shared, because a moment belongs to one Rollout under one controller. */
function undisturbed(scene: Scene): CourseEnds {
  let course = courses.get(scene.moment);
  if (!course) courses.set(scene.moment, (course = played(scene, [])));
  return course;
}

const courses = new WeakMap<Moment, CourseEnds>();

/** The differences between two versions of an object, by path. */
function overwrittenValues(
  before: KubeObject | undefined,
  after: KubeObject | undefined,
): ReadonlyMap<string, string> {
  if (!before || !after) return new Map();
  return new Map(
    overwritten(before, after).map(({ where, after: value }) => [where, JSON.stringify(value ?? null)]),
  );
}

/** How many rounds of pods are played before the remaining effects of a sync count as permanent. */
const rounds = 4;

interface CourseEnds {
  /** When the controller has settled for the first time. */
  readonly first: Snapshot;
  /** When all pods are available. */
  readonly last: Snapshot;
}

/** An object without its counters of writes. */
function bare(object: KubeObject | undefined): unknown {
  if (!object) return undefined;
  return { ...object, metadata: withoutKey(object.metadata, 'generation'), status: undefined };
}

function overwritten(before: KubeObject, after: KubeObject): readonly Overwritten[] {
  const [live, applied] = [bare(before), bare(after)];
  return changes(live, applied).map(({ kind, path, live: value }) => ({
    where: namedPath(live, path),
    before: kind === 'added' || kind === 'inserted' ? undefined : valueAt(live, path),
    after: value,
  }));
}

/** The revision that the Rollout treats as stable. */
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

/** Kinds for which every change triggers the controller. */
const watched: readonly string[] = [kinds.rollout, kinds.virtualService, kinds.deployment].map(
  ({ group, kind }) => `${group}/${kind}`,
);

/**
 * Whether writing an object triggers the controller for its Rollout. It ignores a Service without a pod hash, even if the sync
 * removed the hash. https://github.com/argoproj/argo-rollouts/blob/v1.9.1/service/service.go (syncService)
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
