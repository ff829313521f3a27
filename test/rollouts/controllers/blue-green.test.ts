import { describe, expect, it, test } from 'vitest';
import { Cluster } from '../../../src/kubernetes/objects/cluster.js';
import { kinds } from '../../../src/kubernetes/objects/object.js';
import type { BlueGreenStrategy, RolloutObject } from '../../../src/kubernetes/objects/rollout-object.js';
import type { RolloutsVersion } from '../../../src/kubernetes/objects/version.js';
import { abort, promote, promoteFull } from '../../../src/rollouts/controllers/commands.js';
import type { ReplicaSetObject } from '../../../src/rollouts/controllers/context.js';
import { makeAvailable, type PodLimits } from '../../../src/rollouts/controllers/replica-set-controller.js';
import { selectedHash, type ServiceObject } from '../../../src/rollouts/controllers/services.js';
import { settle } from '../../../src/rollouts/controllers/settle.js';
import { rollout, service } from './support.js';

const name = { namespace: 'shop', name: 'web' };

/** A blue-green Rollout in a cluster, and what happens to it there. */
class Shop {
  readonly cluster: Cluster;

  constructor(
    blueGreen: Partial<BlueGreenStrategy>,
    readonly version: RolloutsVersion = '1.9',
  ) {
    const strategy = { activeService: 'active', previewService: 'preview', ...blueGreen };
    const objects = [rollout({ blueGreen: strategy }), service('active'), service('preview')];
    this.cluster = new Cluster(objects, Date.UTC(2030, 0, 1) / 1000);
    this.settle().pods().pods();
  }

  get rollout(): RolloutObject {
    const found = this.cluster.get<RolloutObject>(kinds.rollout, 'shop', 'web');
    if (!found) throw new Error('the Rollout is gone');
    return found;
  }

  settle(): this {
    expect(settle(this.cluster, name, this.version)).toMatchObject({ isSettled: true });
    return this;
  }

  /** Pods become available, and once more what follows from that. */
  pods(limits?: PodLimits): this {
    makeAvailable(this.cluster, this.rollout, limits);
    return this.settle();
  }

  elapse(seconds: number): this {
    this.cluster.now += seconds;
    return this.settle();
  }

  image(image: string): this {
    const template = { ...this.rollout.spec.template, spec: { containers: [{ name: 'web', image }] } };
    return this.change({ template });
  }

  change(spec: Partial<RolloutObject['spec']>): this {
    const before = this.rollout;
    this.cluster.put({ ...before, spec: { ...before.spec, ...spec } } as RolloutObject);
    return this.settle();
  }

  command(run: (cluster: Cluster, rollout: typeof name) => void): this {
    run(this.cluster, name);
    return this.settle();
  }

  /** Where the Services lead, how many pods each ReplicaSet asks for, and the stable one. */
  get state(): string {
    const hash = (of: string) =>
      selectedHash(this.cluster.get<ServiceObject>(kinds.service, 'shop', of)) ?? '-';
    const replicaSets = this.cluster.list<ReplicaSetObject>(kinds.replicaSet, 'shop');
    const pods = replicaSets.map(({ spec }) => String(spec.replicas)).join('+');
    return `active ${hash('active')}, preview ${hash('preview')}, pods ${pods}, stable ${this.rollout.status?.stableRS ?? '-'}`;
  }
}

