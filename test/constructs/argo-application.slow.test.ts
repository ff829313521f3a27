import { type ApiObject, Chart, JsonPatch, Testing } from 'cdk8s';
import { describe, expect, it, vi } from 'vitest';
import { ArgoApplication, type ArgoApplicationProps } from '../../src/constructs/argo-application.js';
import { ArgoApplicationSet } from '../../src/constructs/argo-application-set.js';
import { CanaryRollout } from '../../src/constructs/canary-rollout.js';
import { IstioTraffic, Steps } from '../../src/constructs/index.js';
import { canary } from './raw-objects.js';

const spec = {
  source: { repoURL: 'https://git.example.com/shop.git', path: 'dist/shop' },
  destination: { server: 'https://kubernetes.default.svc', namespace: 'shop' },
} as const;

const weights = (name: string) => ({
  group: 'networking.istio.io',
  kind: 'VirtualService',
  name,
  jqPathExpressions: ['.spec.http[]?.route[]?.weight'],
});

function charts() {
  const app = Testing.app();
  return { shop: new Chart(app, 'shop', { namespace: 'shop' }), argocd: new Chart(app, 'argocd') };
}

function specOf(object: ApiObject): Readonly<Record<string, unknown>> {
  return (object.toJson() as { spec: Record<string, unknown> }).spec;
}

