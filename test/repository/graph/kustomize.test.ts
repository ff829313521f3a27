import { describe, expect, it } from 'vitest';
import { folderOf } from '../../../src/model/source.js';
import { graphOf, manifests } from './files.js';

const header = 'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n';

function kustomization(resources: readonly string[], more = ''): string {
  return `${header}resources: [${resources.join(', ')}]\n${more}`;
}

describe('a base with overlays', () => {
  const files = {
    'base/kustomization.yaml': kustomization(['rollout.yaml', 'service.yaml']),
    'base/rollout.yaml': manifests('Rollout/web'),
    'base/service.yaml': manifests('Service/web'),
    'overlays/dev/kustomization.yaml': kustomization(['../../base'], 'namespace: web-dev\n'),
    'overlays/prod/kustomization.yaml': kustomization(['../../base', 'canary.yaml'], 'namespace: web-prod\n'),
    'overlays/prod/canary.yaml': manifests('Service/web-canary'),
  };

  it('is deployed by each overlay, not by itself', () => {
    const { graph, get, leads } = graphOf(files);
    const rollout = get('base/rollout.yaml', 'Rollout/web');
    expect(leads('base/rollout.yaml', 'Rollout/web', 'Service/web')).toEqual(['base/service.yaml']);
    expect(graph.companions(rollout, { group: '', kind: 'Service' }).map(({ name }) => name)).toEqual([
      'web',
      'web-canary',
    ]);
  });

  it('lacks in one overlay what another adds', () => {
    const { graph, leads, reference } = graphOf(files);
    expect(leads('base/rollout.yaml', 'Rollout/web', 'Service/web-canary')).toBe('absent');
    expect(graph.resolve(reference('base/rollout.yaml', 'Rollout/web', 'Service/web-canary'))).toMatchObject({
      found: [{ name: 'web-canary' }],
      isAbsent: true,
      missingIn: '/repo/overlays/dev/kustomization.yaml',
    });
  });

  it('finds the object of each overlay', () => {
    const { leads } = graphOf({
      ...files,
      'overlays/dev/kustomization.yaml': kustomization(['../../base', 'canary.yaml']),
      'overlays/dev/canary.yaml': manifests('Service/web-canary'),
    });
    expect(leads('base/rollout.yaml', 'Rollout/web', 'Service/web-canary')).toEqual([
      'overlays/dev/canary.yaml',
      'overlays/prod/canary.yaml',
    ]);
  });

  it('has the namespace of the overlay, and none where overlays disagree', () => {
    const { namespaceOf } = graphOf(files);
    expect(namespaceOf('overlays/prod/canary.yaml', 'Service/web-canary')).toBe('web-prod');
    expect(namespaceOf('base/rollout.yaml', 'Rollout/web')).toBeUndefined();
  });
});

