import { describe, expect, it, test } from 'vitest';
import { kinds, type KubeObject } from '../../../src/kubernetes/objects/object.js';
import type {
  BlueGreenStrategy,
  CanaryStrategy,
  RolloutAnalysis,
  RolloutObject,
} from '../../../src/kubernetes/objects/rollout-object.js';
import type { RolloutStatus } from '../../../src/kubernetes/objects/rollout-status.js';
import { findAnalysisRuns, reconcileAnalysisRuns } from '../../../src/rollouts/controllers/analysis-runs.js';
import type {
  AnalysisPhase,
  AnalysisRunObject,
  RolloutContext,
} from '../../../src/rollouts/controllers/context.js';
import { contextOf, replicaSet, rollout, webReference } from './support.js';

const smoke: KubeObject = {
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'AnalysisTemplate',
  metadata: { name: 'smoke', namespace: 'shop' },
  spec: {
    args: [{ name: 'hash' }, { name: 'region', value: 'eu' }],
    metrics: [{ name: 'errors', provider: { job: { spec: {} } } }],
    dryRun: [{ metricName: 'errors' }],
  },
} as KubeObject;

const analysis: RolloutAnalysis = {
  templates: [{ templateName: 'smoke' }],
  args: [
    { name: 'hash', valueFrom: { podTemplateHashValue: 'Latest' } },
    { name: 'other', value: 'dropped' },
  ],
  measurementRetention: [{ metricName: 'errors', limit: 3 }],
  analysisRunMetadata: { labels: { app: 'lost', owner: 'me' }, annotations: { note: 'kept' } },
};

const update: RolloutStatus = { stableRS: 'H1', currentPodHash: 'H2' };
const condition = (reason: string): RolloutStatus => ({
  pauseConditions: [{ reason, startTime: '2030-01-01T00:00:00Z' }],
});

function web(
  strategy: { canary?: CanaryStrategy; blueGreen?: BlueGreenStrategy },
  status: RolloutStatus = {},
): RolloutObject {
  return rollout(strategy, {
    annotations: { 'rollout.argoproj.io/revision': '2' },
    status: { ...update, ...status },
  });
}

function run(name: string, phase?: AnalysisPhase, labels = {}): AnalysisRunObject {
  return {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'AnalysisRun',
    metadata: {
      name,
      namespace: 'shop',
      labels: { 'rollouts-pod-template-hash': 'H2', ...labels },
      ownerReferences: [webReference],
    },
    spec: { metrics: [{ name: 'errors' }] },
    ...(phase && { status: { phase } }),
  };
}

function runsIn({ cluster }: RolloutContext): readonly AnalysisRunObject[] {
  return cluster.list<AnalysisRunObject>(kinds.analysisRun, 'shop');
}

