import { matchedOf } from '../../argocd/match.js';
import { tasksOf } from '../../argocd/operation.js';
import { courseOf, type SyncTask } from '../../argocd/stages.js';
import { hasOption } from '../../argocd/sync-options.js';
import { syncOptionsKey } from '../../kubernetes/kinds/application.js';
import { workloadRef } from '../../kubernetes/kinds/rollout.js';
import { syncOrderOf } from '../../kubernetes/kinds/sync-order.js';
import { selects } from '../../kubernetes/kinds/workload.js';
import { objectKey } from '../../kubernetes/objects/cluster.js';
import type { KubeObject } from '../../kubernetes/objects/object.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import { asJson } from '../drift/argo.js';
import type { Carrier } from './delivery.js';
import type { Detail } from './effect.js';
import type { RolloutState } from './state.js';

type Means = Pick<Carrier, 'argo' | 'isKubectl'>;

/** What a sync does with an object that goes while another one takes its place. */
type Handover = 'stays' | 'goes-first' | 'goes-later' | 'unconfirmed';

/** Kinds that keep a number of pods and may stand for a Rollout. */
const standIns = [
  { group: 'apps', kind: 'Deployment' },
  { group: 'argoproj.io', kind: 'Rollout' },
] as const;

/** Workloads with the labels of a new Rollout that the change removes. */
export function replacedWorkloads(
  earlier: Graph,
  after: RolloutState,
  carriers: readonly Carrier[],
): readonly Detail[] {
  const wanted = after.rollout.at('spec', 'selector', 'matchLabels').strings;
  const carrier = ofRollout(carriers, after.rollout);
  if (!carrier || Object.keys(wanted).length === 0) return [];
  return standIns
    .flatMap(({ group, kind }) => earlier.ofKind(kind, group))
    .filter((workload) => selects(wanted, earlier.labels(workload)) && isNear(earlier, workload, after))
    .filter((workload) => !isInGraph(after.graph, workload) && runsPods(workload))
    .flatMap((workload): readonly Detail[] => {
      const [gone, comes] = [keyIn(workload, after), keyIn(after.rollout, after)];
      switch (handoverOf(carrier, workload, after.rollout)) {
        case 'goes-first':
          return [{ kind: 'workload-gone', object: gone }];
        case 'stays':
          return [{ kind: 'two-workloads', object: gone, beside: comes, isKubectl: carrier.isKubectl }];
        default:
          return [];
      }
    });
}

/** Workloads that take the place of a removed Rollout in the same change. */
export function successors(
  before: RolloutState,
  after: Graph,
  carriers: readonly Carrier[],
): readonly Detail[] {
  const carrier = ofRollout(carriers, before.rollout);
  if (!carrier) return [];
  const wanted = before.rollout.at('spec', 'selector', 'matchLabels').strings;
  const own = workloadRef(before.rollout)?.to;
  // A Rollout that comes tells of the one that goes.
  return after
    .ofKind('Deployment', 'apps')
    .filter((workload) => isNear(after, workload, before) && runsPods(workload))
    .filter((workload) =>
      own?.kind === workload.kind && own.name === workload.name
        ? wasIdle(before, workload) && workload.at('spec', 'replicas').exists
        : Object.keys(wanted).length > 0 &&
          selects(wanted, after.labels(workload)) &&
          !isInGraph(before.graph, workload),
    )
    .flatMap((workload): readonly Detail[] => {
      const comes = keyIn(workload, before);
      switch (handoverOf(carrier, before.rollout, workload)) {
        case 'goes-first':
          return [{ kind: 'workload-late', object: comes }];
        case 'stays': {
          const gone = keyIn(before.rollout, before);
          return [{ kind: 'two-workloads', object: gone, beside: comes, isKubectl: carrier.isKubectl }];
        }
        default:
          return [];
      }
    });
}

/** The first carrier that deploys a Rollout, which stands for all of them. */
function ofRollout(carriers: readonly Carrier[], rollout: Resource): Carrier | undefined {
  return carriers.find(({ resources }) => resources.has(rollout));
}

/** The order of a deletion and of what comes in its place: the sync waits between two of its stages, but not within one. */
function handoverOf({ argo, isKubectl }: Means, gone: Resource, comes: Resource): Handover {
  if (isKubectl) return 'stays';
  const { syncOptions, automated } = argo.settings;
  const [old, other] = [gone, comes].map((resource) => asJson(resource.at().value as KubeObject));
  const deletion = {
    task: taskOf(gone, hasOption(old, syncOptionsKey, 'PruneLast=true') || argo.has('PruneLast=true')),
    live: old,
    target: undefined,
    matched: matchedOf(old ?? {}),
    status: 'OutOfSync' as const,
    requiresPruning: true,
  };
  const creation = {
    task: taskOf(comes),
    live: undefined,
    target: other,
    matched: matchedOf(other ?? {}),
    status: 'OutOfSync' as const,
    requiresPruning: false,
  };
  const { pruned, unconfirmed } = tasksOf([deletion, creation], {
    kind: 'full',
    syncOptions,
    prune: automated?.prune ?? false,
    version: argo.version,
  });
  if (unconfirmed.length > 0) return 'unconfirmed';
  if (pruned.length === 0) return 'stays';
  const stages = courseOf([deletion.task, creation.task], [deletion.task, creation.task]);
  const at = (task: SyncTask): number =>
    stages.findIndex((stage) => [...stage.pruned, ...stage.applied.flat()].includes(task));
  return at(deletion.task) <= at(creation.task) ? 'goes-first' : 'goes-later';
}

function taskOf(resource: Resource, isPrunedLast?: boolean): SyncTask {
  const { kind, name } = resource;
  const isPrune = isPrunedLast !== undefined;
  return { kind, name, order: syncOrderOf(resource), isPrune, isPrunedLast: isPrunedLast === true };
}

function isNear(graph: Graph, workload: Resource, { setup }: RolloutState): boolean {
  return (graph.namespace(workload) ?? setup.namespace) === setup.namespace;
}

function isInGraph(graph: Graph, { group, kind, name }: Resource): boolean {
  return graph.withManifestName({ group, kind, name }).length > 0;
}

function runsPods(workload: Resource): boolean {
  return workload.at('spec', 'replicas').number !== 0;
}

/** Whether the Deployment whose pods a Rollout ran had none of its own. */
function wasIdle({ graph, rollout }: RolloutState, { group, kind, name }: Resource): boolean {
  const [earlier] = graph.withManifestName({ group, kind, name });
  const replicas = earlier?.at('spec', 'replicas');
  return replicas?.exists === true ? replicas.number === 0 : scalesDown(rollout);
}

/** Whether a Rollout scales the Deployment down whose pods it runs. */
export function scalesDown(rollout: Resource): boolean {
  const scaleDown = rollout.at('spec', 'workloadRef', 'scaleDown').text;
  return scaleDown === 'onsuccess' || scaleDown === 'progressively';
}

function keyIn({ apiVersion, kind, name }: Resource, { setup }: RolloutState): string {
  return objectKey({ apiVersion, kind, metadata: { name, namespace: setup.namespace } });
}
