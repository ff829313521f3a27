import { describe, expect, it } from 'vitest';
import { frameCalled, mainLine, traceOf } from '../../support/traces.js';
import { istioRollout } from './manifests.js';

const template = `
---
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: success-rate
  namespace: shop
spec:
  metrics:
    - name: success-rate
      count: 3
      interval: 1m
      provider:
        prometheus:
          address: http://prometheus
          query: up
`;

describe('an analysis', () => {
  const trace = traceOf(
    istioRollout(`- setWeight: 20
- analysis:
    templates:
      - templateName: success-rate`) + template,
  );

  it('runs and succeeds', () => {
    expect(mainLine(trace).slice(2, 6)).toEqual([
      'step-0: 20, canary 2/2, stable 10/10',
      'step-1-running: 20, canary 2/2, stable 10/10',
      'step-1: 20, canary 2/2, stable 10/10',
      'last-scaling: 20, canary 2/10, stable 10/10',
    ]);
    const runs = [...frameCalled(trace, 'step-1-running').objects.values()].filter(
      ({ kind }) => kind === 'AnalysisRun',
    );
    expect(runs).toMatchObject([{ status: { phase: 'Running' } }]);
    expect(frameCalled(trace, 'step-1').event).toBe('the analysis succeeds');
  });

  it('is rejected without its template', () => {
    const { frames } = traceOf(
      istioRollout(`- setWeight: 20
- analysis:
    templates:
      - templateName: success-rate`),
    );
    expect(frames.map(({ id }) => id)).toEqual(['invalid']);
    expect(frames[0]?.errors[0]?.message).toContain("AnalysisTemplate 'success-rate' not found");
  });

  it('runs in the background without being waited for', () => {
    const background = traceOf(
      istioRollout('- setWeight: 20\n- pause: {}', 'analysis: {templates: [{templateName: success-rate}]}') +
        template,
    );
    expect(mainLine(background).map((line) => line.split(':')[0])).toEqual([
      'installed',
      'started',
      'step-0',
      'step-1',
      'last-scaling',
      'at-scale',
      'promoted',
      'scaled-down',
    ]);
  });
});

describe('an experiment', () => {
  it('takes its share of the traffic while it runs', () => {
    const trace = traceOf(
      istioRollout(`- setWeight: 20
- experiment:
    duration: 1h
    templates:
      - name: baseline
        specRef: stable
        weight: 5
- pause: {}`),
    );
    const route = (id: string): unknown => {
      const object = frameCalled(trace, id).objects.get('networking.istio.io/VirtualService/shop/checkout');
      return (object as unknown as { spec: { http: { route: unknown }[] } }).spec.http[0]?.route;
    };
    const service = expect.stringMatching(/^checkout-H2-2-1-baseline$/) as string;
    expect(route('step-1-running')).toEqual([
      { destination: { host: 'checkout-stable' }, weight: 75 },
      { destination: { host: 'checkout-canary' }, weight: 20 },
      { destination: { host: service }, weight: 5 },
    ]);
    expect(route('step-2')).toEqual([
      { destination: { host: 'checkout-stable' }, weight: 80 },
      { destination: { host: 'checkout-canary' }, weight: 20 },
    ]);
  });
});
