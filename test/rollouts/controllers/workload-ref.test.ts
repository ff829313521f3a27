import { describe, expect, it, test } from 'vitest';
import { Cluster } from '../../../src/kubernetes/objects/cluster.js';
import { kinds, type KubeObject } from '../../../src/kubernetes/objects/object.js';
import type { RolloutObject, RolloutSpec } from '../../../src/kubernetes/objects/rollout-object.js';
import type { RolloutStatus } from '../../../src/kubernetes/objects/rollout-status.js';
import {
  resolveWorkloadRef,
  scaleWorkloadOnSuccess,
  scaleWorkloadProgressively,
  workloadObservedGeneration,
} from '../../../src/rollouts/controllers/workload-ref.js';
import { replicaSet, rollout } from './support.js';

const template = {
  metadata: { labels: { app: 'web' } },
  spec: { containers: [{ name: 'web', image: 'web:7' }] },
};
const selector = { matchLabels: { app: 'web' } };
const generation = 'rollout.argoproj.io/workload-generation';

function workload(apiVersion: string, kind: string, content: object): KubeObject {
  return { apiVersion, kind, metadata: { name: 'web', namespace: 'shop', generation: 4 }, ...content };
}

const deployment = workload('apps/v1', 'Deployment', { spec: { replicas: 3, selector, template } });

/** A Rollout with nothing but a workloadRef in its spec. */
function referring(ref: RolloutSpec['workloadRef'], changes: Partial<RolloutSpec> = {}): RolloutObject {
  const { metadata, ...rest } = rollout({ canary: {} });
  return {
    ...rest,
    metadata,
    spec: { replicas: 3, strategy: { canary: {} }, ...(ref && { workloadRef: ref }), ...changes },
  };
}

const toDeployment = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' };

// https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/templateref.go
describe('the template of a workloadRef', () => {
  test.each([
    ['a Deployment', deployment, { selector }],
    ['a ReplicaSet', workload('apps/v1', 'ReplicaSet', { spec: { selector, template } }), { selector }],
    ['a PodTemplate, which has no selector', workload('v1', 'PodTemplate', { template }), {}],
  ])('is that of %s', (_, found, expected) => {
    const { apiVersion, kind } = found;
    const before = referring({ apiVersion, kind, name: 'web' });
    const cluster = new Cluster([before, found]);
    const { rollout: resolved, problem } = resolveWorkloadRef(cluster, before);
    expect(problem).toBeUndefined();
    expect(resolved).toEqual({
      ...before,
      metadata: { ...before.metadata, annotations: { [generation]: '4' } },
      spec: { ...before.spec, template, ...expected },
    });
    expect(cluster.get(kinds.rollout, 'shop', 'web')).toEqual({
      ...before,
      metadata: { ...before.metadata, annotations: { [generation]: '4' } },
    });
  });

  it('comes with its selector only where the Rollout has none', () => {
    const own = { matchLabels: { app: 'web', tier: 'front' } };
    const before = referring(toDeployment, { selector: own });
    const { rollout: resolved } = resolveWorkloadRef(new Cluster([before, deployment]), before);
    expect(resolved.spec.selector).toEqual(own);
  });

  test.each([
    [
      'another kind',
      { apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'web' },
      {},
      'workload of type apps/StatefulSet is not supported',
    ],
    [
      'a kind of the core group',
      { apiVersion: 'v1', kind: 'Deployment', name: 'web' },
      {},
      'workload of type /Deployment is not supported',
    ],
    ['nothing there', { ...toDeployment, name: 'shop' }, {}, 'deployments.apps "shop/shop" not found'],
    [
      'an own template with labels',
      toDeployment,
      { template },
      'template must be empty for workload reference rollout',
    ],
    [
      'an own template with annotations',
      toDeployment,
      { template: { metadata: { annotations: { a: 'b' } } } },
      'template must be empty for workload reference rollout',
    ],
  ])('cannot be found: %s', (_, ref, changes, problem) => {
    const before = referring(ref, changes);
    const cluster = new Cluster([before, deployment]);
    expect(resolveWorkloadRef(cluster, before)).toEqual({ rollout: before, problem });
    expect(cluster.takeWrites()).toEqual([]);
  });

  it('is taken although the Rollout has containers of its own, without labels', () => {
    const before = referring(toDeployment, { template: { spec: { containers: [] } } });
    const { rollout: resolved } = resolveWorkloadRef(new Cluster([before, deployment]), before);
    expect(resolved.spec.template).toEqual(template);
  });

  it('leaves an annotation behind, which goes with the reference', () => {
    const before = rollout({ canary: {} }, { annotations: { [generation]: '4', team: 'shop' } });
    const cluster = new Cluster([before]);
    expect(resolveWorkloadRef(cluster, before).rollout.metadata.annotations).toEqual({ team: 'shop' });
    expect(cluster.takeWrites()).toEqual([]);
  });

  test.each([
    [referring(toDeployment), ''],
    [{ ...referring(toDeployment), metadata: { name: 'web', annotations: { [generation]: '4' } } }, '4'],
    [rollout({ canary: {} }, { annotations: { [generation]: '4' } }), ''],
  ])('is observed: %#', (object, expected) => {
    expect(workloadObservedGeneration(object)).toBe(expected);
  });
});

function replicasAfter(cluster: Cluster): number | undefined {
  const { spec } =
    cluster.get<KubeObject & { spec: { replicas: number } }>(kinds.deployment, 'shop', 'web') ?? {};
  return spec?.replicas;
}

