import { matchedOf } from '../../argocd/match.js';
import { type Judged, tasksOf } from '../../argocd/operation.js';
import { courseOf, type SyncTask } from '../../argocd/stages.js';
import { hasOption } from '../../argocd/sync-options.js';
import { keyOf, type Snapshot } from '../../kubernetes/objects/cluster.js';
import type { Deployer } from '../drift/applications.js';
import { type Argo, asJson } from '../drift/argo.js';
import { syncOptionsKey } from '../../kubernetes/kinds/application.js';
import { syncOrderOf, type SyncPhase } from '../../kubernetes/kinds/sync-order.js';
import type { Resource } from '../../model/resource.js';
import { isStillThere, type State, type Target } from './state.js';

/** What brings the manifests of a state into the cluster: an Application, or `kubectl apply` where none is known. */
export interface Carrier {
  readonly deployer: Deployer;
  readonly argo: Argo;
  /** What it brings, of both states. */
  readonly resources: ReadonlySet<Resource>;
  /** What its syncs run besides. */
  readonly hooks: readonly Resource[];
  /** Whether it is no Application of the files, but what `kubectl apply` does. */
  readonly isKubectl: boolean;
}

/** A hook in one of its phases: what it does to the cluster is not known, only when it runs. */
export interface HookRun extends SyncTask {
  readonly key: string;
}

/** An object that is to be written or deleted. */
export interface Delivery extends SyncTask {
  readonly key: string;
  /** What Git wants now; undefined for what Git has no more. */
  readonly after: Target | undefined;
  /** What Git wanted before. */
  readonly before: Target | undefined;
  readonly carrier: Carrier;
}

/** What is done before the next thing is waited for. */
export interface Step {
  readonly carrier: Carrier;
  /** In words: `wave 1`, `PreSync, wave 0`; empty where there is one stage only. */
  readonly title: string;
  readonly pruned: readonly Delivery[];
  readonly applied: readonly (readonly Delivery[])[];
  /** What is pruned when it has been confirmed; until then nothing of the step is done. */
  readonly unconfirmed: readonly Delivery[];
  readonly hooks: readonly HookRun[];
}

/** What is delivered, and what is left behind. */
export interface Deliveries {
  readonly steps: readonly Step[];
  /** Objects that Git has no more and that stay in the cluster, by who had brought them. */
  readonly orphans: readonly Delivery[];
}

/** All that a change delivers at a moment, in its order. */
export function deliveriesOf(
  before: State,
  after: State,
  carriers: readonly Carrier[],
  live: Snapshot,
): Deliveries {
  const steps: Step[] = [];
  const orphans: Delivery[] = [];
  for (const carrier of carriers) {
    const own = deliveriesBy(carrier, before, after);
    if (carrier.isKubectl) {
      const applied = own.filter((one) => one.after);
      orphans.push(...own.filter(({ key, isPrune }) => isPrune && live.has(key)));
      steps.push({
        carrier,
        title: '',
        pruned: [],
        applied: applied.map((one) => [one]),
        unconfirmed: [],
        hooks: [],
      });
      continue;
    }
    const { syncOptions, automated } = carrier.argo.settings;
    const judged = own.map((one) => ({ one, ...judge(one, carrier, live) }));
    const { applied, pruned, unconfirmed } = tasksOf(judged, {
      kind: 'full',
      syncOptions,
      prune: automated?.prune ?? false,
      version: carrier.argo.version,
    });
    const known = own.filter(({ key, after: target }) => target ?? live.has(key));
    const asked = new Set(unconfirmed.map(({ one }) => one));
    const chosen = new Set([...asked, ...[...applied, ...pruned].map(({ one }) => one)]);
    orphans.push(...known.filter((one) => one.isPrune && !chosen.has(one)));
    // No sync starts where nothing differs.
    const isDifferent = judged.some(
      ({ status, live: there, target }) => (target ?? there) && status !== 'Synced',
    );
    const runs = isDifferent ? hookRuns(carrier, after, (phase) => phase !== 'SyncFail') : [];
    const stages = courseOf<Delivery | HookRun>([...known, ...runs], [...chosen, ...runs]);
    for (const { phase, wave, pruned: gone, applied: written } of stages) {
      const deleted = gone.filter(isDelivery);
      steps.push({
        carrier,
        title: stages.length === 1 ? '' : `${phase === 'Sync' ? '' : `${phase}, `}wave ${wave}`,
        pruned: deleted.filter((one) => !asked.has(one)),
        applied: written.map((group) => group.filter(isDelivery)).filter(({ length }) => length > 0),
        unconfirmed: deleted.filter((one) => asked.has(one)),
        hooks: written.flat().filter((one) => !isDelivery(one)),
      });
    }
  }
  return { steps, orphans };
}

function isDelivery(task: Delivery | HookRun): task is Delivery {
  return 'carrier' in task;
}

/** The hooks of a sync, once for each of the phases that are asked for. */
export function hookRuns(
  { hooks }: Carrier,
  { setup }: State,
  isMeant: (phase: SyncPhase) => boolean,
): readonly HookRun[] {
  return hooks.flatMap((resource) => {
    const { apiVersion, kind, name, namespace = setup.namespace } = resource;
    const order = syncOrderOf(resource);
    return order.phases.filter(isMeant).map((phase) => ({
      key: keyOf({ apiVersion, kind, metadata: { name, namespace } }),
      kind,
      name,
      order: { ...order, phases: [phase] },
      isPrune: false,
    }));
  });
}

/** The objects of one carrier. Hooks run beside them. */
function deliveriesBy(carrier: Carrier, before: State, after: State): readonly Delivery[] {
  const brings = ({ resource }: Target): boolean => carrier.resources.has(resource);
  const wanted = [...after.targets.values()].filter(brings).map((target): Delivery => {
    const old = before.targets.get(target.key);
    return delivery(carrier, target.resource, { key: target.key, after: target, before: old });
  });
  const left = [...before.targets.values()]
    .filter((target) => brings(target) && !after.targets.has(target.key))
    // What nothing names any more may still be in the files.
    .filter(({ resource }) => !isStillThere(after, resource))
    .map((target) =>
      delivery(carrier, target.resource, { key: target.key, after: undefined, before: target }),
    );
  return [...wanted, ...left].filter(({ order }) => !order.isHook && order.phases.length > 0);
}

function delivery(
  carrier: Carrier,
  resource: Resource,
  of: Pick<Delivery, 'key' | 'after' | 'before'>,
): Delivery {
  const isPrune = of.after === undefined;
  const annotated = hasOption(asJson((of.after ?? of.before)!.git), syncOptionsKey, 'PruneLast=true');
  return {
    ...of,
    carrier,
    kind: resource.kind,
    name: resource.name,
    order: syncOrderOf(resource),
    isPrune,
    isPrunedLast: isPrune && (annotated || carrier.argo.has('PruneLast=true')),
  };
}

/** What the comparison says of an object before the sync. */
function judge({ key, after, before }: Delivery, { argo }: Carrier, live: Snapshot): Judged {
  const object = live.get(key);
  const target = after && asJson(after.git);
  const status = !after || !object ? 'OutOfSync' : argo.compare(after.git, object, before?.git).status;
  const known = object ? asJson(object) : target;
  return {
    live: object && asJson(object),
    target,
    matched: matchedOf(known ?? {}),
    status: status === 'synced' ? 'Synced' : 'OutOfSync',
    requiresPruning: object !== undefined && target === undefined,
  };
}
