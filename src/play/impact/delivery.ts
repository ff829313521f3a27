import { matchedOf } from '../../argocd/match.js';
import { type JudgedObject, tasksOf } from '../../argocd/operation.js';
import { courseOf, type SyncTask } from '../../argocd/stages.js';
import { hasOption } from '../../argocd/sync-options.js';
import { objectKey, type Snapshot } from '../../kubernetes/objects/cluster.js';
import type { Deployer } from '../drift/applications.js';
import { type Argo, asJson } from '../drift/argo.js';
import { syncOptionsKey } from '../../kubernetes/kinds/application.js';
import { hookOf, syncOrderOf, type SyncPhase } from '../../kubernetes/kinds/sync-order.js';
import type { Resource } from '../../model/resource.js';
import { placedBeside } from '../simulate/namespaces.js';
import { isStillThere, type RolloutState, type AppliedObject } from './state.js';

/** What applies the manifests of a state: an Application, or `kubectl apply` if none is known. */
export interface Carrier {
  readonly deployer: Deployer;
  readonly argo: Argo;
  /** The objects that it deploys in either state. */
  readonly resources: ReadonlySet<Resource>;
  /** The hooks that its syncs run. */
  readonly hooks: readonly Resource[];
  /** Whether it is `kubectl apply` instead of an Application in the files. */
  readonly isKubectl: boolean;
  /** Whether a patch may decide whether its syncs start by themselves; they are then taken for syncs by hand. */
  readonly isSyncUncertain: boolean;
}

/** A hook in one of its phases. When it runs is known, but not its effect on the cluster. */
export interface HookRun extends SyncTask {
  readonly key: string;
}

/** An object to write or delete. */
export interface Delivery extends SyncTask {
  readonly key: string;
  /** The manifest in Git; undefined if Git no longer has it. */
  readonly after: AppliedObject | undefined;
  /** The manifest before the change. */
  readonly before: AppliedObject | undefined;
  readonly carrier: Carrier;
}

/** Actions without a wait in between. */
export interface DeliveryStep {
  readonly carrier: Carrier;
  /** In words: `wave 1`, `PreSync, wave 0`; empty if there is only one stage. */
  readonly title: string;
  readonly pruned: readonly Delivery[];
  readonly applied: readonly (readonly Delivery[])[];
  /** Objects to prune that need a confirmation; until it is given, the step does nothing. */
  readonly unconfirmed: readonly Delivery[];
  readonly hooks: readonly HookRun[];
  /** Whether it is the end of a sync that has succeeded, which deletes hooks. */
  readonly isEnd?: boolean;
}

/** The objects that are delivered, and those that are left behind. */
export interface Deliveries {
  readonly steps: readonly DeliveryStep[];
  /** Objects that stay in the cluster after they are removed from Git, by what deployed them. */
  readonly orphans: readonly Delivery[];
  readonly leftOut: readonly LeftOut[];
}

/** An object that differs from the manifest in Git only in what Argo CD does not compare, and so is not written. */
export interface LeftOut {
  readonly delivery: Delivery;
  /** Whether the next sync writes it, but its change starts none; otherwise syncs leave it out. */
  readonly isLater: boolean;
}

/** Everything that a change delivers at a moment, in order. */
export function deliveriesOf(
  before: RolloutState,
  after: RolloutState,
  carriers: readonly Carrier[],
  live: Snapshot,
): Deliveries {
  const found = carriers.map((carrier) => {
    const own = deliveriesBy(carrier, before, after);
    return carrier.isKubectl ? applyBy(carrier, own, live) : syncBy(carrier, own, { before, after, live });
  });
  return {
    steps: found.flatMap(({ steps }) => steps),
    orphans: found.flatMap(({ orphans }) => orphans),
    leftOut: found.flatMap(({ leftOut }) => leftOut),
  };
}

/** A change, and the cluster when it arrives. */
interface ChangeAt {
  readonly before: RolloutState;
  readonly after: RolloutState;
  readonly live: Snapshot;
}

const nothingDelivered = { pruned: [], applied: [], unconfirmed: [], hooks: [] } as const;

/** What `kubectl apply` does: it deletes nothing. */
function applyBy(carrier: Carrier, own: readonly Delivery[], live: Snapshot): Deliveries {
  const applied = own.filter((one) => one.after).map((one) => [one]);
  return {
    steps: [{ ...nothingDelivered, carrier, title: '', applied }],
    orphans: own.filter(({ key, isPrune }) => isPrune && live.has(key)),
    leftOut: [],
  };
}

