import { describe, expect, it } from 'vitest';
import { playUpdate, type PlayOptions } from '../../../src/play/simulate/play-update.js';
import type { Failing } from '../../../src/play/simulate/failing.js';
import { readGraph } from '../../../src/repository/graph/read-graph.js';
import { textSource } from '../../support/sources.js';
import { istioRollout, rollout, service } from './manifests.js';

type Played = ReturnType<typeof playUpdate>;

function played(yaml: string, options: PlayOptions = {}): Played {
  const { graph } = readGraph([textSource('/manifests/all.yaml', yaml)]);
  return playUpdate(graph, graph.rollouts[0]!, options);
}

const failing = (what: string, more: Partial<Failing> = {}): Failing => ({
  what,
  answer: 'failure',
  ...more,
});

/** The frames after the first deployment, with their seconds. */
const timeline = ({ trace }: Played): readonly string[] =>
  trace.frames.slice(1).map(({ id, at }) => `${id} ${at ?? '-'}`);

const template = (
  metric: string,
  provider = 'prometheus: {address: http://prometheus, query: up}',
): string => `
---
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata: {name: check, namespace: shop}
spec:
  metrics:
    - {name: errors, ${metric}, provider: {${provider}}}
`;

const ofStep = `- setWeight: 20
- analysis: {templates: [{templateName: check}]}
- setWeight: 60
- pause: {duration: 10m}`;

const ofBackground = 'analysis: {templates: [{templateName: check}]}';

const subsets = `
---
apiVersion: networking.istio.io/v1
kind: DestinationRule
metadata: {name: checkout, namespace: shop}
spec: {host: checkout, subsets: [{name: stable, labels: {app: checkout}}, {name: canary, labels: {app: checkout}}]}
---
apiVersion: networking.istio.io/v1
kind: VirtualService
metadata: {name: checkout, namespace: shop}
spec:
  hosts: [checkout]
  http:
    - name: primary
      route:
        - {destination: {host: checkout, subset: stable}, weight: 100}
        - {destination: {host: checkout, subset: canary}, weight: 0}
`;

const [job, kayenta, plugin] = [
  'job: {spec: {template: {spec: {restartPolicy: Never, containers: [{name: a, image: a}]}}}}',
  `kayenta: {address: http://k, application: a, canaryConfigName: c, metricsAccountName: m, configurationAccountName: c,
    storageAccountName: s, threshold: {pass: 90, marginal: 50}, scopes: []}`,
  'plugin: {example/judge: {prompt: logs}}',
];

describe('an abort whose passes end in an error', () => {
  it('takes the requests away with the canary Service, although the status keeps the weight', () => {
    // Each pass removes the mirror route and adds it again for step 0, which conflicts (recorded with v1.9.1).
    const steps = `- setMirrorRoute: {name: m, percentage: 100, match: [{path: {prefix: /}}]}
- setWeight: 20
- pause: {duration: 1m}
- analysis: {templates: [{templateName: check}]}`;
    const result = played(istioRollout(steps) + template('count: 1'), { fail: [failing('errors')] });
    expect(result.shares).toEqual([
      { at: 10, share: 0.2 },
      { at: 70, share: 0 },
    ]);
    expect(result.trace.frames.at(-1)?.errors.map(({ message }) => message)).toEqual([
      expect.stringContaining('the object has been modified'),
    ]);
  });
});

