import { type Random, randomFrom } from '../../support/random-repository.js';
import type { Manifest } from '../../conformance/scenario.js';
import type { Files } from './stories.js';

/** A change that an Application brings: what was in Git, what is, and what of it is gone from the cluster. */
export interface OrderCase {
  readonly name: string;
  readonly before: Files;
  readonly after: Files;
  /** `Kind/name` of objects that somebody has deleted. */
  readonly missing: readonly string[];
}

type Loose = Readonly<Record<string, unknown>>;

const namespace = 'shop';
const app = { app: 'web' };
const metadata = (name: string): Manifest['metadata'] => ({ name, namespace });

const service = (name: string): Manifest => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: metadata(name),
  spec: { selector: app, clusterIP: '10.0.0.1', ports: [{ port: 80, targetPort: 8080 }] },
});
const virtualService = (name: string, host: string): Manifest => ({
  apiVersion: 'networking.istio.io/v1',
  kind: 'VirtualService',
  metadata: metadata(name),
  spec: { hosts: [`${name}.example.com`], http: [{ route: [{ destination: { host } }] }] },
});
const destinationRule = (name: string, host: string): Manifest => ({
  apiVersion: 'networking.istio.io/v1',
  kind: 'DestinationRule',
  metadata: metadata(name),
  spec: { host, trafficPolicy: { tls: { mode: 'ISTIO_MUTUAL' } } },
});
const ingress = (name: string, to: string): Manifest => ({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'Ingress',
  metadata: metadata(name),
  spec: {
    ingressClassName: 'nginx',
    rules: [
      {
        host: `${name}.example.com`,
        http: {
          paths: [
            { path: '/', pathType: 'Prefix', backend: { service: { name: to, port: { number: 80 } } } },
          ],
        },
      },
    ],
  },
});
const httpRoute = (name: string, to: string): Manifest => ({
  apiVersion: 'gateway.networking.k8s.io/v1',
  kind: 'HTTPRoute',
  metadata: metadata(name),
  spec: { parentRefs: [{ name: 'outside' }], rules: [{ backendRefs: [{ name: to, port: 80 }] }] },
});
const pods = {
  selector: { matchLabels: app },
  template: { metadata: { labels: app }, spec: { containers: [{ name: 'web', image: 'web:1' }] } },
};
const rollout = (rest: Loose): Manifest => ({
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'Rollout',
  metadata: metadata('web'),
  spec: { replicas: 2, strategy: { canary: { steps: [{ setWeight: 50 }, { pause: {} }] } }, ...rest },
});
const deployment: Manifest = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: metadata('web'),
  spec: { replicas: 0, ...pods },
};

const waves = ['-2', '-1', '0', '1', '2', '3', '+4', 'late'];
const hookPhases = ['PreSync', 'Sync', 'PostSync', 'SyncFail', 'PreSync,PostSync', 'Sync, SyncFail'];
const options = [
  ...['Prune=false', 'Prune=false', 'Prune=true', 'Prune=confirm', 'PruneLast=true', 'PruneLast=true'],
  ...['Replace=true', 'Force=true', 'ServerSideApply=true', 'ServerSideApply=false'],
];

class Generator {
  constructor(private readonly random: Random) {}

  private isLikely(percent: number): boolean {
    return this.random.below(100) < percent;
  }

  private some<T>(items: readonly T[], percent: number): readonly T[] {
    return items.filter(() => this.isLikely(percent));
  }

