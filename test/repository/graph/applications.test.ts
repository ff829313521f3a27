import { describe, expect, it } from 'vitest';
import { application, graphOf, manifests } from './files.js';

const web = manifests('Rollout/web', 'Service/web');

describe('an Application', () => {
  it('gives its namespace to what names none', () => {
    const { namespaceOf } = graphOf({
      'argocd/web.yaml': application('web', 'apps/web', 'shop'),
      'apps/web/web.yaml': web,
      'apps/web/other.yaml': manifests('Service/blog/other'),
      'apps/cart/cart.yaml': manifests('Rollout/cart'),
    });
    expect(namespaceOf('apps/web/web.yaml', 'Rollout/web')).toBe('shop');
    expect(namespaceOf('apps/web/other.yaml', 'Service/other')).toBe('blog');
    expect(namespaceOf('apps/cart/cart.yaml', 'Rollout/cart')).toBeUndefined();
  });

  it('deploys the folders below only where it is told to', () => {
    const files = (more: string) => ({
      'argocd/web.yaml': application('web', 'apps', 'shop', more),
      'apps/web/web.yaml': web,
    });
    const recursive = graphOf(files('    directory:\n      recurse: true\n'));
    expect(recursive.namespaceOf('apps/web/web.yaml', 'Rollout/web')).toBe('shop');
    expect(graphOf(files('')).namespaceOf('apps/web/web.yaml', 'Rollout/web')).toBeUndefined();
  });

  it('brings together what it deploys, from whatever folders', () => {
    const files = (more: string) => ({
      'argocd/web.yaml': application('web', 'apps', 'shop', more),
      'apps/web/rollout.yaml': manifests('Rollout/web'),
      'apps/net/service.yaml': manifests('Service/web'),
      'other/service.yaml': manifests('Service/web-canary'),
    });
    const beside = (more: string): readonly string[] => {
      const { graph } = graphOf(files(more));
      return graph.companions(graph.rollouts[0]!, { group: '', kind: 'Service' }).map(({ name }) => name);
    };
    expect(beside('    directory:\n      recurse: true\n')).toEqual(['web']);
    expect(beside('')).toEqual([]);
  });

  it('does not put itself into its destination', () => {
    const { namespaceOf, graph, get } = graphOf({
      'deploy/application.yaml': application('web', 'deploy', 'shop').replace('  namespace: argocd\n', ''),
      'deploy/web.yaml': web,
    });
    expect(namespaceOf('deploy/application.yaml', 'Application/web')).toBeUndefined();
    expect(namespaceOf('deploy/web.yaml', 'Rollout/web')).toBe('shop');
    expect(graph.applications(get('deploy/web.yaml', 'Rollout/web')).map(({ name }) => name)).toEqual([
      'web',
    ]);
  });

  it('of a chart deploys nothing of the input', () => {
    const { namespaceOf } = graphOf({
      'argocd/web.yaml': application('web', 'apps/web', 'shop', '    chart: web\n'),
      'apps/web/web.yaml': web,
    });
    expect(namespaceOf('apps/web/web.yaml', 'Rollout/web')).toBeUndefined();
  });
});

describe('what an Application calls an object', () => {
  const overlay = (extra: string, base = '../../base') =>
    `apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources:\n  - ${base}\n${extra}`;
  const files = (staging: string, settings = '') => ({
    'apps/staging.yaml': application('staging', 'overlays/staging', 'stg', settings),
    'apps/production.yaml': application('production', 'overlays/production', 'prd'),
    'base/kustomization.yaml': overlay('nameSuffix: -v1\n', 'web.yaml'),
    'base/web.yaml': web,
    'overlays/staging/kustomization.yaml': overlay(staging),
    'overlays/production/kustomization.yaml': overlay('namespace: shop\n'),
  });
  const called = (all: Readonly<Record<string, string>>, name: string) => {
    const { graph, get } = graphOf(all);
    const as = graph.deployedAs(
      get(`apps/${name}.yaml`, `Application/${name}`),
      get('base/web.yaml', 'Service/web'),
    );
    return as.map((one) => `${one.namespace ?? '?'}/${one.name ?? '?'}`);
  };

  it('is what its own overlay makes of the name and the namespace', () => {
    const all = files('namePrefix: stg-\n');
    expect(called(all, 'staging')).toEqual(['stg/stg-web-v1']);
    expect(called(all, 'production')).toEqual(['shop/web-v1']);
  });

  it('gets the prefix of the Application in the place of that of the overlay', () => {
    const settings = '    kustomize:\n      namePrefix: eu-\n';
    expect(called(files('namePrefix: stg-\n', settings), 'staging')).toEqual(['stg/eu-web-v1']);
    expect(called(files('nameSuffix: -stg\n', settings), 'staging')).toEqual(['stg/eu-web-v1-stg']);
  });

  it('is not known where a patch or a transformer may rename it', () => {
    const patch =
      'patches:\n  - target:\n      kind: Service\n    patch: |\n      - op: replace\n        path: ';
    expect(called(files(`${patch}/metadata/name\n        value: other\n`), 'staging')).toEqual(['stg/?']);
    expect(called(files(`${patch}/spec/type\n        value: NodePort\n`), 'staging')).toEqual(['stg/web-v1']);
    expect(called(files('transformers:\n  - rename.yaml\n'), 'staging')).toEqual(['stg/?']);
  });

  it('is each of several names where it is built several times', () => {
    const twice = {
      ...files(''),
      'overlays/staging/kustomization.yaml': overlay('  - ../more\n', '../../base'),
      'overlays/more/kustomization.yaml': overlay('namePrefix: more-\n'),
    };
    expect(called(twice, 'staging')).toEqual(['stg/web-v1', 'stg/more-web-v1']);
  });
});