describe('ArgoApplication', () => {
  it('ignores what the controller writes into what it manages, and syncs only what differs', () => {
    const { shop, argocd } = charts();
    canary(shop, 'cart');
    const application = new ArgoApplication(argocd, 'shop', { ...spec, manages: [shop] });

    expect(application.toJson()).toEqual({
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'Application',
      metadata: { name: 'shop', namespace: 'argocd' },
      spec: {
        project: 'default',
        source: { repoURL: 'https://git.example.com/shop.git', path: 'dist/shop' },
        destination: { server: 'https://kubernetes.default.svc', namespace: 'shop' },
        syncPolicy: { syncOptions: ['ApplyOutOfSyncOnly=true'] },
        ignoreDifferences: [weights('cart')],
      },
    });
  });

  it('knows of what is added later, and of patches', () => {
    const { shop, argocd } = charts();
    const application = new ArgoApplication(argocd, 'shop', { ...spec, manages: [shop] });
    const { virtualService } = canary(shop, 'cart');
    expect(specOf(application)['ignoreDifferences']).toEqual([weights('cart')]);

    const redirect = { name: 'moved', redirect: { uri: '/cart' } };
    const other = { name: 'other', route: [{ destination: { host: 'other' }, weight: 60 }] };
    virtualService.addJsonPatch(
      JsonPatch.add('/spec/http/0', redirect),
      JsonPatch.add('/spec/http/-', other),
    );
    expect(specOf(application)['ignoreDifferences']).toEqual([
      {
        ...weights('cart'),
        jqPathExpressions: ['.spec.http[]? | select(.name == "primary") | .route[]?.weight'],
      },
    ]);
  });

  it('has an entry for each of several Rollouts, and none for those of another Application', () => {
    const { shop, argocd } = charts();
    const [cart, checkout, quotes] = ['cart', 'checkout', 'quotes'].map((name) => canary(shop, name));
    if (!cart || !checkout || !quotes) throw new Error('There are three.');
    const both = new ArgoApplication(argocd, 'both', { ...spec, manages: [cart.scope, checkout.scope] });
    const one = new ArgoApplication(argocd, 'one', { ...spec, manages: [quotes.scope] });

    expect(specOf(both)['ignoreDifferences']).toEqual([weights('cart'), weights('checkout')]);
    expect(specOf(one)['ignoreDifferences']).toEqual([weights('quotes')]);
  });

  it('keeps what it is told, its own entries first', () => {
    const { shop, argocd } = charts();
    canary(shop, 'cart');
    const own = { group: 'apps', kind: 'Deployment', name: 'legacy', jsonPointers: ['/spec/replicas'] };
    const application = new ArgoApplication(argocd, 'apps', {
      ...spec,
      metadata: {
        name: 'shop',
        namespace: 'gitops',
        labels: { team: 'shop' },
        finalizers: ['a.example.com/b'],
      },
      project: 'shop',
      syncPolicy: { automated: { prune: true, selfHeal: true }, syncOptions: ['CreateNamespace=true'] },
      ignoreDifferences: [own],
      manages: [shop],
      overrides: { revisionHistoryLimit: 3, syncPolicy: { automated: { enabled: false } } },
    });

    expect(application.toJson()).toMatchObject({
      metadata: {
        name: 'shop',
        namespace: 'gitops',
        labels: { team: 'shop' },
        finalizers: ['a.example.com/b'],
      },
      spec: {
        project: 'shop',
        revisionHistoryLimit: 3,
        syncPolicy: {
          automated: { enabled: false, prune: true, selfHeal: true },
          syncOptions: ['CreateNamespace=true', 'ApplyOutOfSyncOnly=true'],
        },
        ignoreDifferences: [own, weights('cart')],
      },
    });
  });

  it('ignores nothing twice', () => {
    const { shop, argocd } = charts();
    canary(shop, 'cart');
    const own = { ...weights('cart'), jqPathExpressions: ['.spec.http[]? | .route[]?.weight'] };
    const application = new ArgoApplication(argocd, 'shop', {
      ...spec,
      ignoreDifferences: [own],
      manages: [shop],
    });
    expect(specOf(application)['ignoreDifferences']).toEqual([own]);
  });

  it.each<[string, Partial<ArgoApplicationProps>, readonly string[], readonly string[]]>([
    ['client-side apply', {}, ['VirtualService'], ['ApplyOutOfSyncOnly=true']],
    [
      'server-side apply',
      { syncPolicy: { syncOptions: ['ServerSideApply=true'] } },
      ['DestinationRule', 'VirtualService'],
      ['ServerSideApply=true', 'ApplyOutOfSyncOnly=true'],
    ],
    [
      'server-side diff',
      { metadata: { annotations: { 'argocd.argoproj.io/compare-options': 'ServerSideDiff=true' } } },
      ['DestinationRule', 'VirtualService'],
      ['ApplyOutOfSyncOnly=true'],
    ],
    [
      'an option switched off by name',
      { syncPolicy: { syncOptions: ['ApplyOutOfSyncOnly=false'] } },
      ['VirtualService'],
      ['ApplyOutOfSyncOnly=false'],
    ],
    [
      'ignored differences respected',
      { syncPolicy: { syncOptions: ['RespectIgnoreDifferences=true'] } },
      ['VirtualService'],
      ['RespectIgnoreDifferences=true', 'ApplyOutOfSyncOnly=true'],
    ],
  ])('goes by its own sync options: %s', (_, props, kinds, options) => {
    const { shop, argocd } = charts();
    canary(shop, 'cart');
    const application = new ArgoApplication(argocd, 'shop', {
      ...spec,
      ...props,
      manages: [shop],
    } as ArgoApplicationProps);
    const { ignoreDifferences, syncPolicy } = specOf(application) as {
      ignoreDifferences: readonly { kind: string }[];
      syncPolicy: { syncOptions: readonly string[] };
    };

    expect(ignoreDifferences.map(({ kind }) => kind).sort()).toEqual(kinds);
    expect(syncPolicy.syncOptions).toEqual(options);
  });

  it('may be in the chart that it manages', () => {
    const { shop } = charts();
    canary(shop, 'cart');
    const application = new ArgoApplication(shop, 'shop', { ...spec, manages: [shop] });
    expect(application.toJson()).toMatchObject({
      metadata: { namespace: 'argocd' },
      spec: { ignoreDifferences: [weights('cart')] },
    });
  });

  it('says which objects of its files it does not know', () => {
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const { shop, argocd } = charts();
    const pod = { image: 'ghcr.io/example/cart:1.4.2', port: 8080 };
    const cart = new CanaryRollout(shop, 'cart', {
      pod,
      traffic: IstioTraffic.subsets(),
      steps: Steps.ramp([5, 20], { pause: '1m' }),
    });
    new CanaryRollout(shop, 'quotes', { pod, traffic: IstioTraffic.subsets() });
    new ArgoApplication(argocd, 'shop', { ...spec, manages: [cart.rollout] });
    argocd.node.root.node.findAll().forEach(({ node }) => node.validate());
    const lines = write.mock.calls.map(([line]) => String(line)).filter((line) => line.includes('"manages"'));
    vi.restoreAllMocks();

    const missing = (object: string, end: string) =>
      `${object} is in a file of which Application "shop" deploys other objects, and is missing in its "manages", so nothing that ${end} is ignored, and a sync may take it back; add it there.\n`;
    expect(lines.map((line) => line.replace(/^.*?warning \[[^\]]*\] /, ''))).toEqual([
      missing('Rollout "quotes"', 'its controller writes'),
      missing('VirtualService "cart"', 'the controller of a Rollout writes there'),
    ]);
  });

  it('ignores nothing when it manages nothing', () => {
    const { argocd } = charts();
    expect(specOf(new ArgoApplication(argocd, 'shop', spec))).toEqual({ project: 'default', ...spec });
  });

  it('takes versions that there are', () => {
    const { shop, argocd } = charts();
    canary(shop, 'cart');
    const application = new ArgoApplication(argocd, 'shop', {
      ...spec,
      manages: [shop],
      versions: { argocd: '9.9' },
    });
    expect(() => application.toJson() as unknown).toThrow(
      /'argocd\/shop'.*The version of Argo CD is "9\.9"; it must be a release of 2\.13, /,
    );
  });

  it('has one kind of source and one way to name its cluster', () => {
    const { argocd } = charts();
    const make = (id: string, props: ArgoApplicationProps) => new ArgoApplication(argocd, id, props);
    const { source, destination } = spec;
    make('sources', { sources: [source], destination });
    // @ts-expect-error: both kinds of source
    make('both', { source, sources: [source], destination });
    // @ts-expect-error: no source
    make('none', { destination });
    // @ts-expect-error: no cluster
    make('nowhere', { source, destination: { namespace: 'shop' } });
    // @ts-expect-error: the cluster by its URL and by its name
    make('twice', { source, destination: { ...destination, name: 'in-cluster' } });
    // @ts-expect-error: a field that there is not
    make('misspelt', { source, destination, ignoreDifference: [] });
  });
});

