import { describe, expect, it } from 'vitest';
import { application, graphOf, manifests } from './files.js';

describe('a flat folder', () => {
  const { leads } = graphOf({
    'rollout.yaml': manifests('Rollout/web'),
    'services.yaml': manifests('Service/web', 'Service/web-canary'),
  });

  it('holds what its files refer to', () => {
    expect(leads('rollout.yaml', 'Rollout/web', 'Service/web')).toEqual(['services.yaml']);
  });

  it('lacks what is in none of its files', () => {
    expect(leads('rollout.yaml', 'Rollout/web', 'Service/web-stable')).toBe('absent');
  });

  it('says nothing of a name with a placeholder', () => {
    expect(leads('rollout.yaml', 'Rollout/web', 'Service/${APP}-canary')).toBe('unknown');
  });
});

it('one file holds everything', () => {
  const { leads } = graphOf({
    'all.yaml': manifests('Rollout/shop/web', 'Service/shop/web', 'Service/blog/web-canary'),
  });
  expect(leads('all.yaml', 'Rollout/web', 'Service/web')).toEqual(['all.yaml']);
  expect(leads('all.yaml', 'Rollout/web', 'Service/web-canary')).toBe('absent');
  expect(leads('all.yaml', 'Rollout/web', 'Service/blog/web-canary')).toEqual(['all.yaml']);
});

it.each([3, 300])('a folder of %d objects tells them by kind and group', (count) => {
  const names = Array.from({ length: count }, (_, index) => `Service/s${index}`);
  const { graph } = graphOf({ 'all.yaml': manifests('Rollout/web', ...names, 'Gateway/public') });
  const [rollout] = graph.rollouts;
  expect(
    graph.companions(rollout!, { group: '', kind: 'Service' }).map(({ name }) => `Service/${name}`),
  ).toEqual(names.sort());
  expect(graph.companions(rollout!, { group: 'serving.knative.dev', kind: 'Service' })).toEqual([]);
  expect(
    graph.companions(rollout!, { group: 'networking.istio.io', kind: 'Gateway' }).map(({ name }) => name),
  ).toEqual(['public']);
});

describe('a folder per environment', () => {
  const { leads } = graphOf({
    'dev/rollout.yaml': manifests('Rollout/web'),
    'dev/services.yaml': manifests('Service/web'),
    'prod/rollout.yaml': manifests('Rollout/web'),
    'prod/services.yaml': manifests('Service/web', 'Service/web-canary'),
    'shared/gateway.yaml': manifests('Gateway/public'),
  });

  it('resolves within the environment', () => {
    expect(leads('dev/rollout.yaml', 'Rollout/web', 'Service/web')).toEqual(['dev/services.yaml']);
    expect(leads('prod/rollout.yaml', 'Rollout/web', 'Service/web')).toEqual(['prod/services.yaml']);
  });

  it('does not excuse what one lacks with what another has', () => {
    expect(leads('dev/rollout.yaml', 'Rollout/web', 'Service/web-canary')).toBe('absent');
  });

  it('shares what stands beside the environments', () => {
    expect(leads('dev/rollout.yaml', 'Rollout/web', 'Gateway/public')).toEqual(['shared/gateway.yaml']);
    expect(leads('prod/rollout.yaml', 'Rollout/web', 'Gateway/public')).toEqual(['shared/gateway.yaml']);
  });
});

it('environments are told apart where only one of them names its namespace', () => {
  const { leads } = graphOf({
    'dev/rollout.yaml': manifests('Rollout/web-dev/web', 'Service/web-dev/web'),
    'prod/rollout.yaml': manifests('Rollout/web', 'Service/web', 'Service/web-canary'),
  });
  expect(leads('dev/rollout.yaml', 'Rollout/web', 'Service/web-canary')).toBe('absent');
});

