import { expect, it } from 'vitest';
import { traceOf } from '../../support/traces.js';

const systemWith = (template: string): string => `apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop}
spec:
  replicas: 0
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: "web:1"}]}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: web, namespace: shop}
spec:
  replicas: 1
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: web}
${template}  strategy: {canary: {steps: [{setWeight: 50}]}}
`;

/** What a Rollout has for a template after each frame of its main line, and what it says is wrong with it. */
function templatesIn(text: string): readonly unknown[] {
  const { frames } = traceOf(text, { branches: false });
  return frames.flatMap(({ writes, errors }) => [
    ...writes.flatMap(({ after }) =>
      after?.kind === 'Rollout' ? [(after as unknown as { spec: { template?: unknown } }).spec.template] : [],
    ),
    ...errors.map(({ message }) => message),
  ]);
}

// A run of the recorder had it so: the whole Rollout is written with the revision, without the template that its workload gives.
it.each([
  ['of nothing but pods', '  template: {spec: {containers: [], volumes: [{name: tmp, emptyDir: {}}]}}\n'],
  ['of nothing', '  template: {}\n'],
  ['of empty labels', '  template: {metadata: {labels: {}}, spec: {containers: []}}\n'],
])('a template %s beside a workloadRef is gone when the revision is written', (_, template) => {
  const found = templatesIn(systemWith(template));
  expect(found.length).toBeGreaterThan(0);
  expect(found.every((one) => one === undefined)).toBe(true);
});

it('a template with labels beside a workloadRef is refused, and stays', () => {
  const found = templatesIn(systemWith('  template: {metadata: {labels: {app: web}}}\n'));
  expect(JSON.stringify(found)).toContain('template must be empty for workload reference rollout');
});
