import { Cluster, objectKey } from '../../src/kubernetes/objects/cluster.js';
import { isSameJson } from '../../src/kubernetes/objects/json.js';
import { applyMergePatch } from '../../src/kubernetes/objects/merge-patch.js';
import { gatewayGroup, withRouteDefaults } from '../../src/kubernetes/kinds/gateway-defaults.js';
import { groupOf, kinds, type KubeObject } from '../../src/kubernetes/objects/object.js';
import type { RolloutObject } from '../../src/kubernetes/objects/rollout-object.js';
import type { RolloutsVersion } from '../../src/kubernetes/objects/version.js';
import { abort, promote, promoteFull, retry } from '../../src/rollouts/controllers/commands.js';
import type { ReplicaSetObject } from '../../src/rollouts/controllers/context.js';
import { replicaSetsOf } from '../../src/rollouts/controllers/replica-sets.js';
import { makeAvailable } from '../../src/rollouts/controllers/replica-set-controller.js';
import { isSameSnapshot, type PassMade, settle } from '../../src/rollouts/controllers/settle.js';
import { resolveWorkloadRef } from '../../src/rollouts/controllers/workload-ref.js';
import { withoutRepeats, type Pass, type Snapshot, type WrittenObject } from './compare.js';
import { isBeside, isMap, normalise, type Json } from './normalise.js';
import type { Manifest, Pods, RunPhase, Scenario, ScenarioEvent } from './scenario.js';

/** When every scenario begins. */
const start = Date.UTC(2030, 0, 1) / 1000;
const maxRounds = 20;

/** Plays a scenario with our controllers. */
export function replay(scenario: Scenario, version: RolloutsVersion): readonly Snapshot[] {
  const cluster = new Cluster(scenario.objects.map(created), start);
  // The recorder's API server refuses routes of the Gateway API, and nothing else.
  cluster.refusesInvalid = ({ apiVersion }) => groupOf(apiVersion) === gatewayGroup;
  cluster.cachesLag = scenario.caches !== 'fresh';
  cluster.verifiesTargetGroups = scenario.verifyTargetGroup ?? false;
  if (!scenario.objects.some(({ kind }) => kind === 'Rollout')) throw new Error(`"${scenario.name}" has no Rollout`);

  const rollouts = (): readonly RolloutObject[] =>
    [...cluster.snapshot().values()].filter((object): object is RolloutObject => object.kind === 'Rollout');
  const rollout = (called?: string) =>
    rollouts().find(({ metadata }) => called === undefined || metadata.name === called);
  const passes = (after: number, round: number, most?: number): Snapshot => {
    for (const current of rollouts()) resolveWorkloadRef(cluster, current);
    const names = rollouts().map(({ metadata: { namespace, name } }) => ({ namespace, name }));
    const { isSettled, passes } = settle(cluster, names, version, most);
    const objects = [...cluster.snapshot()].map(([key, object]) => [key, normalise(object, scenario)] as const);
    return {
      after,
      round,
      isSettled,
      passes: passes.map((pass) => passOf(pass, scenario)),
      objects: new Map(objects),
    };
  };

  const snapshots = [passes(-1, 0)];
  for (const [after, event] of scenario.events.entries()) {
    if (event.do !== 'ready') {
      happen(cluster, event, rollout(event.rollout), version);
      snapshots.push(passes(after, 0, event.passes));
      continue;
    }
    for (let round = 1; round <= maxRounds; round += 1) {
      const before = cluster.snapshot();
      const current = rollout(event.rollout);
      if (current) makeAvailable(cluster, current);
      const snapshot = passes(after, round);
      if (isSameSnapshot(before, cluster.snapshot())) break;
      snapshots.push(snapshot);
    }
  }
  return withoutRepeats(snapshots);
}

/** A pass as it is compared. */
export function passOf({ error, writes }: PassMade, scenario?: Pick<Scenario, 'whole' | 'defaults'>): Pass {
  const seen = writes.flatMap((write): WrittenObject[] => {
    const [before, after] = [write.before && normalise(write.before, scenario), write.after && normalise(write.after, scenario)];
    const [object] = [write.after ?? write.before].filter((one) => one !== undefined);
    return !object || isSameJson(before, after) || isBeside(before, after)
      ? []
      : [{ key: objectKey(object), object: after }];
  });
  return { error: error?.message, writes: seen };
}

/** An object as the API server stores a new one. */
function created(manifest: Manifest): KubeObject {
  const object = applyMergePatch({}, manifest) as KubeObject & Json;
  const spec = object['spec'];
  const completed =
    object.kind === 'Deployment' && isMap(spec) && spec['replicas'] == null
      ? { ...object, spec: { ...spec, replicas: 1 } }
      : object;
  return withRouteDefaults({ ...completed, metadata: { generation: 1, ...object.metadata } });
}

