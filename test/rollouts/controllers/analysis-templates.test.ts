import { describe, expect, it, test } from 'vitest';
import { Cluster } from '../../../src/kubernetes/objects/cluster.js';
import type { AnalysisRunArgument } from '../../../src/kubernetes/objects/rollout-object.js';
import {
  buildArguments,
  findTemplates,
  flattenTemplates,
  mergeArguments,
  type AnalysisTemplateObject,
} from '../../../src/rollouts/controllers/analysis-templates.js';
import { replicaSet, rollout } from './support.js';

type Spec = NonNullable<AnalysisTemplateObject['spec']>;

function template(name: string, spec: Spec = {}, kind = 'AnalysisTemplate'): AnalysisTemplateObject {
  const namespace = kind === 'AnalysisTemplate' ? { namespace: 'shop' } : {};
  return { apiVersion: 'argoproj.io/v1alpha1', kind, metadata: { name, ...namespace }, spec };
}

// https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/analysis.go (getAnalysisTemplatesFromRefs)
describe('the templates of an analysis', () => {
  const inner = template('inner');
  const outer = template('outer', {
    templates: [{ templateName: 'inner' }, { templateName: 'shared', clusterScope: true }],
  });
  const shared = template('shared', {}, 'ClusterAnalysisTemplate');
  const loop = template('loop', { templates: [{ templateName: 'loop' }] });
  const cluster = new Cluster([shared, inner, outer, loop]);

  test.each([
    ['the order of the references', ['inner', 'outer'], ['inner', 'outer', 'shared']],
    ['outer ones before inner ones', ['outer'], ['outer', 'inner', 'shared']],
    ['each once', ['outer', 'inner', 'outer'], ['outer', 'inner', 'shared']],
    ['none', [], []],
  ])('come in %s', (_, references, expected) => {
    const found = findTemplates(
      cluster,
      'shop',
      references.map((templateName) => ({ templateName })),
    );
    expect(found.map(({ metadata }) => metadata.name)).toEqual(expected);
  });

  test.each([
    ['of the namespace', { templateName: 'shared' }, 'analysistemplate.argoproj.io "shared" not found'],
    [
      'of the cluster',
      { templateName: 'inner', clusterScope: true },
      'clusteranalysistemplate.argoproj.io "inner" not found',
    ],
    ['that names itself', { templateName: 'loop' }, 'analysistemplate.argoproj.io "loop" names itself'],
  ])('are missed: one %s', (_, reference, message) => {
    expect(() => findTemplates(cluster, 'shop', [reference])).toThrow(message);
  });
});

// https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/analysis/helpers_test.go (TestFlattenTemplates)
describe('several templates as one', () => {
  it('have all metrics, rules and arguments', () => {
    const first = template('a', {
      metrics: [{ name: 'foo' }],
      args: [{ name: 'x' }],
      dryRun: [{ metricName: 'foo' }],
    });
    const second = template('b', {
      metrics: [{ name: 'bar' }],
      args: [{ name: 'x', value: '1' }, { name: 'y' }],
      measurementRetention: [{ metricName: 'bar' }],
    });
    expect(flattenTemplates([first, second])).toEqual({
      metrics: [{ name: 'foo' }, { name: 'bar' }],
      args: [{ name: 'x', value: '1' }, { name: 'y' }],
      dryRun: [{ metricName: 'foo' }],
      measurementRetention: [{ metricName: 'bar' }],
    });
  });

  it('keep a value against an argument without one', () => {
    const flat = flattenTemplates([
      template('a', { args: [{ name: 'x', value: '1' }] }),
      template('b', { args: [{ name: 'x' }] }),
    ]);
    expect(flat.args).toEqual([{ name: 'x', value: '1' }]);
  });

  test.each<[string, Spec, Spec, string]>([
    [
      'metrics',
      { metrics: [{ name: 'foo' }] },
      { metrics: [{ name: 'foo' }] },
      "two metrics have the same name 'foo'",
    ],
    [
      'dry runs',
      { dryRun: [{ metricName: 'foo' }] },
      { dryRun: [{ metricName: 'foo' }] },
      "two Dry-Run metric rules have the same name 'foo'",
    ],
    [
      'retentions',
      { measurementRetention: [{ metricName: 'foo' }] },
      { measurementRetention: [{ metricName: 'foo' }] },
      "two Measurement Retention metric rules have the same name 'foo'",
    ],
    [
      'values',
      { args: [{ name: 'x', value: '1' }] },
      { args: [{ name: 'x', value: '2' }] },
      "Argument `x` specified multiple times with different values: '1', '2'",
    ],
  ])('cannot have two %s of one name', (_, first, second, message) => {
    expect(() => flattenTemplates([template('a', first), template('b', second)])).toThrow(message);
  });
});