describe('an Experiment with a weight', () => {
  it('gives the new version a share while it runs', () => {
    const ofExperiment = `- setWeight: 20
- experiment:
    duration: 1m
    templates:
      - {name: baseline, specRef: stable, weight: 10}
      - {name: candidate, specRef: canary, weight: 5}
- setWeight: 60
- pause: {duration: 10m}`;
    // Its pods are ready at 20 s, and it ends a minute later. Only the candidate is of the new version.
    expect(played(istioRollout(ofExperiment)).shares).toEqual([
      { at: 10, share: 0.2 },
      { at: 20, share: 0.25 },
      { at: 80, share: 0.2 },
      { at: 90, share: 0.6 },
      { at: 700, share: 1 },
    ]);
  });

  it('loses its pods half a minute after its duration, although a required analysis runs', () => {
    const ofExperiment = `- setWeight: 20
- experiment:
    duration: 1m
    templates: [{name: candidate, specRef: canary, weight: 5}]
    analyses: [{name: check, templateName: check, requiredForCompletion: true}]
- pause: {}`;
    // Measured at 20, 140 and 260 s; the duration ends at 80 s.
    const { end, shares } = played(istioRollout(ofExperiment) + template('count: 3, interval: 2m'));
    expect(end).toBe('promoted');
    expect(shares).toEqual([
      { at: 10, share: 0.2 },
      { at: 20, share: 0.25 },
      { at: 110, share: 0.2 },
      { at: 270, share: 1 },
    ]);
  });

  it('ends with its duration, before a measurement that is due at the same time', () => {
    const ofExperiment = `- experiment:
    duration: 1m
    templates: [{name: candidate, specRef: canary, weight: 5}]
    analyses: [{name: check, templateName: check}]
- pause: {}`;
    const fail = [failing('errors')];
    // Measured at 10 and 70 s, which is one failure too many.
    const { end } = played(istioRollout(ofExperiment) + template('interval: 1m, failureLimit: 1'), { fail });
    expect(end).toBe('promoted');
  });
});