// 1 + 27 + 27 * 36 = 1000 kustomizations are read, and one more.
it.each([
  ['all ways into the bases are followed up to 1000', [], []],
  ['of more ways not all are', ['../leaf'], ['/repo/top']],
])('%s', (_, more, cut) => {
  const folders = (name: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${name}${index}`);
  const leaves = folders('../leaf', 36);
  const texts = [
    ['top', kustomization([...folders('../middle', 27), ...more])],
    ...folders('middle', 27).map((folder) => [folder, kustomization(leaves)]),
    ...['leaf', ...folders('leaf', 36)].map((folder) => [folder, kustomization([])]),
  ];
  const { graph } = graphOf(
    Object.fromEntries(texts.map(([folder, text]) => [`${folder}/kustomization.yaml`, text!])),
  );
  expect(graph.cutKustomizations.map(({ source }) => folderOf(source))).toEqual(cut);
});

it('a base alone is deployed', () => {
  const { leads } = graphOf({
    'base/kustomization.yaml': kustomization(['rollout.yaml']),
    'base/rollout.yaml': manifests('Rollout/web'),
  });
  expect(leads('base/rollout.yaml', 'Rollout/web', 'Service/web')).toBe('absent');
});

it('an overlay whose base was not given says nothing of what is absent', () => {
  const { leads } = graphOf({
    'overlays/prod/kustomization.yaml': kustomization(['../../base', 'rollout.yaml']),
    'overlays/prod/rollout.yaml': manifests('Rollout/web'),
  });
  expect(leads('overlays/prod/rollout.yaml', 'Rollout/web', 'Service/web')).toBe('unknown');
});

it.each([
  ['resources', 'https://github.com/org/repo//base?ref=v1'],
  ['resources', 'github.com/org/repo/base'],
  ['components', 'git@github.com:org/repo.git//component'],
])('a remote base in %s says nothing of what is absent: %s', (key, remote) => {
  const { leads } = graphOf({
    'kustomization.yaml': `${header}${key === 'resources' ? '' : 'resources: [rollout.yaml]\n'}${key}:\n  - ${remote}\n${
      key === 'resources' ? '  - rollout.yaml\n' : ''
    }`,
    'rollout.yaml': manifests('Rollout/web'),
  });
  expect(leads('rollout.yaml', 'Rollout/web', 'Service/web')).toBe('unknown');
});

it('a chart that kustomize inflates says nothing of what is absent', () => {
  const { leads } = graphOf({
    'kustomization.yaml': kustomization(['rollout.yaml'], 'helmCharts:\n  - name: web\n'),
    'rollout.yaml': manifests('Rollout/web'),
  });
  expect(leads('rollout.yaml', 'Rollout/web', 'Service/web')).toBe('unknown');
});

it('a file that the kustomization leaves out is not deployed with it', () => {
  const { graph, leads, reference } = graphOf({
    'base/kustomization.yaml': kustomization(['rollout.yaml']),
    'base/rollout.yaml': manifests('Rollout/web'),
    'base/service.yaml': manifests('Service/web'),
    'overlays/prod/kustomization.yaml': kustomization(['../../base']),
  });
  expect(leads('base/rollout.yaml', 'Rollout/web', 'Service/web')).toBe('absent');
  const { leftOut } = graph.resolve(reference('base/rollout.yaml', 'Rollout/web', 'Service/web'));
  expect(leftOut).toMatchObject({ source: { name: '/repo/base/service.yaml' } });
});

it('what stands in another folder may be deployed with a kustomization', () => {
  const { leads } = graphOf({
    'web/kustomization.yaml': kustomization(['rollout.yaml']),
    'web/rollout.yaml': manifests('VirtualService/web'),
    'ingress/gateway.yaml': manifests('Gateway/public'),
  });
  expect(leads('web/rollout.yaml', 'VirtualService/web', 'Gateway/public')).toEqual(['ingress/gateway.yaml']);
});

describe('components', () => {
  it('belong to the overlays that name them', () => {
    const { leads } = graphOf({
      'base/kustomization.yaml': kustomization(['rollout.yaml']),
      'base/rollout.yaml': manifests('Rollout/web'),
      'components/canary/kustomization.yaml': `apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nresources: [service.yaml]\n`,
      'components/canary/service.yaml': manifests('Service/web-canary'),
      'overlays/dev/kustomization.yaml': kustomization(['../../base']),
      'overlays/prod/kustomization.yaml': kustomization(
        ['../../base'],
        'components: [../../components/canary]\n',
      ),
    });
    expect(leads('components/canary/service.yaml', 'Service/web-canary', 'Rollout/web')).toEqual([
      'base/rollout.yaml',
    ]);
    expect(leads('base/rollout.yaml', 'Rollout/web', 'Service/web-canary')).toBe('absent');
  });

  it('change what the overlay builds', () => {
    const { graph, get, namespaceOf } = graphOf({
      'kustomization.yaml': kustomization(['rollout.yaml'], 'components: [component]\n'),
      'rollout.yaml': manifests('Rollout/web'),
      'component/kustomization.yaml': `apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nnamespace: shop\npatches:\n  - target: {kind: Rollout}\n    patch: '[{"op": "replace", "path": "/spec/replicas", "value": 1}]'\n`,
    });
    expect(namespaceOf('rollout.yaml', 'Rollout/web')).toBe('shop');
    expect(graph.isPatched(get('rollout.yaml', 'Rollout/web'), ['spec', 'replicas'])).toBe(true);
  });

  it('say nothing of what is absent where no overlay is given', () => {
    const { leads } = graphOf({
      'component/kustomization.yaml': `apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nresources: [rollout.yaml]\n`,
      'component/rollout.yaml': manifests('Rollout/web'),
    });
    expect(leads('component/rollout.yaml', 'Rollout/web', 'Service/web')).toBe('unknown');
  });
});

describe('generated ConfigMaps', () => {
  const files = (options: string) => ({
    'base/kustomization.yaml': kustomization(
      ['rollout.yaml'],
      `configMapGenerator:\n  - name: settings\n    files: [settings.yaml]\n${options}`,
    ),
    'base/rollout.yaml': manifests('Rollout/web'),
    'base/settings.yaml': manifests('Service/web'),
    'overlays/prod/kustomization.yaml': kustomization(['../../base']),
  });

  it('are not absent', () => {
    const { graph, leads, reference } = graphOf(files(''));
    expect(leads('base/rollout.yaml', 'Rollout/web', 'ConfigMap/settings')).toBe('unknown');
    expect(leads('base/rollout.yaml', 'Rollout/web', 'ConfigMap/other')).toBe('absent');
    const generated = graph.generated(reference('base/rollout.yaml', 'Rollout/web', 'ConfigMap/settings'));
    expect(generated).toMatchObject([{ name: 'settings', hasHash: true }]);
  });

  it.each([
    ['of all', 'generatorOptions:\n  disableNameSuffixHash: true\n'],
    ['of one', '    options:\n      disableNameSuffixHash: true\n'],
  ])('keep their name where the hash is switched off: options %s', (_, options) => {
    const { graph, reference } = graphOf(files(options));
    const generated = graph.generated(reference('base/rollout.yaml', 'Rollout/web', 'ConfigMap/settings'));
    expect(generated).toMatchObject([{ name: 'settings', hasHash: false }]);
  });

  it('are made of files that are no resources', () => {
    expect(graphOf(files('')).graph.resources.map(({ name }) => name)).toEqual(['web']);
  });
});

describe('names', () => {
  const files = (more = '') => ({
    'base/kustomization.yaml': kustomization(['web.yaml'], `nameSuffix: -v1\n${more}`),
    'base/web.yaml': manifests('Rollout/web', 'Service/web-canary', 'Ingress/web'),
    'overlays/dev/kustomization.yaml': kustomization(['../../base'], 'namePrefix: dev-\n'),
  });

  it('are known as they are written and as they become', () => {
    const { leads } = graphOf(files());
    for (const name of ['web-canary', 'web-canary-v1', 'dev-web-canary-v1'])
      expect(leads('base/web.yaml', 'Rollout/web', `Service/${name}`)).toEqual(['base/web.yaml']);
    expect(leads('base/web.yaml', 'Rollout/web', 'Service/dev-web-canary')).toBe('absent');
  });

  it('are known to others as they become', () => {
    const { leads } = graphOf({ ...files(), 'other/virtualservice.yaml': manifests('VirtualService/web') });
    const from = ['other/virtualservice.yaml', 'VirtualService/web'] as const;
    expect(leads(...from, 'Service/dev-web-canary-v1')).toEqual(['base/web.yaml']);
    expect(leads(...from, 'Service/web-canary')).toBe('absent');
  });

  it('are not written into the references of kinds that kustomize does not know', () => {
    const { graph, reference } = graphOf(files());
    const renaming = (from: string, name: string) =>
      graph.renaming(reference('base/web.yaml', from, `Service/${name}`))?.name;
    expect(renaming('Rollout/web', 'web-canary')).toBe('dev-web-canary-v1');
    expect(renaming('Rollout/web', 'dev-web-canary-v1')).toBeUndefined();
    expect(renaming('Ingress/web', 'web-canary')).toBeUndefined();
  });

  it('may be written into any reference by a kustomization that is taught', () => {
    const { graph, reference } = graphOf(files('configurations: [rollout-transform.yaml]\n'));
    expect(graph.renaming(reference('base/web.yaml', 'Rollout/web', 'Service/web-canary'))).toBeUndefined();
  });
});

describe('patches', () => {
  const patched = (kustomize: string, more: Readonly<Record<string, string>> = {}) => {
    const { graph, get } = graphOf({
      'base/kustomization.yaml': kustomization(['rollout.yaml']),
      'base/rollout.yaml': manifests('Rollout/web'),
      'prod/kustomization.yaml': kustomization(['../base'], kustomize),
      ...more,
    });
    const rollout = get('base/rollout.yaml', 'Rollout/web');
    return (path: string) => graph.isPatched(rollout, path.split('.'));
  };
  const strategic =
    'apiVersion: argoproj.io/v1alpha1\nkind: Rollout\nmetadata: {name: web}\nspec: {strategy: {canary: {canaryService: other}}}\n';

  it.each([
    ['patchesStrategicMerge: [patch.yaml]\n'],
    ['patches:\n  - path: patch.yaml\n'],
    ['patches:\n  - path: patch.yaml\n    target: {kind: Rollout}\n'],
  ])('change the fields that they name: %s', (kustomize) => {
    const isPatched = patched(kustomize, { 'prod/patch.yaml': strategic });
    expect(isPatched('spec.strategy.canary.canaryService')).toBe(true);
    expect(isPatched('spec.strategy.canary')).toBe(true);
    expect(isPatched('spec.strategy.canary.stableService')).toBe(false);
  });

  it('are no resources', () => {
    const { graph } = graphOf({
      'kustomization.yaml': kustomization(['rollout.yaml'], 'patches:\n  - path: patch.yaml\n'),
      'rollout.yaml': manifests('Rollout/web'),
      'patch.yaml': strategic,
    });
    expect(graph.rollouts).toHaveLength(1);
  });

  it('meant for another resource change nothing', () => {
    expect(
      patched('patches:\n  - target: {kind: Service}\n    patch: "- {op: remove, path: /spec}"\n')('spec'),
    ).toBe(false);
    expect(
      patched('patches:\n  - target: {name: web-.*}\n    patch: "- {op: remove, path: /spec}"\n')('spec'),
    ).toBe(false);
    expect(
      patched('patches:\n  - target: {name: w.b}\n    patch: "- {op: remove, path: /spec}"\n')('spec'),
    ).toBe(true);
  });

  // https://github.com/kubernetes-sigs/kustomize/blob/kustomize/v5.7.1/api/resmap/reswrangler.go (Select): the original or the current name
  it.each([
    ['web', true],
    ['a-web', true],
    ['b-web', false],
  ])('find a renamed object by its name before and after: %s', (name, is) => {
    const isPatched = patched(
      `patches:\n  - target: {name: ${name}}\n    patch: "- {op: remove, path: /spec}"\n`,
      { 'base/kustomization.yaml': kustomization(['rollout.yaml'], 'namePrefix: a-\n') },
    );
    expect(isPatched('spec')).toBe(is);
  });

  it('of lists change the whole list', () => {
    const isPatched = patched(
      'patches:\n  - target: {kind: Rollout}\n    patch: "- {op: add, path: /spec/strategy/canary/steps/0, value: {}}"\n',
    );
    expect(isPatched('spec.strategy.canary.steps.3.setWeight')).toBe(true);
    expect(isPatched('spec.strategy.canary.stableService')).toBe(false);
  });

  // RFC 6902: "replace" of an index leaves the number and the order of items.
  it('that replace an item of a list leave the others', () => {
    const isPatched = patched(
      'patches:\n  - target: {kind: Rollout}\n    patch: "- {op: replace, path: /spec/strategy/canary/steps/0/setWeight, value: 5}"\n',
    );
    expect(isPatched('spec.strategy.canary.steps.0.setWeight')).toBe(true);
    expect(isPatched('spec.strategy.canary.steps')).toBe(true);
    expect(isPatched('spec.strategy.canary.steps.3.setWeight')).toBe(false);
    const isMoved = patched(
      'patches:\n  - target: {kind: Rollout}\n    patch: "- {op: move, from: /spec/strategy/canary/steps/0, path: /spec/strategy/canary/steps/1}"\n',
    );
    expect(isMoved('spec.strategy.canary.steps.3.setWeight')).toBe(true);
  });

  it('that delete change all that surrounds them', () => {
    const isPatched = patched(
      'patches:\n  - patch: "{kind: Rollout, metadata: {name: web}, spec: {strategy: {$patch: replace, blueGreen: {}}}}"\n',
    );
    expect(isPatched('spec.strategy.canary.steps')).toBe(true);
    expect(isPatched('spec.replicas')).toBe(false);
  });

  it('of images change nothing else', () => {
    const isPatched = patched('images:\n  - name: web\n    newTag: v2\n');
    expect(isPatched('spec.template.spec.containers.0.image')).toBe(true);
    expect(isPatched('spec.template.spec.containers.0.ports')).toBe(false);
    expect(isPatched('spec.template.spec.volumes')).toBe(false);
  });

  it('of replicas do not reach a Rollout', () => {
    expect(patched('replicas:\n  - name: web\n    count: 2\n')('spec.replicas')).toBe(false);
  });

  it('by replacements change their targets', () => {
    const isPatched = patched(
      'replacements:\n  - source: {kind: Service}\n    targets:\n      - select: {kind: Rollout}\n        fieldPaths: [spec.strategy.canary.canaryService, "spec.template.spec.containers.[name=web].env"]\n',
    );
    expect(isPatched('spec.strategy.canary.canaryService')).toBe(true);
    expect(isPatched('spec.template.spec.containers.0.image')).toBe(true);
    expect(isPatched('spec.strategy.canary.stableService')).toBe(false);
  });

  it('by replacements in a file of their own may change anything', () => {
    expect(patched('replacements:\n  - path: replacement.yaml\n')('spec.replicas')).toBe(true);
  });

  it('that cannot be read may change anything', () => {
    expect(patched('patches:\n  - path: missing.yaml\n    target: {kind: Rollout}\n')('spec')).toBe(true);
    expect(patched('patches:\n  - path: missing.yaml\n    target: {kind: Service}\n')('spec')).toBe(false);
  });

  // What one lacks may be added by it: there is a Go plugin that merges Rollouts, and its configuration looks like a Rollout.
  it.each([
    ['a plugin', 'argoproj.io/v1alpha1', 'Rollout'],
    ['a function', 'example.com/v1', 'AddStrategies'],
    ['a plugin of a group like the built-in one', 'builtin.example.com/v1', 'PatchTransformer'],
  ])('by %s may change anything', (_, apiVersion, kind) => {
    const transformer = `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: web}\n`;
    const isPatched = patched('transformers: [transformer.yaml]\n', { 'prod/transformer.yaml': transformer });
    expect(isPatched('spec.strategy')).toBe(true);
    expect(isPatched('metadata.name')).toBe(true);
    const inline = `transformers:\n  - |-\n    ${transformer.trim().replaceAll('\n', '\n    ')}\n`;
    expect(patched(inline)('spec.strategy')).toBe(true);
  });

  it('by a built-in transformer of names or labels change no field of a Rollout', () => {
    const transformer =
      'apiVersion: builtin\nkind: LabelTransformer\nmetadata: {name: labels}\nlabels: {team: shop}\nfieldSpecs: [{path: metadata/labels, create: true}]\n';
    const isPatched = patched('transformers: [labels.yaml]\n', { 'prod/labels.yaml': transformer });
    expect(isPatched('spec.strategy')).toBe(false);
    expect(isPatched('spec.selector')).toBe(false);
  });
});

describe('labels', () => {
  const added = (kustomize: string) => {
    const { graph, get } = graphOf({
      'kustomization.yaml': kustomization(['service.yaml'], kustomize),
      'service.yaml': manifests('Service/web'),
    });
    return graph
      .addedSelectorLabels(get('service.yaml', 'Service/web'))
      .map(({ key, text }) => `${key}: ${text}`);
  };

  it('are added to selectors', () => {
    expect(added('commonLabels:\n  team: shop\n')).toEqual(['team: shop']);
    expect(added('labels:\n  - pairs: {team: shop}\n    includeSelectors: true\n')).toEqual(['team: shop']);
  });

  it('are not where selectors are left out, or where kustomize knows more', () => {
    expect(added('labels:\n  - pairs: {team: shop}\n')).toEqual([]);
    expect(added('commonLabels:\n  team: shop\nconfigurations: [rollout.yaml]\n')).toEqual([]);
  });
});

describe('one identity', () => {
  it('twice in a build is repeated', () => {
    const { repeated } = graphOf({
      'base/kustomization.yaml': kustomization(['gateway.yaml']),
      'base/gateway.yaml': manifests('Gateway/public'),
      'prod/kustomization.yaml': kustomization(['../base', 'gateway.yaml']),
      'prod/gateway.yaml': manifests('Gateway/public'),
    });
    expect(repeated()).toEqual([['base/gateway.yaml', 'prod/gateway.yaml']]);
  });

  it('in two builds is not', () => {
    const { repeated } = graphOf({
      'dev/kustomization.yaml': kustomization(['gateway.yaml']),
      'dev/gateway.yaml': manifests('Gateway/public'),
      'prod/kustomization.yaml': kustomization(['gateway.yaml']),
      'prod/gateway.yaml': manifests('Gateway/public'),
    });
    expect(repeated()).toEqual([]);
  });

  it('with prefixes of their own is not', () => {
    const { repeated } = graphOf({
      'a/kustomization.yaml': kustomization(['service.yaml'], 'namePrefix: a-\n'),
      'a/service.yaml': manifests('Service/web'),
      'b/kustomization.yaml': kustomization(['service.yaml'], 'namePrefix: b-\n'),
      'b/service.yaml': manifests('Service/web'),
      'kustomization.yaml': kustomization(['a', 'b']),
    });
    expect(repeated()).toEqual([]);
  });

  it('in a file that is left out is not', () => {
    const { repeated } = graphOf({
      'kustomization.yaml': kustomization(['service.yaml']),
      'service.yaml': manifests('Service/web'),
      'service-old.yaml': manifests('Service/web'),
    });
    expect(repeated()).toEqual([]);
  });
});

describe('of two kustomizations in a folder', () => {
  const files = (name: string) => ({
    'base/kustomization.yaml': kustomization(['rollout.yaml']),
    'base/rollout.yaml': manifests('Rollout/web'),
    [`prod/${name}`]: kustomization(['missing.yaml']),
    'prod/kustomization.yaml': kustomization(['../base']),
  });

  it('each consists of its own bases, whichever is asked first', () => {
    for (const isOpaqueFirst of [false, true]) {
      const { graph } = graphOf(files('kustomization-new.yaml'));
      if (isOpaqueFirst) expect(graph.opaqueKustomizations).toEqual([]);
      expect(graph.unbuildable).toEqual([]);
    }
  });

  it('another one includes that which kustomize finds by its name', () => {
    const { namespaceOf } = graphOf({
      'top/kustomization.yaml': kustomization(['../prod'], 'namespace: shop\n'),
      'prod/kustomization.yaml': kustomization(['rollout.yaml']),
      'prod/rollout.yaml': manifests('Rollout/web'),
      'prod/older.yaml': kustomization([]),
    });
    expect(namespaceOf('prod/rollout.yaml', 'Rollout/web')).toBe('shop');
  });
});

it('what a base consists of does not depend on which base of a circle is asked first', () => {
  const circle = {
    'a/kustomization.yaml': kustomization(['../b', '../d']),
    'b/kustomization.yaml': kustomization(['../c']),
    'c/kustomization.yaml': kustomization(['../a']),
    'd/kustomization.yaml': kustomization(['https://example.com/remote']),
    'e/kustomization.yaml': kustomization(['../a', 'rollout.yaml']),
    'e/rollout.yaml': manifests('Rollout/web'),
    'f/kustomization.yaml': kustomization(['../c', 'rollout.yaml']),
    'f/rollout.yaml': manifests('Rollout/web'),
  };
  const { leads } = graphOf(circle);
  expect(leads('e/rollout.yaml', 'Rollout/web', 'Service/web')).toBe('unknown');
  expect(leads('f/rollout.yaml', 'Rollout/web', 'Service/web')).toBe('unknown');
});

it('bases that include each other end somewhere', () => {
  const { leads } = graphOf({
    'a/kustomization.yaml': kustomization(['../b', 'rollout.yaml']),
    'a/rollout.yaml': manifests('Rollout/web'),
    'b/kustomization.yaml': kustomization(['../a']),
    'c/kustomization.yaml': kustomization(['../a']),
  });
  expect(leads('a/rollout.yaml', 'Rollout/web', 'Service/web')).toBe('absent');
});

it('bases that include the next one twice are built in time', () => {
  const files: Record<string, string> = {};
  for (let level = 0; level < 40; level++)
    for (const name of ['a', 'b'])
      files[`${name}${level}/kustomization.yaml`] = kustomization([`../a${level + 1}`, `../b${level + 1}`]);
  const { leads } = graphOf({
    ...files,
    'a40/kustomization.yaml': kustomization(['rollout.yaml']),
    'a40/rollout.yaml': manifests('Rollout/web'),
    'b40/kustomization.yaml': kustomization([]),
  });
  expect(leads('a40/rollout.yaml', 'Rollout/web', 'Service/web')).toBe('absent');
});

describe('what cannot be built', () => {
  const rollouts = { 'base/web.yaml': manifests('Rollout/web'), 'base/api.yaml': manifests('Rollout/api') };

  it('is told if it keeps one of several Rollouts from being built', () => {
    const { graph } = graphOf({
      ...rollouts,
      'base/kustomization.yaml': kustomization(['web.yaml', 'api.yaml']),
      'parts/web/cart.yaml': manifests('Rollout/cart'),
      'other/kustomization.yaml': kustomization(['service.yaml', '../parts/web']),
      'other/service.yaml': manifests('Service/web'),
    });
    expect(graph.unbuildable).toMatchObject([{ why: 'notKustomized', entry: '../parts/web' }]);
  });

  it('is not a patch that lies elsewhere, or that is empty', () => {
    const patches = 'patches: [{path: "git@example.com:patch.yaml"}, {patch: "~"}]\n';
    const { graph } = graphOf({
      ...rollouts,
      'base/kustomization.yaml': kustomization(['web.yaml', 'api.yaml'], patches),
      'top/kustomization.yaml': kustomization(['../base/service.yaml'], patches),
    });
    expect(graph.unbuildable).not.toContainEqual(
      expect.objectContaining({ entry: 'git@example.com:patch.yaml' }),
    );
  });
});