/** What a sync of an Application does. */
function syncBy(carrier: Carrier, own: readonly Delivery[], change: ChangeAt): Deliveries {
  const { live } = change;
  const { syncOptions, automated } = carrier.argo.settings;
  const judged = own.map((one) => ({ one, ...judgeDelivery(one, carrier, live) }));
  const { applied, pruned, unconfirmed } = tasksOf(judged, {
    kind: 'full',
    syncOptions,
    prune: automated?.prune ?? false,
    version: carrier.argo.version,
  });
  const known = own.filter(({ key, after: target }) => target ?? live.has(key));
  const asked = new Set(unconfirmed.map(({ one }) => one));
  const chosen = new Set([...asked, ...[...applied, ...pruned].map(({ one }) => one)]);
  // Without a difference, no sync starts.
  const isDifferent = judged.some(
    ({ status, live: there, target }) => (target ?? there) && status !== 'Synced',
  );
  const startsNone = automated !== undefined && !isDifferent;
  const runs = isDifferent ? hookRuns(carrier, change.after, (phase) => phase !== 'SyncFail') : [];
  const renewed = new Map(runs.map((run) => [run, renewalOf(run, carrier, change)]));
  const stages = courseOf<Delivery | HookRun>([...known, ...runs], [...chosen, ...runs]);
  const steps = stages.map(({ phase, wave, pruned: gone, applied: written }): DeliveryStep => {
    const deleted = gone.filter(isDelivery);
    const again = written.flat().flatMap((task) => (isDelivery(task) ? [] : (renewed.get(task) ?? [])));
    const isAsked = (one: Delivery): boolean => asked.has(one);
    return {
      carrier,
      title: stages.length === 1 ? '' : `${phase === 'Sync' ? '' : `${phase}, `}wave ${wave}`,
      pruned: [
        ...deleted.filter((one) => !isAsked(one)),
        ...again.flatMap(({ deletedBefore }) => deletedBefore ?? []),
      ],
      applied: written
        .map((group) =>
          group.flatMap((task) => (isDelivery(task) ? task : (renewed.get(task)?.created ?? []))),
        )
        .filter(({ length }) => length > 0),
      unconfirmed: deleted.filter(isAsked),
      hooks: written.flat().filter((one) => !isDelivery(one)),
    };
  });
  const ended = [...renewed.values()].flatMap((one) => one?.deletedAfter ?? []);
  const end: DeliveryStep = {
    ...nothingDelivered,
    carrier,
    title: 'end of the sync',
    pruned: ended,
    isEnd: true,
  };
  return {
    steps: ended.length > 0 ? [...steps, end] : steps,
    orphans: known.filter((one) => one.isPrune && !chosen.has(one)),
    leftOut: judged
      .filter(({ one, status }) => status === 'Synced' && (startsNone || !chosen.has(one)))
      .map(({ one }) => ({ delivery: one, isLater: chosen.has(one) })),
  };
}

/** What a sync does with a hook that is on the way to the pods. */
interface Renewal {
  readonly deletedBefore: Delivery | undefined;
  readonly created: Delivery;
  readonly deletedAfter: Delivery | undefined;
}

/** The effect of other hooks on the cluster is unknown. */
function renewalOf(
  { key }: HookRun,
  carrier: Carrier,
  { before, after, live }: ChangeAt,
): Renewal | undefined {
  const target = after.targets.get(key);
  const hook = target && hookOf(target.resource);
  if (!hook) return undefined;
  const deletion = delivery(carrier, target.resource, { key, after: undefined, before: target });
  return {
    deletedBefore: hook.isReplaced && live.has(key) ? deletion : undefined,
    created: delivery(carrier, target.resource, { key, after: target, before: before.targets.get(key) }),
    deletedAfter: hook.policy === undefined ? undefined : deletion,
  };
}

function isDelivery(task: Delivery | HookRun): task is Delivery {
  return 'carrier' in task;
}

/** The hooks of a sync, once for each requested phase. */
export function hookRuns(
  { hooks }: Carrier,
  { graph, rollout }: RolloutState,
  isMeant: (phase: SyncPhase) => boolean,
): readonly HookRun[] {
  return hooks.flatMap((resource) => {
    const { apiVersion, kind } = resource;
    const { name, namespace } = placedBeside(graph, rollout, resource);
    const order = syncOrderOf(resource);
    return order.phases.filter(isMeant).map((phase) => ({
      key: objectKey({ apiVersion, kind, metadata: { name, namespace } }),
      kind,
      name,
      order: { ...order, phases: [phase] },
      isPrune: false,
    }));
  });
}

/** The objects of one carrier, without hooks. */
function deliveriesBy(carrier: Carrier, before: RolloutState, after: RolloutState): readonly Delivery[] {
  const brings = ({ resource }: AppliedObject): boolean => carrier.resources.has(resource);
  const wanted = [...after.targets.values()].filter(brings).map((target): Delivery => {
    const old = before.targets.get(target.key);
    return delivery(carrier, target.resource, { key: target.key, after: target, before: old });
  });
  const left = [...before.targets.values()]
    .filter((target) => brings(target) && !after.targets.has(target.key))
    // An object that no Rollout names any more may still be in the files.
    .filter((target) => !isStillThere(after, target))
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

/** The sync status of an object before the sync. */
function judgeDelivery({ key, after, before }: Delivery, { argo }: Carrier, live: Snapshot): JudgedObject {
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
