import { expect, test } from 'vitest';
import { simulate } from '../../src/play/simulate/simulate.js';
import { readGraph } from '../../src/repository/graph/read-graph.js';
import { outcomeConclusions } from '../../src/report/outcome-conclusions.js';
import { simulationConclusions } from '../../src/report/simulation-conclusions.js';
import { textSource } from '../support/sources.js';

const rollout = (strategy: string): string => `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
  namespace: shop
spec:
  replicas: 4
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
  strategy:
    canary:
${strategy}`;

const service = (name: string): string => `---
apiVersion: v1
kind: Service
metadata:
  name: ${name}
  namespace: shop
spec:
  selector:
    app: web
  ports:
    - port: 80
`;

function told(text: string): readonly string[] {
  const { graph } = readGraph([textSource('/repository/web.yaml', text)]);
  const trace = simulate(graph, graph.rollouts[0]!);
  const outcomes = outcomeConclusions(trace.frames);
  const texts = simulationConclusions(trace).map((conclusion) => conclusion.text);
  expect(outcomes.every((one) => texts.includes(one.text))).toBe(true);
  return outcomes.map(({ kind, level, text: words }) => `${level} ${kind} ${words}`);
}

// Without a router the controller scales the stable pods to 0 at weight 100, and the stable Service still selects their hash
// (rollout/canary.go and rollout/service.go of v1.9.1).
test('a stable Service without pods at the last step has callers that get no answer', () => {
  const steps = (last: number): string => `      stableService: stable
      canaryService: canary
      steps:
        - setWeight: ${last}
        - pause: {}
`;
  const services = service('stable') + service('canary');
  expect(told(rollout(steps(100)) + services)).toEqual([
    'warning unanswered step-0, step-1, step-0-aborted-scaling and 3 more: callers of Service "stable" get no answer, because it selects no running pod.',
  ]);
  expect(told(rollout(steps(50)) + services)).toEqual([]);
});

// Pods that are on their way are no loss: the user allows three of them to be unavailable.
test('fewer pods are told only where the update waits without asking for more', () => {
  const steps = `      maxSurge: 0
      maxUnavailable: 3
      steps:
        - setWeight: 90
        - pause: {}
        - setWeight: 10
        - pause: {}
`;
  expect(told(rollout(steps))).toEqual([]);
  const { graph } = readGraph([textSource('/repository/web.yaml', rollout(steps))]);
  const { frames } = simulate(graph, graph.rollouts[0]!);
  const lost = frames.map((frame) => {
    const three = { desired: 3, available: 3 };
    const none = { desired: 0, available: 0 };
    return frame.id === 'step-1'
      ? { ...frame, replicas: { stable: three, canary: none, others: none } }
      : frame;
  });
  expect(outcomeConclusions(lost).map(({ text }) => text)).toEqual([
    'step-1: 3 pods are available, fewer than the 4 before the update.',
  ]);
});