// Pods are ready 10 s after each change of their number. Measurements are taken at once, and again an interval after they ended.
describe('an analysis of a step', () => {
  it('takes as long as its measurements', () => {
    // At 10, 70 and 130 s.
    const { end, shares, trace } = played(istioRollout(ofStep) + template('count: 3, interval: 1m'));
    expect(end).toBe('promoted');
    expect(trace.frames.map(({ id, at }) => [id, at])).toEqual(
      expect.arrayContaining([
        ['step-1-running', 10],
        ['step-1', 130],
        ['step-2', 140],
        ['promoted', 750],
      ]),
    );
    expect(shares).toEqual([
      { at: 10, share: 0.2 },
      { at: 140, share: 0.6 },
      { at: 750, share: 1 },
    ]);
  });

  it.each<[string, string, Failing, number, string?]>([
    ['the first bad answer', 'count: 3, interval: 1m', failing('errors'), 10],
    ['a limit', 'count: 3, interval: 1m, failureLimit: 1', failing('all'), 70],
    // The measurement at 10 s is good.
    ['a time', 'count: 3, interval: 1m', failing('errors', { fromTime: 30 }), 70],
    ['a step', 'count: 3, interval: 1m', failing('errors', { fromStep: 1 }), 10],
    // Five errors in succession, 10 s apart; the first at 10 s.
    ['errors', 'count: 3, interval: 1m', failing('errors', { answer: 'error' }), 50],
    [
      'its limit of errors',
      'count: 3, interval: 1m, consecutiveErrorLimit: 1',
      failing('all', { answer: 'error' }),
      20,
    ],
    // Prometheus answers with an empty list: no first element is an error, and not a failure.
    [
      'an empty answer',
      'count: 3, interval: 1m, successCondition: "result[0] >= 0.95"',
      failing('errors', { answer: 'empty' }),
      50,
    ],
    [
      'an empty answer that the condition judges',
      'count: 3, interval: 1m, successCondition: "len(result) > 0"',
      failing('errors', { answer: 'empty' }),
      10,
    ],
    ['a Job after its time', 'count: 1', failing('errors'), 70, job],
    ['Kayenta after its time', 'count: 1', failing('errors'), 70, kayenta],
    ['a plugin after its time', 'count: 1', failing('errors'), 70, plugin],
  ])('is aborted by %s', (_, metric, fail, at, provider) => {
    const result = played(istioRollout(ofStep) + template(metric, provider), { fail: [fail] });
    // Its canary pods are kept for 30 s.
    expect(timeline(result)).toEqual([
      'started 0',
      'step-0 10',
      'step-1-running 10',
      `aborted ${at}`,
      `scaled-down ${at + 30}`,
    ]);
    expect(result.end).toBe('aborted');
    expect(result.trace.frames.every(({ errors }) => errors.every(({ isTransient }) => isTransient))).toBe(
      true,
    );
    const { phase, weight } = result.trace.frames.find(({ id }) => id === 'aborted')!;
    expect({ phase, weight }).toEqual({ phase: 'Degraded', weight: 0 });
    expect(result.shares).toEqual([
      ...(at > 10 ? [{ at: 10, share: 0.2 }] : []),
      ...(at > 10 ? [{ at, share: 0 }] : []),
    ]);
  });

  it('is not aborted by as many failures as are allowed', () => {
    const text = istioRollout(ofStep) + template('count: 3, interval: 1m, failureLimit: 3');
    expect(played(text, { fail: [failing('errors')] }).end).toBe('promoted');
  });

  it('sees a fault of a query later, if that is assumed', () => {
    const text = istioRollout(ofStep) + template('count: 9, interval: 1m');
    const assumptions = { showsAfter: 100 };
    // Measured at 10, 70 and 130 s; bad from the beginning.
    expect(played(text, { fail: [failing('errors')], assumptions }).trace.frames.at(-2)).toMatchObject({
      id: 'aborted',
      at: 130,
    });
  });

  it('takes a Job as long as is assumed', () => {
    const text = istioRollout(ofStep) + template('count: 2, interval: 30s', job);
    const { trace } = played(text, { assumptions: { measure: 200 } });
    // From 10 to 210 s, and from 240 to 440 s.
    expect(trace.frames.find(({ id }) => id === 'step-1')?.at).toBe(440);
  });

  it.each([
    ['1.9', 70],
    // The controller looks again after sqrt(2 × elapsed) seconds, of which it stores whole ones: after 1, 2, 4, 6, 9, 13, 18, 24, 30,
    // 37, 45, 54 and 64 s.
    ['1.10', 74],
  ] as const)('in %s sees the end of a Job at its time, or when it looks', (version, at) => {
    const text = istioRollout(ofStep) + template('count: 1', job);
    const { trace } = played(text, { version });
    expect(trace.frames.find(({ id }) => id === 'step-1')?.at).toBe(at);
  });

  it('pauses the update where its result is inconclusive, and a person decides', () => {
    const result = played(istioRollout(ofStep) + template('count: 3, interval: 1m'), {
      fail: [failing('errors', { answer: 'inconclusive', fromTime: 60 })],
    });
    expect(timeline(result).at(-1)).toBe('inconclusive 70');
    expect(result.end).toBe('inconclusive');
    expect(result.trace.frames.at(-1)).toMatchObject({ phase: 'Paused', weight: 20, waitsForPerson: true });
    expect(result.shares).toEqual([{ at: 10, share: 0.2 }]);
  });
});