// https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/analysis/helpers_test.go (TestMergeArgs)
describe('the arguments of a run', () => {
  const secret = { secretKeyRef: { name: 'name', key: 'key' } };
  test.each([
    ['a value', [{ name: 'foo', value: 'bar' }], [{ name: 'foo' }], [{ name: 'foo', value: 'bar' }]],
    [
      'a value in place of another',
      [{ name: 'foo', value: 'over' }],
      [{ name: 'foo', value: 'bar' }],
      [{ name: 'foo', value: 'over' }],
    ],
    ['a value of its own', [], [{ name: 'foo', value: 'bar' }], [{ name: 'foo', value: 'bar' }]],
    ['an empty value', [{ name: 'foo', value: '' }], [{ name: 'foo' }], [{ name: 'foo', value: '' }]],
    [
      'a secret',
      [{ name: 'foo', valueFrom: secret }],
      [{ name: 'foo' }],
      [{ name: 'foo', valueFrom: secret }],
    ],
    ['nothing that is not asked for', [{ name: 'foo', value: 'bar' }], [], []],
  ])('are %s', (_, given, asked, expected) => {
    expect(mergeArguments(given, asked)).toEqual(expected);
  });

  it('all need a value', () => {
    expect(() => mergeArguments([{ name: 'bar', value: '1' }], [{ name: 'foo' }])).toThrow(
      'args.foo was not resolved',
    );
  });
});

// https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/analysis/factory_test.go (TestBuildArgumentsForRolloutAnalysisRun)
describe('what a Rollout gives to templates', () => {
  const web = rollout(
    { canary: { steps: [{ setWeight: 20 }], dynamicStableScale: true, scaleDownDelaySeconds: 1500000 } },
    {
      labels: { app: 'web' },
      annotations: { 'rollout.argoproj.io/revision': '1' },
      status: { pauseConditions: [{ reason: 'CanaryPauseStep', startTime: '2030-01-01T00:00:00Z' }] },
    },
  );
  const versions = { stableRS: replicaSet('H1'), newRS: replicaSet('H2') };
  const at = (fieldPath: string): AnalysisRunArgument['valueFrom'] => ({ fieldRef: { fieldPath } });

  test.each<[string, Omit<AnalysisRunArgument, 'name'>, string]>([
    ['a value', { value: 'fixed' }, 'fixed'],
    ['no value', {}, ''],
    ['the stable hash', { valueFrom: { podTemplateHashValue: 'Stable' } }, 'H1'],
    ['the new hash', { valueFrom: { podTemplateHashValue: 'Latest' } }, 'H2'],
    ['another hash', { value: 'as is', valueFrom: { podTemplateHashValue: 'Other' } }, 'as is'],
    ['a label', { valueFrom: at("metadata.labels['app']") }, 'web'],
    ['an absent label', { valueFrom: at("metadata.labels['env']") }, ''],
    ['an annotation', { valueFrom: at("metadata.annotations['rollout.argoproj.io/revision']") }, '1'],
    ['a text of the status', { valueFrom: at('status.pauseConditions[0].reason') }, 'CanaryPauseStep'],
    ['a number', { valueFrom: at('spec.strategy.canary.steps[0].setWeight') }, '20'],
    ['a large number', { valueFrom: at('spec.strategy.canary.scaleDownDelaySeconds') }, '1.5e+06'],
    ['a boolean', { valueFrom: at('spec.strategy.canary.dynamicStableScale') }, 'true'],
  ])('%s', (_, argument, value) => {
    expect(buildArguments(web, [{ name: 'x', ...argument }], versions)).toEqual([{ name: 'x', value }]);
  });

  test.each([
    ['spec.other', 'invalid path spec.other in rollout'],
    ['spec.replicas.more', 'invalid path spec.replicas.more in rollout'],
    ['spec.strategy', 'path spec.strategy in rollout must terminate in a primitive value'],
    ['spec.strategy.canary.steps[1]', 'index 1 out of range'],
    ['spec.strategy.canary.steps[first]', "invalid index 'first'"],
    ['metadata.generation', 'unsupported fieldPath: metadata.generation'],
  ])('nothing from %s', (path, message) => {
    expect(() => buildArguments(web, [{ name: 'x', valueFrom: at(path) }], versions)).toThrow(message);
  });

  it('nothing of a ReplicaSet that is not there, where upstream reads through a nil pointer', () => {
    const args = [{ name: 'x', valueFrom: { podTemplateHashValue: 'Stable' } }];
    const crash: unknown = expect.objectContaining({ reason: 'panic' });
    expect(() => buildArguments(web, args, { ...versions, stableRS: undefined })).toThrow(crash);
  });

  it('empty texts from all paths but the last, if they lead nowhere', () => {
    const args = [
      { name: 'x', valueFrom: at('spec.other') },
      { name: 'y', valueFrom: at('spec.replicas') },
    ];
    expect(buildArguments(web, args, versions)).toEqual([
      { name: 'x', value: '' },
      { name: 'y', value: '3' },
    ]);
  });

  it('nothing of the template that its workloadRef gives', () => {
    const { spec } = web;
    const resolved = {
      ...web,
      spec: { ...spec, workloadRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' } },
    };
    const args = [{ name: 'x', valueFrom: at('spec.template.metadata.labels.app') }];
    expect(buildArguments(web, args, versions)).toEqual([{ name: 'x', value: 'web' }]);
    expect(() => buildArguments(resolved, args, versions)).toThrow('invalid path');
  });
});