it('environments get their namespaces from their Applications', () => {
  const { leads } = graphOf({
    'argocd/dev.yaml': application('web-dev', 'dev', 'web-dev'),
    'argocd/prod.yaml': application('web-prod', 'prod', 'web-prod'),
    'dev/web.yaml': web,
    'prod/web.yaml': `${web}---\n${manifests('Service/web-canary')}`,
    'shared/service.yaml': manifests('Service/web-prod/web-preview'),
  });
  expect(leads('prod/web.yaml', 'Rollout/web', 'Service/web-preview')).toEqual(['shared/service.yaml']);
  expect(leads('dev/web.yaml', 'Rollout/web', 'Service/web-preview')).toBe('absent');
  expect(leads('dev/web.yaml', 'Rollout/web', 'Service/web-canary')).toBe('absent');
});

it('one folder may be deployed to several namespaces', () => {
  const { leads, namespaceOf } = graphOf({
    'argocd/eu.yaml': application('web-eu', 'apps/web', 'eu'),
    'argocd/us.yaml': application('web-us', 'apps/web', 'us'),
    'apps/web/web.yaml': web,
    'apps/extra/service.yaml': manifests('Service/eu/web-canary'),
  });
  expect(namespaceOf('apps/web/web.yaml', 'Rollout/web')).toBeUndefined();
  expect(leads('apps/web/web.yaml', 'Rollout/web', 'Service/web')).toEqual(['apps/web/web.yaml']);
  expect(leads('apps/web/web.yaml', 'Rollout/web', 'Service/web-canary')).toBe('absent');
});

describe('Applications of another repository', () => {
  const of = (repository: string, path: string, namespace: string) =>
    application(namespace, path, namespace).replace(
      'https://git.example.com/shop/manifests.git',
      `https://git.example.com/shop/${repository}`,
    );

  it('are tied to the repository of their name', () => {
    const { namespaceOf } = graphOf({
      'argocd/apps/cart.yaml': of('cart.git', 'deploy/prod', 'cart'),
      'argocd/apps/checkout.yaml': of('checkout', 'deploy/prod', 'checkout'),
      'src/cart/deploy/prod/app.yaml': manifests('Rollout/app'),
      'src/checkout/deploy/prod/app.yaml': manifests('Rollout/app'),
    });
    expect(namespaceOf('src/cart/deploy/prod/app.yaml', 'Rollout/app')).toBe('cart');
    expect(namespaceOf('src/checkout/deploy/prod/app.yaml', 'Rollout/app')).toBe('checkout');
  });

  it('are tied to nothing where several folders may be meant', () => {
    const { namespaceOf } = graphOf({
      'argocd/apps/cart.yaml': of('manifests', 'deploy/prod', 'cart'),
      'src/cart/deploy/prod/app.yaml': manifests('Rollout/cart'),
      'src/checkout/deploy/prod/app.yaml': manifests('Rollout/checkout'),
    });
    expect(namespaceOf('src/cart/deploy/prod/app.yaml', 'Rollout/cart')).toBeUndefined();
  });

  it('may deploy the root of a repository', () => {
    const { namespaceOf } = graphOf({
      'argocd/apps/cart.yaml': of('cart.git', '.', 'cart'),
      'src/cart/app.yaml': manifests('Rollout/cart'),
      'src/checkout/app.yaml': manifests('Rollout/checkout'),
    });
    expect(namespaceOf('src/cart/app.yaml', 'Rollout/cart')).toBe('cart');
    expect(namespaceOf('src/checkout/app.yaml', 'Rollout/checkout')).toBeUndefined();
  });
});