describe('a background analysis', () => {
  it('measures from the beginning, while steps and pauses go on', () => {
    const text =
      istioRollout('- setWeight: 20\n- pause: {duration: 10m}\n- setWeight: 60', ofBackground) +
      template('interval: 1m, failureLimit: 2');
    // Bad at 0, 60 and 120 s.
    expect(timeline(played(text, { fail: [failing('errors')] }))).toEqual([
      'started 0',
      'step-0 10',
      'step-1 10',
      'aborted 120',
      'scaled-down 150',
    ]);
    // From the last step on, which begins after the pause: bad at 660 s, but promoted before.
    expect(played(text, { fail: [failing('errors', { fromStep: 2 })] }).end).toBe('promoted');
    expect(played(text).end).toBe('promoted');
  });

  it('aborts before passes that end in an error, because it measures between two passes', () => {
    // Once the canary is scaled, each pass waits for its pods before it may switch the DestinationRule, and reads no analysis.
    const text =
      rollout(`canary:
      ${ofBackground}
      trafficRouting:
        managedRoutes: [{name: m}]
        istio:
          virtualService: {name: checkout, routes: [primary]}
          destinationRule: {name: checkout, canarySubsetName: canary, stableSubsetName: stable}
      steps:
        - setMirrorRoute: {name: m, percentage: 5, match: [{path: {prefix: /}}]}
        - setWeight: 20`) +
      subsets +
      template('count: 2, interval: 15s');
    const { stopped, shares } = played(text, { fail: [failing('errors')] });
    expect([stopped?.at, shares]).toEqual([0, []]);
    // A measurement while it waits is seen only when its pods are ready, at 10 s.
    const late = played(text.replace('count: 2', 'initialDelay: 5s, count: 2'), {
      fail: [failing('errors')],
    });
    expect(late.stopped?.at).toBe(10);
  });

  it('takes its pods back from the canary with dynamicStableScale', () => {
    const text =
      istioRollout(
        '- setWeight: 60\n- pause: {duration: 10m}',
        `dynamicStableScale: true\n      ${ofBackground}`,
      ) + template('interval: 1m, initialDelay: 30s');
    const result = played(text, { fail: [failing('errors')] });
    // Aborted at 30 s with 4 stable pods of 10: the traffic goes back when the 6 others are ready.
    expect(timeline(result).slice(-3)).toEqual(['step-1 10', 'aborted-scaling 30', 'aborted 40']);
    expect(result.shares).toEqual([
      { at: 10, share: 0.6 },
      { at: 40, share: 0 },
    ]);
  });
});

describe('the analyses of blue-green', () => {
  const blueGreen = (more: string): string =>
    rollout(`blueGreen: {activeService: a, previewService: p, ${more}}`, 3) +
    service('a') +
    service('p') +
    template('count: 3, interval: 1m');

  it('before the promotion keeps all requests at the old version', () => {
    const text = blueGreen('prePromotionAnalysis: {templates: [{templateName: check}]}');
    const result = played(text, { fail: [failing('errors', { fromTime: 100 })] });
    expect(timeline(result)).toEqual([
      'started 0',
      'pre-promotion-running 10',
      'aborted 130',
      'scaled-down 160',
    ]);
    expect(result.shares).toEqual([]);
  });

  it('have no steps, so what fails from the second one on never fails', () => {
    const text = blueGreen('prePromotionAnalysis: {templates: [{templateName: check}]}');
    const { trace } = played(text, { fail: [failing('errors', { fromStep: 1 })] });
    expect(trace.frames.map(({ id }) => id)).toContain('promoted');
    expect(trace.notes).toContain('The failure "errors@1" changes nothing: the update is over before that.');
  });

  it('after the promotion gives them back', () => {
    const text = blueGreen('postPromotionAnalysis: {templates: [{templateName: check}]}');
    const result = played(text, { fail: [failing('errors', { fromTime: 100 })] });
    expect(timeline(result)).toEqual([
      'started 0',
      'post-promotion-running 10',
      'aborted 130',
      'scaled-down 160',
    ]);
    expect(result.shares).toEqual([
      { at: 10, share: 1 },
      { at: 130, share: 0 },
    ]);
  });

  // The deadline would be over at 110 s. A Rollout whose pods are all available and selected counts as healthy, and the controller
  // queues it for no deadline: https://github.com/argoproj/argo-rollouts/blob/v1.10.2/rollout/sync.go (requeueStuckRollout)
  it.each(['1.9', '1.10'] as const)(
    'after the promotion may take longer than the deadline in %s',
    (version) => {
      const text = blueGreen('postPromotionAnalysis: {templates: [{templateName: check}]}').replace(
        '  replicas: 3',
        '  replicas: 3\n  progressDeadlineSeconds: 100\n  progressDeadlineAbort: true',
      );
      const result = played(text, { version });
      expect(timeline(result)).toEqual([
        'started 0',
        'post-promotion-running 10',
        'promoted 130',
        'scaled-down 160',
      ]);
      expect(result.stopped).toBeUndefined();
      // https://github.com/argoproj/argo-rollouts/blob/v1.10.2/rollout/sync.go (evaluateProgressDeadlineAbort)
      const late = expect.stringContaining('ends after progressDeadlineSeconds (100)') as string;
      const notes = result.trace.notes.filter((note) => note.includes('post-promotion'));
      expect(notes).toEqual(version === '1.10' ? [late] : []);
    },
  );

  it('after the promotion has no note where it ends before the deadline', () => {
    const text = blueGreen('postPromotionAnalysis: {templates: [{templateName: check}]}').replace(
      '  replicas: 3',
      '  replicas: 3\n  progressDeadlineSeconds: 200\n  progressDeadlineAbort: true',
    );
    const { notes } = played(text, { version: '1.10' }).trace;
    expect(notes.filter((note) => note.includes('post-promotion'))).toEqual([]);
  });
});