it('a folder below that holds the same workload is another environment', () => {
  const { leads } = graphOf({
    'rollout.yaml': manifests('Rollout/web', 'Service/web'),
    'prod/rollout.yaml': manifests('Rollout/web', 'Service/web', 'Service/web-canary'),
  });
  expect(leads('rollout.yaml', 'Rollout/web', 'Service/web-canary')).toBe('absent');
  expect(leads('rollout.yaml', 'Rollout/web', 'Service/web')).toEqual(['rollout.yaml']);
});

describe('a folder per service', () => {
  const { leads } = graphOf({
    'cart/app.yaml': manifests('Rollout/cart', 'Service/cart', 'VirtualService/cart'),
    'checkout/app.yaml': manifests('Rollout/checkout', 'Service/checkout', 'VirtualService/checkout'),
    'ingress/gateway.yaml': manifests('Gateway/public'),
  });

  it('finds a Gateway in a sibling folder', () => {
    expect(leads('cart/app.yaml', 'VirtualService/cart', 'Gateway/public')).toEqual(['ingress/gateway.yaml']);
  });

  it('finds the Service of a sibling', () => {
    expect(leads('cart/app.yaml', 'VirtualService/cart', 'Service/checkout')).toEqual(['checkout/app.yaml']);
  });

  it('misses what no folder has', () => {
    expect(leads('cart/app.yaml', 'VirtualService/cart', 'Gateway/private')).toBe('absent');
  });
});

it('services of one name in namespaces of their own are no copies of each other', () => {
  const { leads } = graphOf({
    'cart/app.yaml': manifests('Rollout/cart/app', 'Service/cart/app'),
    'checkout/app.yaml': manifests(
      'Rollout/checkout/app',
      'Service/checkout/app',
      'VirtualService/checkout/app',
    ),
  });
  expect(leads('checkout/app.yaml', 'VirtualService/app', 'Service/cart/app')).toEqual(['cart/app.yaml']);
  expect(leads('checkout/app.yaml', 'VirtualService/app', 'Service/app')).toEqual(['checkout/app.yaml']);
});

it('services that give one name to their VirtualServices are no copies of each other', () => {
  const { leads } = graphOf({
    'cart/app.yaml': manifests('Rollout/cart', 'VirtualService/routes', 'Service/cart'),
    'checkout/app.yaml': manifests('Rollout/checkout', 'VirtualService/routes'),
  });
  expect(leads('checkout/app.yaml', 'VirtualService/routes', 'Service/cart')).toEqual(['cart/app.yaml']);
});

describe('kinds first, environments below', () => {
  const { leads } = graphOf({
    'rollouts/dev/web.yaml': manifests('Rollout/web'),
    'rollouts/prod/web.yaml': manifests('Rollout/web'),
    'networking/dev/web.yaml': manifests('Service/web', 'VirtualService/web'),
    'networking/prod/web.yaml': manifests('Service/web', 'Service/web-canary', 'VirtualService/web'),
    'networking/gateway.yaml': manifests('Gateway/public'),
  });

  it('goes to the environment of the same name', () => {
    expect(leads('rollouts/dev/web.yaml', 'Rollout/web', 'VirtualService/web')).toEqual([
      'networking/dev/web.yaml',
    ]);
    expect(leads('rollouts/prod/web.yaml', 'Rollout/web', 'Service/web')).toEqual([
      'networking/prod/web.yaml',
    ]);
  });

  it('does not go to another one', () => {
    expect(leads('rollouts/dev/web.yaml', 'Rollout/web', 'Service/web-canary')).toBe('absent');
  });

  it('shares what is in no environment', () => {
    expect(leads('rollouts/dev/web.yaml', 'Rollout/web', 'Gateway/public')).toEqual([
      'networking/gateway.yaml',
    ]);
  });
});

