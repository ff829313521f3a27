import { describe, expect, it } from 'vitest';
import { lint } from '../../../src/lint/lint.js';
import { rules } from '../../../src/rules/index.js';
import { textSource } from '../../support/sources.js';

const object = (kind: string, name: string, spec: string, namespace = 'app'): string =>
  `apiVersion: ${apiVersions[kind] ?? 'v1'}\nkind: ${kind}\nmetadata: {name: ${name}${namespace === '' ? '' : `, namespace: ${namespace}`}}\nspec: ${spec}\n---\n`;
const apiVersions: Readonly<Record<string, string>> = {
  VirtualService: 'networking.istio.io/v1',
  Gateway: 'networking.istio.io/v1',
  Rollout: 'argoproj.io/v1alpha1',
  AnalysisTemplate: 'argoproj.io/v1alpha1',
};
const gateway = (namespace = 'istio-system'): string =>
  object(
    'Gateway',
    'gw',
    '{selector: {istio: ingressgateway}, servers: [{port: {number: 80, name: http, protocol: HTTP}, hosts: ["*"]}]}',
    namespace,
  );
const virtualService = (gatewayName = 'istio-system/gw'): string =>
  object(
    'VirtualService',
    'web-vs',
    `{hosts: ["*"], gateways: ["${gatewayName}"], http: [{route: [{destination: {host: web}, weight: 100}, {destination: {host: web-canary}, weight: 0}]}]}`,
  );
const rollout = (name = 'web', analysis = ''): string =>
  object(
    'Rollout',
    name,
    `{selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}, spec: {containers: [{name: web, image: "web:1"}]}}, strategy: {canary: {stableService: web, canaryService: web-canary, ${analysis}trafficRouting: {istio: {virtualService: {name: web-vs}}}, steps: [{setWeight: 20}, {pause: {}}]}}}`,
  );
const services = ['web', 'web-canary']
  .map((name) => object('Service', name, '{selector: {app: web}, ports: [{name: http, port: 80}]}'))
  .join('');
const template = object(
  'AnalysisTemplate',
  'rate',
  '{metrics: [{name: a, successCondition: "true", provider: {web: {url: "http://a"}}}]}',
);
const lists = (...files: readonly string[]): string => `resources: [${files.join(', ')}]\n`;

const base = {
  'base/all.yaml': rollout() + services,
  'base/kustomization.yaml': lists('all.yaml'),
  'istio/gateway.yaml': gateway(),
  'istio/virtualservice.yaml': virtualService(),
  'istio/kustomization.yaml': lists('gateway.yaml', 'virtualservice.yaml'),
};

/** What a loose file refers to and does not find. */
function missing(files: Readonly<Record<string, string>>): string[] {
  const names = ['istio/gateway-exists', 'rollout/services-exist', 'rollout/analysis-template-exists'];
  const chosen = rules.filter(({ meta }) => names.includes(meta.name));
  expect(chosen).toHaveLength(names.length);
  const sources = Object.entries(files).map(([name, text]) => textSource(`/r/${name}`, text));
  return lint(sources, chosen)
    .findings.filter(({ severity }) => severity !== 'info')
    .map(({ rule, place }) => `${rule} ${place.source.path.replace('/r/', '')}`);
}

describe('what a loose file names with its namespace', () => {
  it('is what a kustomization elsewhere lists', () => {
    expect(missing({ ...base, 'retry.yaml': virtualService() })).toEqual([]);
    expect(missing({ ...base, 'more/retry.yaml': virtualService() })).toEqual([]);
  });

  it('is what a kustomization puts into that namespace', () => {
    const placed = { 'istio/gateway.yaml': gateway(''), 'gw/gateway.yaml': gateway('') };
    const files = {
      ...base,
      ...placed,
      'istio/kustomization.yaml': lists('virtualservice.yaml'),
      'gw/kustomization.yaml': `namespace: istio-system\n${lists('gateway.yaml')}`,
      'retry.yaml': virtualService(),
    };
    expect(missing(files)).toEqual([]);
  });

  it('is missing where it is called otherwise, or put elsewhere', () => {
    const wrong = 'istio/gateway-exists retry.yaml';
    expect(missing({ ...base, 'retry.yaml': virtualService('istio-system/gv') })).toEqual([wrong]);
    const moved = {
      ...base,
      'istio/other.yaml': gateway('istio-system').replace('name: gw', 'name: other'),
      'istio/kustomization.yaml': lists('other.yaml', 'virtualservice.yaml'),
      'gw/gateway.yaml': gateway(),
      'gw/kustomization.yaml': `namespace: other\n${lists('gateway.yaml')}`,
      'retry.yaml': virtualService(),
    };
    expect(missing(moved)).toContain(wrong);
  });

  it('is so for what a Rollout names, too', () => {
    const loose = rollout('web', 'analysis: {templates: [{templateName: rate}]}, ');
    const files = {
      'services/all.yaml': services + template,
      'services/kustomization.yaml': lists('all.yaml'),
      'services/other.yaml': '',
      'live/rollout.yaml': loose + virtualService(),
      'live/gateway.yaml': gateway(),
    };
    expect(missing(files)).toEqual([]);
    const without = { ...files, 'services/all.yaml': services };
    expect(missing(without)).toEqual(['rollout/analysis-template-exists live/rollout.yaml']);
  });

  it('is not what a copy of the whole has: one cluster has no part of another', () => {
    const files = {
      'dev/all.yaml': rollout() + services.split('---\n')[0] + '---\n' + virtualService() + gateway(),
      'prod/all.yaml': rollout() + services + virtualService() + gateway(),
      'prod/kustomization.yaml': lists('all.yaml'),
    };
    expect(missing(files)).toEqual(['rollout/services-exist dev/all.yaml']);
  });
});
