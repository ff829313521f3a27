import { describe, expect, it } from 'vitest';
import { lint } from '../../../src/lint/lint.js';
import type { Live } from '../../../src/model/finding.js';
import { rules } from '../../../src/rules/index.js';
import { simulateSources as simulate } from '../../../src/play/simulate/simulate-sources.js';

function rollout(steps: string, routing: string): string {
  return `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: web, namespace: shop}
spec:
  replicas: 5
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: web, ports: [{containerPort: 80}]}]}
  strategy:
    canary:
      stableService: web-stable
      canaryService: web-canary
      trafficRouting:
${routing}
      steps:
${steps}
${['stable', 'canary']
  .map(
    (side) => `---
apiVersion: v1
kind: Service
metadata: {name: web-${side}, namespace: shop}
spec: {selector: {app: web}, ports: [{port: 80}]}
`,
  )
  .join('')}`;
}

function virtualService(http: string): string {
  return `---
apiVersion: networking.istio.io/v1
kind: VirtualService
metadata: {name: web, namespace: shop}
spec:
  hosts: [web-stable]
  http:
${http}`;
}

/** What is shown; of which frame of which Rollout that is can be asked of `simulate`. */
function liveOf(rule: string, text: string): Pick<Live, 'frame' | 'object' | 'lines'> | undefined {
  const read = () => text;
  const { findings } = lint([{ path: '/web.yaml', name: 'web.yaml', read }], rules);
  const found = findings.filter((finding) => finding.rule === rule);
  expect(found).not.toEqual([]);
  const live = found[0]?.live;
  if (!live) return undefined;
  const { id, rollout: name, ...shown } = live;
  expect(name).toBe('shop/web');
  const [trace] = simulate([{ path: '/web.yaml', name: 'web.yaml', read }], { branches: false }).traces;
  expect(trace?.frames.map((frame) => [frame.id, frame.title])).toContainEqual([id, shown.frame]);
  return shown;
}

const destination = (host: string, weight: number): string =>
  `        - {destination: {host: ${host}}, weight: ${weight}}\n`;
const primary = `    - name: primary\n      route:\n${destination('web-stable', 100)}${destination('web-canary', 0)}`;
const routing = '        istio: {virtualService: {name: web, routes: [primary]}}';