function scaled(scaleDown: string | undefined, status: RolloutStatus, revision = '1'): RolloutObject {
  const before = referring({ ...toDeployment, ...(scaleDown !== undefined && { scaleDown }) });
  const annotations = { 'rollout.argoproj.io/revision': revision };
  return { ...before, metadata: { ...before.metadata, annotations }, status };
}

// https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/replicaset.go (reconcileNewReplicaSet)
describe('a Deployment gives way pod by pod', () => {
  test.each<[string, string | undefined, RolloutStatus, string, number, number]>([
    ['not before pods are ready', 'progressively', { readyReplicas: 0 }, 'H1', 3, 3],
    ['with each pod', 'progressively', { readyReplicas: 1 }, 'H1', 3, 2],
    ['to nothing', 'progressively', { readyReplicas: 3 }, 'H1', 3, 0],
    ['to nothing, with more pods than the Rollout has', 'progressively', { readyReplicas: 5 }, 'H1', 3, 0],
    [
      'for good when the Rollout is healthy',
      'progressively',
      { readyReplicas: 1, phase: 'Healthy' },
      'H1',
      3,
      0,
    ],
    ['and comes back when pods go', 'progressively', { readyReplicas: 0 }, 'H1', 1, 3],
    ['not for a second revision', 'progressively', { readyReplicas: 3 }, 'H2', 3, 3],
    ['not when it says so otherwise', 'Progressively', { readyReplicas: 3 }, 'H1', 3, 3],
    ['not when it says never', 'never', { readyReplicas: 3 }, 'H1', 3, 3],
    ['not when it says nothing', undefined, { readyReplicas: 3 }, 'H1', 3, 3],
  ])('%s', (_, scaleDown, status, hash, wanted, expected) => {
    const cluster = new Cluster([deployment]);
    scaleWorkloadProgressively(
      cluster,
      scaled(scaleDown, status),
      { newRS: replicaSet(hash), wanted },
      '1.9',
    );
    expect(replicasAfter(cluster)).toBe(expected);
  });

  it('but never at once in version 1.8', () => {
    const cluster = new Cluster([deployment]);
    const healthy = scaled('progressively', { phase: 'Healthy', readyReplicas: 0 });
    scaleWorkloadProgressively(cluster, healthy, { newRS: replicaSet('H1'), wanted: 3 }, '1.8');
    expect(replicasAfter(cluster)).toBe(3);
    scaleWorkloadProgressively(cluster, healthy, { newRS: replicaSet('H1'), wanted: 3 }, '1.9');
    expect(replicasAfter(cluster)).toBe(0);
  });

  it('which is a new generation of it', () => {
    const cluster = new Cluster([deployment]);
    scaleWorkloadProgressively(
      cluster,
      scaled('progressively', { readyReplicas: 1 }),
      { newRS: replicaSet('H1'), wanted: 3 },
      '1.9',
    );
    expect(cluster.get(kinds.deployment, 'shop', 'web')?.metadata.generation).toBe(5);
  });

  // The error is logged and returned as well, so it ends the pass.
  test.each<[string, RolloutStatus]>([
    ['with each ready pod', { readyReplicas: 1 }],
    ['when the Rollout is healthy', { phase: 'Healthy' }],
  ])('and its absence ends the pass, %s', (_, status) => {
    expect(() => {
      scaleWorkloadProgressively(
        new Cluster(),
        scaled('progressively', status),
        { newRS: replicaSet('H1'), wanted: 3 },
        '1.9',
      );
    }).toThrow('deployments.apps "web" not found');
  });

  it('and its absence is not noticed before a pod is ready', () => {
    const cluster = new Cluster();
    const unready = scaled('progressively', { readyReplicas: 0 });
    scaleWorkloadProgressively(cluster, unready, { newRS: replicaSet('H1'), wanted: 3 }, '1.9');
    expect(cluster.takeWrites()).toEqual([]);
  });

  test.each(['ReplicaSet', 'PodTemplate'])('whatever is referred to: beside a %s, too', (kind) => {
    const object = scaled('progressively', { readyReplicas: 1 });
    const ref = { apiVersion: kind === 'PodTemplate' ? 'v1' : 'apps/v1', kind, name: 'web' };
    const referred = {
      ...object,
      spec: { ...object.spec, workloadRef: { ...ref, scaleDown: 'progressively' } },
    };
    const newRS = replicaSet('H1');
    expect(() => {
      scaleWorkloadProgressively(new Cluster(), referred, { newRS, wanted: 3 }, '1.9');
    }).toThrow('deployments.apps "web" not found');
    const cluster = new Cluster([deployment]);
    scaleWorkloadProgressively(cluster, referred, { newRS, wanted: 3 }, '1.9');
    expect(replicasAfter(cluster)).toBe(2);
  });
});

// https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/sync.go (promoteStable)
describe('a Deployment gives way to a healthy Rollout', () => {
  test.each<[string, string, RolloutStatus, string, number]>([
    ['at once', 'onsuccess', { phase: 'Healthy' }, '1', 0],
    ['not before', 'onsuccess', { phase: 'Progressing' }, '1', 3],
    ['not for a second revision', 'onsuccess', { phase: 'Healthy' }, '2', 3],
    ['not when it is spelt otherwise', 'onSuccess', { phase: 'Healthy' }, '1', 3],
  ])('%s', (_, scaleDown, status, revision, expected) => {
    const cluster = new Cluster([deployment]);
    scaleWorkloadOnSuccess(cluster, scaled(scaleDown, status, revision));
    expect(replicasAfter(cluster)).toBe(expected);
  });

  it('and its absence ends the pass', () => {
    const object = scaled('onsuccess', { phase: 'Healthy' });
    expect(() => {
      scaleWorkloadOnSuccess(new Cluster(), object);
    }).toThrow('deployments.apps "web" not found');
  });
});
