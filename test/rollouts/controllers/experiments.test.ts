import { describe, expect, it, test } from 'vitest';
import { kinds, type KubeObject } from '../../../src/kubernetes/objects/object.js';
import type { CanaryStep, RolloutObject } from '../../../src/kubernetes/objects/rollout-object.js';
import type { RolloutStatus } from '../../../src/kubernetes/objects/rollout-status.js';
import type {
  AnalysisPhase,
  ExperimentObject,
  RolloutContext,
} from '../../../src/rollouts/controllers/context.js';
import {
  experimentDestinations,
  findExperiments,
  reconcileExperiments,
} from '../../../src/rollouts/controllers/experiments.js';
import { contextOf, replicaSet, rollout, webReference } from './support.js';

const step: CanaryStep = {
  experiment: {
    duration: '5m',
    templates: [
      { name: 'canary', specRef: 'canary', weight: 5 },
      {
        name: 'baseline',
        specRef: 'stable',
        replicas: 2,
        service: { name: 'baseline' },
        metadata: { labels: { role: 'baseline' }, annotations: { note: 'old' } },
      },
      { name: 'quiet', specRef: 'canary', selector: { matchLabels: { app: 'other' } } },
    ],
    analyses: [
      {
        name: 'smoke',
        templateName: 'smoke',
        clusterScope: true,
        requiredForCompletion: true,
        args: [{ name: 'hash', valueFrom: { podTemplateHashValue: 'Stable' } }],
      },
      { name: 'load', templateName: 'load' },
    ],
    scaleDownDelaySeconds: 60,
  },
};

function atStep(steps: readonly CanaryStep[], status: RolloutStatus = {}): RolloutObject {
  return rollout(
    { canary: { steps } },
    {
      labels: { team: 'shop' },
      annotations: { 'rollout.argoproj.io/revision': '2' },
      status: { stableRS: 'H1', currentPodHash: 'H2', currentStepIndex: 0, ...status },
    },
  );
}

function experiments({ cluster }: RolloutContext): readonly ExperimentObject[] {
  return cluster.list<ExperimentObject>(kinds.experiment, 'shop');
}

/** The Experiment of the first step, as it is when a pass finds it. */
function existing(phase?: AnalysisPhase, changes: Partial<KubeObject['metadata']> = {}): ExperimentObject {
  const context = contextOf(atStep([step]));
  reconcileExperiments(context);
  const [created] = experiments(context);
  if (!created) throw new Error('no Experiment was created');
  return { ...created, metadata: { ...created.metadata, ...changes }, ...(phase && { status: { phase } }) };
}

