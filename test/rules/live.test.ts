import { describe, expect, it } from 'vitest';
import { lint } from '../../src/lint/lint.js';
import type { Live } from '../../src/model/finding.js';
import { rules } from '../../src/rules/index.js';

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

function liveOf(rule: string, text: string): Live | undefined {
  const read = () => text;
  const { findings } = lint([{ path: '/web.yaml', name: 'web.yaml', read }], rules);
  const found = findings.filter((finding) => finding.rule === rule);
  expect(found).not.toEqual([]);
  return found[0]?.live;
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
});