describe('ArgoApplicationSet', () => {
  it('has in its template what each of its Applications has to ignore', () => {
    const { shop, argocd } = charts();
    canary(shop, 'cart');
    const set = new ArgoApplicationSet(argocd, 'shop', {
      generators: [{ list: { elements: [{ cluster: 'eu' }, { cluster: 'us' }] } }],
      goTemplate: true,
      template: {
        metadata: { name: 'shop-{{.cluster}}' },
        spec: { ...spec, destination: { name: '{{.cluster}}', namespace: 'shop' } },
      },
      manages: [shop],
      overrides: { template: { spec: { revisionHistoryLimit: 3 } } },
    });

    expect(set.toJson()).toEqual({
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'ApplicationSet',
      metadata: { name: 'shop', namespace: 'argocd' },
      spec: {
        goTemplate: true,
        generators: [{ list: { elements: [{ cluster: 'eu' }, { cluster: 'us' }] } }],
        template: {
          metadata: { name: 'shop-{{.cluster}}' },
          spec: {
            project: 'default',
            source: { repoURL: 'https://git.example.com/shop.git', path: 'dist/shop' },
            destination: { name: '{{.cluster}}', namespace: 'shop' },
            syncPolicy: { syncOptions: ['ApplyOutOfSyncOnly=true'] },
            ignoreDifferences: [weights('cart')],
            revisionHistoryLimit: 3,
          },
        },
      },
    });
  });
});
