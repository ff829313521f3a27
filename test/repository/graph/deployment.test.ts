import { describe, expect, it } from 'vitest';
import { application, graphOf, manifests } from './files.js';

const web = manifests('Rollout/web', 'Service/web');

/** The names of the Applications that deploy the Rollout of a file; `nothing` where it is not deployed at all. */
function deployersOf(files: Readonly<Record<string, string>>, file = 'app/web.yaml') {
  const { graph, get } = graphOf(files);
  const rollout = get(file, 'Rollout/web');
  if (!graph.resources.includes(rollout)) return 'nothing';
  return graph.applications(rollout).map(({ name }) => name);
}

function set(generators: string, path: string): string {
  return `apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata:
  name: all
spec:
  generators: ${generators}
  template:
    metadata:
      name: 'web-{{env}}'
    spec:
      source:
        repoURL: https://git.example.com/shop/manifests.git
        path: '${path}'
      destination:
        namespace: '{{env}}'
`;
}

describe('a folder that an Application deploys', () => {
  const files = (more = '') => ({
    'argocd/web.yaml': application('web', 'app', 'shop', more),
    'app/web.yaml': web,
    'app/below/web.yaml': web,
  });

  it('is deployed file by file, without the folders below', () => {
    expect(deployersOf(files())).toEqual(['web']);
    expect(deployersOf(files(), 'app/below/web.yaml')).toEqual([]);
    const deep = files('    directory:\n      recurse: true\n');
    expect(deployersOf(deep, 'app/below/web.yaml')).toEqual(['web']);
  });

  it('is deployed as far as its patterns go', () => {
    const only = (patterns: string) => files(`    directory:\n      recurse: true\n${patterns}`);
    expect(deployersOf(only("      include: 'web.*'\n"))).toEqual(['web']);
    expect(deployersOf(only("      include: 'web.*'\n"), 'app/below/web.yaml')).toEqual([]);
    expect(deployersOf(only("      exclude: '{below/*,x}'\n"), 'app/below/web.yaml')).toEqual([]);
  });

  it('deploys what its kustomization lists', () => {
    const listed = { ...files(), 'app/kustomization.yaml': 'resources: [web.yaml]\n' };
    expect(deployersOf(listed)).toEqual(['web']);
    const left = { ...files(), 'app/kustomization.yaml': 'resources: [other.yaml]\n' };
    expect(deployersOf(left)).toBe('nothing');
  });

  it('deploys the files as they are where the Application says that it is a plain folder', () => {
    const plain = files('    directory:\n      recurse: true\n');
    expect(deployersOf({ ...plain, 'app/kustomization.yaml': 'resources: [other.yaml]\n' })).toEqual(['web']);
  });

  it('deploys nothing of itself where a plugin makes the manifests', () => {
    expect(deployersOf(files('    plugin:\n      name: cue\n'))).toEqual([]);
  });

  it('deploys the templates of a chart, and no file beside them', () => {
    const chart = {
      'argocd/web.yaml': application('web', 'chart', 'shop'),
      'chart/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.0.0\n',
      'chart/templates/web.yaml': web,
      'chart/example.yaml': web,
    };
    expect(deployersOf(chart, 'chart/templates/web.yaml')).toEqual(['web']);
    expect(deployersOf(chart, 'chart/example.yaml')).toBe('nothing');
  });
});

it('a base that an Application deploys by itself is deployed twice over', () => {
  const files = {
    'argocd/base.yaml': application('base', 'base', 'shop'),
    'argocd/prod.yaml': application('prod', 'prod', 'prod'),
    'base/kustomization.yaml': 'resources: [web.yaml]\n',
    'base/web.yaml': web,
    'prod/kustomization.yaml': 'namePrefix: prod-\nresources: [../base]\n',
  };
  expect(deployersOf(files, 'base/web.yaml')).toEqual(['base', 'prod']);
});

it('a file that a kustomization builds and an Application deploys is judged in both deployments', () => {
  const { leads } = graphOf({
    'argocd/web.yaml': application('web', 'app', 'shop'),
    'app/web.yaml': manifests('Rollout/web'),
    'remote/kustomization.yaml': 'resources: [../app/web.yaml, https://example.com/more.git]\n',
  });
  // Who knows what the remote base brings; the Application brings nothing.
  expect(leads('app/web.yaml', 'Rollout/web', 'Service/web')).toBe('absent');
});

it('the root of a repository that holds the Application comes before other folders of the same path', () => {
  const files = { 'argocd/web.yaml': application('web', 'app', 'shop'), 'app/web.yaml': web };
  expect(deployersOf({ ...files, 'old/app/web.yaml': web })).toEqual(['web']);
  expect(deployersOf({ ...files, 'old/app/web.yaml': web }, 'old/app/web.yaml')).toEqual([]);
});

