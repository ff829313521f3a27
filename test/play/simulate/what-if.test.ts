import { describe, expect, it } from 'vitest';
import { branches, frameCalled, objectIn, traceOf } from '../../support/traces.js';
import { istioRollout, rollout, service } from './manifests.js';

const templateOf = (metric: string): string => `
---
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata: {name: check, namespace: shop}
spec:
  metrics:
    - {name: errors, count: 3, interval: 1m, provider: {prometheus: {address: http://prometheus, query: up}}, ${metric}}
`;

const success = "successCondition: 'result[0] < 1'";
const template = templateOf(`${success}, failureCondition: 'result[0] > 2'`);

const analysis = 'templates: [{templateName: check}]';

const blueGreen = (more: string): ReturnType<typeof traceOf> =>
  traceOf(
    rollout(`blueGreen: {activeService: a, previewService: p, ${more}}`, 3) +
      service('a') +
      service('p') +
      template,
  );

const activeHash = (trace: ReturnType<typeof traceOf>, id: string): unknown =>
  (objectIn(frameCalled(trace, id), '/Service/shop/a') as { spec: { selector: Record<string, string> } }).spec
    .selector['rollouts-pod-template-hash'];

describe('what would happen instead', () => {
  it('has a failed analysis before the promotion: the active Service stays', () => {
    const trace = blueGreen(`prePromotionAnalysis: {${analysis}}`);
    expect(activeHash(trace, 'pre-promotion-running-failed')).toBe('H1');
    expect(frameCalled(trace, 'pre-promotion-running-failed')).toMatchObject({
      phase: 'Degraded',
      title: 'pre-promotion analysis failed',
      event: 'the analysis fails',
      from: 'pre-promotion-running',
    });
  });

  it('has a failed analysis after the promotion: the active Service goes back', () => {
    const trace = blueGreen(`postPromotionAnalysis: {${analysis}}`);
    expect(activeHash(trace, 'post-promotion-running')).toBe('H2');
    expect(activeHash(trace, 'post-promotion-running-failed')).toBe('H1');
  });

  it('has an inconclusive analysis of a step, which promote skips', () => {
    const trace = traceOf(
      istioRollout(`- setWeight: 20\n- analysis: {${analysis}}\n- setWeight: 60\n- pause: {}`) + template,
    );
    expect(branches(trace, 'step-1-running')).toEqual([
      'step-1-running-inconclusive: 20, canary 2/2, stable 10/10',
      'step-1-running-resumed: 60, canary 6/6, stable 10/10',
    ]);
    expect(frameCalled(trace, 'step-1-running-inconclusive')).toMatchObject({
      phase: 'Paused',
      title: 'analysis inconclusive at steps[1]',
    });
  });

  it('has an inconclusive analysis in the background, which runs again', () => {
    const trace = traceOf(istioRollout('- setWeight: 20\n- pause: {}', `analysis: {${analysis}}`) + template);
    const inconclusive = frameCalled(trace, 'step-1-inconclusive');
    expect(inconclusive).toMatchObject({ phase: 'Paused', event: 'the background analysis is inconclusive' });
    const runs = [...frameCalled(trace, 'step-1-resumed').objects.values()].filter(
      ({ kind }) => kind === 'AnalysisRun',
    );
    expect(runs.map((run) => (run as { status?: { phase?: string } }).status?.phase)).toEqual([
      'Inconclusive',
      'Running',
    ]);
  });

  it('has an inconclusive experiment, which runs again', () => {
    const trace = traceOf(
      istioRollout(`- setWeight: 20
- experiment: {duration: 1h, templates: [{name: a, specRef: canary}], analyses: [{name: a, templateName: check}]}
- setWeight: 60`) + template,
    );
    expect(frameCalled(trace, 'step-1-running-inconclusive')).toMatchObject({
      phase: 'Paused',
      message: 'InconclusiveExperiment',
    });
    const experiments = [...frameCalled(trace, 'step-1-running-resumed').objects.values()].filter(
      ({ kind }) => kind === 'Experiment',
    );
    expect(experiments.map((one) => (one as { status?: { phase?: string } }).status?.phase)).toEqual([
      'Inconclusive',
      'Running',
    ]);
  });

  it('has no inconclusive analysis or experiment where a measurement is a failure or a success', () => {
    const inStep = istioRollout(`- setWeight: 20\n- analysis: {${analysis}}`);
    const inBackground = istioRollout('- setWeight: 20\n- pause: {}', `analysis: {${analysis}}`);
    const inExperiment = istioRollout(`- setWeight: 20
- experiment: {duration: 1h, templates: [{name: a, specRef: canary}], analyses: [{name: a, templateName: check}]}`);
    const bare = istioRollout(
      '- setWeight: 20\n- experiment: {duration: 1h, templates: [{name: a, specRef: canary}]}',
    );
    for (const yaml of [inStep, inBackground, inExperiment, bare]) {
      const ids = traceOf(yaml + templateOf(success)).frames.map(({ id }) => id);
      expect(ids.some((id) => id.startsWith('step-1'))).toBe(true);
      expect(ids.filter((id) => /inconclusive|resumed/.test(id))).toEqual([]);
    }
  });
});
