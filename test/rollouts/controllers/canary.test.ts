import { describe, expect, it } from 'vitest';
import { Cluster } from '../../../src/kubernetes/objects/cluster.js';
import { kinds, type KubeObject } from '../../../src/kubernetes/objects/object.js';
import type {
  CanaryStep,
  CanaryStrategy,
  RolloutObject,
  RolloutSpec,
} from '../../../src/kubernetes/objects/rollout-object.js';
import type { RolloutsVersion } from '../../../src/kubernetes/objects/version.js';
import { abort, promote, promoteFull, retry } from '../../../src/rollouts/controllers/commands.js';
import { reconcile } from '../../../src/rollouts/controllers/pass.js';
import { makeAvailable, type PodLimits } from '../../../src/rollouts/controllers/replica-set-controller.js';
import { replicaSetsOf } from '../../../src/rollouts/controllers/replica-sets.js';
import { settle } from '../../../src/rollouts/controllers/settle.js';
import { rollout } from './support.js';

const name = { namespace: 'shop', name: 'web' };

function service(serviceName: string): KubeObject {
  const metadata = { name: serviceName, namespace: 'shop' };
  return { apiVersion: 'v1', kind: 'Service', metadata, ...{ spec: { selector: { app: 'web' } } } };
}

const virtualService = {
  apiVersion: 'networking.istio.io/v1',
  kind: 'VirtualService',
  metadata: { name: 'web', namespace: 'shop' },
  spec: {
    http: [
      {
        name: 'primary',
        route: [
          { destination: { host: 'stable' }, weight: 100 },
          { destination: { host: 'canary' }, weight: 0 },
        ],
      },
    ],
  },
};

/** A deployed Rollout of ten pods, and what happens to it. */
class Shop {
  readonly cluster: Cluster;

  constructor(
    canary: CanaryStrategy,
    spec: Partial<RolloutSpec> = {},
    private readonly version: RolloutsVersion = '1.9',
  ) {
    const routing: CanaryStrategy = {
      stableService: 'stable',
      canaryService: 'canary',
      trafficRouting: {
        istio: { virtualService: { name: 'web', routes: ['primary'] } },
        managedRoutes: [{ name: 'h' }],
      },
    };
    const web = rollout({ canary: { ...routing, ...canary } }, { spec: { replicas: 10, ...spec } });
    this.cluster = new Cluster([web, service('stable'), service('canary'), virtualService]);
    this.settle().ready();
  }

  get rollout(): RolloutObject {
    const found = this.cluster.get<RolloutObject>(kinds.rollout, 'shop', 'web');
    if (!found) throw new Error('The Rollout is gone.');
    return found;
  }

  settle(): this {
    settle(this.cluster, name, this.version);
    return this;
  }

  pods(limits: PodLimits = {}): this {
    makeAvailable(this.cluster, this.rollout, limits);
    return this.settle();
  }

  ready(): this {
    for (let round = 0; round < 4; round += 1) this.pods();
    return this;
  }

  update(image: string): this {
    const { rollout } = this;
    const template = { ...rollout.spec.template, spec: { containers: [{ name: 'web', image }] } };
    const generation = (rollout.metadata.generation ?? 1) + 1;
    this.cluster.put({
      ...rollout,
      metadata: { ...rollout.metadata, generation },
      spec: { ...rollout.spec, template },
    } as RolloutObject);
    return this.settle();
  }

  command(run: (cluster: Cluster, rollout: typeof name) => void): this {
    run(this.cluster, name);
    return this.settle();
  }

  elapse(seconds: number): this {
    this.cluster.now += seconds;
    return this.settle();
  }

  /** Pods by ReplicaSet: `H1 10, H2 2`. */
  get sizes(): string {
    return replicaSetsOf(this.cluster, this.rollout)
      .map(({ metadata, spec }) => `${metadata.name.slice(4)} ${spec.replicas}`)
      .join(', ');
  }

  /** Where it is: step, weight of the canary, managed routes, and pods. */
  get state(): string {
    const { currentStepIndex, canary } = this.rollout.status ?? {};
    const found = this.cluster.get<KubeObject & typeof virtualService>(kinds.virtualService, 'shop', 'web');
    const routes = (found?.spec.http ?? [])
      .map(({ name: route }) => route)
      .filter((route) => route !== 'primary');
    return [
      `${currentStepIndex ?? '-'}: ${canary?.weights?.canary.weight ?? '-'}`,
      ...routes,
      this.sizes,
    ].join(' | ');
  }

  hashOf(serviceName: string): string | undefined {
    const found = this.cluster.get<KubeObject & { spec: { selector: Record<string, string> } }>(
      kinds.service,
      'shop',
      serviceName,
    );
    return found?.spec.selector['rollouts-pod-template-hash'];
  }
}

const pause: CanaryStep = { pause: {} };
const header: CanaryStep = {
  setHeaderRoute: { name: 'h', match: [{ headerName: 'x', headerValue: { exact: 'y' } }] },
};

