import { expect, it } from 'vitest';
import { renderedFile } from '../../../src/model/source.js';
import { application, graphOf, manifests } from './files.js';

const chart = 'apiVersion: v2\nname: web\nversion: 1.0.0\n';
const values =
  '    helm:\n      valueFiles: [values-prod.yaml, ../values/prod.yaml, $values/envs/prod.yaml]\n';

const { graph } = graphOf({
  'chart/Chart.yaml': chart,
  'chart/charts/cache/Chart.yaml': chart,
  'apps/web.yaml': application('web', 'chart', 'shop', values),
});

it('a chart within a chart is a part of it', () => {
  expect(graph.opaque({ whole: false }).map(({ kind, folder }) => [kind, folder])).toEqual([
    ['chart', '/repo/chart'],
  ]);
});

it('a chart that another one includes is a part of it, unless an Application deploys it', () => {
  const files = {
    'umbrella/Chart.yaml': 'name: all\ndependencies: [{name: web, repository: file://../chart}]\n',
    'chart/Chart.yaml': chart,
  };
  const { graph: alone } = graphOf(files);
  const [umbrella, ...others] = alone.opaque({ whole: false });
  expect(others).toEqual([]);
  expect(umbrella?.folder).toBe('/repo/umbrella');
  expect(umbrella?.isMadeOf('/repo/chart/templates/service.yaml')).toBe(true);
  const { graph: both } = graphOf({ ...files, 'apps/web.yaml': application('web', 'chart', 'shop', values) });
  expect(both.opaque({ whole: false }).map(({ folder }) => folder)).toEqual([
    '/repo/umbrella',
    '/repo/chart',
  ]);
});

// Argo CD reads a file of values from the chart, or, behind the name of another source, from the root of that repository, which may
// be this one.
it.each([
  ['chart/values.yaml', true],
  ['chart/values-prod.yaml', true],
  ['chart/charts/cache/templates/service.yaml', true],
  ['chart/README.md', false],
  ['values/prod.yaml', true],
  ['values/dev.yaml', false],
  ['envs/prod.yaml', true],
  ['envs/dev.yaml', false],
  ['templates/service.yaml', false],
])('whether the chart depends on %s: %s', (path, isMade) => {
  expect(graph.opaque({ whole: false })[0]?.isMadeOf(`/repo/${path}`)).toBe(isMade);
});

it('a chart with the output of a run in it is known', () => {
  const { graph: rendered } = graphOf({ 'chart/Chart.yaml': chart, [`chart/${renderedFile}`]: '' });
  expect(rendered.opaque({ whole: false })).toEqual([]);
});

const header = 'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n';
const bases = {
  'base/kustomization.yaml': `${header}resources: [service.yaml]\n`,
  'base/service.yaml': manifests('Service/web'),
};
const patched = graphOf({
  ...bases,
  'patched/kustomization.yaml': `${header}resources: [../base, ../gone]\npatches: [path: patch.yaml]\n`,
  'patched/patch.yaml': 'apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {type: NodePort}\n',
}).graph;

// Kustomize reads what is listed, and all below a base that is not there (any more).
it.each([
  ['patched/kustomization.yaml', true],
  ['patched/patch.yaml', true],
  ['patched/notes.yaml', false],
  ['base/service.yaml', true],
  ['base/deployment.yaml', false],
  ['gone/kustomization.yaml', true],
  ['gone/service.yaml', true],
])('whether the kustomization with a patch depends on %s: %s', (path, isMade) => {
  const [opaque] = patched.opaque({ whole: false });
  expect(opaque?.folder).toBe('/repo/patched');
  expect(opaque?.isMadeOf(`/repo/${path}`)).toBe(isMade);
});

// Without patches the graph knows what happens to names and labels; the exact content needs the program.
it.each([
  ['plain/kustomization.yaml', true],
  ['base/kustomization.yaml', true],
  ['base/service.yaml', false],
])('whether the exact content of a kustomization depends on %s beside the objects: %s', (path, isMade) => {
  const { graph: plain } = graphOf({
    ...bases,
    'plain/kustomization.yaml': `${header}resources: [../base]\nnamePrefix: a-\n`,
  });
  expect(plain.opaque({ whole: false })).toEqual([]);
  expect(plain.opaque({ whole: true })[0]?.isMadeOf(`/repo/${path}`)).toBe(isMade);
});
