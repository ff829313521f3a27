import { describe } from 'vitest';
import { folderOf } from '../support/command.js';
import { onlyPrograms, programCalled } from '../support/programs.js';
import { application, documents, istio, rollout, services, virtualService } from './objects.js';
import { describeRepros, type Repro } from './repro.js';

const kustomize = programCalled('kustomize');
const helm = programCalled('helm');

/** The same with the real program, which is the only one that is found. */
function rendered(name: string, program: string | undefined, repros: readonly Omit<Repro, 'args'>[]): void {
  describe.skipIf(program === undefined)(name, () => {
    describeRepros(
      repros.map((repro) => ({
        ...repro,
        args: ['--render'],
        before: () => onlyPrograms(folderOf({ [name]: { link: program ?? '' } })),
      })),
    );
  });
}

const web = documents(rollout('web', { canary: istio('web') }), services('web'), virtualService('web'));
const faulty = documents(
  rollout('web', { canary: [...istio('web'), 'stableServic: x'] }),
  services('web'),
  virtualService('web'),
);
const overlay = (...lines: readonly string[]): string => ['resources: [../base]', ...lines, ''].join('\n');
/** An Application that deploys the chart with a value of its own. */
const withValue = (name: string, values: string, more: readonly string[] = []): string =>
  application(name, 'chart', { more }).replace(
    '    path: chart\n',
    `    path: chart\n    helm:\n      values: |\n        ${values}\n`,
  );
const ignored = [
  'syncPolicy:',
  '  syncOptions: [ApplyOutOfSyncOnly=true]',
  'ignoreDifferences:',
  '  - group: networking.istio.io',
  '    kind: VirtualService',
  '    jqPathExpressions: [".spec.http[].route[].weight"]',
];
const base = { 'base/kustomization.yaml': 'resources:\n  - all.yaml\n' };

rendered('kustomize', kustomize, [
  {
    title: 'takes a base that an Application deploys and an overlay of it for alternatives',
    files: {
      ...base,
      'base/all.yaml': rollout('web', { namespace: 'shop' }),
      'local/kustomization.yaml': overlay('namespace: shop'),
      'app.yaml': application('web', 'base'),
    },
    findings: [],
  },
  {
    title: 'tells a fault once where one of two overlays cannot be built',
    files: {
      ...base,
      'base/all.yaml': faulty,
      'good/kustomization.yaml': overlay('namespace: good'),
      'bad/kustomization.yaml': 'resources:\n  - ../base\n  - missing.yaml\n',
    },
    findings: [
      ['base/all.yaml', 'stableServic: x', 'error schema/fields-known'],
      ['bad/kustomization.yaml', 'missing.yaml', 'error k8s/kustomization-builds'],
    ],
  },
  {
    title: 'tells both that names and that labels change where a Rollout does not follow',
    files: {
      ...base,
      'base/all.yaml': web,
      'prod/kustomization.yaml': overlay('namePrefix: prod-', 'commonLabels:', '  team: shop'),
    },
    findings: [
      ['prod/kustomization.yaml', 'namePrefix', 'error rollout/services-exist'],
      ['prod/kustomization.yaml', 'team: shop', 'error rollout/added-labels-reach-pods'],
    ],
  },
  {
    title: 'tells labels alone, too',
    files: {
      ...base,
      'base/all.yaml': web,
      'prod/kustomization.yaml': overlay('commonLabels:', '  team: shop'),
    },
    findings: [['prod/kustomization.yaml', 'team: shop', 'error rollout/added-labels-reach-pods']],
  },
]);

const release = (name: string): string =>
  application(name, 'chart').replace('    path: chart', '    path: chart\n    helm:\n      releaseName: web');

rendered('helm', helm, [
  {
    title: 'deploys no file beside the chart',
    files: {
      'chart/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 0.1.0\n',
      'chart/templates/rollout.yaml': rollout('web'),
      'chart/example.yaml': rollout('web').replace('image: web:1', 'image: web:2'),
      'app.yaml': application('web', 'chart'),
    },
    findings: [],
    unchecked: '1 object that no kustomization or chart lists',
  },
  {
    title: 'takes renderings with other values for alternatives, whichever an Application means',
    files: {
      'chart/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 0.1.0\n',
      'chart/templates/rollout.yaml': rollout('web', { namespace: 'shop' }),
      'chart/values-dev.yaml': 'env: dev\n',
      'chart/values-prod.yaml': 'env: prod\n',
      'app.yaml': application('web', 'chart', { more: [] }).replace(
        '    path: chart',
        '    path: chart\n    helm:\n      parameters:\n        - name: env\n          value: test',
      ),
    },
    findings: [],
  },
  {
    title: 'takes nothing of one release for what an Application deploys that cannot be rendered',
    files: {
      'chart/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 0.1.0\n',
      'chart/templates/all.yaml': `{{ if .Values.canary }}\n${web}{{ end }}\n`,
      'one.yaml': withValue('one', 'canary: true', ignored),
      // Something else fills in the name, so neither the release nor what it is made of is known.
      'other.yaml': withValue('"{{.ID}}"', 'canary: false'),
    },
    findings: [],
  },
  {
    title: 'lets two Applications deploy a chart whose objects have the names of releases',
    files: {
      'chart/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 0.1.0\n',
      'chart/templates/rollout.yaml': rollout('{{ .Release.Name }}'),
      'one.yaml': application('one', 'chart'),
      'two.yaml': application('two', 'chart'),
    },
    findings: [],
  },
  {
    title: 'tells two Applications whose releases have an object of one name',
    files: {
      'chart/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 0.1.0\n',
      'chart/templates/rollout.yaml': rollout('web'),
      'one.yaml': application('one', 'chart'),
      'two.yaml': application('two', 'chart'),
    },
    findings: [['chart/templates/rollout.yaml', 'name: web#1', 'warning argocd/object-of-one-application']],
  },
  {
    title: 'tells two Applications that deploy one release',
    files: {
      'chart/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 0.1.0\n',
      'chart/templates/rollout.yaml': rollout('web'),
      'one.yaml': release('one'),
      'two.yaml': release('two'),
    },
    findings: [['two.yaml', 'path: chart', 'warning argocd/object-of-one-application']],
  },
]);
