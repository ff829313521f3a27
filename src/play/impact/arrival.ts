import { Cluster, type Snapshot } from '../../kubernetes/objects/cluster.js';
import { withGeneration } from '../../kubernetes/objects/generation.js';
import { isSameJson } from '../../kubernetes/objects/json.js';
import { groupOf, kinds, type KubeObject } from '../../kubernetes/objects/object.js';
import { releaseLeft } from '../../rollouts/controllers/deletion.js';
import { refusedChanges } from '../../kubernetes/apply/immutable.js';
import type { Moment } from '../simulate/moment.js';
import { asJson } from '../drift/argo.js';
import { applyMode } from '../../argocd/sync.js';
import type { Delivery, DeliveryStep } from './delivery.js';

/** The observations while a step was carried out. */
export interface Carried {
  /** The state after each group of simultaneous actions. */
  readonly moments: readonly { readonly title: string; readonly moment: Moment }[];
  /** Objects that the API server refuses. */
  readonly refusals: readonly DeliveryRefusal[];
  /** Objects whose outcome is unknown. */
  readonly unknown: readonly Delivery[];
}

export interface DeliveryRefusal {
  readonly delivery: Delivery;
  /** The fields that cannot be changed. */
  readonly fields: readonly string[];
}

/** Carries out a step: deletes objects, then writes them kind by kind. Refused objects are unchanged. */
export function carryOut(step: DeliveryStep, moment: Moment): Carried {
  const moments: { title: string; moment: Moment }[] = [];
  const refusals: DeliveryRefusal[] = [];
  const unknown: Delivery[] = [];
  let at = moment;
  const change = (title: string, edit: (cluster: Cluster) => void): void => {
    const cluster = new Cluster(at.objects.values(), at.now);
    edit(cluster);
    at = { ...at, objects: cluster.snapshot() };
    moments.push({ title, moment: at });
  };
  if (step.pruned.length > 0)
    change(`deleted ${titles(step.pruned)}`, (cluster) => {
      for (const { key } of step.pruned) {
        const object = at.objects.get(key);
        if (object) removeWhole(cluster, object);
      }
    });
  for (const group of step.applied) {
    const written = group.flatMap((delivery): readonly KubeObject[] => {
      const outcome = outcomeOf(delivery, at.objects);
      if (outcome === 'unknown') unknown.push(delivery);
      else if ('fields' in outcome) refusals.push({ delivery, fields: outcome.fields });
      else if (outcome.object) return [outcome.object];
      return [];
    });
    if (written.length > 0)
      change(
        `applied ${written.map(({ kind, metadata }) => `${kind} "${metadata.name}"`).join(', ')}`,
        (cluster) => {
          for (const object of written) cluster.put(object);
          for (const { kind, metadata } of written)
            if (kind === kinds.rollout.kind) releaseLeft(cluster, metadata.namespace);
        },
      );
  }
  return { moments, refusals, unknown };
}

/** Deletes an object and what it controls, as the garbage collector does. */
function removeWhole(cluster: Cluster, object: KubeObject): void {
  const { kind, metadata } = object;
  for (const other of cluster.snapshot().values()) {
    const owner = other.metadata.ownerReferences?.find(({ controller }) => controller === true);
    const isOwned = owner?.kind === kind && owner.name === metadata.name;
    if (isOwned && other.metadata.namespace === metadata.namespace) removeWhole(cluster, other);
  }
  cluster.remove(object);
}

type ArrivalOutcome =
  { readonly object: KubeObject | undefined } | { readonly fields: readonly string[] } | 'unknown';

/** The state of an object after delivery; undefined if it does not change. */
function outcomeOf({ key, after, before, carrier }: Delivery, objects: Snapshot): ArrivalOutcome {
  if (!after) return { object: undefined };
  const live = objects.get(key);
  if (!live) return { object: { ...after.stored, metadata: { ...after.stored.metadata, generation: 1 } } };
  const { argo } = carrier;
  const applied = argo.applied(after.stored, live, before?.stored ?? after.stored);
  if (!applied) return 'unknown';
  if (isSameJson(applied, live)) return { object: undefined };
  const mode = applyMode(asJson(after.stored), asJson(live), argo.syncSettings);
  const fields = mode === 'recreate' ? [] : refusedFields(live, applied);
  if (fields.length > 0) return { fields };
  return { object: withGeneration(live, applied) };
}

/** The immutable fields that make the API server refuse the new version of an object. */
function refusedFields(before: KubeObject, after: KubeObject): readonly string[] {
  const { apiVersion, kind } = after;
  const type = { group: groupOf(apiVersion), kind };
  return refusedChanges(type, { after, before, areStored: true }).map((path) => path.join('.'));
}

function titles(deliveries: readonly Delivery[]): string {
  return deliveries.map(({ kind, name }) => `${kind} "${name}"`).join(', ');
}
