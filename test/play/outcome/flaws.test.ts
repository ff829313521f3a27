import { expect, test } from 'vitest';
import { flawsOf } from '../../../src/play/outcome/flaws.js';
import { readGraph } from '../../../src/repository/graph/read-graph.js';
import { textSource } from '../../support/sources.js';

const rollout = `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
  namespace: shop
spec:
  selector:
    matchLabels:
      app: web
  template:
    metadata:
      labels:
        app: web
    spec:
      containers:
        - name: web
          image: registry.example.com/web:1.0
          resources:
            requests:
              cpu: 100m
          envFrom:
            - configMapRef:
                name: settings
      serviceAccountName: web
  strategy:
    canary:
      steps:
        - setWeight: 50
        - pause: {}
`;

const settings = `apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
  namespace: shop
data:
  level: info
`;

const account = `apiVersion: v1
kind: ServiceAccount
metadata:
  name: web
  namespace: shop
`;

const service = `apiVersion: v1
kind: Service
metadata:
  name: web
  namespace: shop
spec:
  selector:
    app: web
  ports:
    - port: 80
`;

const autoscaler = `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: web
  namespace: shop
spec:
  scaleTargetRef:
    apiVersion: argoproj.io/v1alpha1
    kind: Rollout
    name: web
  minReplicas: 2
  maxReplicas: 4
  metrics:
    - type: Resource
      resource:
        name: cpu
        target:
          type: Utilization
          averageUtilization: 70
`;

const budget = `apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: web
  namespace: shop
spec:
  maxUnavailable: 1
  selector:
    matchLabels:
      app: web
`;

const route = `apiVersion: networking.istio.io/v1
kind: VirtualService
metadata:
  name: web
  namespace: shop
spec:
  hosts: [web.example.com]
  gateways: [edge]
  http:
    - route:
        - destination:
            host: web
---
apiVersion: networking.istio.io/v1
kind: Gateway
metadata:
  name: edge
  namespace: shop
spec:
  selector:
    istio: ingressgateway
  servers:
    - port: {number: 80, name: http, protocol: HTTP}
      hosts: [web.example.com]
`;

const all = [rollout, settings, account, service, autoscaler, budget, route].join('---\n');

function told(text: string): readonly string[] {
  const { graph } = readGraph([textSource('/repository/shop/web.yaml', text)]);
  return flawsOf(graph).map(
    ({ kind, resource, what }) => `${kind}: ${resource.kind} ${resource.name}: ${what}`,
  );
}

const edited = (from: string, to: string): readonly string[] => {
  expect(all).toContain(from);
  return told(all.replace(from, to));
};

test('objects that fit together have no flaw', () => {
  expect(told(all)).toEqual([]);
});

test.each([
  ['maxUnavailable: 1', 'maxUnavailable: 1\n  minAvailable: 1', 'object-refused: PodDisruptionBudget web'],
  ['maxUnavailable: 1', 'maxUnavailble: 1', 'field-dropped: PodDisruptionBudget web: spec.maxUnavailble'],
  ['kind: PodDisruptionBudget', 'kind: PodDisruptionBudgets', 'object-refused: PodDisruptionBudgets web'],
  ['autoscaling/v2', 'autoscaler/v2', 'object-refused: HorizontalPodAutoscaler web'],
  ['name: settings\n  namespace', 'name: setting\n  namespace', 'not-found: Rollout web: ConfigMap settings'],
  ['kind: Rollout\n    name: web', 'kind: Rollout\n    name: wbe', 'not-found: HorizontalPodAutoscaler web'],
  [
    '          resources:\n            requests:\n              cpu: 100m\n',
    '',
    'unmeasured: HorizontalPodAutoscaler web: cpu of web',
  ],
  [
    '  selector:\n    matchLabels:\n      app: web\n---\napiVersion: networking',
    '  selector:\n    matchLabels:\n      app: wbe\n---\napiVersion: networking',
    'selects-nothing: PodDisruptionBudget web: app: wbe',
  ],
  ['serviceAccountName: web', 'serviceAccountName: wbe', 'not-found: Rollout web: ServiceAccount wbe'],
  ['            host: web\n', '            host: wbe\n', 'not-found: VirtualService web: Service wbe'],
  ['gateways: [edge]', 'gateways: [egde]', 'not-found: VirtualService web: Gateway egde'],
  [
    '            host: web\n',
    '            host: wbe.shop.svc.cluster.local\n',
    'not-found: VirtualService web: Service wbe',
  ],
  [
    'hosts: [web.example.com]\n  gateways',
    'hosts: [web.example.org]\n  gateways',
    'not-admitted: VirtualService web: Gateway edge',
  ],
  [
    '  http:\n    - route:',
    '  http:\n    - match: [{gateways: []}]\n      route: [{destination: {host: web}}]\n    - route:',
    'unreached: VirtualService web: behind http[0]',
  ],
])('%j as %j is a flaw', (from, to, flaw) => {
  expect(edited(from, to).some((one) => one.startsWith(flaw))).toBe(true);
});

test('an HTTP route behind one with a condition has no flaw', () => {
  const first =
    '  http:\n    - match: [{uri: {prefix: /a}}]\n      route: [{destination: {host: web}}]\n    - route:';
  expect(edited('  http:\n    - route:', first)).toEqual([]);
});

