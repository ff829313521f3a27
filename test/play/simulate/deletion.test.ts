import { describe, expect, it } from 'vitest';
import type { KubeObject } from '../../../src/kubernetes/objects/object.js';
import type { Frame, Trace } from '../../../src/play/simulate/trace.js';
import { branches, frameCalled, objectIn, traceOf } from '../../support/traces.js';
import { istioRollout, rollout, service } from './manifests.js';

/** The kinds of the objects that are there. */
function kindsIn(frame: Frame): readonly string[] {
  return [...new Set([...frame.objects.values()].map(({ kind }) => kind))].sort();
}

function manifestOf(trace: Trace, key: string): KubeObject | undefined {
  return trace.frames[0]?.objects.get(key);
}

describe('a Rollout that is deleted', () => {
  const trace = traceOf(
    istioRollout(`- setHeaderRoute:
    name: h
    match:
      - headerName: X
        headerValue:
          exact: blue
- setWeight: 20
- pause: {}
- setWeight: 60`),
  );
  const deleted = frameCalled(trace, 'step-2-deleted');

  it('leaves the weights and the routes of steps in a VirtualService', () => {
    expect(branches(trace, 'step-2').at(-1)).toBe('step-2-deleted: 20, canary 0/0, stable 0/0');
    const virtualService = 'networking.istio.io/VirtualService/shop/checkout';
    expect(objectIn(deleted, virtualService)).toEqual(objectIn(frameCalled(trace, 'step-2'), virtualService));
  });

  it('leaves Services as they were before it', () => {
    for (const name of ['stable', 'canary'])
      expect(objectIn(deleted, `/Service/shop/checkout-${name}`)).toEqual({
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { name: `checkout-${name}`, namespace: 'shop' },
        spec: { selector: { app: 'checkout' }, ports: [{ port: 80 }] },
      });
  });

  it('takes its ReplicaSets along', () => {
    expect(kindsIn(deleted)).toEqual(['Service', 'VirtualService']);
    expect(deleted).toMatchObject({
      kind: 'deleted',
      from: 'step-2',
      phase: '',
      errors: [],
      isSettled: true,
    });
    expect(deleted.event).toBe('the Rollout is deleted');
    expect(deleted.writes.map(({ verb, after }) => `${verb} ${after?.metadata.name}`)).toEqual([
      'update checkout-stable',
      'update checkout-canary',
    ]);
  });
});

describe('the routes of steps', () => {
  it('stay in the VirtualService of a Rollout that is gone', () => {
    const trace = traceOf(
      istioRollout(
        '- setCanaryScale: {replicas: 1}\n- setHeaderRoute: {name: h, match: [{headerName: X, headerValue: {exact: a}}]}\n- pause: {}',
      ),
    );
    expect(branches(trace, 'step-2').at(-1)).toBe('step-2-deleted: 0, canary 0/0, stable 0/0, routes h');
  });
});

it('a DestinationRule loses the hashes', () => {
  const trace = traceOf(
    `${rollout(`canary:
      trafficRouting:
        istio:
          virtualService:
            name: checkout
          destinationRule:
            name: checkout
            canarySubsetName: canary
            stableSubsetName: stable
      steps:
        - setWeight: 30
        - pause: {}`)}
---
apiVersion: networking.istio.io/v1
kind: VirtualService
metadata: {name: checkout, namespace: shop}
spec:
  hosts: [checkout]
  http:
    - route:
        - destination: {host: checkout, subset: stable}
          weight: 100
        - destination: {host: checkout, subset: canary}
          weight: 0
---
apiVersion: networking.istio.io/v1
kind: DestinationRule
metadata: {name: checkout, namespace: shop}
spec:
  host: checkout
  subsets:
    - name: stable
      labels: {app: checkout}
    - name: canary
      labels: {app: checkout}
`,
  );
  const key = 'networking.istio.io/DestinationRule/shop/checkout';
  expect(JSON.stringify(manifestOf(trace, key))).toContain('rollouts-pod-template-hash');
  expect(objectIn(frameCalled(trace, 'step-1-deleted'), key)).toEqual({
    apiVersion: 'networking.istio.io/v1',
    kind: 'DestinationRule',
    metadata: { name: 'checkout', namespace: 'shop' },
    spec: {
      host: 'checkout',
      subsets: [
        { name: 'stable', labels: { app: 'checkout' } },
        { name: 'canary', labels: { app: 'checkout' } },
      ],
    },
  });
  expect(branches(trace, 'step-1').at(-1)).toBe('step-1-deleted: 30, canary 0/0, stable 0/0');
});