it('clusters are copies of each other, whatever namespaces they share', () => {
  const { leads } = graphOf({
    'clusters/eu/shop/web.yaml': manifests('Rollout/shop/web', 'Service/shop/web', 'VirtualService/shop/web'),
    'clusters/eu/ingress/gateway.yaml': manifests('Gateway/istio-system/public'),
    'clusters/us/shop/web.yaml': manifests('Rollout/shop/web', 'Service/shop/web', 'Service/shop/web-canary'),
    'clusters/us/ingress/gateway.yaml': manifests(
      'Gateway/istio-system/public',
      'Gateway/istio-system/private',
    ),
  });
  const web = 'clusters/eu/shop/web.yaml';
  expect(leads(web, 'Rollout/web', 'Service/web')).toEqual([web]);
  expect(leads(web, 'Rollout/web', 'Service/web-canary')).toBe('absent');
  expect(leads(web, 'VirtualService/web', 'Gateway/istio-system/public')).toEqual([
    'clusters/eu/ingress/gateway.yaml',
  ]);
  expect(leads(web, 'VirtualService/web', 'Gateway/istio-system/private')).toBe('absent');
});

it('services first, environments below', () => {
  const { leads } = graphOf({
    'apps/web/dev/web.yaml': manifests('Rollout/web', 'VirtualService/web'),
    'apps/web/prod/web.yaml': manifests('Rollout/web', 'VirtualService/web'),
    'apps/gateway/prod/gateway.yaml': manifests('Gateway/public'),
  });
  expect(leads('apps/web/prod/web.yaml', 'VirtualService/web', 'Gateway/public')).toEqual([
    'apps/gateway/prod/gateway.yaml',
  ]);
  expect(leads('apps/web/dev/web.yaml', 'VirtualService/web', 'Gateway/public')).toBe('absent');
});

describe('a file per environment', () => {
  const { leads, repeated } = graphOf({
    'dist/dev.k8s.yaml': manifests('Rollout/web', 'Service/web'),
    'dist/prod.k8s.yaml': manifests('Rollout/web', 'Service/web', 'Service/web-canary'),
    'dist/gateway.k8s.yaml': manifests('Gateway/public'),
  });

  it('holds its environment', () => {
    expect(leads('dist/dev.k8s.yaml', 'Rollout/web', 'Service/web')).toEqual(['dist/dev.k8s.yaml']);
    expect(leads('dist/dev.k8s.yaml', 'Rollout/web', 'Service/web-canary')).toBe('absent');
    expect(leads('dist/dev.k8s.yaml', 'Rollout/web', 'Gateway/public')).toEqual(['dist/gateway.k8s.yaml']);
  });

  it('repeats nothing', () => {
    expect(repeated()).toEqual([]);
  });
});

describe('two folders with one workload in common', () => {
  const found = (inDev: readonly string[], inProd: readonly string[]) =>
    graphOf({
      'dev/app.yaml': manifests('Deployment/web', 'Service/web', ...inDev),
      'prod/app.yaml': manifests('Deployment/web', 'VirtualService/web', ...inProd),
    }).leads('prod/app.yaml', 'VirtualService/web', 'Service/web');

  it('are copies where that is half of what the smaller one holds', () => {
    expect(found([], [])).toBe('absent');
    expect(found(['Service/dev'], [])).toBe('absent');
    expect(found([], ['Service/prod'])).toBe('absent');
  });

  it('are none where it is less', () => {
    expect(found(['Service/dev'], ['Service/prod'])).toEqual(['dev/app.yaml']);
  });
});

it('a repeated Service does not make two files copies of each other', () => {
  const { leads } = graphOf({
    'extra.yaml': manifests('Service/web', 'VirtualService/web'),
    'web.yaml': manifests('Rollout/web', 'Service/web'),
  });
  expect(leads('web.yaml', 'Rollout/web', 'VirtualService/web')).toEqual(['extra.yaml']);
});