// https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/experiment.go (GetExperimentFromTemplate)
describe('the Experiment of a step', () => {
  it('has the pods of its ReplicaSets', () => {
    const context = contextOf(atStep([step]), [], {
      newRS: { ...replicaSet('H2'), spec: { ...replicaSet('H2').spec, minReadySeconds: 10 } },
    });
    reconcileExperiments(context);
    const labels = (hash: string) => ({ app: 'web', 'rollouts-pod-template-hash': hash });
    const pods = (hash: string, image: string) => ({
      metadata: { labels: labels(hash) },
      spec: { containers: [{ name: 'web', image }] },
    });
    expect(experiments(context)).toEqual([
      {
        apiVersion: 'argoproj.io/v1alpha1',
        kind: 'Experiment',
        metadata: {
          name: 'web-H2-2-0',
          namespace: 'shop',
          labels: { team: 'shop', 'rollouts-pod-template-hash': 'H2' },
          annotations: { 'rollout.argoproj.io/revision': '2' },
          ownerReferences: [webReference],
        },
        spec: {
          duration: '5m',
          scaleDownDelaySeconds: 60,
          templates: [
            {
              name: 'canary',
              minReadySeconds: 10,
              selector: { matchLabels: labels('H2') },
              template: pods('H2', 'web:2'),
              service: {},
            },
            {
              name: 'baseline',
              replicas: 2,
              selector: { matchLabels: { ...labels('H1'), role: 'baseline' } },
              template: {
                ...pods('H1', 'web:1'),
                metadata: { labels: { ...labels('H1'), role: 'baseline' }, annotations: { note: 'old' } },
              },
              service: { name: 'baseline' },
            },
            {
              name: 'quiet',
              minReadySeconds: 10,
              selector: { matchLabels: { app: 'other' } },
              template: pods('H2', 'web:2'),
            },
          ],
          analyses: [
            {
              name: 'smoke',
              templateName: 'smoke',
              clusterScope: true,
              requiredForCompletion: true,
              args: [{ name: 'hash', value: 'H1' }],
            },
            { name: 'load', templateName: 'load' },
          ],
        },
      },
    ]);
    expect(context.newStatus.canary?.currentExperiment).toBe('web-H2-2-0');
  });

  it('has fewer labels and delays before 1.9', () => {
    const context = contextOf(atStep([step]), [], { version: '1.8' });
    reconcileExperiments(context);
    const [created] = experiments(context);
    expect(created?.metadata.labels).toEqual({ 'rollouts-pod-template-hash': 'H2' });
    expect(created?.spec).not.toHaveProperty('scaleDownDelaySeconds');
  });

  it('waits for a stable ReplicaSet', () => {
    const context = contextOf(atStep([step]), [], { stableRS: undefined });
    reconcileExperiments(context);
    expect(experiments(context)).toEqual([]);
  });

  it('needs a specRef that upstream knows', () => {
    const context = contextOf(atStep([{ experiment: { templates: [{ name: 'a', specRef: 'Canary' }] } }]));
    expect(() => {
      reconcileExperiments(context);
    }).toThrow('Invalid template step SpecRef: must be canary or stable');
  });

  test.each<[string, ExperimentObject, string[], string]>([
    ['is used again while it has no result', existing('Running'), ['web-H2-2-0'], 'web-H2-2-0'],
    ['gets another name when it has one', existing('Failed'), ['web-H2-2-0', 'web-H2-2-0-1'], 'web-H2-2-0-1'],
    [
      "gets another name beside somebody else's",
      existing('Running', { ownerReferences: [] }),
      ['web-H2-2-0', 'web-H2-2-0-1'],
      'web-H2-2-0-1',
    ],
  ])('%s', (_, there, names, current) => {
    const context = contextOf(atStep([step]), [there]);
    reconcileExperiments(context);
    expect(experiments(context).map(({ metadata }) => metadata.name)).toEqual(names);
    expect(context.newStatus.canary?.currentExperiment).toBe(current);
  });
});