describe('an experiment', () => {
  const steps = (more: string): string => `- setWeight: 20
- experiment:
    templates: [{name: base, specRef: stable}, {name: new, specRef: canary}]
    ${more}
- setWeight: 50`;

  it.each<[string, string, readonly string[]]>([
    // Its pods are ready at 20 s.
    ['its duration', 'duration: 1h', ['step-1-running 20', 'step-1 3620']],
    [
      'an analysis that is required',
      'duration: 1h\n    analyses: [{name: a, templateName: check, requiredForCompletion: true}]',
      ['step-1-running 20', 'step-1 80'],
    ],
    // Two measurements, at 20 and 80 s, after the duration.
    [
      'an analysis that is required and outlasts its duration',
      'duration: 30s\n    analyses: [{name: a, templateName: check, requiredForCompletion: true}]',
      ['step-1-running 20', 'step-1 80'],
    ],
    [
      'its duration, if no analysis is required',
      'duration: 10m\n    analyses: [{name: a, templateName: check}]',
      ['step-1-running 20', 'step-1 620'],
    ],
    ['a person', '', ['step-1-running 20', 'step-1 20']],
  ])('ends with %s', (_, more, expected) => {
    const result = played(istioRollout(steps(more)) + template('count: 2, interval: 1m'));
    expect(timeline(result)).toEqual(expect.arrayContaining([...expected]));
    expect(result.end).toBe('promoted');
    const isManual = result.trace.frames.find(({ id }) => id === 'step-1-running')?.waitsForPerson;
    expect(isManual).toBe(more === '' ? true : undefined);
  });

  it.each([
    ['', 'because it has neither a duration nor a required analysis'],
    [
      'duration: 1h\n    analyses: [{name: a, templateName: check, requiredForCompletion: true}]',
      'because metric "errors" of its required analysis has an interval and no count',
    ],
  ])('that never ends waits for a person, and a note says why: %s', (more, why) => {
    // https://github.com/argoproj/argo-rollouts/blob/v1.9.1/experiments/experiment.go (calculateStatus)
    const text = istioRollout(steps(more)) + template('interval: 1m');
    const result = played(text);
    const [running] = result.trace.frames.filter(({ id }) => id === 'step-1-running');
    expect([running?.waitsForPerson, result.end]).toEqual([true, 'promoted']);
    expect(result.trace.notes.join('\n')).toContain(
      `The experiment at steps[1] never ends, ${why}; the update waits until a person terminates it.`,
    );
    // A required analysis that fails ends it before a person does: it is measured first at 20 s.
    const bad = played(text, { fail: [failing('errors')] });
    expect(bad.end).toBe(more === '' ? 'promoted' : 'aborted');
    if (more !== '') expect(timeline(bad)).toContain('aborted 20');
  });

  it('aborts the update with a bad result, and pauses it with an inconclusive one', () => {
    const text =
      istioRollout(steps('duration: 1h\n    analyses: [{name: a, templateName: check}]')) +
      template('count: 9, interval: 1m, failureLimit: 1');
    // Measured at 20 and 80 s.
    expect(timeline(played(text, { fail: [failing('errors')] })).slice(-3)).toEqual([
      'step-1-running 20',
      'aborted 80',
      'scaled-down 110',
    ]);
    const undecided = played(text, { fail: [failing('errors', { answer: 'inconclusive' })] });
    expect([undecided.end, timeline(undecided).at(-1)]).toEqual(['inconclusive', 'inconclusive 20']);
  });

  it('fails if its pods are not ready in time', () => {
    const result = played(istioRollout(steps('duration: 1h')), {
      fail: [failing('pods', { fromStep: 1 })],
    });
    // The deadline of 600 s begins with the experiment, at 10 s.
    expect(timeline(result).slice(-3)).toEqual(['step-0 10', 'aborted 610', 'scaled-down 640']);
  });

  it('has the pods that it begins with, if only later ones never become ready', () => {
    const { end, trace } = played(istioRollout(steps('duration: 1h')), {
      fail: [failing('pods', { fromTime: 15 })],
    });
    // Its pods are created at 10 s, with the pods of the first step.
    expect([end, trace.frames.find(({ id }) => id === 'step-1-running')?.at]).toEqual(['stuck', 20]);
  });
});

