import { describe, expect, it } from 'vitest';
import type { Path } from '../../../src/model/field.js';
import { HelmOrigins } from '../../../src/repository/render/helm-origins.js';
import { renderPlan } from '../../../src/repository/render/plan.js';
import { readHelmOutput } from '../../../src/repository/render/rendered.js';
import { valuesPath } from '../../../src/repository/render/template-lines.js';
import { lineAndColumn } from '../../../src/repository/render/tree.js';
import { textSource } from '../../support/sources.js';

const files = {
  'chart/Chart.yaml': 'name: web\nversion: 1.0.0\n',
  'chart/values.yaml':
    'replicas: 1\nimage:\n  tag: "1"\nsteps:\n  - setWeight: 10\n  - pause: {}\nlabels:\n  team: shop\n',
  'chart/values-prod.yaml': 'replicas: 7\n',
  'chart/templates/all.yaml': `{{- if .Values.service }}
kind: Service
metadata:
  name: other
---
{{- end }}
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: {{ .Release.Name }}
  labels:
    app: web
    {{- toYaml .Values.labels | nindent 4 }}
spec:
  # The count.
  replicas: {{ .Values.replicas }}
  strategy:
    canary:
      stableService: {{ include "web.name" . }}
      steps: {{- toYaml .Values.steps | nindent 8 }}
  template:
    spec:
      containers:
        - name: web
          image: "web:{{ .Values.image.tag }}"
          args:
            - --first
            - --second
        - name: proxy
          image: proxy:2
`,
};

/** What helm v3 printed for it. */
const recorded = `---
# Source: web/templates/all.yaml
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
  labels:
    app: web
    team: shop
spec:
  # The count.
  replicas: 7
  strategy:
    canary:
      stableService: web
      steps:
        - setWeight: 10
        - pause: {}
  template:
    spec:
      containers:
        - name: web
          image: "web:1"
          args:
            - --first
            - --second
        - name: proxy
          image: proxy:2
`;

const sources = new Map(Object.entries(files).map(([name, text]) => [`/${name}`, textSource(name, text)]));
const options = {
  helmValues: [],
  isFile: (path: string) => sources.has(path),
  allows: () => true,
  workingFolder: '/',
};

describe('what helm made', () => {
  const [unit] = renderPlan([...sources.values()], options).units;
  if (unit?.tool !== 'helm') throw new Error('The chart is the only unit.');
  const [doc] = readHelmOutput(recorded, { path: '/chart/rendered.yaml', name: 'rendered' }).docs;
  const origin = doc && new HelmOrigins(unit, (path) => sources.get(path)).of(doc);

  it.each<[string, Path, string]>([
    ['a text of the template', ['metadata', 'labels', 'app'], 'chart/templates/all.yaml:12:10'],
    ['values of the last file that has them', ['spec', 'replicas'], 'chart/values-prod.yaml:1:11'],
    ['values in a block', ['spec', 'strategy', 'canary', 'steps', 0, 'setWeight'], 'chart/values.yaml:5:16'],
    ['values below a text', ['metadata', 'labels', 'team'], 'chart/values.yaml:8:9'],
    [
      'what is worked out: the template',
      ['spec', 'strategy', 'canary', 'stableService'],
      'chart/templates/all.yaml:19:22',
    ],
    [
      'a text with values in it: the template',
      ['spec', 'template', 'spec', 'containers', 0, 'image'],
      'chart/templates/all.yaml:25:18',
    ],
    [
      'the second of two elements',
      ['spec', 'template', 'spec', 'containers', 1, 'image'],
      'chart/templates/all.yaml:30:18',
    ],
    [
      'an element without a key',
      ['spec', 'template', 'spec', 'containers', 0, 'args', 1],
      'chart/templates/all.yaml:28:15',
    ],
    ['a map', ['spec', 'template'], 'chart/templates/all.yaml:21:3'],
    [
      'a field that is nowhere: the nearest',
      ['spec', 'strategy', 'canary', 'maxSurge'],
      'chart/templates/all.yaml:18:5',
    ],
  ])('leads to the source of %s', (_, path, expected) => {
    const place = origin?.place(path, false);
    expect(place && `${place.source.name}:${lineAndColumn(place)}`).toBe(expected);
  });
});