function happen(
  cluster: Cluster,
  event: Exclude<ScenarioEvent, { do: 'ready' }>,
  rollout: RolloutObject | undefined,
  version: RolloutsVersion,
): void {
  switch (event.do) {
    case 'elapse':
      cluster.now += event.seconds;
      return;
    case 'apply':
      cluster.put(patched(cluster, event.object));
      return;
    case 'together':
      for (const one of event.events)
        if (one.do !== 'ready') happen(cluster, one, rollout, version);
      return;
    case 'delete':
      for (const object of cluster.snapshot().values())
        if (
          object.kind === event.kind &&
          object.metadata.name === event.name &&
          (event.namespace === undefined || object.metadata.namespace === event.namespace)
        )
          cluster.remove(object);
      return;
  }
  if (!rollout) return;
  const name = { namespace: rollout.metadata.namespace, name: rollout.metadata.name };
  switch (event.do) {
    case 'pods':
      makeAvailable(cluster, rollout, event);
      for (const replicaSet of replicaSetsOf(cluster, rollout)) cluster.put(uneven(replicaSet, event));
      return;
    case 'promote':
      promote(cluster, name);
      return;
    case 'promote-full':
      promoteFull(cluster, name, version);
      return;
    case 'abort':
      abort(cluster, name);
      return;
    case 'retry':
      retry(cluster, name);
      return;
    case 'experiment':
      endExperiment(cluster, rollout, event.phase);
      return;
    case 'analysis':
      endAnalysis(cluster, rollout, event.phase, event.of);
  }
}

/** Pods that come and go one by one: more or fewer are there than are wanted, and more are ready than available. */
function uneven(replicaSet: ReplicaSetObject, { extra = 0, ready = 0 }: Pods): ReplicaSetObject {
  const { replicas = 0, availableReplicas = 0 } = replicaSet.status ?? {};
  const there = Math.max(availableReplicas, replicas + extra);
  const readyReplicas = Math.min(there, availableReplicas + ready);
  return {
    ...replicaSet,
    status: { ...replicaSet.status, replicas: there, readyReplicas, availableReplicas },
  };
}

function patched(cluster: Cluster, patch: Manifest): KubeObject {
  const kind = { group: groupOf(patch.apiVersion), kind: patch.kind };
  const before = cluster.get<KubeObject & Json>(kind, patch.metadata.namespace, patch.metadata.name);
  if (!before) return created(patch);
  const after = applyMergePatch(before, patch) as KubeObject & Json;
  const isSameSpec = JSON.stringify(before['spec']) === JSON.stringify(after['spec']);
  const generation = (before.metadata.generation ?? 1) + (isSameSpec ? 0 : 1);
  return withRouteDefaults({ ...after, metadata: { ...after.metadata, generation } });
}

type Run = KubeObject & { readonly spec: Json; readonly status?: Json };

function openRuns(cluster: Cluster, rollout: RolloutObject, kind: keyof typeof kinds): readonly Run[] {
  return cluster
    .list<Run>(kinds[kind], rollout.metadata.namespace)
    .filter(
      ({ metadata, status }) =>
        metadata.ownerReferences?.some((owner) => owner.kind === 'Rollout' && owner.name === rollout.metadata.name) &&
        !['Successful', 'Failed', 'Error', 'Inconclusive'].includes(String(status?.['phase'])),
    );
}

/**
 * Plays the controller of Experiments, as far as a Rollout sees it.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/experiments/experiment.go
 */
function endExperiment(cluster: Cluster, rollout: RolloutObject, phase: RunPhase): void {
  const experiment = openRuns(cluster, rollout, 'experiment').at(-1);
  if (!experiment) return;
  const templates = (experiment.spec['templates'] ?? []) as readonly Json[];
  const templateStatuses = templates.map((template, index) => {
    const serviceName = serviceOf(experiment, template);
    return {
      name: template['name'],
      status: phase,
      podTemplateHash: `E${index + 1}`,
      ...(serviceName === undefined ? {} : { serviceName }),
    };
  });
  cluster.put({ ...experiment, status: { ...experiment.status, phase, templateStatuses } } as KubeObject);
}

/** The Service of a template; one without ports gets none. */
function serviceOf(experiment: Run, template: Json): string | undefined {
  const { name, service, replicas, template: pods } = template;
  if (!isMap(service) || replicas === 0) return undefined;
  const { containers = [] } = (isMap(pods) && isMap(pods['spec']) ? pods['spec'] : {}) as {
    containers?: readonly { ports?: readonly unknown[] }[];
  };
  if (!containers.some(({ ports }) => (ports ?? []).length > 0)) return undefined;
  return typeof service['name'] === 'string' ? service['name'] : `${experiment.metadata.name}-${String(name)}`;
}

/** The values of the label that says what an AnalysisRun of a Rollout is for. */
const runTypes = { step: 'Step', background: 'Background', pre: 'PrePromotion', post: 'PostPromotion' } as const;

function endAnalysis(
  cluster: Cluster,
  rollout: RolloutObject,
  phase: RunPhase,
  of: keyof typeof runTypes | undefined,
): void {
  for (const run of openRuns(cluster, rollout, 'analysisRun'))
    if (of === undefined || run.metadata.labels?.['rollout-type'] === runTypes[of])
      cluster.put({ ...run, status: { ...run.status, phase } } as KubeObject);
}
