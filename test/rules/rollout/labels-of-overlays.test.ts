import { describe, expect, it } from 'vitest';
import { lint } from '../../../src/lint/lint.js';
import { rules } from '../../../src/rules/index.js';
import { textSource } from '../../support/sources.js';

const rollout = `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: "web:1"}]}
  strategy: {canary: {stableService: web, canaryService: web-canary, steps: [{setWeight: 20}, {pause: {}}]}}
`;
const service = (name: string): string => `apiVersion: v1
kind: Service
metadata: {name: ${name}, labels: {app: ${name}}}
spec: {selector: {app: web}, ports: [{name: http, port: 80}]}
---
`;
const budget = `apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: web}
spec: {minAvailable: 1, selector: {matchLabels: {app: web}}}
`;
const deployment = rollout
  .replace('argoproj.io/v1alpha1', 'apps/v1')
  .replace('Rollout', 'Deployment')
  .replace(/^ {2}strategy.*\n/m, '');

/** A base without Rollout, a folder with it, and overlays of them. */
const parts = {
  'base/all.yaml': `${service('web')}${service('web-canary')}${deployment}`,
  'base/kustomization.yaml': 'namespace: web\nresources: [all.yaml]\n',
  'ro/ro.yaml': rollout,
  'ro/kustomization.yaml': 'namespace: web\nresources: [ro.yaml]\n',
};
const labelled = (environment: string, ...resources: readonly string[]): string =>
  `resources: [${resources.join(', ')}]\ncommonLabels: {environment: ${environment}}\n`;

function found(rule: string, files: Readonly<Record<string, string>>): string[] {
  const chosen = rules.filter(({ meta }) => meta.name === rule);
  const sources = Object.entries(files).map(([name, text]) => textSource(`/r/${name}`, text));
  return lint(sources, chosen)
    .findings.map(({ place }) => place.source.path.replace('/r/', ''))
    .sort();
}

const reach = 'rollout/added-labels-reach-pods';
const prod = 'overlays/prod/kustomization.yaml';
const dev = 'overlays/dev/kustomization.yaml';

describe('the labels of an overlay', () => {
  const cases: Readonly<Record<string, readonly [Readonly<Record<string, string>>, readonly string[]]>> = {
    'say nothing of a Rollout that only another overlay builds': [
      { [dev]: labelled('dev', '../../base'), [prod]: labelled('prod', '../../base', '../../ro') },
      [prod],
    ],
    'say something of each Rollout that is built with them': [
      {
        [dev]: labelled('dev', '../../base', '../../ro'),
        [prod]: labelled('prod', '../../base', '../../ro'),
      },
      [dev, prod],
    ],
    'say nothing of it where they are written as labels': [
      {
        [dev]:
          'resources: [../../base]\nlabels: [{pairs: {environment: dev}, includeSelectors: true}]\n',
        [prod]:
          'resources: [../../base, ../../ro]\nlabels: [{pairs: {environment: prod}, includeSelectors: true}]\n',
      },
      [prod],
    ],
    'say nothing of it where that one takes it from a component': [
      {
        'ro/kustomization.yaml': 'apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nresources: [ro.yaml]\n',
        [dev]: labelled('dev', '../../base'),
        [prod]: `${labelled('prod', '../../base')}components: [../../ro]\n`,
      },
      [prod],
    ],
    'say nothing of it through a budget either': [
      {
        'base/budget.yaml': budget,
        'base/kustomization.yaml': 'namespace: web\nresources: [all.yaml, budget.yaml]\n',
        [dev]: labelled('dev', '../../base'),
        [prod]: 'resources: [../../base, ../../ro]\n',
      },
      [],
    ],
    'say it through a budget where it is built with it': [
      {
        'base/budget.yaml': budget,
        'base/kustomization.yaml': 'namespace: web\nresources: [budget.yaml]\n',
        [dev]: 'resources: [../../base]\n',
        [prod]: labelled('prod', '../../base', '../../ro'),
      },
      [prod],
    ],
  }; // prettier-ignore
  it.each(Object.entries(cases))('%s', (_, [files, expected]) => {
    expect(found(reach, { ...parts, ...files })).toEqual(expected);
  });

  const monitor = (environment: string): string => `apiVersion: monitoring.coreos.com/v1
kind: ServiceMonitor
metadata: {name: web}
spec: {selector: {matchLabels: {app: web, environment: ${environment}}}, endpoints: [{port: http}]}
`;
  it.each([
    ['dev', 0],
    ['prod', 0],
    ['test', 1],
  ])('are those of its own objects: a ServiceMonitor asks for %s', (environment, count) => {
    const files = {
      ...parts,
      // Otherwise the monitor would scrape the stable Service alone.
      'base/all.yaml': parts['base/all.yaml'].replace('labels: {app: web-canary}', 'labels: {app: web}'),
      'base/monitor.yaml': monitor(environment),
      'base/kustomization.yaml': 'namespace: web\nresources: [all.yaml, monitor.yaml]\n',
      [dev]: labelled('dev', '../../base', '../../ro'),
      [prod]: labelled('prod', '../../base', '../../ro'),
    };
    expect(found('k8s/service-monitor-selects-service', files)).toHaveLength(count);
  });

  const template = (labels: string): string => `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 0
  selector: {}
  template:
    metadata: {labels: {${labels}}}
    spec: {containers: [{name: web, image: "web:1"}]}
`;
  const referring = rollout
    .replace(/ {2}template:\n.*\n.*\n/, '  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: web}\n')
    .replace('matchLabels: {app: web}', 'matchLabels: {app: web, tier: a}');

  it.each([
    ['labels: [{pairs: {app: web}, includeSelectors: true}]', 'tier: a', 0],
    ['labels: [{pairs: {app: web}, includeTemplates: true}]', 'tier: a', 0],
    ['commonLabels: {app: web}', 'tier: a', 0],
    ['commonLabels: {app: web, tier: a}', '', 0],
    // Another label, one that is added to the object alone, and none.
    ['commonLabels: {other: web}', 'tier: a', 1],
    ['labels: [{pairs: {app: web}}]', 'tier: a', 1],
    ['namePrefix: ""', 'tier: a', 1],
  ])('are on the pods of a Deployment that a Rollout takes its pods from: %s', (labels, written, count) => {
    const files = {
      'base/all.yaml': `${referring}---\n${template(written)}`,
      'base/kustomization.yaml': `resources: [all.yaml]\n${labels}\n`,
    };
    expect(found('rollout/selector-selects-pods', files)).toHaveLength(count);
    if (count === 0) expect(found('rollout/accepted-by-controller', files)).toEqual([]);
  });
});
