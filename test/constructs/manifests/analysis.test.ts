import { describe, expect, it } from 'vitest';
import type { AnalysisStep } from '../../../src/constructs/manifests/analysis.js';
import { Analysis } from '../../../src/constructs/manifests/analysis-presets.js';
import { blueGreenManifests } from '../../../src/constructs/manifests/blue-green.js';
import { canaryManifests, orderedManifests } from '../../../src/constructs/manifests/canary.js';
import { fromExisting, UnfitProps } from '../../../src/constructs/manifests/manifest.js';
import type { CanaryProps } from '../../../src/constructs/manifests/props.js';
import { Steps } from '../../../src/constructs/manifests/steps.js';
import { IstioTraffic, NginxTraffic, NoTraffic } from '../../../src/constructs/manifests/traffic.js';
import { protectionOf } from '../../../src/play/protect/protect.js';
import { readGraph } from '../../../src/repository/graph/read-graph.js';
import { judge, type MeasurementJudgement } from '../../../src/rollouts/analysis/judge.js';
import { GoList } from '../../../src/rollouts/analysis/expression/values.js';
import { readQuery } from '../../../src/rollouts/analysis/promql/query.js';
import { toDocument } from '../../../src/yaml/write/document.js';
import { textSource } from '../../support/sources.js';

const address = 'http://prometheus.monitoring:9090';
const pod = { image: 'shop:1', port: 8080 };
const made = (props: Partial<CanaryProps> = {}, name = 'shop') =>
  canaryManifests(name, { pod, traffic: NginxTraffic.ingress(), ...props });
const startOf = (props: Partial<CanaryProps>): unknown =>
  (made(props).rollout['spec'] as { strategy: { canary: { analysis: { startingStep?: number } } } }).strategy
    .canary.analysis.startingStep;

describe('an analysis beside the steps', () => {
  const analysis = Analysis.prometheus({ address });
  const pause = Steps.pause('5m');

  it.each<[string, CanaryProps['steps'], number | undefined]>([
    ['the first weight', [{ setWeight: 10 }, pause, { setWeight: 50 }, pause], 1],
    ['pods without requests', [{ setWeight: 0 }, Steps.scale(10), pause, { setWeight: 5 }, pause], 4],
    ['a weight that is the last step', [pause, { setWeight: 50 }], 1],
    ['the only step', [{ setWeight: 50 }], undefined],
    ['no weight', [pause], undefined],
    ['no steps', [], undefined],
  ])('begins after %s', (_, steps, start) => {
    expect(startOf({ steps, canary: { analysis } })).toBe(start);
  });

  it('begins where it is told to; the controller begins with the first step by itself', () => {
    const steps = [{ setWeight: 10 }, pause, { setWeight: 50 }, pause];
    expect(startOf({ steps, canary: { analysis: { ...analysis, startingStep: 3 } } })).toBe(3);
    expect(startOf({ steps, canary: { analysis: { ...analysis, startingStep: 0 } } })).toBeUndefined();
    expect(() => made({ steps, canary: { analysis: { ...analysis, startingStep: 1.5 } } })).toThrow(
      new UnfitProps('"canary.analysis.startingStep" is 1.5; it must be an integer of at least 0.'),
    );
  });
});

describe('the name of a template', () => {
  const namesOf = (analysis: AnalysisStep, name: string): unknown => {
    const { rollout, analysisTemplates } = made({ steps: [{ analysis }] }, name);
    const { strategy } = rollout['spec'] as {
      strategy: { canary: { steps: { analysis: { templates: unknown } }[] } };
    };
    return [
      analysisTemplates.map(({ metadata }) => metadata.name),
      strategy.canary.steps[0]?.analysis.templates,
    ];
  };

  it('is that of its Rollout and its metric, so that two Rollouts can have one each', () => {
    const analysis = Analysis.web({ url: 'http://shop', count: 5 });
    expect(namesOf(analysis, 'shop')).toEqual([['shop-health'], [{ templateName: 'shop-health' }]]);
    expect(namesOf(analysis, 'cart')).toEqual([['cart-health'], [{ templateName: 'cart-health' }]]);
  });

  it('is the one that is given', () => {
    const analysis = Analysis.web({ name: 'smoke', url: 'http://shop', count: 5 });
    expect(namesOf(analysis, 'shop')).toEqual([['smoke'], [{ templateName: 'smoke' }]]);
    expect(
      namesOf({ templates: [fromExisting('other'), { templateName: 'more', clusterScope: true }] }, 'shop'),
    ).toEqual([[], [{ templateName: 'other' }, { templateName: 'more', clusterScope: true }]]);
  });

  it('follows from a blue-green Rollout, too', () => {
    const { rollout, analysisTemplates } = blueGreenManifests('shop', {
      pod,
      blueGreen: { prePromotionAnalysis: Analysis.job({ image: 'curl:1' }) },
    });
    expect(analysisTemplates.map(({ metadata }) => metadata.name)).toEqual(['shop-job']);
    expect(rollout['spec']).toMatchObject({
      strategy: { blueGreen: { prePromotionAnalysis: { templates: [{ templateName: 'shop-job' }] } } },
    });
  });

  it('is for one template of a Rollout', () => {
    const step = (count: number) => Steps.analysis(Analysis.prometheus({ address, count }));
    expect(() => made({ steps: [step(3), step(4)] })).toThrow(
      new UnfitProps('Two different analyses are named "shop-success-rate"; give them different names.'),
    );
  });
});