describe('what helm made of a chart in another one', () => {
  const template = `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
spec:
  replicas: {{ .Values.replicas }}
  minReadySeconds: {{ .Values.global.seconds }}
  strategy:
    canary:
      steps:
        {{- toYaml .Values.steps | nindent 8 }}
`;
  const charts = new Map(
    Object.entries({
      'platform/Chart.yaml':
        'name: platform\ndependencies: [{name: catalog, repository: file://../catalog}]\n',
      'platform/values.yaml': 'global: {seconds: 5}\ncatalog:\n  steps:\n    - setWeight: 10\n',
      'catalog/Chart.yaml': 'name: catalog\nversion: 1.0.0\n',
      'catalog/values.yaml': 'replicas: 3\nsteps: []\n',
      'catalog/templates/all.yaml': template,
      'catalog/templates/included.yaml': '{{ include "common.rollout" . }}\n',
    }).map(([name, text]) => [`/${name}`, textSource(name, text)]),
  );
  const [unit] = renderPlan([...charts.values()], { ...options, isFile: (path) => charts.has(path) }).units;
  if (unit?.tool !== 'helm') throw new Error('The outer chart is the only unit.');
  const origins = new HelmOrigins(unit, (path) => charts.get(path));
  const rollout = template
    .replace('{{ .Values.replicas }}', '3')
    .replace('{{ .Values.global.seconds }}', '5')
    .replace('        {{- toYaml .Values.steps | nindent 8 }}', '        - setWeight: 10');
  const { docs } = readHelmOutput(
    ['catalog/templates/all.yaml', 'catalog/templates/included.yaml', 'gone/templates/all.yaml']
      .map((file) => `---\n# Source: platform/charts/${file}\n${rollout}`)
      .join(''),
    { path: '/platform/rendered.yaml', name: 'rendered' },
  );

  // The archive in charts/ was packed from the folder.
  it.each<[string, Path, string]>([
    ['its own values', ['spec', 'replicas'], 'catalog/values.yaml:1:11'],
    ['what is global', ['spec', 'minReadySeconds'], 'platform/values.yaml:1:19'],
    [
      'values of the outer chart for it',
      ['spec', 'strategy', 'canary', 'steps', 0, 'setWeight'],
      'platform/values.yaml:4:18',
    ],
    ['the template', ['metadata', 'name'], 'catalog/templates/all.yaml:4:9'],
  ])('leads to %s', (_, path, expected) => {
    const place = origins.of(docs[0]!)?.place(path, false);
    expect(place && `${place.source.name}:${lineAndColumn(place)}`).toBe(expected);
  });

  it.each([
    [1, 'catalog/templates/included.yaml:1:1'],
    [2, 'platform/values.yaml:1:1'],
  ])('has the start of a file for what no line of it is known to write: document %i', (index, expected) => {
    expect(origins.of(docs[index]!)).toBeUndefined();
    const place = origins.file(docs[index]!);
    expect(place && `${place.source.name}:${lineAndColumn(place)}`).toBe(expected);
  });
});

// Steps have different keys, so the index of a step is not the place of its line among those with the same key.
it('leads to the line of a step among others with its key', () => {
  const template = `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
spec:
  strategy:
    canary:
      steps:
        - setWeight: 10
        - pause:
            duration: 1m
        - analysis:
            templates:
              - templateName: one
        - setWeight: 50
        - pause:
            duration: 1m
        - analysis:
            templates:
              - templateName: two
              - templateName: one
`;
  const chart = new Map(
    Object.entries({
      'chart/Chart.yaml': 'name: web\nversion: 1.0.0\n',
      'chart/templates/all.yaml': template,
    }).map(([name, text]) => [`/${name}`, textSource(name, text)]),
  );
  const [unit] = renderPlan([...chart.values()], { ...options, isFile: (path) => chart.has(path) }).units;
  if (unit?.tool !== 'helm') throw new Error('The chart is the only unit.');
  const output = `---\n# Source: web/templates/all.yaml\n${template}`;
  const [doc] = readHelmOutput(output, { path: '/chart/rendered.yaml', name: 'rendered' }).docs;
  const origin = doc && new HelmOrigins(unit, (path) => chart.get(path)).of(doc);
  const lineOf = (...path: Path): number | undefined => {
    const place = origin?.place(['spec', 'strategy', 'canary', 'steps', ...path], false);
    return place && Number.parseInt(lineAndColumn(place));
  };

  expect(lineOf(2, 'analysis')).toBe(12);
  expect(lineOf(5, 'analysis')).toBe(18);
  expect(lineOf(4, 'pause', 'duration')).toBe(17);
  expect(lineOf(5, 'analysis', 'templates', 0, 'templateName')).toBe(20);
  expect(lineOf(5, 'analysis', 'templates', 1, 'templateName')).toBe(21);
});

