import { describe, expect, it } from 'vitest';
import { folderOf, run } from '../../support/command.js';

const query = 'sum(rate(http_requests_total{status=~"5.."}[2m])) / sum(rate(http_requests_total[2m]))';
const analysis = `apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: errors
spec:
  metrics:
    - name: errors
      interval: 1m
      successCondition: result < 0.05
      provider:
        prometheus:
          address: http://prometheus:9090
          query: ${query}
`;

/** A Rollout that splits a route which its VirtualService does not have, between a Service and one that is not found. */
function rolloutWith(route: string): string {
  return `apiVersion: argoproj.io/v1alpha1
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
          image: web:1.0.0
  strategy:
    canary:
      stableService: web-stable
      canaryService: web-canary
      trafficRouting:
        istio:
          virtualService:
            name: web
            routes:
              - ${route}
      steps:
        - setWeight: 20
        - pause: {}
`;
}

const split = `apiVersion: networking.istio.io/v1
kind: VirtualService
metadata:
  name: web
  namespace: shop
spec:
  hosts:
    - web-stable
  http:
    - name: primary
      route:
        - destination:
            host: web-stable
          weight: 100
        - destination:
            host: web-canary
          weight: 0
`;

describe('a fix after which something else is found at its place', () => {
  // The list has one sample, and a division of two sums can be NaN: what is left to say is only information.
  it('is made if that is less severe', () => {
    const folder = folderOf({ 'errors.yaml': analysis });
    expect(run(folder, 'lint').stdout).toMatch(/Write "result\[0\] < 0\.05"\. \(--fix=all, unsafe\)/);
    run(folder, 'lint', '--fix=all');
    const { stdout } = run(folder, 'lint', '--format', 'concise');
    expect(stdout).not.toContain('rollout/analysis-conditions-evaluate');
  });

  it('is not made with another one of the same cause: the only other route is the one that is meant', () => {
    const folder = folderOf({ 'rollout.yaml': rolloutWith('main'), 'route.yaml': split });
    const before = run(folder, 'lint', '--format', 'concise').stdout;
    expect(before).toContain('istio/route-exists');
    expect(before).not.toContain('istio/split-routes-chosen');
    const fixed = run(folder, 'lint', '--fix=all', '--dry-run').stdout;
    expect(fixed.match(/^[+-] +- .*$/gm)).toEqual(['-              - main', '+              - primary']);
  });
});