describe('an ApplicationSet', () => {
  it('deploys what the Applications deploy that it makes', () => {
    const list = '[{list: {elements: [{env: prod}, {env: dev}]}}]';
    const files = { 'sets/all.yaml': set(list, 'apps/{{env}}'), 'apps/prod/web.yaml': web };
    expect(deployersOf(files, 'apps/prod/web.yaml')).toEqual(['web-prod']);
    expect(graphOf(files).namespaceOf('apps/prod/web.yaml', 'Rollout/web')).toBe('prod');
  });

  it('of clusters makes one for each that is known', () => {
    const cluster = (name: string, label: string) =>
      `apiVersion: v1\nkind: Secret\nmetadata:\n  name: ${name}\n  labels:\n    argocd.argoproj.io/secret-type: cluster\n    env: ${label}\nstringData:\n  name: ${name}\n  server: https://${name}.example.com\n`;
    const generator = '[{clusters: {selector: {matchLabels: {env: prod}}, values: {env: prod}}}]';
    const files = {
      'sets/all.yaml': set(generator, 'app').replaceAll('{{env}}', '{{name}}'),
      'clusters/eu.yaml': cluster('eu', 'prod'),
      'clusters/lab.yaml': cluster('lab', 'dev'),
      'app/web.yaml': web,
    };
    expect(deployersOf(files)).toEqual(['web-eu']);
    const unknown = { 'sets/all.yaml': files['sets/all.yaml'], 'app/web.yaml': web };
    expect(deployersOf(unknown)).toEqual([]);
    expect(graphOf(unknown).graph.unexpanded).toHaveLength(1);
  });
});

describe('what nothing deploys', () => {
  const undeployed = (files: Readonly<Record<string, string>>) => {
    const { unlisted, samples, live } = graphOf(files).graph.undeployed;
    const names = (all: typeof live) => all.map(({ source }) => source.path.slice('/repo/'.length));
    return { unlisted: names(unlisted), samples: names(samples), live: names(live) };
  };
  const dump = web.replaceAll('metadata:\n', 'metadata:\n  uid: 6e0a3a0e\n  resourceVersion: "12345"\n');

  it('is what a kustomization leaves out of its folder', () => {
    const files = { 'app/kustomization.yaml': 'resources: [web.yaml]\n', 'app/web.yaml': web };
    expect(undeployed({ ...files, 'app/web-v2.yaml': manifests('Rollout/web') })).toEqual({
      unlisted: ['app/web-v2.yaml'],
      samples: [],
      live: [],
    });
  });

  it('is a variant or a patch in a folder below of what the kustomization builds', () => {
    const files = { 'app/kustomization.yaml': 'resources: [web.yaml]\n', 'app/web.yaml': web };
    expect(undeployed({ ...files, 'app/patches/web.yaml': manifests('Rollout/web') }).unlisted).toEqual([
      'app/patches/web.yaml',
    ]);
    expect(undeployed({ ...files, 'app/other/api.yaml': manifests('Rollout/api') }).unlisted).toEqual([]);
  });

  it('is no Application that stands there, for those are applied by hand, unless it is a fragment', () => {
    const files = { 'app/kustomization.yaml': 'resources: []\n' };
    const whole = application('web', 'app', 'shop');
    expect(undeployed({ ...files, 'app/application.yaml': whole }).unlisted).toEqual([]);
    const fragment = 'apiVersion: argoproj.io/v1alpha1\nkind: ApplicationSet\nmetadata:\n  name: web\n';
    expect(undeployed({ ...files, 'app/patches/wave.yaml': fragment }).unlisted).toEqual([
      'app/patches/wave.yaml',
    ]);
  });

  it('is data of tests, and documentation', () => {
    const one = manifests('Rollout/web');
    const files = {
      'app/rollout.yaml': one,
      'docs/howto/rollout.yaml': one,
      'health/testdata/rollout.yaml': one,
      'policies/tests/kyverno-test.yaml': 'apiVersion: cli.kyverno.io/v1alpha1\nkind: Test\n',
      'policies/tests/data/bad.yaml': one,
      // Resources of tests stand beside those of others, which name them.
      'policies/web/.kyverno-test/resource.yaml': one,
      'policies/web/.chainsaw-test/good/resource.yaml': one,
      'policies/kyverno-test/resource.yaml': one,
      'docs-site/rollout.yaml': one,
    };
    expect(undeployed(files).samples).toEqual([
      'docs/howto/rollout.yaml',
      'health/testdata/rollout.yaml',
      'policies/tests/kyverno-test.yaml',
      'policies/tests/data/bad.yaml',
      'policies/web/.kyverno-test/resource.yaml',
      'policies/web/.chainsaw-test/good/resource.yaml',
    ]);
    const deployed = { ...files, 'argocd/web.yaml': application('web', 'docs/howto', 'shop') };
    expect(undeployed(deployed).samples).not.toContain('docs/howto/rollout.yaml');
  });

  it('is an Application that documentation keeps of one that is applied, which deploys nothing', () => {
    const files = {
      'argocd/web.yaml': application('web', 'app', 'shop'),
      'docs/bak/web.yaml': application('web', 'old', 'shop'),
      'docs/api.yaml': application('api', 'api', 'shop'),
      'app/web.yaml': web,
      'old/web.yaml': web,
      'api/web.yaml': web,
    };
    const deployers = (path: string, given: Readonly<Record<string, string>> = files) => {
      const { graph, get } = graphOf(given);
      return graph.applications(get(path, 'Rollout/web')).map(({ source }) => source.path);
    };
    expect(deployers('app/web.yaml')).toEqual(['/repo/argocd/web.yaml']);
    expect(deployers('old/web.yaml')).toEqual([]);
    // Nothing else deploys it: a page that tells how to is where some repositories keep the only one.
    expect(deployers('api/web.yaml')).toEqual(['/repo/docs/api.yaml']);
    const { 'argocd/web.yaml': applied, ...without } = files;
    expect(applied).toContain('web');
    expect(deployers('old/web.yaml', without)).toEqual(['/repo/docs/bak/web.yaml']);
  });

  it('is no documentation where nothing else is given', () => {
    expect(undeployed({ 'docs/rollout.yaml': manifests('Rollout/web') }).samples).toEqual([]);
  });

  describe('is a Rollout that lists the fields of both strategies', () => {
    const list = (canary: string, blueGreen = '') =>
      `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: { name: example }
spec:
  strategy:
    blueGreen:
      activeService: active-service
      antiAffinity: {${blueGreen}}
    canary:
      canaryService: canary-service
      ${canary}
`;
    const both =
      'requiredDuringSchedulingIgnoredDuringExecution: {}, preferredDuringSchedulingIgnoredDuringExecution: { weight: 1 }';
    const path = 'notes/all-fields.yaml';
    const samplesOf = (text: string, more: Readonly<Record<string, string>> = {}) =>
      undeployed({ 'app/web.yaml': web, [path]: text, ...more }).samples;

    it.each([
      ['both anti-affinities', list(`antiAffinity: { ${both} }`)],
      ['both anti-affinities of the other strategy', list('maxSurge: 1', ` ${both} `)],
      [
        'one VirtualService and several',
        list('trafficRouting: { istio: { virtualService: { name: a }, virtualServices: [{ name: b }] } }'),
      ],
      [
        'one Ingress of nginx and several',
        list('trafficRouting: { nginx: { stableIngress: a, stableIngresses: [b] } }'),
      ],
      ['one Ingress of ALB and several', list('trafficRouting: { alb: { ingress: a, ingresses: [b] } }')],
    ])('and %s', (_, text) => {
      expect(samplesOf(text)).toEqual([path]);
    });

    it('unless something deploys it, or it alone is asked for', () => {
      const text = list(`antiAffinity: { ${both} }`);
      expect(samplesOf(text, { 'notes/kustomization.yaml': 'resources: [all-fields.yaml]\n' })).toEqual([]);
      expect(samplesOf(text, { 'argocd/notes.yaml': application('notes', 'notes', 'shop') })).toEqual([]);
      expect(undeployed({ [path]: text }).samples).toEqual([]);
    });

    it('and not one with two strategies and no more, or two of something else, which is a mistake', () => {
      expect(samplesOf(list('maxSurge: 1'))).toEqual([]);
      const canaryAlone = list(`antiAffinity: { ${both} }`).replace('blueGreen:', 'another:');
      expect(samplesOf(canaryAlone)).toEqual([]);
    });
  });

  it('is what was taken out of a cluster', () => {
    expect(undeployed({ 'backup/web.yaml': dump }).live).toEqual(['backup/web.yaml', 'backup/web.yaml']);
    const deployed = { 'argocd/web.yaml': application('web', 'app', 'shop'), 'app/web.yaml': dump };
    expect(undeployed(deployed).live).toEqual([]);
  });
});