it.each([
  ['{{ .Values.a.b }}', ['a', 'b']],
  ['{{- toYaml .Values.steps | nindent 8 }}', ['steps']],
  ['{{ .Values.a | default "x" | quote }}', ['a']],
  ['{{ .Values.a }}-{{ .Values.b }}', undefined],
  ['{{ include "x" .Values.a }}', undefined],
  ['{{ if .Values.a }}b{{ end }}', undefined],
  ['{{ .Release.Name }}', undefined],
])('%s writes the value of %j', (text, path) => {
  expect(valuesPath(text)).toEqual(path);
});

describe('a plan', () => {
  const plan = (
    more: Readonly<Record<string, string>>,
    changes: { readonly helmValues?: readonly (readonly string[])[] } = {},
  ) => {
    const all = new Map(
      Object.entries({ ...files, ...more }).map(([name, text]) => [`/${name}`, textSource(name, text)]),
    );
    return renderPlan([...all.values()], {
      ...options,
      isFile: (path) => all.has(path),
      ...changes,
    }).units.map((unit) =>
      unit.tool === 'helm'
        ? `${unit.name}: ${unit.release} in ${unit.namespace} at ${unit.folder}`
        : `${unit.name} of ${unit.chain.length}`,
    );
  };
  const application = (name: string, helm: string): string => `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata:
  name: ${name}
spec:
  source:
    path: chart
    helm: ${helm}
  destination:
    namespace: shop
`;

  it('has a chart with the values beside it', () => {
    expect(plan({})).toEqual(['chart with values-prod.yaml: web in release-namespace at /chart']);
    expect(plan({ 'chart/values.dev.yaml': '' })).toEqual([
      'chart with values-prod.yaml: web in release-namespace at /chart/values-prod.yaml',
      'chart with values.dev.yaml: web in release-namespace at /chart/values.dev.yaml',
    ]);
  });

  // People layer files of values, and keep one for each environment: the latter say something of the same.
  it('has a chart with files of values that speak of different things at once', () => {
    const layers = {
      'chart/env-values.yaml': 'size: {a: 3}\n',
      'chart/way-values.yaml': 'size: {b: CANARY}\n',
    };
    const { 'chart/values-prod.yaml': prod = '' } = files as Readonly<Record<string, string>>;
    expect(prod).not.toBe('');
    expect(plan(layers)).toEqual([
      'chart with env-values.yaml, values-prod.yaml, way-values.yaml: web in release-namespace at /chart',
    ]);
  });

  it('has it for each of those that speak of the same, with those that do not', () => {
    const more = {
      'chart/dev-values.yaml': 'size: {a: 1}\n',
      'chart/all-values.yaml': 'other: 1\n',
      'chart/big-values.yaml': 'size: {a: 2}\n',
    };
    expect(plan(more).map((one) => one.replace(/: web.*/, ''))).toEqual([
      'chart with all-values.yaml, values-prod.yaml, big-values.yaml',
      'chart with all-values.yaml, values-prod.yaml, dev-values.yaml',
    ]);
  });

  const kustomization = { 'chart/kustomization.yaml': 'resources: [files/one.yaml]\n' };

  it('has one tool for a folder with a chart and a kustomization: the one that an Application uses', () => {
    expect(plan({ ...kustomization, 'argocd/web.yaml': application('web', '{releaseName: shop}') })).toEqual([
      'chart with values-prod.yaml: shop in shop at /chart',
    ]);
    expect(plan({ ...kustomization, 'argocd/web.yaml': application('web', '{}') })).toEqual(['chart of 1']);
  });

  it('has kustomize where nothing says which, as Argo CD does, and both where they are in two folders', () => {
    expect(plan(kustomization)).toEqual(['chart of 1']);
    expect(plan({ 'over/kustomization.yaml': 'resources: [one.yaml]\n' })).toHaveLength(2);
  });

  it('has it with the values that are asked for', () => {
    expect(plan({ 'chart/extra.yaml': '' }, { helmValues: [['values.yaml', 'extra.yaml']] })).toEqual([
      'chart with values.yaml, extra.yaml: web in release-namespace at /chart',
    ]);
  });

  it('has it as its Applications deploy it', () => {
    expect(
      plan({
        'apps/a.yaml': application('one', '{valueFiles: [values-prod.yaml]}'),
        'apps/b.yaml': application('two', '{valueFiles: [values.yaml], releaseName: second}'),
      }),
    ).toEqual([
      'chart with values-prod.yaml: one in shop at /chart/values-prod.yaml',
      'chart with values.yaml: second in shop at /chart/values.yaml',
    ]);
  });

  describe('with a chart that another one includes', () => {
    const including = (dependency: string): Readonly<Record<string, string>> => ({
      'umbrella/Chart.yaml': `name: umbrella\nversion: 1.0.0\ndependencies: [${dependency}]\n`,
    });
    const umbrella = 'umbrella: umbrella in release-namespace at /umbrella';
    const own = 'chart with values-prod.yaml: web in release-namespace at /chart';
    const local = including('{name: web, version: 1.0.0, repository: file://../chart}');

    // helm template of the other chart renders it, with the values that are given there.
    it('has it as a part of that one alone', () => {
      expect(plan(local)).toEqual([umbrella]);
    });

    it.each([
      ['a repository of charts', including('{name: web, repository: https://charts.example.com}')],
      ['another folder', including('{name: web, repository: file://../other}')],
      ['itself', including('{name: umbrella, repository: file://.}')],
      ['nothing', including('null')],
      ['another version', including('{name: web, version: 2.0.0, repository: file://../chart}')],
    ])('has both if that one includes %s', (_, other) => {
      expect(plan(other)).toEqual([own, umbrella]);
    });

    it.each([
      ['helmfile', 'helmfile.yaml', 'releases:\n  - name: a\n    chart: ./chart\n'],
      ['Skaffold', 'deploy/skaffold.yaml', 'deploy: {}\nchartPath: chart # here\n'],
      ['Flux', 'flux/web.yaml', 'kind: HelmRelease\nspec:\n  chart:\n    spec:\n      chart: ./chart\n'],
      [
        'kustomize',
        'over/kustomization.yaml',
        'helmGlobals: {chartHome: ..}\nhelmCharts:\n  - name: chart\n',
      ],
    ])('has it on its own, too, if %s deploys it', (_, file, text) => {
      expect(plan({ ...local, [file]: text }).filter((one) => !one.startsWith('over'))).toEqual([
        own,
        umbrella,
      ]);
    });

    it('has it on its own, too, if an Application deploys it, and with another chart of helmfile it has not', () => {
      expect(plan({ ...local, 'apps/a.yaml': application('one', '{}') })).toEqual([
        'chart with values-prod.yaml: one in shop at /chart',
        umbrella,
      ]);
      expect(plan({ ...local, 'helmfile.yaml': 'releases:\n  - chart: ./umbrella\n' })).toEqual([umbrella]);
    });
  });

  const place = (text: string, path: string, repository = 'https://example.com/o/r.git'): string =>
    text.replace('path: chart', `path: ${path}\n    repoURL: ${repository}`);

  it.each(['chart', 'chart/', './chart', './chart/', 'chart/.', 'x/../chart'])(
    'has it as the Application with the path %s deploys it',
    (path) => {
      expect(plan({ 'apps/a.yaml': place(application('one', '{}'), path) })).toEqual([
        'chart with values-prod.yaml: one in shop at /chart',
      ]);
    },
  );

  // Applications of another folder or with a chart of a repository of charts deploy another one.
  it.each(['other/chart', 'art', '/chart', '../chart', 'chart\n    chart: web'])(
    'has it as it is beside an Application with the path %j',
    (path) => {
      expect(plan({ 'apps/a.yaml': place(application('one', '{}'), path) })).toEqual([
        'chart with values-prod.yaml: web in release-namespace at /chart',
      ]);
    },
  );

  const atRoot = (path: string, more: Readonly<Record<string, string>> = {}): readonly string[] => {
    const own = { 'Chart.yaml': 'name: engine\n', 'templates/a.yaml': '', 'values.yaml': '' };
    const app = place(application('web', '{releaseName: shop}'), path);
    const all = Object.entries({ ...own, 'app.yaml': app, ...more });
    const sources = new Map(all.map(([name, text]) => [`/tree/${name}`, textSource(`tree/${name}`, text)]));
    const isFile = (file: string): boolean => sources.has(file);
    return renderPlan([...sources.values()], { ...options, isFile }).units.map((unit) =>
      unit.tool === 'helm' ? `${unit.name}: ${unit.release} in ${unit.namespace}` : unit.name,
    );
  };

  it.each(['.', './', './.'])('has a chart at the root as the Application with the path %s', (path) => {
    expect(atRoot(path)).toEqual(['tree: shop in shop']);
  });

  it('has the charts at the root and in folders each as its own Application deploys it', () => {
    const sub = { 'sub/Chart.yaml': 'name: sub\n', 'sub/templates/a.yaml': '' };
    const app = place(application('other', '{}'), 'sub');
    expect(atRoot('.', { ...sub, 'other.yaml': app })).toEqual([
      'tree: shop in shop',
      'tree/sub: other in shop',
    ]);
    expect(atRoot('.', sub)).toEqual(['tree: shop in shop', 'tree/sub: sub in release-namespace']);
  });

  it('has a chart once for each of several releases, with the same values or others', () => {
    const apps = {
      'apps/a.yaml': application('one', '{valueFiles: [values-prod.yaml]}'),
      'apps/b.yaml': application('two', '{valueFiles: [values-prod.yaml]}'),
      'apps/c.yaml': application('three', '{valueFiles: [values-dev.yaml]}'),
      'chart/values-dev.yaml': '',
      'apps/d.yaml': application('four', '{}'),
    };
    const names = (files: Readonly<Record<string, string>>): readonly string[] =>
      plan(files).map((one) => one.replace(/ at .*/, ''));
    expect(names(apps)).toEqual([
      'chart with values-prod.yaml as one in shop: one in shop',
      'chart with values-prod.yaml as two in shop: two in shop',
      'chart with values-dev.yaml: three in shop',
      'chart: four in shop',
    ]);
    const same = { 'apps/a.yaml': apps['apps/a.yaml'], 'more/a.yaml': apps['apps/a.yaml'] };
    expect(names(same)).toEqual(['chart with values-prod.yaml: one in shop']);
  });

  it('has as many releases as ApplicationSets make, and no more than tell anything', () => {
    const set = (count: number): string => `apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: {name: set}
spec:
  generators:
    - list: {elements: ${JSON.stringify(Array.from({ length: count }, (_, at) => ({ at: `${at}` })))}}
  template:
    metadata: {name: "web-{{at}}"}
    spec:
      source: {path: chart, helm: {releaseName: "web-{{at}}"}}
      destination: {namespace: "ns-{{at}}"}
`;
    expect(plan({ 'set.yaml': set(2) }).map((one) => one.replace(/ at .*/, ''))).toEqual([
      'chart with values-prod.yaml as web-0 in ns-0: web-0 in ns-0',
      'chart with values-prod.yaml as web-1 in ns-1: web-1 in ns-1',
    ]);
    expect(plan({ 'set.yaml': set(50) })).toHaveLength(20);
  });

  it('has neither libraries nor charts in charts', () => {
    expect(
      plan({
        'chart/charts/sub/Chart.yaml': 'name: sub\n',
        'library/Chart.yaml': 'name: library\ntype: library\n',
      }),
    ).toHaveLength(1);
  });

  it('has kustomizations that are deployed, and neither their bases nor components', () => {
    expect(
      plan({
        'k/base/kustomization.yaml': 'resources: []\n',
        'k/part/kustomization.yaml': 'apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\n',
        'k/prod/kustomization.yaml': 'resources: [../base]\ncomponents: [../part]\n',
      }),
    ).toEqual(['k/prod of 3', 'chart with values-prod.yaml: web in release-namespace at /chart']);
  });
});
