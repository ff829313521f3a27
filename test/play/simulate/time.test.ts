import { describe, expect, it } from 'vitest';
import type { Trace } from '../../../src/play/simulate/trace.js';
import { frameCalled, traceOf } from '../../support/traces.js';
import { istioRollout, rollout, service } from './manifests.js';

/** The times of the main line, in seconds since the update began. */
function times({ frames }: Trace): Readonly<Record<string, number | undefined>> {
  return Object.fromEntries(frames.filter(({ from }) => from === undefined).map(({ id, at }) => [id, at]));
}

const kinds = ({ frames }: Trace): readonly string[] =>
  frames.filter(({ from }) => from === undefined).map(({ id }) => id);

const withSpec = (text: string, more: string): string =>
  text.replace('  selector:\n    matchLabels:', `  ${more}\n  selector:\n    matchLabels:`);

const withProbes = (text: string, probes: string): string =>
  text.replace('image: checkout:1', `image: checkout:1\n          ${probes}`);

const port = 'tcpSocket: {port: 8080}';

const steps = '- setWeight: 20\n- pause: {duration: 60}\n- setWeight: 50\n- pause: {}';

describe('the clock', () => {
  it('goes on with pods, pauses and the delay before the old pods are removed', () => {
    // A probe passes one period after its delay: ready after 25 s, available 15 s later. The delay is 30 s by default.
    const manifests = withProbes(
      withSpec(istioRollout(steps), 'minReadySeconds: 15'),
      `readinessProbe: {initialDelaySeconds: 20, periodSeconds: 5, ${port}}`,
    );
    const trace = traceOf(manifests, { branches: false });
    expect(times(trace)).toEqual({
      installed: undefined,
      started: 0,
      'step-0': 40,
      'step-1': 40,
      'step-2-scaling': 100,
      'step-2': 140,
      'step-3': 140,
      'last-scaling': 140,
      'at-scale': 180,
      promoted: 180,
      'scaled-down': 210,
    });
    expect(trace.assumptions).toMatchObject({ readyAfter: 25 });
    expect(trace.frames.filter(({ waitsForPerson }) => waitsForPerson).map(({ id }) => id)).toEqual([
      'step-3',
    ]);
  });

  it.each([
    ['no probes', 'workingDir: /', {}, 10],
    // The readiness probe begins after the startup probe, and has a period of 10 s by default.
    ['two probes', `startupProbe: {periodSeconds: 30, ${port}}\n          readinessProbe: {${port}}`, {}, 40],
    // A readiness probe that begins later than that.
    [
      'a late one',
      `startupProbe: {periodSeconds: 3, ${port}}\n          readinessProbe: {initialDelaySeconds: 20, ${port}}`,
      {},
      30,
    ],
    ['no time for pods', `readinessProbe: {${port}}`, { readyAfter: 0 }, 0],
    ['a long time for pods', `readinessProbe: {${port}}`, { readyAfter: 90 }, 90],
  ])('has pods ready with %s', (_, probes, assumptions, expected) => {
    const trace = traceOf(withProbes(istioRollout('- setWeight: 20'), probes), {
      branches: false,
      assumptions,
    });
    expect(times(trace)).toMatchObject({ 'step-0': expected, promoted: 2 * expected });
  });

  it('ends the pause of blue-green', () => {
    const trace = traceOf(
      rollout('blueGreen: {activeService: a, previewService: p, autoPromotionSeconds: 60}', 3) +
        service('a') +
        service('p'),
    );
    expect(times(trace)).toEqual({
      installed: undefined,
      started: 0,
      preview: 10,
      promoted: 70,
      'scaled-down': 100,
    });
    expect(frameCalled(trace, 'preview-aborted').at).toBe(10);
  });

  it('goes on after an abort, until the pods of the canary are gone', () => {
    const trace = traceOf(istioRollout(steps, 'abortScaleDownDelaySeconds: 45'), { abortAt: 1 });
    expect(times(trace)).toEqual({
      installed: undefined,
      started: 0,
      'step-0': 10,
      'step-1': 10,
      aborted: 10,
      'scaled-down': 55,
    });
    expect(frameCalled(trace, 'scaled-down').title).toBe('the new pods are gone');
  });
});