describe('a reference', () => {
  const shop = (...objects: readonly string[]) =>
    manifests(...objects.map((object) => object.replace('/', '/shop/')));

  it('leads to the folder above before it leads to one beside', () => {
    const { leads } = graphOf({
      'services.yaml': shop('Service/web'),
      'rollout.yaml': shop('Rollout/web'),
      'header/rollout.yaml': shop('Rollout/web'),
      'other/services.yaml': shop('Service/web'),
    });
    expect(leads('header/rollout.yaml', 'Rollout/web', 'Service/web')).toEqual(['services.yaml']);
  });

  it('leads to the object of the written name and namespace, wherever that stands', () => {
    const { leads } = graphOf({
      'all.yaml': shop('VirtualService/web'),
      'istio/all.yaml': shop('VirtualService/web', 'Gateway/public'),
      'rollout/web.yaml': shop('Rollout/web'),
    });
    expect(leads('all.yaml', 'VirtualService/web', 'Gateway/shop/public')).toEqual(['istio/all.yaml']);
  });

  it('does not lead into a copy of the whole environment, though that has the same namespaces', () => {
    const { leads } = graphOf({
      'eu/web.yaml': shop('Rollout/web', 'Service/web', 'VirtualService/web'),
      'us/web.yaml': shop('Rollout/web', 'Service/web', 'VirtualService/web', 'Service/web-canary'),
    });
    expect(leads('eu/web.yaml', 'Rollout/web', 'Service/web-canary')).toBe('absent');
  });
});