describe('an inconclusive result of the background analysis', () => {
  it('does not hold an update after its last step: the controller promotes what has all its pods', () => {
    const text = istioRollout('- setWeight: 20', ofBackground) + template('initialDelay: 15s, interval: 30s');
    const { end, shares, stopped } = played(text, { fail: [failing('errors', { answer: 'inconclusive' })] });
    // The step ends at 10 s, the measurement is at 15 s, and all pods are there at 20 s.
    expect(shares).toEqual([
      { at: 10, share: 0.2 },
      { at: 20, share: 1 },
    ]);
    expect([end, stopped]).toEqual(['promoted', { at: 15, message: 'InconclusiveAnalysisRun' }]);
  });

  it('does not hold a canary without steps', () => {
    const text =
      istioRollout('', ofBackground).replace(/\n      steps:\s*$/m, '') + template(`interval: 30s`);
    const { end, shares, stopped } = played(text, { fail: [failing('errors', { answer: 'inconclusive' })] });
    expect([end, shares]).toEqual(['promoted', [{ at: 10, share: 1 }]]);
    expect(stopped).toEqual({ at: 0, message: 'InconclusiveAnalysisRun' });
  });

  it('holds one whose pods never become ready', () => {
    const text =
      istioRollout('', ofBackground).replace(/\n      steps:\s*$/m, '') + template(`interval: 30s`);
    const fail = [failing('errors', { answer: 'inconclusive' }), failing('pods')];
    const { end, shares, stopped } = played(text, { fail });
    expect([end, shares, stopped?.at]).toEqual(['inconclusive', [], 0]);
  });
});

describe('pods that never become ready', () => {
  it.each<[string, string, readonly string[], string]>([
    ['abort the update', 'progressDeadlineAbort: true', ['aborted 601', 'scaled-down 631'], 'aborted'],
    ['stop it', 'progressDeadlineSeconds: 120', ['started-overdue 121'], 'stuck'],
  ])('%s', (_, spec, expected, end) => {
    const text = istioRollout('- setWeight: 20').replace('  selector:\n    matchLabels:', `  ${spec}\n$&`);
    const result = played(text, { fail: [failing('pods')] });
    expect(timeline(result)).toEqual(['started 0', ...expected]);
    expect(result.end).toBe(end);
    expect(result.shares).toEqual([]);
  });

  it('may be those of a later step', () => {
    const text = istioRollout('- setWeight: 20\n- setWeight: 50').replace(
      '  selector:\n    matchLabels:',
      '  progressDeadlineAbort: true\n$&',
    );
    const result = played(text, { fail: [failing('pods', { fromStep: 1 })] });
    // The last progress is the one of the first step, at 10 s.
    expect(timeline(result)).toEqual([
      'started 0',
      'step-0 10',
      'step-1-scaling 10',
      'aborted 611',
      'scaled-down 641',
    ]);
    expect(result.shares).toEqual([
      { at: 10, share: 0.2 },
      { at: 611, share: 0 },
    ]);
  });
});