  case(name: string): OrderCase {
    const needed = this.isLikely(30)
      ? [rollout({ workloadRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' } }), deployment]
      : [rollout(pods)];
    const stays = [...needed, service('s1')];
    const to = ['s1', 's1', 's2', 's3'];
    const others = [
      ...['s2', 's3', 's4'].map(service),
      ...['a', 'm', 'web', 'z'].map((own) => virtualService(own, this.random.pick(to))),
      ...['a', 'web'].map((own) => destinationRule(own, this.random.pick(to))),
      ...['i1', 'web'].map((own) => ingress(own, this.random.pick(to))),
      ...['b', 'web'].map((own) => httpRoute(own, this.random.pick(to))),
    ];
    const [areFew, isOrdered] = [this.isLikely(40), this.isLikely(80)];
    const annotated = (object: Manifest): Manifest => (isOrdered ? this.annotated(object) : object);
    const before: Manifest[] = stays.map(annotated);
    const after: Manifest[] = before.map((object) => this.next(object));
    for (const object of this.some(others, areFew ? 30 : 70)) {
      const own = annotated(object);
      const where = this.random.below(10);
      if (where < 4) before.push(own);
      else if (where < 6) after.push(own);
      else {
        before.push(own);
        after.push(this.next(own));
      }
    }
    const text = this.application();
    const hooks = this.hooks();
    return {
      name,
      before: filesOf([...before, ...this.some(hooks, 80)], text),
      after: filesOf([...after, ...hooks], text),
      missing: this.some(before.slice(stays.length), 10).map(
        ({ kind, metadata: { name: own } }) => `${kind}/${own}`,
      ),
    };
  }

  private annotated(object: Manifest): Manifest {
    const own = this.some(options, 6);
    const annotations = {
      ...(this.isLikely(60) ? { 'argocd.argoproj.io/sync-wave': this.random.pick(waves) } : {}),
      ...(own.length > 0
        ? { 'argocd.argoproj.io/sync-options': own.join(this.random.pick([',', ', '])) }
        : {}),
    };
    return { ...object, metadata: { ...object.metadata, annotations } };
  }

  /** The object after the change: the same, with another label, in another wave, or with a field that cannot be changed. */
  private next(object: Manifest): Manifest {
    const how = this.random.below(20);
    if (how < 8) return object;
    if (how < 15) return { ...object, metadata: { ...object.metadata, labels: { changed: 'true' } } };
    if (how < 18) return this.annotated(object);
    const spec = object['spec'] as Loose;
    if (object.kind === 'Service') return { ...object, spec: { ...spec, clusterIP: '10.0.0.2' } };
    if (object.kind !== 'Deployment') return object;
    const labels = { ...app, part: 'web' };
    const template = { ...pods.template, metadata: { labels } };
    return { ...object, spec: { ...spec, selector: { matchLabels: labels }, template } };
  }

  private hooks(): readonly Manifest[] {
    if (!this.isLikely(40)) return [];
    return ['h1', 'h2', 'h3'].slice(0, 1 + this.random.below(3)).map((name) => ({
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: {
        ...metadata(name),
        annotations: {
          'argocd.argoproj.io/hook': this.random.pick(hookPhases),
          ...(this.isLikely(50) ? { 'argocd.argoproj.io/sync-wave': this.random.pick(waves) } : {}),
        },
      },
      spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'job', image: 'job:1' }] } } },
    }));
  }

  private application(): string {
    const own = this.some(
      [
        ...['PruneLast=true', 'ApplyOutOfSyncOnly=true', 'ApplyOutOfSyncOnly=true', 'ServerSideApply=true'],
        ...['Replace=true', 'Prune=false', 'Prune=confirm'],
      ],
      12,
    );
    return JSON.stringify({
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'Application',
      metadata: { name: 'shop', namespace: 'argocd' },
      spec: {
        source: {
          repoURL: 'https://git.example.com/shop.git',
          targetRevision: 'main',
          path: '.',
          directory: { exclude: 'argocd.yaml' },
        },
        destination: { server: 'https://kubernetes.default.svc', namespace },
        syncPolicy: { automated: { prune: this.isLikely(85), selfHeal: true }, syncOptions: own },
      },
    });
  }
}

function filesOf(objects: readonly Manifest[], application: string): Files {
  const own = objects.map((object) => [
    `${object.kind}-${object.metadata.name}.yaml`,
    `${JSON.stringify(object)}\n`,
  ]);
  return { ...(Object.fromEntries(own) as Files), 'argocd.yaml': application };
}

/** The case of a number; the same one each time. */
export function orderCase(seed: number, run: number): OrderCase {
  return new Generator(randomFrom(seed * 100_000 + run)).case(`${seed}/${run}`);
}
