import { describe, expect, it, test } from 'vitest';
import { Cluster } from '../../../src/kubernetes/objects/cluster.js';
import { kinds, type KubeObject } from '../../../src/kubernetes/objects/object.js';
import type { RolloutStatus } from '../../../src/kubernetes/objects/rollout-status.js';
import {
  ensureServiceTargets,
  reconcilePingAndPongService,
  reconcileStableAndCanaryServices,
  releaseServices,
  selectedHash,
  switchSelector,
  type ServiceObject,
} from '../../../src/rollouts/controllers/services.js';
import { contextOf, replicaSet, rollout, service } from './support.js';

function hashesOf(cluster: Cluster): Record<string, string | undefined> {
  const services = cluster.list<ServiceObject>(kinds.service, 'shop');
  return Object.fromEntries(services.map((one) => [one.metadata.name, selectedHash(one)]));
}

// https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/service.go (ensureSVCTargets)
describe('a Service is pointed at a ReplicaSet', () => {
  const all = { replicas: 3, available: 3 };
  const some = { replicas: 3, available: 1 };
  const none = { replicas: 3, available: 0 };
  const surplus = { replicas: 2, available: 3 };
  const empty = { replicas: 0, available: 1 };
  test.each([
    ['adopted when all pods are available', undefined, undefined, all, true, 'H2'],
    ['adopted with more pods than wanted', undefined, undefined, surplus, true, 'H2'],
    ['not adopted with some of the pods', undefined, undefined, some, true, undefined],
    ['not adopted when no pods are wanted', undefined, undefined, empty, true, undefined],
    ['not adopted with a hash but no annotation', 'H1', undefined, some, true, 'H1'],
    ['switched with one pod', 'H1', 'web', some, true, 'H2'],
    ['switched with one pod on its way out', 'H1', 'web', empty, true, 'H2'],
    ['switched from no hash with one pod', undefined, 'web', some, true, 'H2'],
    ['not switched without pods', 'H1', 'web', none, true, 'H1'],
    ['switched without pods when nobody asks', 'H1', 'web', none, false, 'H2'],
    ['adopted without pods when nobody asks', undefined, undefined, none, false, 'H2'],
  ] as const)('%s', (_, hash, managedBy, pods, checksAvailability, expected) => {
    const desired = rollout({ canary: {} });
    const cluster = new Cluster([service('web', hash, managedBy)]);
    ensureServiceTargets({ cluster, rollout: desired }, 'web', replicaSet('H2', pods), {
      checksAvailability,
    });
    expect(hashesOf(cluster)).toEqual({ web: expected });
  });

  it('gets the annotation with the first switch, and keeps all else', () => {
    const pass = contextOf(rollout({ canary: {} }), [service('web')]);
    ensureServiceTargets(pass, 'web', pass.newRS, { checksAvailability: true });
    expect(pass.cluster.get(kinds.service, 'shop', 'web')).toEqual({
      apiVersion: 'v1',
      kind: 'Service',
      metadata: {
        name: 'web',
        namespace: 'shop',
        annotations: { 'argo-rollouts.argoproj.io/managed-by-rollouts': 'web' },
      },
      spec: { ports: [{ port: 80 }], selector: { app: 'web', 'rollouts-pod-template-hash': 'H2' } },
    });
  });

  it('keeps the annotation that it has, whoever it names', () => {
    const pass = contextOf(rollout({ canary: {} }), [service('web', 'H1', 'other')]);
    ensureServiceTargets(pass, 'web', pass.newRS, { checksAvailability: true });
    expect(pass.cluster.get(kinds.service, 'shop', 'web')).toEqual(service('web', 'H2', 'other'));
  });

  it('does not get a lost annotation back while its hash is right', () => {
    const pass = contextOf(rollout({ canary: {} }), [service('web', 'H2')]);
    ensureServiceTargets(pass, 'web', pass.newRS, { checksAvailability: true });
    expect(pass.cluster.takeWrites()).toEqual([]);
  });

  it('gets a lost annotation back with blue-green', () => {
    const pass = contextOf(rollout({ canary: {} }), [service('web', 'H2')]);
    switchSelector(pass, service('web', 'H2'), 'H2');
    expect(pass.cluster.get(kinds.service, 'shop', 'web')).toEqual(service('web', 'H2', 'web'));
  });

  it.each([undefined, ''])('does not matter without a name: %j', (name) => {
    const pass = contextOf(rollout({ canary: {} }));
    ensureServiceTargets(pass, name, pass.newRS, { checksAvailability: true });
    expect(pass.cluster.takeWrites()).toEqual([]);
  });

  it('ends the pass when it is missing', () => {
    const pass = contextOf(rollout({ canary: {} }));
    expect(() => {
      ensureServiceTargets(pass, 'web', pass.newRS, { checksAvailability: true });
    }).toThrow('service "web" not found');
  });
});