// https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/experiment.go (reconcileExperiments)
describe('a Rollout at an experiment', () => {
  test.each<[AnalysisPhase | undefined, string | undefined, string[], string | undefined]>([
    [undefined, 'web-H2-2-0', [], undefined],
    ['Pending', 'web-H2-2-0', [], undefined],
    ['Running', 'web-H2-2-0', [], undefined],
    ['Successful', undefined, [], undefined],
    ['Inconclusive', undefined, ['InconclusiveExperiment'], undefined],
    ['Failed', undefined, [], 'Experiment analysis phase is error/failed'],
    ['Error', undefined, [], 'Experiment analysis phase is error/failed'],
  ])('that is %s', (phase, current, pauses, abort) => {
    const there = existing(phase);
    const context = contextOf(atStep([step]), [there], { currentExperiment: there });
    reconcileExperiments(context);
    expect(context.newStatus.canary?.currentExperiment).toBe(current);
    expect(context.pauses.addedPauses).toEqual(pauses);
    expect(context.pauses.abortMessage).toBe(abort);
    expect(context.cluster.takeWrites()).toEqual([]);
  });

  test.each([
    ['1.8', undefined, ''],
    ['1.8', 'too slow', 'too slow'],
    ['1.9', 'too slow', 'Experiment analysis phase is error/failed: too slow'],
  ] as const)('aborts in %s with the message %s', (version, message, expected) => {
    const there = {
      ...existing(),
      status: { phase: 'Failed', ...(message && { message }) },
    } as ExperimentObject;
    const context = contextOf(atStep([step]), [there], { version, currentExperiment: there });
    reconcileExperiments(context);
    expect(context.pauses).toMatchObject({ addsAbort: true, abortMessage: expected });
  });

  test.each<[string, RolloutObject, boolean]>([
    ['an abort', atStep([step], { abort: true }), true],
    ['a full promotion', atStep([step], { promoteFull: true }), true],
    ['the next step', atStep([step, { setWeight: 20 }], { currentStepIndex: 1 }), true],
    [
      'an inconclusive analysis',
      atStep([step], { pauseConditions: [{ reason: 'InconclusiveAnalysisRun', startTime: '' }] }),
      false,
    ],
  ])('is ended by %s', (_, desired, expected) => {
    const there = existing('Running');
    const context = contextOf(desired, [there], { currentExperiment: there });
    reconcileExperiments(context);
    expect(experiments(context)[0]?.spec.terminate ?? false).toBe(expected);
  });

  it('keeps five of each kind of result, and none of a ReplicaSet that is gone', () => {
    const numbered = (phase: AnalysisPhase, index: number, hash = 'H1'): ExperimentObject =>
      existing(phase, { name: `${phase}-${index}`, labels: { 'rollouts-pod-template-hash': hash } });
    const others = [
      numbered('Running', 0, 'H0'),
      ...Array.from({ length: 6 }, (_, index) => numbered('Successful', index)),
      ...Array.from({ length: 6 }, (_, index) => numbered(index === 3 ? 'Inconclusive' : 'Failed', index)),
    ];
    const context = contextOf(atStep([{ setWeight: 20 }]), others, { otherExperiments: others });
    reconcileExperiments(context);
    const removed = context.cluster
      .takeWrites()
      .flatMap(({ verb, before }) => (verb === 'delete' ? before?.metadata.name : []));
    expect(removed).toEqual(['Failed-0', 'Successful-0', 'Running-0']);
  });
});

describe('the Experiments of a Rollout', () => {
  it('are those that it owns, and the one of its status', () => {
    const [current, other, foreign] = [
      existing('Running', { name: 'current' }),
      existing('Running', { name: 'other' }),
      existing('Running', { name: 'foreign', ownerReferences: [{ ...webReference, name: 'cart' }] }),
    ];
    const { cluster, rollout: desired } = contextOf(
      atStep([step], { canary: { currentExperiment: 'current' } }),
      [other, current, foreign],
    );
    expect(findExperiments({ cluster, rollout: desired })).toEqual({
      currentExperiment: current,
      otherExperiments: [other],
    });
  });
});

// https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting.go (calculateWeightDestinationsFromExperiment)
describe('the weights of an Experiment', () => {
  const templateStatuses = [
    { name: 'canary', serviceName: 'web-H2-2-0-canary', podTemplateHash: 'E1' },
    { name: 'baseline', serviceName: 'baseline', podTemplateHash: 'E2' },
  ];
  const there = existing();
  test.each<[AnalysisPhase, object[]]>([
    ['Running', [{ serviceName: 'web-H2-2-0-canary', podTemplateHash: 'E1', weight: 5 }]],
    ['Pending', []],
    ['Successful', []],
  ])('are those of its step while it is Running: %s', (phase, expected) => {
    const currentExperiment = { ...there, status: { phase, templateStatuses } };
    expect(experimentDestinations({ rollout: atStep([step]), currentExperiment })).toEqual(expected);
  });

  it('have no Service where there is none', () => {
    const currentExperiment: ExperimentObject = {
      ...there,
      status: { phase: 'Running', templateStatuses: [{ name: 'canary' }] },
    };
    expect(experimentDestinations({ rollout: atStep([step]), currentExperiment })).toEqual([{ weight: 5 }]);
  });
});
