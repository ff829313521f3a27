import { describe, expect, it } from 'vitest';
import { lint } from '../../../src/lint/lint.js';
import { rules } from '../../../src/rules/index.js';
import { textSource } from '../../support/sources.js';

const pods = (name: string): string =>
  `selector: {matchLabels: {app: ${name}}}, template: {metadata: {labels: {app: ${name}}}, spec: {containers: [{name: c, image: "web:1"}]}}`;

const experiment = `apiVersion: argoproj.io/v1alpha1
kind: Experiment
metadata: {name: ab, namespace: shop}
spec:
  templates:
    - {name: left, service: {}, ${pods('left')}}
    - {name: right, service: {name: right-svc}, ${pods('right')}}
    - {name: none, ${pods('none')}}
---
`;
const rollout = (template = '{name: left, specRef: stable}'): string => `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: web, namespace: shop}
spec:
  ${pods('web').replace(', template', '\n  template')}
  strategy:
    canary:
      stableService: web
      canaryService: web-canary
      trafficRouting: {istio: {virtualService: {name: web}}}
      steps: [{setWeight: 20}, {experiment: {templates: [${template}]}}]
---
`;
const services = ['web', 'web-canary', 'ab-left2', 'ab-none2', 'right-svcs', 'step-svcs']
  .map(
    (name) =>
      `apiVersion: v1\nkind: Service\nmetadata: {name: ${name}, namespace: shop}\nspec: {selector: {app: web}, ports: [{name: http, port: 80}]}\n---\n`,
  )
  .join('');
const route = (host: string): string => `apiVersion: networking.istio.io/v1
kind: VirtualService
metadata: {name: web, namespace: shop}
spec:
  hosts: [web]
  http:
    - match: [{headers: {x: {exact: l}}}]
      route: [{destination: {host: ${host}}}]
    - route: [{destination: {host: web}, weight: 100}, {destination: {host: web-canary}, weight: 0}]
---
`;
const ingress = (name: string): string => `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: web, namespace: shop}
spec: {rules: [{http: {paths: [{path: /, pathType: Prefix, backend: {service: {name: ${name}, port: {number: 80}}}}]}}]}
---
`;
const httpRoute = (name: string): string => `apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: {name: web, namespace: shop}
spec: {parentRefs: [{name: gw}], rules: [{backendRefs: [{name: ${name}, port: 80}]}]}
---
`;
const gateway = rollout().replace(
  '{istio: {virtualService: {name: web}}}',
  '{plugins: {argoproj-labs/gatewayAPI: {httpRoute: web}}}',
);

function missing(...texts: readonly string[]): number {
  const names = ['istio/host-exists', 'k8s/ingress-backend-exists', 'gateway/backends-exist'];
  const chosen = rules.filter(({ meta }) => names.includes(meta.name));
  const sources = texts.map((text, index) => textSource(`/r/${index}.yaml`, text));
  return lint(sources, chosen).findings.filter(({ severity }) => severity !== 'info').length;
}

describe('a Service that an experiment makes', () => {
  it.each([
    ['ab-left', 0],
    ['ab-left.shop.svc.cluster.local', 0],
    ['right-svc', 0],
    // It has no Service, it is of no Experiment, and it is of none there.
    ['ab-none', 1],
    ['ab-lef', 1],
    ['ab-left.shops', 0],
  ])('is no missing host: %s', (host, count) => {
    expect(missing(experiment, rollout(), services, route(host))).toBe(count);
    if (!host.includes('.')) {
      expect(missing(experiment, rollout(), services, ingress(host))).toBe(count);
      expect(missing(experiment, gateway, services, httpRoute(host))).toBe(count);
    }
  });

  it('is of the namespace of the Experiment', () => {
    const elsewhere = experiment.replace('namespace: shop', 'namespace: other');
    expect(missing(elsewhere, rollout(), services, route('ab-left'))).toBe(1);
    const unknown = experiment.replace(', namespace: shop', '');
    expect(missing(unknown, rollout(), services, route('ab-left'))).toBe(0);
  });

  it('may be of a step of a Rollout', () => {
    const named = rollout('{name: left, specRef: stable, service: {name: step-svc}}');
    expect(missing(named, services, route('step-svc'))).toBe(0);
    expect(missing(rollout(), services, route('step-svc'))).toBe(1);
  });
});