describe('an Ingress', () => {
  const ingress = (className: string, backend: string, port: string): string => `
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: checkout, namespace: shop}
spec:
  ingressClassName: ${className}
  rules:
    - http:
        paths:
          - path: /
            pathType: Prefix
            backend:
              service:
                name: ${backend}
                port: ${port}
`;
  const routed = (routing: string): string =>
    rollout(`canary:
      stableService: checkout-stable
      canaryService: checkout-canary
      trafficRouting:
        ${routing}
      steps:
        - setWeight: 30
        - pause: {}`) +
    service('checkout-stable') +
    service('checkout-canary');
  const key = 'networking.k8s.io/Ingress/shop/checkout';
  const onlyTo = (trace: Trace): string | undefined => branches(trace, 'step-1').at(-1);

  it('of ALB sends all requests to the stable Service', () => {
    const trace = traceOf(
      routed('alb: {ingress: checkout, servicePort: 80}') +
        ingress('alb', 'checkout-stable', '{name: use-annotation}'),
    );
    expect(onlyTo(trace)).toBe('step-1-deleted: 0, canary 0/0, stable 0/0');
    expect(objectIn(frameCalled(trace, 'step-1-deleted'), key)['metadata']).toEqual({
      name: 'checkout',
      namespace: 'shop',
      annotations: {
        'alb.ingress.kubernetes.io/actions.checkout-stable':
          '{"Type":"forward","ForwardConfig":{"TargetGroups":[{"ServiceName":"checkout-stable","ServicePort":"80","Weight":100}]}}',
      },
    });
  });

  it('of ALB stays as it is with a root Service', () => {
    const trace = traceOf(
      routed('alb: {ingress: checkout, servicePort: 80, rootService: checkout-root}') +
        service('checkout-root') +
        ingress('alb', 'checkout-root', '{name: use-annotation}'),
    );
    expect(onlyTo(trace)).toBe('step-1-deleted: 30, canary 0/0, stable 0/0');
    expect(objectIn(frameCalled(trace, 'step-1-deleted'), key)).toEqual(
      objectIn(frameCalled(trace, 'step-1'), key),
    );
  });

  it('of nginx is alone again', () => {
    const trace = traceOf(
      routed('nginx: {stableIngress: checkout}') + ingress('nginx', 'checkout-stable', '{number: 80}'),
    );
    const canary = 'networking.k8s.io/Ingress/shop/checkout-checkout-canary';
    expect(frameCalled(trace, 'step-1').objects.has(canary)).toBe(true);
    expect(frameCalled(trace, 'step-1-deleted').objects.has(canary)).toBe(false);
    expect(onlyTo(trace)).toBe('step-1-deleted: 0, canary 0/0, stable 0/0');
  });
});

it('the Services of blue-green lead to whatever their authors say', () => {
  const trace = traceOf(
    rollout(
      `blueGreen:
      activeService: checkout-active
      previewService: checkout-preview
      autoPromotionEnabled: false`,
      3,
    ) +
      service('checkout-active') +
      service('checkout-preview'),
  );
  for (const role of ['active', 'preview']) {
    const { spec } = objectIn(frameCalled(trace, 'preview-deleted'), `/Service/shop/checkout-${role}`);
    expect(spec).toEqual({ selector: { app: 'checkout' }, ports: [{ port: 80 }] });
  }
});