// https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/analysis.go (newAnalysisRunFromRollout)
describe('an AnalysisRun', () => {
  it('is what its templates and the Rollout make of it', () => {
    const context = contextOf(web({ canary: { steps: [{ analysis }] } }), [smoke]);
    reconcileAnalysisRuns(context);
    expect(runsIn(context)).toEqual([
      {
        apiVersion: 'argoproj.io/v1alpha1',
        kind: 'AnalysisRun',
        metadata: {
          name: 'web-H2-2-0',
          namespace: 'shop',
          labels: {
            'rollouts-pod-template-hash': 'H2',
            'rollout-type': 'Step',
            'step-index': '0',
            owner: 'me',
            app: 'web',
          },
          annotations: { 'rollout.argoproj.io/revision': '2', note: 'kept' },
          ownerReferences: [webReference],
        },
        spec: {
          metrics: [{ name: 'errors', provider: { job: { spec: {} } } }],
          args: [
            { name: 'hash', value: 'H2' },
            { name: 'region', value: 'eu' },
          ],
          dryRun: [{ metricName: 'errors' }],
          measurementRetention: [{ metricName: 'errors', limit: 3 }],
        },
      },
    ]);
    expect(context.newStatus.canary?.currentStepAnalysisRunStatus).toEqual({
      name: 'web-H2-2-0',
      status: '',
    });
  });

  const preview = { activeSelector: 'H1', previewSelector: 'H2' };
  test.each<[string, RolloutObject, string, string]>([
    ['in the background', web({ canary: { analysis } }), 'web-H2-2', 'Background'],
    [
      'of a step',
      web({ canary: { steps: [{ setWeight: 5 }, { analysis }] } }, { currentStepIndex: 1 }),
      'web-H2-2-1',
      'Step',
    ],
    [
      'before a promotion',
      web({ blueGreen: { activeService: 'active', prePromotionAnalysis: analysis } }, { blueGreen: preview }),
      'web-H2-2-pre',
      'PrePromotion',
    ],
    [
      'after a promotion',
      web(
        { blueGreen: { activeService: 'active', postPromotionAnalysis: analysis } },
        { blueGreen: { activeSelector: 'H2' } },
      ),
      'web-H2-2-post',
      'PostPromotion',
    ],
  ])('%s has a name and a type of its own', (_, desired, name, type) => {
    const context = contextOf(desired, [smoke]);
    reconcileAnalysisRuns(context);
    expect(runsIn(context).map(({ metadata }) => [metadata.name, metadata.labels?.['rollout-type']])).toEqual(
      [[name, type]],
    );
  });

  test.each<[string, AnalysisRunObject, string[]]>([
    ['is not used again, for it is another', run('web-H2-2'), ['web-H2-2', 'web-H2-2.1']],
    ['gets another name when it has a result', run('web-H2-2', 'Failed'), ['web-H2-2', 'web-H2-2.1']],
  ])('%s', (_, there, names) => {
    const context = contextOf(web({ canary: { analysis } }), [smoke, there]);
    reconcileAnalysisRuns(context);
    expect(runsIn(context).map(({ metadata }) => metadata.name)).toEqual(names);
  });

  it('is used again while it has no result', () => {
    const first = contextOf(web({ canary: { analysis } }), [smoke]);
    reconcileAnalysisRuns(first);
    const second = contextOf(web({ canary: { analysis } }), [smoke, ...runsIn(first)]);
    reconcileAnalysisRuns(second);
    expect(runsIn(second)).toEqual(runsIn(first));
    expect(second.newStatus.canary?.currentBackgroundAnalysisRunStatus?.name).toBe('web-H2-2');
  });
});

describe('nothing is analysed', () => {
  const canary = { analysis };
  const blueGreen = { activeService: 'active', prePromotionAnalysis: analysis };
  const active = { blueGreen: { activeSelector: 'H1' } };
  test.each<[string, RolloutObject, Partial<RolloutContext>]>([
    ['in a first deployment', web({ canary }, { stableRS: '' }), {}],
    ['in an abort', web({ canary }, { abort: true }), {}],
    ['in a full promotion', web({ canary }, { promoteFull: true }), {}],
    ['at rest', web({ canary }, { currentPodHash: 'H1' }), {}],
    [
      'before its first step',
      web({ canary: { analysis: { ...analysis, startingStep: 1 }, steps: [{ setWeight: 5 }] } }),
      {},
    ],
    ['with an inconclusive analysis', web({ canary }, condition('InconclusiveAnalysisRun')), {}],
    ['without templates', web({ canary: { analysis: {} } }), {}],
    [
      'before a promotion, while pods are missing',
      web({ blueGreen }, active),
      { newRS: replicaSet('H2', { available: 2 }) },
    ],
    ['before a first promotion', web({ blueGreen }, {}), {}],
    ['before a promotion that is done', web({ blueGreen }, { blueGreen: { activeSelector: 'H2' } }), {}],
    [
      'before a promotion with a preview of another size',
      web({ blueGreen: { ...blueGreen, previewReplicaCount: 1 } }, active),
      {},
    ],
    [
      'on the way back within the delay',
      web({ blueGreen }, active),
      { newRS: replicaSet('H2', { annotations: { 'scale-down-deadline': '2030-01-01T00:00:30Z' } }) },
    ],
  ])('%s', (_, desired, changes) => {
    const context = contextOf(desired, [smoke], changes);
    reconcileAnalysisRuns(context);
    expect(runsIn(context)).toEqual([]);
  });

  it('but it is before a promotion with a preview of the right size', () => {
    const context = contextOf(web({ blueGreen: { ...blueGreen, previewReplicaCount: 1 } }, active), [smoke], {
      newRS: replicaSet('H2', { replicas: 1 }),
    });
    reconcileAnalysisRuns(context);
    expect(runsIn(context)).toHaveLength(1);
  });
});