describe('the timeline of an update', () => {
  it('with header routes and a scale of its own', () => {
    const shop = new Shop({
      steps: [
        { setCanaryScale: { replicas: 1 } },
        header,
        pause,
        { setWeight: 20 },
        pause,
        { setCanaryScale: { matchTrafficWeight: true } },
        pause,
        { setWeight: 50 },
        { setHeaderRoute: { name: 'h' } },
        pause,
      ],
    });
    expect(shop.state).toBe('10: 0 | H1 10');
    expect(shop.update('web:2').state).toBe('0: 0 | H1 10, H2 1');
    expect([shop.hashOf('stable'), shop.hashOf('canary')]).toEqual(['H1', 'H1']);
    expect(shop.ready().state).toBe('2: 0 | h | H1 10, H2 1');
    expect([shop.hashOf('stable'), shop.hashOf('canary')]).toEqual(['H1', 'H2']);
    expect(shop.command(promote).ready().state).toBe('4: 20 | h | H1 10, H2 1');
    expect(shop.command(promote).ready().state).toBe('6: 20 | h | H1 10, H2 2');
    expect(shop.command(promote).state).toBe('7: 20 | h | H1 10, H2 5');
    expect(shop.pods({ canary: 4 }).state).toBe('7: 20 | h | H1 10, H2 5');
    expect(shop.ready().state).toBe('9: 50 | H1 10, H2 5');
    expect(shop.command(promote).state).toBe('10: 50 | H1 10, H2 10');
    expect(shop.ready().state).toBe('10: 0 | H1 10, H2 10');
    expect(shop.rollout.status?.stableRS).toBe('H2');
    expect(shop.elapse(31).sizes).toBe('H1 0, H2 10');
  });

  it('with dynamicStableScale, and its abort', () => {
    const shop = new Shop({
      dynamicStableScale: true,
      steps: [{ setWeight: 20 }, pause, { setWeight: 60 }, pause],
    });
    expect(shop.update('web:2').state).toBe('0: 0 | H1 10, H2 2');
    expect(shop.ready().state).toBe('1: 20 | H1 8, H2 2');
    expect(shop.command(promote).state).toBe('2: 20 | H1 8, H2 6');
    expect(shop.ready().state).toBe('3: 60 | H1 4, H2 6');
    expect(shop.command(abort).state).toBe('0: 60 | H1 8, H2 6');
    expect(shop.ready().state).toBe('0: 0 | H1 10, H2 0');
  });

  it('loses a header route that is set before there are pods', () => {
    const shop = new Shop({ steps: [header, { setCanaryScale: { replicas: 1 } }, pause] });
    expect(shop.update('web:2').ready().state).toBe('2: 0 | H1 10, H2 1');
  });
});

describe('ways out of an update', () => {
  const atPause = (canary: CanaryStrategy = {}, spec: Partial<RolloutSpec> = {}, version?: RolloutsVersion) =>
    new Shop({ steps: [{ setWeight: 20 }, pause], ...canary }, spec, version).update('web:2').ready();

  it('an abort keeps the canary for half a minute', () => {
    const shop = atPause().command(abort);
    expect(shop.state).toBe('0: 0 | H1 10, H2 2');
    expect(shop.hashOf('canary')).toBe('H1');
    expect(shop.rollout.status).toMatchObject({
      phase: 'Degraded',
      message: 'RolloutAborted: Rollout aborted update to revision 2',
    });
    expect(shop.elapse(29).sizes).toBe('H1 10, H2 2');
    expect(shop.elapse(1).sizes).toBe('H1 10, H2 0');
  });

  it('a retry begins anew', () => {
    const shop = atPause().command(abort).elapse(31).command(retry).ready();
    expect(shop.state).toBe('1: 20 | H1 10, H2 2');
    expect(shop.rollout.status?.phase).toBe('Paused');
  });

  it('a full promotion skips the steps', () => {
    expect(atPause().command(promoteFull).ready().state).toBe('2: 0 | H1 10, H2 10');
  });

  it('the stable template skips them too', () => {
    const shop = atPause().update('web:1').ready();
    // What was the canary counts as an old stable one, and keeps its pods for a while.
    expect(shop.state).toBe('2: 0 | H1 10, H2 2');
    expect(shop.elapse(31).sizes).toBe('H1 10, H2 0');
    expect(shop.rollout.metadata.annotations?.['rollout.argoproj.io/revision']).toBe('3');
  });

  it('a third template takes the place of the second', () => {
    const shop = atPause().update('web:3');
    expect(shop.state).toBe('0: 0 | H1 10, H2 2, H3 2');
    expect(shop.ready().state).toBe('1: 20 | H1 10, H2 0, H3 2');
  });

  it('another size is taken in before anything else', () => {
    const shop = atPause();
    const { rollout } = shop;
    shop.cluster.put({ ...rollout, spec: { ...rollout.spec, replicas: 20 } } as RolloutObject);
    expect(shop.settle().state).toBe('1: 20 | H1 20, H2 4');
  });
});

describe('the end of a pass', () => {
  it.each([
    ['1.9', 'reset'],
    ['1.10', 'created'],
  ] satisfies [RolloutsVersion, string][])('%s: %s', (version, expected) => {
    const web = rollout({ canary: { steps: [pause] } });
    const cluster = new Cluster([web]);
    expect(reconcile(cluster, name, version)).toEqual({});
    const { status } = cluster.get<RolloutObject>(kinds.rollout, 'shop', 'web') ?? web;
    expect(status?.currentPodHash).toBe(expected === 'reset' ? 'H1' : undefined);
    expect(status?.conditions?.map(({ type }) => type)).toContain('Progressing');
  });

  it('is an error where the spec is invalid', () => {
    const web = rollout({ canary: {} }, { spec: { replicas: -1 } });
    const cluster = new Cluster([web]);
    const { error } = reconcile(cluster, name, '1.9');
    expect(error?.message).toContain('spec.replicas');
    expect(cluster.get<RolloutObject>(kinds.rollout, 'shop', 'web')?.status?.phase).toBe('Degraded');
  });
});