describe('the root of a repository outside of Git', () => {
  const root = application('web', '.', 'shop');
  const elsewhere = (name: string, path: string) =>
    application(name, path, name).replace('shop/manifests.git', `shop/${name}.git`);
  const deploys = (files: Readonly<Record<string, string>>): readonly string[] => {
    const { graph } = graphOf(files);
    return graph.rollouts.flatMap((rollout) => graph.applications(rollout).map(({ name }) => name));
  };

  it('is the folder of all files, whatever makes objects of it', () => {
    expect(deploys({ 'all.yaml': `${web}---\n${root}` })).toEqual(['web']);
    expect(
      deploys({
        'argocd/web.yaml': root,
        'kustomization.yaml': 'resources: [base/web.yaml]\n',
        'base/web.yaml': web,
      }),
    ).toEqual(['web']);
    const recursive = application('web', './', 'shop', '    directory:\n      recurse: true\n');
    expect(deploys({ 'web.yaml': recursive, 'base/web.yaml': web })).toEqual(['web']);
  });

  it('is unknown where the files are of another repository', () => {
    const files = { 'web.yaml': web, 'root.yaml': root };
    const cart = { 'cart.yaml': elsewhere('cart', 'services/cart') };
    expect(deploys({ ...files, ...cart, 'services/cart/cart.yaml': manifests('Rollout/cart') })).toEqual([
      'cart',
    ]);
    // A path that leads nowhere says nothing of the folder.
    expect(deploys({ ...files, ...cart })).toEqual(['web']);
  });

  it('is unknown where the folder holds nothing that could be meant', () => {
    const { graph, get } = graphOf({ 'root.yaml': root, 'apps/web/web.yaml': web });
    expect(graph.deploysElsewhere(get('root.yaml', 'Application/web'))).toBe(true);
    expect(graph.deployedBy(get('root.yaml', 'Application/web'))).toEqual([]);
  });

  it('is nothing but assumed', () => {
    const isAssumed = (files: Readonly<Record<string, string>>): boolean => {
      const { graph, get } = graphOf(files);
      return graph.isAssumed(
        get('root.yaml', files['root.yaml'] === root ? 'Application/web' : 'Application/repo'),
      );
    };
    expect(isAssumed({ 'root.yaml': root, 'web.yaml': web })).toBe(true);
    expect(isAssumed({ 'root.yaml': elsewhere('repo', '.'), 'web.yaml': web })).toBe(false);
    const another = application('cart', 'services/cart', 'cart');
    expect(
      isAssumed({ 'root.yaml': root, 'web.yaml': web, 'cart.yaml': another, 'services/cart/cart.yaml': web }),
    ).toBe(false);
  });
});

it('an Application deploys what is nearest to it where several folders have its path', () => {
  const { namespaceOf } = graphOf({
    'examples/a/argocd/web.yaml': application('web', 'deploy', 'a'),
    'examples/a/deploy/web.yaml': web,
    'examples/b/argocd/web.yaml': application('web', 'deploy', 'b'),
    'examples/b/deploy/web.yaml': web,
  });
  expect(namespaceOf('examples/a/deploy/web.yaml', 'Rollout/web')).toBe('a');
  expect(namespaceOf('examples/b/deploy/web.yaml', 'Rollout/web')).toBe('b');
});

describe('an Application with kustomize settings', () => {
  const files = (settings: string) => ({
    'argocd/web.yaml': application('web', 'apps/web', 'shop', `    kustomize:\n${settings}`),
    'apps/web/kustomization.yaml': 'resources: [web.yaml]\nnamespace: blog\n',
    'apps/web/web.yaml': web,
  });

  it('overrides the namespace of the kustomization', () => {
    const { namespaceOf } = graphOf(files('      namespace: prod\n'));
    expect(namespaceOf('apps/web/web.yaml', 'Rollout/web')).toBe('prod');
    expect(graphOf(files('      {}\n')).namespaceOf('apps/web/web.yaml', 'Rollout/web')).toBe('blog');
  });

  it('renames', () => {
    const { graph, reference } = graphOf(files('      namePrefix: eu-\n'));
    expect(graph.renaming(reference('apps/web/web.yaml', 'Rollout/web', 'Service/web'))?.name).toBe('eu-web');
  });

  it('patches', () => {
    const { graph, get } = graphOf(
      files(
        '      patches:\n        - target: {kind: Rollout}\n          patch: "- {op: remove, path: /spec/replicas}"\n',
      ),
    );
    const rollout = get('apps/web/web.yaml', 'Rollout/web');
    expect(graph.isPatched(rollout, ['spec', 'replicas'])).toBe(true);
    expect(graph.isPatched(rollout, ['spec', 'strategy'])).toBe(false);
  });
});

it('one identity twice in what a recursive Application deploys is repeated', () => {
  const files = {
    'apps/a/gateway.yaml': manifests('Gateway/istio-system/public'),
    'apps/b/gateway.yaml': manifests('Gateway/istio-system/public'),
  };
  expect(graphOf(files).repeated()).toEqual([]);
  const recursive = application('apps', 'apps', 'shop', '    directory:\n      recurse: true\n');
  expect(graphOf({ ...files, 'root.yaml': recursive }).repeated()).toEqual([
    ['apps/a/gateway.yaml', 'apps/b/gateway.yaml'],
  ]);
});

it('an Application is wholly given if neither a chart nor a plugin makes what it deploys', () => {
  const isGiven = (more: string, files: Readonly<Record<string, string>> = {}): boolean => {
    const { graph, get } = graphOf({
      'argocd/web.yaml': application('web', 'apps/web', 'shop', more),
      'apps/web/web.yaml': web,
      ...files,
    });
    return graph.isWhollyGiven(get('argocd/web.yaml', 'Application/web'));
  };
  expect(isGiven('')).toBe(true);
  expect(isGiven('    plugin:\n      name: cue\n')).toBe(false);
  expect(isGiven('    helm:\n      releaseName: web\n')).toBe(false);
});
