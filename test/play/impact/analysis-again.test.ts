import { describe, expect, it } from 'vitest';
import { impactsOf } from './stories.js';

const system = (pause: string): { 'app.yaml': string } => ({
  'app.yaml': `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: { name: web }
spec:
  replicas: 5
  selector: { matchLabels: { app: web } }
  strategy:
    canary:
      steps:
        - setWeight: 20
        - pause: { duration: ${pause} }
        - analysis: { templates: [{ templateName: ok }] }
        - setWeight: 60
        - pause: { duration: 10m }
  template:
    metadata: { labels: { app: web } }
    spec:
      containers: [{ name: web, image: 'nginx:1.27' }]
---
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata: { name: ok }
spec:
  metrics:
    - name: ok
      interval: 1m
      count: 5
      successCondition: result[0] >= 0.99
      provider: { prometheus: { address: 'http://prometheus:9090', query: up } }
`,
});

// The run that the changed steps end has the name of the next one. Its controller has completed it by then: upstream's
// analysis/analysis.go (assessRunStatus), so that the next run gets another name: CreateWithCollisionCounter.
describe('steps that change while their analysis runs', () => {
  it('start over and come to their end', () => {
    const [impact] = impactsOf(system('10m'), system('1m'));
    const kinds = impact!.effects.map(({ detail }) => detail.kind);
    expect(kinds).toContain('starts-over');
    expect(kinds).not.toContain('stops');
    expect(impact!.effects.filter(({ severity }) => severity === 'error')).toEqual([]);
  });
});
