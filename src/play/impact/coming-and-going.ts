import { scaleTarget } from '../../kubernetes/kinds/autoscaler.js';
import { workloadRef } from '../../kubernetes/kinds/rollout.js';
import type { Resource } from '../../model/resource.js';
import type { ArgoCdVersion } from '../../argocd/version.js';
import { isSameJson } from '../../kubernetes/objects/json.js';
import type { Graph } from '../../repository/graph/graph.js';
import { workloadKinds } from '../../kubernetes/kinds/workload.js';
import { Argo } from '../drift/argo.js';
import { systemOf } from '../drift/system.js';
import { baseOf } from './base.js';
import { carriersOf, deployersOf } from './carriers.js';
import type { Carrier } from './delivery.js';
import { type Detail } from './effect.js';
import { joinedEffects } from './joined-effects.js';
import { replacedWorkloads, scalesDown, successors } from './handover.js';
import { described, type RolloutImpact } from './rollout-impact.js';
import { appliedRollout, type RolloutState, servicesOfUpdates } from './state.js';
import { authoredSelector } from '../../kubernetes/kinds/service.js';
import type { Releases } from './arrivals.js';

/** A new Rollout, which may replace another workload. */
export function added(
  earlier: Graph,
  after: RolloutState,
  { argocd, ...conditions }: Releases,
): RolloutImpact {
  const carriers = carriersOf(undefined, after, argocd);
  const [rejection] = after.setup.rejections;
  const base = baseOf(after, conditions);
  const details: Detail[] = [];
  const problem = rejection ?? base.problem;
  if (problem !== undefined) details.push({ kind: 'refused', message: problem });
  else {
    details.push({ kind: 'first-deployment', replicas: appliedRollout(after)?.spec.replicas ?? 1 });
  }
  details.push(...replacedWorkloads(earlier, after, carriers));
  return {
    ...described(after),
    change: 'added',
    fields: [],
    effects: joinedEffects(details.map((detail) => ({ when: 'rest', detail }))),
    frames: [],
    arrivals: [],
    carriers,
    unsimulated: [],
    notes: [...after.setup.notes, ...carriers.flatMap(({ deployer }) => deployer.assumption ?? [])],
  };
}

/** A removed Rollout, and what still sends requests to it. */
export function removed(before: RolloutState, after: Graph, argocd: ArgoCdVersion): RolloutImpact {
  const carriers = carriersOf(undefined, before, argocd);
  const apps = deployersOf(before).map(({ application }) => application.name);
  const isPruned = after.allApplications.some(
    (application) =>
      apps.includes(application.name) &&
      application.at('spec', 'syncPolicy', 'automated', 'prune').boolean === true,
  );
  return {
    ...described(before),
    change: 'removed',
    fields: [],
    effects: joinedEffects([
      { when: 'rest', detail: { kind: 'removed', isPruned } },
      // A Rollout that stays keeps its pods.
      ...[
        ...successors(before, after, withSettingsOf(after, carriers, argocd)),
        ...(isPruned ? [...idleWorkload(before, after), ...lanesLeft(before, after)] : []),
      ].map((detail) => ({ when: 'rest', detail })),
    ]),
    frames: [],
    arrivals: [],
    carriers,
    unsimulated: [],
    notes: [],
  };
}

/** The same with the settings that the Applications have after the change; those that are gone sync nothing any more. */
function withSettingsOf(
  after: Graph,
  carriers: readonly Carrier[],
  argocd: ArgoCdVersion,
): readonly Carrier[] {
  const { settings, error } = systemOf(after, argocd);
  return carriers.flatMap((carrier) => {
    if (carrier.isKubectl) return [carrier];
    const { application, naming } = carrier.deployer;
    const now = after.allApplications.find(({ name }) => name === application.name);
    return now ? [{ ...carrier, argo: new Argo(now, settings, error, naming) }] : [];
  });
}

/** The Deployment of a removed Rollout, if it stays and nothing gives it pods again. */
function idleWorkload(before: RolloutState, after: Graph): readonly Detail[] {
  const reference = workloadRef(before.rollout);
  if (reference?.to.kind !== 'Deployment') return [];
  const { group, kind, name } = reference.to;
  const [workload, another] = after.withManifestName({ group, kind, name });
  if (!workload || another || isScaled(after, workload)) return [];
  const replicas = workload.at('spec', 'replicas');
  const isInGit = replicas.number === 0;
  const wasScaled = scalesDown(before.rollout);
  // Without replicas in Git, an apply leaves those of the cluster.
  if (after.isPatched(workload, replicas.path) || (!isInGit && (replicas.exists || !wasScaled))) return [];
  return [
    {
      kind: 'workload-idle',
      object: `${group}/${kind}/${before.setup.namespace}/${name}`,
      isInGit,
    },
  ];
}

/** Whether an autoscaler can give a workload pods. A HorizontalPodAutoscaler scales nothing that has none. */
function isScaled(graph: Graph, workload: Resource): boolean {
  return graph
    .ofKind('ScaledObject', 'keda.sh')
    .some((autoscaler) => scaleTarget(autoscaler)?.to.name === workload.name);
}

/** Remaining routes that led to the pods of a removed Rollout; without any, the Services that did. */
function lanesLeft(before: RolloutState, after: Graph): readonly Detail[] {
  const labels = before.graph.labels(before.rollout);
  const isAnswered = workloadKinds.some(({ group, kind }) =>
    after.ofKind(kind, group).some((workload) => isSameJson(after.labels(workload), labels)),
  );
  if (isAnswered) return [];
  const left = [...before.targets.values()].filter(
    ({ resource: { group, kind, name } }) => after.withManifestName({ group, kind, name }).length > 0,
  );
  const routes = left.filter(({ resource: { kind } }) => laneKinds.has(kind));
  if (routes.length > 0) return routes.map(({ key }) => unansweredLane(key, ''));
  const ofUpdates = new Set(servicesOfUpdates(before));
  return left
    .filter(
      ({ key, resource }) =>
        key.startsWith('/Service/') && !ofUpdates.has(key) && isLeftAlone(after, resource),
    )
    .map(({ key }) => unansweredLane(key, key));
}

const laneKinds: ReadonlySet<string> = new Set(['VirtualService', 'Ingress', 'HTTPRoute', 'GRPCRoute']);

/** Whether a Service that stays selects pods by labels that no workload among the files has. */
function isLeftAlone(after: Graph, { group, kind, name }: Resource): boolean {
  return after.withManifestName({ group, kind, name }).every((service) => {
    const selector = authoredSelector(service);
    return Object.keys(selector).length > 0 && after.companionWorkloads(service, selector).length === 0;
  });
}

/** All requests of an object; those of a Service are of its own callers. */
function unansweredLane(object: string, service: string): Detail {
  return {
    kind: 'gap',
    lane: { object, route: '' },
    service,
    subset: undefined,
    port: undefined,
    share: 100,
    why: 'no-pods',
    since: { kind: 'sync', title: 'deleted the Rollout' },
    lasting: { for: 'good' },
  };
}