// https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/bluegreen.go
describe('a blue-green Rollout', () => {
  it('is complete when all pods are available', () => {
    const shop = new Shop({});
    expect(shop.state).toBe('active H1, preview H1, pods 3, stable H1');
    expect(shop.image('web:2').state).toBe('active H1, preview H2, pods 3+3, stable H1');
    expect(shop.pods({ canary: 2 }).state).toBe('active H1, preview H2, pods 3+3, stable H1');
    expect(shop.pods().state).toBe('active H2, preview H2, pods 3+3, stable H2');
    expect(shop.elapse(29).state).toBe('active H2, preview H2, pods 3+3, stable H2');
    expect(shop.elapse(1).state).toBe('active H2, preview H2, pods 0+3, stable H2');
  });

  test.each([
    ['somebody promotes it', { autoPromotionEnabled: false }, (shop: Shop) => shop.command(promote)],
    ['its seconds are over', { autoPromotionSeconds: 60 }, (shop: Shop) => shop.elapse(61)],
    [
      'its seconds are over, or somebody promotes it',
      { autoPromotionSeconds: 60, autoPromotionEnabled: true },
      (shop: Shop) => shop.elapse(61),
    ],
    [
      'somebody promotes it in full',
      { autoPromotionEnabled: false },
      (shop: Shop) => shop.command(promoteFull),
    ],
    [
      'somebody promotes it, whatever the clock says',
      { autoPromotionEnabled: false, autoPromotionSeconds: 60 },
      (shop: Shop) => shop.elapse(61).command(promote),
    ],
  ])('waits until %s', (_, strategy, happen) => {
    const shop = new Shop(strategy).image('web:2').pods().elapse(60);
    expect(shop.state).toBe('active H1, preview H2, pods 3+3, stable H1');
    expect(shop.rollout.status?.phase).toBe('Paused');
    expect(happen(shop).state).toBe('active H2, preview H2, pods 3+3, stable H2');
  });

  it('has a small preview until it is promoted', () => {
    const shop = new Shop({ autoPromotionEnabled: false, previewReplicaCount: 1 });
    expect(shop.image('web:2').pods().state).toBe('active H1, preview H2, pods 3+1, stable H1');
    expect(shop.command(promote).state).toBe('active H1, preview H2, pods 3+3, stable H1');
    expect(shop.rollout.status?.blueGreen?.scaleUpPreviewCheckPoint).toBe(true);
    expect(shop.pods().state).toBe('active H2, preview H2, pods 3+3, stable H2');
    expect(shop.rollout.status?.blueGreen?.scaleUpPreviewCheckPoint).toBeFalsy();
  });

  // NewRSNewReplicas gives all replicas at the checkpoint only while neither the user nor a condition pauses the Rollout.
  // https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/replicaset.go
  it('has a small preview again where the user pauses it on the way to all pods', () => {
    const shop = new Shop({ autoPromotionEnabled: false, previewReplicaCount: 1 }).image('web:2').pods();
    expect(shop.command(promote).state).toBe('active H1, preview H2, pods 3+3, stable H1');
    expect(shop.change({ paused: true }).rollout.status?.blueGreen?.scaleUpPreviewCheckPoint).toBe(true);
    expect(shop.state).toBe('active H1, preview H2, pods 3+1, stable H1');
    expect(shop.change({ paused: false }).state).toBe('active H1, preview H2, pods 3+3, stable H1');
  });

  it('keeps the pods of an aborted update for a while, and its preview for good', () => {
    const shop = new Shop({ autoPromotionEnabled: false }).image('web:2').pods().command(abort);
    expect(shop.state).toBe('active H1, preview H2, pods 3+3, stable H1');
    expect(shop.elapse(30).pods().state).toBe('active H1, preview H2, pods 3+0, stable H1');
    expect(shop.rollout.status?.phase).toBe('Degraded');
  });

  it('leaves Services where they are while the user pauses it', () => {
    const shop = new Shop({}).change({ paused: true }).image('web:2').pods();
    expect(shop.state).toBe('active H1, preview H1, pods 3+3, stable H1');
    expect(shop.change({ paused: false }).state).toBe('active H2, preview H2, pods 3+3, stable H2');
  });

  it('keeps the pods of as many old revisions as it says', () => {
    const shop = new Shop({ scaleDownDelayRevisionLimit: 1 }).image('web:2').pods().image('web:3').pods();
    expect(shop.state).toBe('active H3, preview H3, pods 0+3+3, stable H3');
  });

  test.each<[RolloutsVersion, string]>([
    ['1.8', 'active H1, preview H1, pods 3+3, stable H1'],
    ['1.9', 'active H1, preview H1, pods 3+3, stable H1'],
    ['1.10', 'active H1, preview H1, pods 3+3, stable H1'],
  ])('goes back at once while the old pods are there, in %s', (version, expected) => {
    const shop = new Shop({ autoPromotionEnabled: false }, version)
      .image('web:2')
      .pods()
      .command(promote)
      .pods();
    expect(shop.state).toBe('active H2, preview H2, pods 3+3, stable H2');
    expect(shop.elapse(10).image('web:1').pods().state).toBe(expected);
  });

  test.each<[RolloutsVersion, string]>([
    ['1.9', 'active H2, preview H2, pods 3+3+3, stable H2'],
    ['1.10', 'active H1, preview H2, pods 3+3+3, stable H1'],
  ])('goes back to pods that it never promoted, in %s', (version, expected) => {
    const shop = new Shop({ autoPromotionEnabled: false }, version)
      .image('web:2')
      .pods()
      .image('web:3')
      .pods();
    expect(shop.state).toBe('active H1, preview H3, pods 3+3+3, stable H1');
    expect(shop.elapse(10).image('web:2').pods().state).toBe(expected);
  });
});
