import { expect, it } from 'vitest';
import { refusalOf } from '../../../src/rollouts/routers/gateway-api/refused.js';
import type { RouteObject, RouteRule } from '../../../src/rollouts/routers/gateway-api/route-object.js';

const rule: RouteRule = { backendRefs: [{ group: '', kind: 'Service', name: 'web' }] };

function route(rules: readonly RouteRule[]): RouteObject {
  return {
    apiVersion: 'gateway.networking.k8s.io/v1',
    kind: 'HTTPRoute',
    metadata: { name: 'web' },
    spec: { rules },
  };
}

// The definition has an expression for it, which the API server evaluates only if no list is too long.
// https://github.com/kubernetes-sigs/gateway-api/blob/v1.4.1/config/crd/standard/gateway.networking.k8s.io_httproutes.yaml
it('a backend without a port is refused, unless something else is refused before it', () => {
  const lacksPort =
    'spec.rules[0].backendRefs[0]: Invalid value: "object": Must have port for Service reference';
  expect(refusalOf(route([rule]))).toBe(lacksPort);
  const tooMany = refusalOf(route(Array.from({ length: 17 }, () => rule)));
  expect(tooMany).toContain('spec.rules: Too many: 17: must have at most 16 items');
  expect(tooMany).not.toContain('Must have port');
});