describe('namespaces', () => {
  it('an unknown one may be any', () => {
    const { leads, namespaceOf } = graphOf({
      'rollout.yaml': manifests('Rollout/web'),
      'service.yaml': manifests('Service/shop/web'),
    });
    expect(namespaceOf('rollout.yaml', 'Rollout/web')).toBeUndefined();
    expect(leads('rollout.yaml', 'Rollout/web', 'Service/web')).toEqual(['service.yaml']);
  });

  it('between two known ones an unknown one does not decide', () => {
    const { leads } = graphOf({
      'rollout.yaml': manifests('Rollout/web'),
      'services.yaml': manifests('Service/shop/web', 'Service/blog/web'),
    });
    expect(leads('rollout.yaml', 'Rollout/web', 'Service/web')).toBe('unknown');
  });

  it('a known one excludes others', () => {
    const { leads } = graphOf({
      'rollout.yaml': manifests('Rollout/shop/web'),
      'service.yaml': manifests('Service/blog/web'),
    });
    expect(leads('rollout.yaml', 'Rollout/web', 'Service/web')).toBe('absent');
  });

  it('says nothing of one that nothing is deployed to', () => {
    const { leads } = graphOf({
      'virtualservice.yaml': manifests('VirtualService/shop/web'),
      'other.yaml': manifests('Service/shop/web'),
    });
    expect(leads('virtualservice.yaml', 'VirtualService/web', 'Gateway/istio-system/public')).toBe('unknown');
    expect(leads('virtualservice.yaml', 'VirtualService/web', 'Service/shop/web-canary')).toBe('absent');
  });

  it('do not matter for what has none', () => {
    const { leads } = graphOf({
      'rollout.yaml': manifests('Rollout/shop/web'),
      'platform/template.yaml': manifests('ClusterAnalysisTemplate/success-rate'),
    });
    expect(leads('rollout.yaml', 'Rollout/web', 'ClusterAnalysisTemplate/success-rate')).toEqual([
      'platform/template.yaml',
    ]);
  });
});

describe('what could not be read', () => {
  const template = `${manifests('Service/web')}  type: {{ .Values.type }}\n`;

  it('hides what may be in a chart from what stands in it', () => {
    const { leads } = graphOf({
      'chart/templates/rollouts/rollout.yaml': manifests('Rollout/web'),
      'chart/templates/services/service.yaml': template,
    });
    expect(leads('chart/templates/rollouts/rollout.yaml', 'Rollout/web', 'Service/web')).toBe('unknown');
  });

  it('hides nothing from another folder', () => {
    const { leads } = graphOf({
      'charts/blog/templates/service.yaml': template,
      'shop/rollout.yaml': manifests('Rollout/web'),
    });
    expect(leads('shop/rollout.yaml', 'Rollout/web', 'Service/web')).toBe('absent');
  });

  it('an object whose name is a placeholder may be any of its kind', () => {
    const { leads } = graphOf({
      'rollout.yaml': manifests('Rollout/web'),
      'service.yaml': manifests('Service/${NAME}'),
    });
    expect(leads('rollout.yaml', 'Rollout/web', 'Service/web')).toBe('unknown');
    expect(leads('rollout.yaml', 'Rollout/web', 'VirtualService/web')).toBe('absent');
    expect(leads('rollout.yaml', 'Rollout/web', 'Service/${NAME}')).toEqual(['service.yaml']);
  });
});

it('a reference goes to the nearest of several', () => {
  const { leads } = graphOf({
    'gateway.yaml': manifests('Gateway/public'),
    'shop/gateway.yaml': manifests('Gateway/public'),
    'shop/web/virtualservice.yaml': manifests('VirtualService/web'),
    'blog/virtualservice.yaml': manifests('VirtualService/blog'),
  });
  expect(leads('shop/web/virtualservice.yaml', 'VirtualService/web', 'Gateway/public')).toEqual([
    'shop/gateway.yaml',
  ]);
  expect(leads('blog/virtualservice.yaml', 'VirtualService/blog', 'Gateway/public')).toEqual([
    'gateway.yaml',
  ]);
});