// https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/service.go (reconcileStableAndCanaryService)
describe('the Services of a canary', () => {
  const router = { trafficRouting: { nginx: { stableIngress: 'web' } } };
  const update: RolloutStatus = { stableRS: 'H1', currentPodHash: 'H2' };
  const aborted: RolloutStatus = { ...update, abort: true };
  const back: RolloutStatus = { stableRS: 'H1', currentPodHash: 'H1' };
  const weights = {
    canary: { weight: 20, podTemplateHash: 'H2' },
    stable: { weight: 80, podTemplateHash: 'H1' },
  };

  test.each([
    ['in an update', router, update, {}, 'H2'],
    [
      'in an update without available pods',
      router,
      update,
      { newRS: replicaSet('H2', { available: 0 }) },
      'H1',
    ],
    ['aborted with a router', router, aborted, {}, 'H2'],
    ['aborted without a router', {}, aborted, {}, 'H1'],
    ['back to stable', router, back, { newRS: replicaSet('H1') }, 'H1'],
  ] as const)('%s', (_, strategy, status, changes, canary) => {
    const desired = rollout(
      { canary: { stableService: 'stable', canaryService: 'canary', ...strategy } },
      { status },
    );
    const pass = contextOf(
      desired,
      [service('stable', 'H1', 'web'), service('canary', 'H1', 'web')],
      changes,
    );
    reconcileStableAndCanaryServices(pass);
    expect(hashesOf(pass.cluster)).toEqual({ stable: 'H1', canary });
  });

  test.each([
    ['too few stable pods', 2, true, 'H2'],
    ['enough stable pods', 3, true, 'H1'],
    ['stable pods of a fixed number', 2, false, 'H1'],
  ])('back to stable with %s', (_, available, dynamicStableScale, canary) => {
    const desired = rollout(
      { canary: { stableService: 'stable', canaryService: 'canary', dynamicStableScale, ...router } },
      { status: { ...back, canary: { weights } } },
    );
    const stable = replicaSet('H1', { available });
    const pass = contextOf(desired, [service('stable', 'H1', 'web'), service('canary', 'H2', 'web')], {
      newRS: stable,
      stableRS: stable,
    });
    reconcileStableAndCanaryServices(pass);
    expect(hashesOf(pass.cluster)).toEqual({ stable: 'H1', canary });
  });
});

// https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/service.go (reconcilePingAndPongService)
describe('with ping-pong', () => {
  const update: RolloutStatus = { stableRS: 'H1', currentPodHash: 'H2' };
  test.each<[string, RolloutStatus, Record<string, string | undefined>]>([
    ['the first deployment', {}, { ping: undefined, pong: undefined }],
    [
      'an update from ping',
      { ...update, canary: { stablePingPong: 'ping' } },
      { ping: undefined, pong: 'H2' },
    ],
    [
      'an update from pong',
      { ...update, canary: { stablePingPong: 'pong' } },
      { ping: 'H2', pong: undefined },
    ],
    ['no update', { stableRS: 'H2', currentPodHash: 'H2' }, { ping: undefined, pong: undefined }],
  ])('in %s', (_, status, expected) => {
    const desired = rollout(
      { canary: { pingPong: { pingService: 'ping', pongService: 'pong' } } },
      { status },
    );
    const pass = contextOf(desired, [service('ping'), service('pong')], {
      newRS: replicaSet('H2', { available: 0 }),
    });
    reconcilePingAndPongService(pass);
    expect(hashesOf(pass.cluster)).toEqual(expected);
  });
});

// https://github.com/argoproj/argo-rollouts/blob/v1.9.1/service/service.go
describe('a Service is let go', () => {
  const web = rollout({ canary: { stableService: 'stable', canaryService: 'canary' } });
  const blueGreen = rollout({ blueGreen: { activeService: 'active', previewService: 'preview' } });
  const pingPong = rollout({ canary: { pingPong: { pingService: 'ping', pongService: 'pong' } } });
  test.each<[string, KubeObject[], KubeObject, KubeObject]>([
    ['when its Rollout is gone', [], service('stable', 'H1', 'web'), { ...service('stable') }],
    ['when its Rollout names others', [blueGreen], service('stable', 'H1', 'web'), service('stable')],
    ['but not while it is named', [web], service('stable', 'H1', 'web'), service('stable', 'H1', 'web')],
    ['but not a canary one', [web], service('canary', 'H1', 'web'), service('canary', 'H1', 'web')],
    ['but not a preview one', [blueGreen], service('preview', 'H1', 'web'), service('preview', 'H1', 'web')],
    ['but not a pong one', [pingPong], service('pong', 'H1', 'web'), service('pong', 'H1', 'web')],
    ['but not without a hash', [], service('stable', undefined, 'web'), service('stable', undefined, 'web')],
    ['but not its hash alone', [], service('stable', 'H1'), service('stable', 'H1')],
  ])('%s', (_, objects, before, after) => {
    const cluster = new Cluster([...objects, before]);
    releaseServices(cluster, 'shop');
    const released = cluster.get(kinds.service, 'shop', before.metadata.name);
    expect({ metadata: { annotations: {} }, ...released }).toMatchObject({
      spec: (after as ServiceObject).spec,
    });
    expect(released?.metadata.annotations ?? {}).toEqual(after.metadata.annotations ?? {});
  });
});