// https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/analysis.go (reconcileStepBasedAnalysisRun)
describe('the result of a run', () => {
  const step = { canary: { steps: [{ analysis }] } };
  const background = { canary: { analysis } };
  const blueGreen = {
    activeService: 'active',
    prePromotionAnalysis: analysis,
    postPromotionAnalysis: analysis,
  };
  const cases = {
    step: [web(step), 'Step-based analysis phase error/failed'],
    background: [web(background), 'Background analysis phase error/failed'],
    prePromotion: [
      web({ blueGreen }, { blueGreen: { activeSelector: 'H1' } }),
      'Blue/green pre-promotion analysis phase error/failed',
    ],
    postPromotion: [
      web({ blueGreen }, { blueGreen: { activeSelector: 'H2' } }),
      'Blue/green post-promotion analysis phase error/failed',
    ],
  } as const;

  describe.each(Object.keys(cases) as (keyof typeof cases)[])('%s', (type) => {
    const [desired, words] = cases[type];
    test.each<[AnalysisPhase | undefined, string[], string | undefined]>([
      [undefined, [], undefined],
      ['Running', [], undefined],
      ['Successful', [], undefined],
      ['Inconclusive', ['InconclusiveAnalysisRun'], undefined],
      ['Failed', [], words],
      ['Error', [], words],
    ])('%s', (phase, pauses, message) => {
      const current = run('current', phase, { 'step-index': '0' });
      const context = contextOf(desired, [smoke, current], { currentRuns: { [type]: current } });
      reconcileAnalysisRuns(context);
      expect(context.pauses.addedPauses).toEqual(pauses);
      expect(context.pauses.abortMessage).toBe(message);
      expect(context.currentRuns).toEqual({ [type]: current });
      expect(runsIn(context)).toEqual([current]);
    });
  });

  test.each([
    ['1.8', undefined, ''],
    ['1.8', 'metric "errors" failed', 'metric "errors" failed'],
    ['1.9', 'metric "errors" failed', 'Background analysis phase error/failed: metric "errors" failed'],
  ] as const)('is told in the words of %s', (version, message, expected) => {
    const current: AnalysisRunObject = {
      ...run('current'),
      status: { phase: 'Failed', ...(message && { message }) },
    };
    const context = contextOf(web(background), [smoke, current], {
      version,
      currentRuns: { background: current },
    });
    reconcileAnalysisRuns(context);
    expect(context.pauses.abortMessage).toBe(expected);
    expect(context.newStatus.canary?.currentBackgroundAnalysisRunStatus).toEqual({
      name: 'current',
      status: 'Failed',
      ...(message && { message }),
    });
  });

  test.each<[string, RolloutStatus, AnalysisPhase, boolean]>([
    ['after an abort', { abortedAt: '2030-01-01T00:00:00Z' }, 'Failed', true],
    ['after an inconclusive one that was let pass', { controllerPause: true }, 'Inconclusive', true],
    ['not after another one that was let pass', { controllerPause: true }, 'Failed', false],
    [
      'not in the pause of a step',
      { controllerPause: true, ...condition('CanaryPauseStep') },
      'Inconclusive',
      false,
    ],
    ['not otherwise', {}, 'Inconclusive', false],
  ])('leads to another run %s', (_, status, phase, isRepeated) => {
    const current = run('web-H2-2', phase);
    const context = contextOf(web(background, status), [smoke, current], {
      currentRuns: { background: current },
    });
    reconcileAnalysisRuns(context);
    expect(runsIn(context).map(({ metadata }) => metadata.name)).toEqual(
      isRepeated ? ['web-H2-2', 'web-H2-2.1'] : ['web-H2-2'],
    );
  });
});