describe('the share of a version', () => {
  it('is that of the ready pods without a router', () => {
    const text = rollout('canary: {steps: [{setWeight: 20}, {pause: {duration: 60}}]}', 5);
    const { shares } = played(text);
    // Of 5 pods, one more is allowed (maxSurge 25 %) and one fewer (maxUnavailable 25 %, rounded down).
    expect(shares[0]).toEqual({ at: 10, share: 0.2 });
    expect(shares.at(-1)?.share).toBe(1);
  });
});

describe('a metric of one template', () => {
  const both = istioRollout(`- setWeight: 20
- analysis: {templates: [{templateName: check}]}
- setWeight: 60
- analysis: {templates: [{templateName: other}]}`);
  const text = both + template('count: 1') + template('count: 1').replace('name: check,', 'name: other,');

  it.each([
    ['errors', ['step-0 10', 'aborted 10']],
    ['check/errors', ['step-0 10', 'aborted 10']],
    ['other/errors', ['step-0 10', 'step-1 10', 'step-2 20', 'aborted 20']],
    ['other/all', ['step-0 10', 'step-1 10', 'step-2 20', 'aborted 20']],
  ])('fails where that template is used: %s', (what, expected) => {
    const result = played(text, { fail: [failing(what)] });
    const steps = timeline(result).filter((frame) => /^(?:step-\d|aborted) /.test(frame));
    expect([steps, result.end, result.trace.unmet]).toEqual([expected, 'aborted', undefined]);
  });

  it('is listed where two templates have a metric of that name', () => {
    expect(played(text).trace.metrics).toEqual(['check/errors', 'errors', 'other/errors']);
    expect(played(text, { fail: [failing('third/errors')] }).trace.unmet).toEqual(['third/errors']);
  });

  it('may have a name with a slash itself', () => {
    const slashed = text.replace('name: errors', 'name: other/errors');
    expect(played(slashed, { fail: [failing('other/errors')] }).end).toBe('aborted');
    expect(played(slashed, { fail: [failing('check/other/errors')] }).end).toBe('aborted');
  });
});

describe('a failure that does not come', () => {
  const text =
    istioRollout(`- setWeight: 20
- analysis: {templates: [{templateName: check}]}
- setWeight: 60
- pause: {duration: 10m}`) + template('count: 1');
  const idle = (yaml: string, ...fail: Failing[]): readonly string[] =>
    played(yaml, { fail }).trace.notes.filter((note) => note.startsWith('The failure'));

  it.each([
    ['is of a step that the update does not have', failing('all', { fromStep: 9 }), 'all@9'],
    ['is later than the update', failing('errors', { fromTime: 7200, answer: 'error' }), 'errors=error@2h'],
    ['is of pods after the update', failing('pods', { fromTime: 7200 }), 'pods@2h'],
  ])('%s', (_, fail, name) => {
    expect(idle(text, fail)).toEqual([
      `The failure "${name}" changes nothing: the update is over before that.`,
    ]);
  });

  it('is later than each measurement', () => {
    expect(idle(text, failing('all', { fromStep: 2 }))).toEqual([
      'The failure "all@2" changes nothing: it affects no measurement.',
    ]);
  });

  it('has no metric', () => {
    expect(idle(istioRollout('- setWeight: 20\n- pause: {duration: 1m}'), failing('all'))).toEqual([
      'The failure "all" changes nothing: no analysis of the Rollout has a metric.',
    ]);
  });

  it('is not told of one that comes', () => {
    expect(idle(text, failing('check/errors', { fromStep: 1 }))).toEqual([]);
    expect(idle(text, failing('pods', { fromStep: 2 }))).toEqual([]);
  });
});