it('what is near comes nearest first, and not from a copy', () => {
  const { graph, get } = graphOf({
    'dev/rollout.yaml': manifests('Rollout/web', 'Service/web'),
    'prod/below/service.yaml': manifests('Service/below'),
    'prod/rollout.yaml': manifests('Rollout/web', 'Service/web'),
    'service.yaml': manifests('Service/above'),
  });
  const near = graph.deployedNear(get('prod/rollout.yaml', 'Rollout/web'), [{ group: '', kind: 'Service' }]);
  expect([...near].map(({ name }) => name)).toEqual(['web', 'below', 'above']);
});

it('what is near is not what a file of another environment in the same folder holds', () => {
  const { graph, get } = graphOf({
    'dev.yaml': manifests('Rollout/web', 'Service/web', 'Service/dev-only'),
    'prod.yaml': manifests('Rollout/web', 'Service/web', 'Service/prod-only'),
    'shared.yaml': manifests('Service/shared'),
  });
  const near = graph.deployedNear(get('prod.yaml', 'Rollout/web'), [{ group: '', kind: 'Service' }]);
  expect([...near].map(({ name }) => name).sort()).toEqual(['prod-only', 'shared', 'web']);
});

describe('one identity twice', () => {
  const repeated = (files: Readonly<Record<string, string>>) => graphOf(files).repeated();
  const twice = {
    'web/a.yaml': manifests('Gateway/public'),
    'web/b.yaml': manifests('Gateway/public'),
    'web/web.yaml': manifests('Rollout/web'),
  };

  it('in files of one folder is no more than two variants, until something deploys both', () => {
    expect(repeated(twice)).toEqual([]);
    expect(repeated({ ...twice, 'argocd/web.yaml': application('web', 'web', 'shop') })).toEqual([
      ['web/a.yaml', 'web/b.yaml'],
    ]);
    const list = 'resources: [a.yaml, b.yaml, web.yaml]\n';
    expect(repeated({ ...twice, 'web/kustomization.yaml': list })).toEqual([['web/a.yaml', 'web/b.yaml']]);
  });

  it('is not where an Application or a kustomization leaves one of them out', () => {
    const without = '    directory:\n      exclude: b.yaml\n';
    const some = application('web', 'web', 'shop', without);
    expect(repeated({ ...twice, 'argocd/web.yaml': some })).toEqual([]);
    const list = 'resources: [a.yaml, web.yaml]\n';
    expect(repeated({ ...twice, 'web/kustomization.yaml': list })).toEqual([]);
    const both = { 'argocd/web.yaml': application('web', 'web', 'shop'), 'web/kustomization.yaml': list };
    expect(repeated({ ...twice, ...both })).toEqual([]);
  });

  it('in one file is repeated whatever else is in it', () => {
    expect(repeated({ 'web.yaml': manifests('Rollout/web', 'Service/web', 'Service/web') })).toEqual([
      ['web.yaml', 'web.yaml'],
    ]);
  });
});

describe('the Service of another Rollout', () => {
  it('is not found by one that stands elsewhere', () => {
    const { leads } = graphOf({
      'teams/a/web.yaml': manifests('Rollout/web'),
      'teams/b/api.yaml': manifests('Rollout/api', 'Service/web'),
    });
    expect(leads('teams/a/web.yaml', 'Rollout/web', 'Service/web')).toBe('absent');
  });

  it('is found where the namespaces are known, or one folder is in the other', () => {
    const known = graphOf({
      'teams/a/web.yaml': manifests('Rollout/shop/web'),
      'teams/b/api.yaml': manifests('Rollout/shop/api', 'Service/shop/web'),
    });
    expect(known.leads('teams/a/web.yaml', 'Rollout/web', 'Service/web')).toEqual(['teams/b/api.yaml']);
    const nested = graphOf({
      'web.yaml': manifests('Rollout/web'),
      'services/web.yaml': manifests('Rollout/preview', 'Service/web'),
    });
    expect(nested.leads('web.yaml', 'Rollout/web', 'Service/web')).toEqual(['services/web.yaml']);
  });
});
