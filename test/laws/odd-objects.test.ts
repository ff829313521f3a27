import { expect, it } from 'vitest';
import { folderOf, run } from '../support/command.js';
import { wholeOr } from '../support/whole.js';

/** A Rollout with ALB, its Services and its Ingress, each part of which may be odd. */
function system({
  volumes = '[]',
  steps = '[{setWeight: 10}]',
  ingress = 'rules: [{http: {paths: [{path: /, pathType: Prefix, backend: {service: {name: root, port: {name: use-annotation}}}}]}}]',
  apiVersion = 'apiVersion: v1',
  ports = '[{port: 80}]',
}: Partial<Record<'volumes' | 'steps' | 'ingress' | 'apiVersion' | 'ports', string>>): string {
  const service = (name: string): string =>
    `${apiVersion}\nkind: Service\nmetadata: {name: ${name}}\nspec: {selector: {app: web}, ports: ${ports}}\n`;
  return `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  strategy:
    canary:
      canaryService: canary
      stableService: stable
      trafficRouting: {alb: {ingress: web, rootService: root, servicePort: 80}}
      steps: ${steps}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers: [{name: web, image: web:1}]
      volumes: ${volumes}
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: web, annotations: {kubernetes.io/ingress.class: alb}}
spec:
  ${ingress}
---
${['root', 'canary', 'stable'].map(service).join('---\n')}`;
}

/** What the API server stores, and Go reads: a null is a zero, and what does not fit its type is left out. */
const odd: Readonly<Record<string, Parameters<typeof system>[0]>> = {
  'volumes as a map': { volumes: '{a: b}' },
  'volumes as a text': { volumes: 'data' },
  'volumes that are no maps': { volumes: '[null, 3, [a], {name: 3, configMap: [a]}]' },
  'volumes whose sources are no maps': {
    volumes: '[{name: a, hostPath: x}, {name: b, secret: {items: {a: b}}}]',
  },
  'volumes with items that are no maps': { volumes: '[{name: a, configMap: {name: a, items: [null, x]}}]' },
  'a null among the paths of an Ingress': { ingress: 'rules: [{http: {paths: [null]}}]' },
  'a null among the rules of an Ingress': { ingress: 'rules: [null]' },
  'a null among the ports of a Service': { ports: '[null]' },
  'Services without apiVersion': { apiVersion: '' },
  'Services whose apiVersion is no text': { apiVersion: 'apiVersion: true' },
  'a pause beyond all dates': { steps: '[{pause: {duration: 9000000000000000}}]' },
  'a pause beyond int32': { steps: '[{pause: {duration: 2147483648}}]' },
};

it.each(Object.entries(odd).filter((_, index) => index % wholeOr(1, 3) === 0))(
  'no command fails at %s',
  (_, parts) => {
    const folder = folderOf({ 'web.yaml': system(parts) });
    for (const command of ['lint', 'simulate', 'protect', 'drift']) {
      const { code, stdout, stderr } = run(folder, command, '--format', 'json');
      expect(stderr).toBe('');
      expect((JSON.parse(stdout) as { faults: readonly unknown[] }).faults).toEqual([]);
      expect([0, 1]).toContain(code);
    }
  },
);