// The condition Progressing is written at 0 s, and says something else once pods are ready. It is looked at when the deadline is
// over, and a second later: https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/sync.go (requeueStuckRollout)
describe('the progress deadline', () => {
  const slow = (spec: string, readyAfter: number): Trace =>
    traceOf(withSpec(istioRollout('- setWeight: 20'), spec), {
      branches: false,
      assumptions: { readyAfter },
    });

  it('aborts an update whose pods take longer, and the frames have the error', () => {
    const trace = slow('progressDeadlineAbort: true', 700);
    expect(times(trace)).toEqual({ installed: undefined, started: 0, aborted: 601, 'scaled-down': 631 });
    expect(frameCalled(trace, 'aborted')).toMatchObject({
      phase: 'Degraded',
      weight: 0,
      errors: [
        {
          condition: 'Progressing',
          message: 'Rollout aborted update to revision 2',
          isTransient: false,
        },
      ],
      event: 'no progress for 600 s, the controller aborts the update',
    });
    expect(trace.notes.join()).toContain(
      'because progressDeadlineAbort is set and progressDeadlineSeconds is 600',
    );
  });

  it('only marks it as Degraded without that, and the update goes on', () => {
    const trace = slow('progressDeadlineSeconds: 100', 150);
    expect(times(trace)).toMatchObject({
      started: 0,
      'started-overdue': 101,
      'step-0': 150,
      // The steps are progress, and the deadline begins anew.
      'last-scaling-overdue': 251,
      promoted: 300,
    });
    expect(frameCalled(trace, 'started-overdue')).toMatchObject({
      phase: 'Degraded',
      errors: [{ condition: 'Progressing', isTransient: true }],
    });
  });

  it('counts from the moment at which pods are ready, available or not', () => {
    const spec = 'progressDeadlineSeconds: 600\n  progressDeadlineAbort: true\n  minReadySeconds: 500';
    const trace = slow(spec, 500);
    expect(times(trace)).toMatchObject({ 'step-0': 1000, promoted: 2000 });
    expect(kinds(trace)).not.toContain('aborted');
  });

  it('does not count while the Rollout is paused', () => {
    const trace = traceOf(
      withSpec(istioRollout('- setWeight: 20\n- pause: {duration: 1h}'), 'progressDeadlineAbort: true'),
      { branches: false },
    );
    expect(times(trace)).toMatchObject({ 'step-1': 10, 'last-scaling': 3610, promoted: 3620 });
  });
});

// Recorded from 1.9.1 and 1.10.2 with an ALB Ingress: the old pods stay, the controller comes back at once again and again, and the
// Rollout is Degraded when it has made no progress for too long after the promotion. Only 1.9 aborts it then. Upstream's
// scaleDownDelayHelper keeps pods without a deadline, and addScaleDownDelay sets none for a delay of 0.
describe('no delay before the old pods are removed', () => {
  const none = (canary: string, version: '1.9' | '1.10'): Trace =>
    traceOf(withSpec(istioRollout('- setWeight: 20', canary), 'progressDeadlineAbort: true'), {
      branches: false,
      version,
    });
  const stay = /^The pods of the previous revision stay, because scaleDownDelaySeconds is 0/;

  it.each(['1.9', '1.10'] as const)('keeps them for good in %s', (version) => {
    const trace = none('scaleDownDelaySeconds: 0', version);
    expect(times(trace)).toMatchObject({ promoted: 20, 'promoted-overdue': 620 });
    expect(frameCalled(trace, 'promoted').phase).toBe('Healthy');
    const overdue = frameCalled(trace, 'promoted-overdue');
    expect(overdue).toMatchObject({
      phase: 'Degraded',
      isSettled: true,
      replicas: { stable: { available: 10 }, others: { desired: 10, available: 10 } },
      event: 'no progress for 600 s',
    });
    expect(trace.notes).toContainEqual(expect.stringMatching(stay));
  });

  it('removes them at once where no old revision may keep its pods', () => {
    const trace = none('scaleDownDelaySeconds: 0\n      scaleDownDelayRevisionLimit: 0', '1.9');
    expect(kinds(trace)).not.toContain('promoted-overdue');
    expect(trace.frames.at(-1)).toMatchObject({ replicas: { others: { desired: 0 } } });
    expect(trace.notes).not.toContainEqual(expect.stringMatching(stay));
  });

  it('keeps them for good with blue-green, too, which counts as healthy', () => {
    const trace = traceOf(
      rollout('blueGreen: {activeService: a, previewService: p, scaleDownDelaySeconds: 0}', 3) +
        service('a') +
        service('p'),
      { branches: false },
    );
    expect(trace.frames.at(-1)).toMatchObject({
      id: 'promoted',
      phase: 'Healthy',
      replicas: { others: { desired: 3, available: 3 } },
    });
    expect(trace.notes).toContainEqual(expect.stringMatching(stay));
  });
});