// What becomes of the objects is what v1.9.1 left of them when it was run: conformance/recordings holds the same turns.
describe('a finding shows', () => {
  it('the destination that the controller removes', () => {
    const http = `    - name: primary\n      route:\n${destination('web-stable', 80)}${destination('web-canary', 0)}${destination('legacy', 20)}`;
    expect(
      liveOf(
        'istio/no-foreign-destination',
        rollout('        - setWeight: 20', routing) + virtualService(http),
      ),
    ).toEqual({
      frame: 'first deployment',
      object: 'VirtualService "web"',
      lines: ['http "primary": web-stable 100, web-canary 0'],
    });
  });

  it('routes that multiply', () => {
    const http = `${primary}    - route: [{destination: {host: a}}]\n    - route: [{destination: {host: b}}]\n`;
    const managed = `        managedRoutes: [{name: by-header}]\n${routing}`;
    const live = liveOf(
      'istio/route-names-unique',
      rollout('        - setWeight: 20\n        - pause: {}', managed) + virtualService(http),
    );
    expect(live).toEqual({
      frame: 'setWeight: 20',
      object: 'VirtualService "web"',
      lines: [
        'http "primary": web-stable 80, web-canary 20',
        'http without a name: a',
        'http without a name: b',
        'http without a name: a',
        'http without a name: b',
      ],
    });
  });

  it('weights that stay as they are', () => {
    const managed =
      '        managedRoutes: [{name: by-header}]\n        istio: {virtualService: {name: web}}';
    const steps = `        - setCanaryScale: {replicas: 1}
        - setHeaderRoute: {name: by-header, match: [{headerName: x, headerValue: {exact: "1"}}]}
        - setWeight: 20
        - pause: {}`;
    expect(liveOf('istio/routes-named', rollout(steps, managed) + virtualService(primary))).toEqual({
      frame: 'setWeight: 20',
      object: 'VirtualService "web"',
      lines: ['http "by-header": web-canary 100', 'http "primary": web-stable 100, web-canary 0'],
    });
  });

  const header = (name: string): string =>
    `        - setHeaderRoute: {name: ${name}, match: [{headerName: x, headerValue: {exact: "1"}}]}`;
  const scaled = '        - setCanaryScale: {replicas: 1}';

  it('a route of Git that the controller takes for its own', () => {
    const http = `    - name: preview\n      route:\n${destination('web-canary', 100)}${primary}`;
    const managed = `        managedRoutes: [{name: preview}]\n${routing}`;
    expect(
      liveOf(
        'steps/managed-route-name-free',
        rollout(`${scaled}\n${header('preview')}`, managed) + virtualService(http),
      ),
    ).toEqual({
      frame: 'first deployment',
      object: 'VirtualService "web"',
      lines: ['http "primary": web-stable 100, web-canary 0'],
    });
  });

  it('a mirror route in front of a header route', () => {
    const managed = `        managedRoutes: [{name: copy}, {name: by-header}]\n${routing}`;
    const mirror = '        - setMirrorRoute: {name: copy, percentage: 50, match: [{path: {prefix: /}}]}';
    expect(
      liveOf(
        'steps/header-route-before-mirror',
        rollout([scaled, mirror, header('by-header'), '        - pause: {}'].join('\n'), managed) +
          virtualService(primary),
      ),
    ).toEqual({
      frame: 'setHeaderRoute: by-header',
      object: 'VirtualService "web"',
      lines: [
        'http "copy": web-stable 100, web-canary, a copy to web-canary',
        'http "by-header": web-canary 100',
        'http "primary": web-stable 100, web-canary 0',
      ],
    });
  });

  it('that a route is gone when the pods come for which it was set', () => {
    const managed = `        managedRoutes: [{name: preview}]\n${routing}`;
    expect(
      liveOf(
        'steps/routes-after-canary-has-pods',
        rollout([header('preview'), scaled, '        - pause: {}'].join('\n'), managed) +
          virtualService(primary),
      ),
    ).toEqual({
      frame: 'setCanaryScale: replicas 1',
      object: 'VirtualService "web"',
      lines: ['http "primary": web-stable 100, web-canary 0'],
    });
  });

  it('weights that are more than all', () => {
    const experiment = '        - experiment: {templates: [{name: base, specRef: stable, weight: 25}]}';
    expect(
      liveOf(
        'steps/weights-within-hundred',
        rollout(`        - setWeight: 80\n${experiment}`, routing) + virtualService(primary),
      ),
    ).toEqual({
      frame: 'experiment: base, running',
      object: 'VirtualService "web"',
      lines: ['http "primary": web-stable 0, web-canary 80, web-H2-2-1-base 25'],
    });
  });

  describe('of an Ingress', () => {
    const alb = (name: string): string =>
      `        managedRoutes: [{name: ${name}}]\n        alb: {ingress: web, rootService: web-root, servicePort: 80}`;
    const root = rollout(`${scaled}\n${header('extra')}\n        - pause: {}`, alb('extra'));
    const others = ['root', 'docs', 'extra']
      .map(
        (name) =>
          `---\napiVersion: v1\nkind: Service\nmetadata: {name: web-${name}, namespace: shop}\nspec: {selector: {app: ${name}}, ports: [{port: 80}]}\n`,
      )
      .join('');
    const ingress = (rules: string): string =>
      `---\napiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: {name: web, namespace: shop, annotations: {alb.ingress.kubernetes.io/scheme: internal}}\nspec:\n  ingressClassName: alb\n  rules:\n${rules}`;
    const path = (route: string, service: string, port: string): string =>
      `          - {path: ${route}, pathType: ImplementationSpecific, backend: {service: {name: ${service}, port: {${port}}}}}\n`;
    const weighted = path('/*', 'web-root', 'name: use-annotation');
    const host = (name: string, paths: string): string =>
      `    - host: ${name}\n      http:\n        paths:\n${paths}`;

    it('that loses a path', () => {
      const text =
        rollout(`${scaled}\n${header('web-docs')}\n        - pause: {}`, alb('web-docs')) +
        others +
        ingress(host('a.example.com', path('/docs', 'web-docs', 'number: 80') + weighted));
      expect(liveOf('alb/header-route-name-free', text)).toEqual({
        frame: 'first deployment',
        object: 'Ingress "web"',
        lines: ['a.example.com/*: web-root'],
      });
    });

    it('whose header route takes the requests of others', () => {
      const text =
        root +
        others +
        ingress(
          host('a.example.com', weighted) + host('b.example.com', path('/*', 'web-docs', 'number: 80')),
        );
      expect(liveOf('alb/header-route-takes-own-requests', text)).toEqual({
        frame: 'setHeaderRoute: extra',
        object: 'Ingress "web"',
        lines: [
          'a.example.com/*: extra',
          'a.example.com/*: web-root',
          'b.example.com/*: extra',
          'b.example.com/*: web-docs',
        ],
      });
    });
  });
});