describe('a run is ended', () => {
  const background = run('background', 'Running');
  const step = run('step', 'Running', { 'step-index': '0' });
  const old = run('old', 'Running');
  const ended = (context: RolloutContext): string[] =>
    runsIn(context).flatMap(({ metadata, spec }) => (spec.terminate ? [metadata.name] : []));

  test.each<[string, RolloutObject, string[]]>([
    [
      'with an abort',
      web({ canary: { analysis, steps: [{ analysis }] } }, { abort: true }),
      ['background', 'step', 'old'],
    ],
    [
      'with a full promotion',
      web({ canary: { analysis, steps: [{ analysis }] } }, { promoteFull: true }),
      ['background', 'step', 'old'],
    ],
    ['with its step', web({ canary: { analysis, steps: [{ setWeight: 5 }] } }), ['step', 'old']],
    [
      'with the step before',
      web({ canary: { analysis, steps: [{ setWeight: 5 }, { analysis }] } }, { currentStepIndex: 1 }),
      ['step', 'old'],
    ],
    ['with the analysis in the Rollout', web({ canary: { steps: [{ analysis }] } }), ['background', 'old']],
    [
      'not in a pause',
      web({ canary: { analysis, steps: [{ setWeight: 5 }] } }, condition('CanaryPauseStep')),
      ['old'],
    ],
  ])('%s', (_, desired, names) => {
    const context = contextOf(desired, [smoke, background, step, old], {
      currentRuns: { background, step },
      otherRuns: [old],
    });
    reconcileAnalysisRuns(context);
    expect(ended(context)).toEqual(names);
  });

  it('but no run that has a result', () => {
    const done = run('done', 'Successful');
    const context = contextOf(web({ canary: {} }, { abort: true }), [done], { otherRuns: [done] });
    reconcileAnalysisRuns(context);
    expect(ended(context)).toEqual([]);
  });

  test.each([
    ['1.9', { prePromotion: true, background: true }],
    ['1.10', { prePromotion: true }],
  ] as const)('and stays the current one of a blue-green update in %s', (version, expected) => {
    const prePromotion = run('pre', 'Running');
    const context = contextOf(
      web({ blueGreen: { activeService: 'active' } }, { abort: true }),
      [prePromotion, background],
      {
        version,
        currentRuns: { prePromotion, background },
      },
    );
    reconcileAnalysisRuns(context);
    expect(Object.keys(context.currentRuns).sort()).toEqual(Object.keys(expected).sort());
    expect(ended(context)).toEqual(['pre', 'background']);
  });
});

// https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/analysis/filter_test.go (TestFilterAnalysisRunsToDelete)
describe('old runs', () => {
  it('are kept as long as the limits and their ReplicaSets allow', () => {
    const otherRuns = [
      run('gone', 'Successful', { 'rollouts-pod-template-hash': 'H0' }),
      ...['a', 'b', 'c'].map((name) => run(name, 'Successful')),
      ...['d', 'e', 'f'].map((name) => run(name, 'Error')),
      run('g', 'Running'),
    ];
    const desired = web({ canary: {} });
    const limits = { successfulRunHistoryLimit: 2, unsuccessfulRunHistoryLimit: 0 };
    const context = contextOf({ ...desired, spec: { ...desired.spec, analysis: limits } }, otherRuns, {
      otherRuns,
    });
    reconcileAnalysisRuns(context);
    expect(runsIn(context).map(({ metadata }) => metadata.name)).toEqual(['b', 'c', 'g']);
  });
});

// https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/analysis/filter_test.go (TestFilterCurrentRolloutAnalysisRuns)
describe('the runs of a Rollout', () => {
  it('are told apart by its status', () => {
    const names = ['step', 'background', 'pre', 'post', 'other'];
    const foreign = { ...run('foreign'), metadata: { ...run('foreign').metadata, ownerReferences: [] } };
    const of = (name: string) => ({ name, status: 'Running' });
    const desired = web(
      { canary: {} },
      {
        canary: {
          currentStepAnalysisRunStatus: of('step'),
          currentBackgroundAnalysisRunStatus: of('background'),
        },
        blueGreen: { prePromotionAnalysisRunStatus: of('pre'), postPromotionAnalysisRunStatus: of('post') },
      },
    );
    const { cluster } = contextOf(desired, [...names.map((name) => run(name)), foreign]);
    expect(findAnalysisRuns({ cluster, rollout: desired })).toEqual({
      currentRuns: {
        step: run('step'),
        background: run('background'),
        prePromotion: run('pre'),
        postPromotion: run('post'),
      },
      otherRuns: [run('other')],
    });
  });
});