test('Services of a Rollout that lead elsewhere from the same port are a flaw', () => {
  const named = all.replace(
    '    canary:\n',
    '    canary:\n      stableService: web\n      canaryService: canary\n',
  );
  const canary = (port: number): string =>
    service.replace('name: web', 'name: canary') + `      targetPort: ${port}\n`;
  expect(told(`${named}---\n${canary(80)}`)).toEqual([]);
  expect(told(`${named}---\n${canary(81)}`)).toEqual(['ports-differ: Rollout web: port 80: 80 and 81']);
  const withPort = named.replace(
    '          resources:',
    '          ports: [{name: http, containerPort: 81}]\n          resources:',
  );
  expect(told(`${withPort}---\n${canary(81).replace('81', 'http')}`)).toEqual([
    'ports-differ: Rollout web: port 80: 80 and 81',
  ]);
});

test('a kustomization is not an object', () => {
  const { graph } = readGraph([
    textSource('/repository/shop/kustomization.yaml', 'kind: Kustomization\nresources: [web.yaml]\n'),
    textSource('/repository/shop/web.yaml', all),
  ]);
  expect(flawsOf(graph)).toEqual([]);
});

test('a ServiceAccount is missing only where others of its kind are deployed with the Rollout', () => {
  expect(edited(`${account}---\n`, '')).toEqual([]);
});

test('what two objects claim is a flaw of the second, and not of one that claims another', () => {
  const second = autoscaler.replace('name: web', 'name: other');
  expect(told(`${all}---\n${second}`).map((one) => one.split(':')[0])).toEqual(['claimed-twice']);
  const another = second.replace('kind: Rollout\n    name: web', 'kind: Rollout\n    name: web-2');
  expect(told(`${all}---\n${another}`).filter((one) => one.startsWith('claimed'))).toEqual([]);
});

// A Rollout's argument without value and valueFrom is an empty text in each query.
test('an argument of an analysis without a value measures nothing', () => {
  const analysis = (rest: string): string =>
    all.replace('    canary:\n', `    canary:\n      analysis: {templates: [], args: [{name: of${rest}}]}\n`);
  expect(told(analysis(', value: web'))).toEqual([]);
  expect(told(analysis(''))).toEqual(['unmeasured: Rollout web: argument of']);
});

test('an entry of images that names no image that is built is a flaw', () => {
  const read = (name: string): readonly string[] => {
    const images = `resources: [web.yaml]\nimages: [{name: ${name}, newTag: "2"}]\n`;
    const { graph } = readGraph([
      textSource('/repository/shop/kustomization.yaml', images),
      textSource('/repository/shop/web.yaml', all),
    ]);
    return flawsOf(graph).map(({ kind, what }) => `${kind}: ${what}`);
  };
  expect(read('registry.example.com/web')).toEqual([]);
  expect(read('registry.example.com/wbe')).toEqual(['not-found: image registry.example.com/wbe']);
});

const ingress = (name: string, className: string, group?: string): string => `---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: ${name}
  namespace: shop
  annotations: {${group === undefined ? '' : `alb.ingress.kubernetes.io/group.name: ${group}`}}
spec:
  ingressClassName: ${className}
  rules:
    - http:
        paths:
          - path: /
            pathType: Prefix
            backend: {service: {name: web, port: {number: 80}}}
`;

// The AWS Load Balancer Controller makes a load balancer for each Ingress, unless group.name puts several behind one.
test.each([
  ['nginx', undefined, ['claimed-twice']],
  ['alb', undefined, []],
  ['alb', 'shop', ['claimed-twice']],
])('two Ingresses of class %j and group %j with one path', (className, group, kinds) => {
  const text = `${all}${ingress('a', className, group)}${ingress('b', className, group)}`;
  expect(told(text).map((one) => one.split(':')[0])).toEqual(kinds);
});

// The folders of two environments have the same objects, each for a cluster of its own.
test('what objects claim that are not deployed together is no flaw', () => {
  const read = (...folders: readonly string[]): readonly string[] => {
    const { graph } = readGraph(folders.map((folder) => textSource(`/repository/${folder}/web.yaml`, all)));
    return flawsOf(graph).map(({ kind }) => kind);
  };
  expect(read('dev', 'prod')).toEqual([]);
});

const gatewayRoute = `apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata:
  name: web
  namespace: shop
spec:
  rules:
    - backendRefs:
        - name: web
          port: 80
`;

// The kinds of the Gateway API have structural schemas: the API server drops what they do not know, and refuses what has another type.
test.each([
  ['', []],
  ['  hostname: shop.example.com\n', ['field-dropped: HTTPRoute web: spec.hostname']],
  ['  hostnames: shop.example.com\n', ['object-refused: HTTPRoute web: spec.hostnames type']],
])('an HTTPRoute with %j', (line, flaws) => {
  expect(told(`${service}---\n${gatewayRoute}${line}`)).toEqual(flaws);
});

test('a Gateway with one of the hosts admits requests', () => {
  expect(
    edited('hosts: [web.example.com]\n  gateways', 'hosts: [web.example.com, shop.example.com]\n  gateways'),
  ).toEqual([]);
});