describe('arguments', () => {
  it('are those that texts name, with values from the Rollout', () => {
    const url =
      'http://{{args.canary-service}}.{{ args.namespace }}/{{args.rollout}}/{{args.canary-hash}}/{{args.stable-hash}}';
    expect(Analysis.web({ url }).args).toEqual([
      { name: 'rollout', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
      { name: 'namespace', valueFrom: { fieldRef: { fieldPath: 'metadata.namespace' } } },
      { name: 'canary-hash', valueFrom: { podTemplateHashValue: 'Latest' } },
      { name: 'stable-hash', valueFrom: { podTemplateHashValue: 'Stable' } },
      {
        name: 'canary-service',
        valueFrom: { fieldRef: { fieldPath: 'spec.strategy.canary.canaryService' } },
      },
    ]);
    expect(Analysis.web({ url: 'http://{{args.preview-service}}' })).toMatchObject({
      templates: [{ args: [{ name: 'preview-service' }] }],
      args: [{ valueFrom: { fieldRef: { fieldPath: 'spec.strategy.blueGreen.previewService' } } }],
    });
    expect(Analysis.job({ image: 'curl:1' })).not.toHaveProperty('args');
  });
});

describe('metrics of your own', () => {
  const metric = (query: string) => ({ name: 'errors', provider: { prometheus: { address, query } } });

  it('have the arguments of the presets, and others with a value, of a Secret or of the Rollout', () => {
    const token = { name: 'token', valueFrom: { secretKeyRef: { name: 'prometheus', key: 'token' } } };
    const region = { name: 'region', valueFrom: { fieldRef: { fieldPath: "metadata.labels['region']" } } };
    const analysis = Analysis.metrics({
      metrics: [metric('e{ns="{{args.namespace}}",team="{{args.team}}",r="{{args.region}}"}')],
      args: [{ name: 'team', value: 'web' }, token, region],
      annotations: { owner: 'web' },
    });
    const namespace = { name: 'namespace', valueFrom: { fieldRef: { fieldPath: 'metadata.namespace' } } };
    expect(analysis.args).toEqual([namespace, region]);
    const { analysisTemplates } = canaryManifests(
      'shop',
      { pod, traffic: NoTraffic.replicas(), steps: [{ setWeight: 20 }, Steps.analysis(analysis)] },
      { labels: { chart: 'shop' } },
    );
    expect(analysisTemplates).toMatchObject([
      {
        metadata: { name: 'shop-errors', labels: { chart: 'shop' }, annotations: { owner: 'web' } },
        spec: {
          args: [{ name: 'team', value: 'web' }, token, { name: 'namespace' }, { name: 'region' }],
          metrics: [{ name: 'errors' }],
        },
      },
    ]);
  });

  it('can give an argument of the presets another value', () => {
    const analysis = Analysis.metrics({
      metrics: [metric('e{ns="{{args.namespace}}"}')],
      args: [{ name: 'namespace', value: 'shop' }],
    });
    expect(analysis).toMatchObject({ templates: [{ args: [{ name: 'namespace', value: 'shop' }] }] });
    expect(analysis).not.toHaveProperty('args');
  });

  it('have a value for each argument that a text names', () => {
    expect(() =>
      Analysis.metrics({ metrics: [metric('{{args.taem}}')], args: [{ name: 'team', value: 'a' }] }),
    ).toThrow(
      new UnfitProps(
        '"{{args.taem}}" has no value; give it one in "args". Did you mean "team"? Without it, rollout, namespace, canary-hash, stable-hash, canary-service, stable-service, preview-service, active-service have values.',
      ),
    );
  });
});

type Counted = 'pods' | 'istio' | 'ingress-nginx';

function metricOf(analysis: AnalysisStep) {
  const [template] = analysis.templates;
  const [metric] = template?.metrics ?? [];
  if (!metric) throw new Error('no metric');
  return metric;
}

describe('requests as Prometheus counted them', () => {
  const queryOf = (options: Partial<Parameters<typeof Analysis.prometheus>[0]>): string =>
    (metricOf(Analysis.prometheus({ address, ...options })).provider['prometheus'] as { query: string })
      .query;

  it.each<[Counted, string, string]>([
    ['pods', 'http_requests_total{namespace="{{args.namespace}}",pod=~".*-{{args.canary-hash}}-.*"', 'code'],
    [
      'istio',
      'istio_requests_total{namespace="{{args.namespace}}",pod=~".*-{{args.canary-hash}}-.*",reporter="destination"',
      'response_code',
    ],
    // https://github.com/kubernetes/ingress-nginx/blob/controller-v1.13.0/rootfs/etc/nginx/lua/monitor.lua: the name of the upstream
    [
      'ingress-nginx',
      'nginx_ingress_controller_requests{canary=~"{{args.namespace}}-{{args.canary-service}}-.*"',
      'status',
    ],
  ])('counted by %s are those to the new version', (countedBy, selector, code) => {
    const query = queryOf({ countedBy });
    expect(query).toBe(
      `(sum(rate(${selector},${code}!~"5.."}[2m])) or vector(0)) / sum(rate(${selector}}[2m]))`,
    );
    expect(readQuery(query.replaceAll(/\{\{[^{}]*\}\}/g, 'x'))).toMatchObject({ type: 'vector' });
  });

  it('can be counted otherwise', () => {
    expect(queryOf({ counter: 'calls', codeLabel: 'status', where: 'path="/"', window: 300 })).toBe(
      '(sum(rate(calls{namespace="{{args.namespace}}",pod=~".*-{{args.canary-hash}}-.*",path="/",status!~"5.."}[300s])) or vector(0)) / sum(rate(calls{namespace="{{args.namespace}}",pod=~".*-{{args.canary-hash}}-.*",path="/"}[300s]))',
    );
  });

  // What Prometheus 3.2 answers to this query: nothing before the first request, NaN while requests pause, 0 if all fail.
  it.each<[string, readonly number[], MeasurementJudgement['phase']]>([
    ['no request', [], 'Successful'],
    ['a pause', [NaN], 'Successful'],
    ['only successes', [1], 'Successful'],
    ['enough successes', [0.99], 'Successful'],
    ['too few successes', [0.98], 'Failed'],
    ['only failures', [0], 'Failed'],
  ])('decide by their share: %s', (_, items, phase) => {
    const { successCondition } = metricOf(Analysis.prometheus({ address }));
    for (const version of ['1.7', '1.8', '1.9', '1.10', '1.11'] as const)
      expect(judge({ successCondition }, new GoList(items, 'float'), version)).toEqual({ phase });
  });

  it.each([99, 0, -1, NaN])('are compared with a share, not with %d', (atLeast) => {
    expect(() => Analysis.prometheus({ address, atLeast })).toThrow(UnfitProps);
  });
});

describe('how often is measured', () => {
  it('lets a few failures pass, but never all of a count', () => {
    const limits = (count?: number) =>
      metricOf(Analysis.web({ url: 'http://shop', ...(count !== undefined && { count }) })).failureLimit;
    expect([limits(), limits(5), limits(3), limits(2), limits(1)]).toEqual([2, 2, 2, 1, 0]);
    expect(() => Analysis.web({ url: 'http://shop', count: 3, failureLimit: 3 })).toThrow(
      new UnfitProps('"failureLimit" is 3 for 3 measurements, so the analysis cannot fail; use less than 3.'),
    );
  });

  /** A version that is bad from the start. Its pods are ready after 10 seconds. */
  function worst(analysis: AnalysisStep) {
    const manifests = made({
      traffic: IstioTraffic.hosts(),
      replicas: 10,
      steps: Steps.ramp([10, 50], { pause: '10m' }),
      canary: { analysis },
    });
    const yaml = orderedManifests(manifests)
      .map((one) => toDocument(one))
      .join('---\n');
    const { graph } = readGraph([textSource('/shop/all.yaml', yaml)]);
    const { scenarios, gates } = protectionOf(graph, graph.rollouts[0]!);
    expect(gates.map(({ idle }) => idle)).toEqual([undefined]);
    return scenarios[0];
  }

  // The pods are ready and have 10 % at 10 s, which is when the first measurement is taken. Failure 3 is 60 seconds later: 10 % of
  // 60 seconds is 6. With "interval" 10 and one failure that may happen, failure 2 is 10 seconds later.
  it('tells when a version that is bad from the start is noticed', () => {
    expect(worst(Analysis.prometheus({ address, countedBy: 'istio' }))).toMatchObject({
      outcome: 'aborted',
      by: 'success-rate',
      noticed: 70,
      share: 10,
      exposure: 6,
    });
    expect(
      worst(Analysis.web({ url: 'http://{{args.canary-service}}', interval: 10, failureLimit: 1 })),
    ).toMatchObject({
      outcome: 'aborted',
      by: 'health',
      noticed: 20,
      share: 10,
      exposure: 1,
    });
  });
});
