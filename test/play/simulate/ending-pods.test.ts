import { describe, expect, it } from 'vitest';
import { protectionOf } from '../../../src/play/protect/protect.js';
import { readGraph } from '../../../src/repository/graph/read-graph.js';
import { traceOf } from '../../support/traces.js';
import { rollout, service } from './manifests.js';

const ingress = `
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: checkout
  namespace: shop
  annotations: {alb.ingress.kubernetes.io/target-type: ip}
spec:
  ingressClassName: alb
  rules:
    - http:
        paths:
          - path: /
            pathType: Prefix
            backend: {service: {name: checkout-stable, port: {name: use-annotation}}}
`;

function manifests(routing: string, lifecycle = ''): string {
  const strategy = `canary:
      stableService: checkout-stable
      canaryService: checkout-canary
      trafficRouting: ${routing}
      steps: [{setWeight: 20}, {pause: {}}]`;
  const text = rollout(strategy).replace('image: checkout:1', `image: checkout:1${lifecycle}`);
  return `${text}${service('checkout-stable')}${service('checkout-canary')}${ingress}`;
}

const alb = '{alb: {ingress: checkout, servicePort: 80}}';
const preStop = '\n          lifecycle: {preStop: {sleep: {seconds: 30}}}';
const lost = /^Requests that are lost while pods end are not simulated: no container has a preStop hook/;

describe('requests that are lost while pods end', () => {
  it.each([
    ['without a preStop hook, behind an ALB', alb, '', true],
    ['with one', alb, preStop, false],
    ['behind ingress-nginx, of which that is not known', '{nginx: {stableIngress: checkout}}', '', false],
  ])('are told of pods %s', (_, routing, lifecycle, isTold) => {
    const text = manifests(routing, lifecycle);
    const { notes } = traceOf(text);
    expect(notes.filter((note) => lost.test(note))).toHaveLength(isTold ? 1 : 0);
    const { graph } = readGraph([{ path: '/all.yaml', name: 'all.yaml', read: () => text }]);
    const [canary] = graph.rollouts;
    const protection = protectionOf(graph, canary!, { onlyFromStart: true });
    expect(protection.notes.filter((note) => lost.test(note))).toHaveLength(isTold ? 1 : 0);
  });

  it('are not told of pods of another workload, whose hooks are not looked at', () => {
    const text = manifests(alb).replace(
      / {2}template:[^]*?containerPort: 8080\n/,
      '  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: checkout}\n',
    );
    expect(text).toContain('workloadRef');
    expect(traceOf(text).notes.filter((note) => lost.test(note))).toEqual([]);
  });
});
