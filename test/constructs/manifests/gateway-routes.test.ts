import { describe, expect, it } from 'vitest';
import { canaryManifests } from '../../../src/constructs/manifests/canary.js';
import { fromExisting, UnfitProps } from '../../../src/constructs/manifests/manifest.js';
import type { CanaryProps } from '../../../src/constructs/manifests/props.js';
import { Steps } from '../../../src/constructs/manifests/steps.js';
import { GatewayTraffic } from '../../../src/constructs/manifests/traffic.js';

const made = (traffic: CanaryProps['traffic'], steps: CanaryProps['steps'] = []) =>
  canaryManifests('shop', { pod: { image: 'shop:1', port: 8080 }, traffic, steps }, { namespace: 'shop' });

const backends = [
  { group: '', kind: 'Service', name: 'shop', port: 80, weight: 100 },
  { group: '', kind: 'Service', name: 'shop-canary', port: 80, weight: 0 },
];
const parent = { group: 'gateway.networking.k8s.io', kind: 'Gateway' };

/** What the API server would fill in is written: src/kubernetes/kinds/gateway-defaults.ts has it from the CRDs. */
describe('a route of the Gateway API', () => {
  it('splits all requests between two Services', () => {
    const { route, gateway, rollout } = made(
      GatewayTraffic.route({ gateways: ['infra/public'], hostnames: ['shop.example.com'] }),
    );
    expect(route).toEqual({
      apiVersion: 'gateway.networking.k8s.io/v1',
      kind: 'HTTPRoute',
      metadata: { name: 'shop', namespace: 'shop' },
      spec: {
        parentRefs: [{ ...parent, name: 'public', namespace: 'infra' }],
        hostnames: ['shop.example.com'],
        rules: [{ matches: [{ path: { type: 'PathPrefix', value: '/' } }], backendRefs: backends }],
      },
    });
    expect(gateway).toBeUndefined();
    expect(rollout['spec']).toMatchObject({
      strategy: {
        canary: {
          stableService: 'shop',
          canaryService: 'shop-canary',
          trafficRouting: { plugins: { 'argoproj-labs/gatewayAPI': { httpRoutes: [{ name: 'shop' }] } } },
        },
      },
    });
  });

  it('splits each of several rules, and takes header routes', () => {
    const rules = [
      { matches: [{ path: { type: 'Exact' as const, value: '/a' } }] },
      { timeouts: { request: '5s' } },
    ];
    const { route, rollout, managedRoutes } = made(GatewayTraffic.route({ gateways: ['edge'], rules }), [
      Steps.scale(10),
      { ...Steps.headerRoute('beta', 'x-beta', { regex: 'y.*' }), ...Steps.pause() },
    ]);
    expect(route?.['spec']).toMatchObject({
      rules: rules.map((rule) => ({ ...rule, backendRefs: backends })),
    });
    expect(managedRoutes).toEqual(['beta']);
    expect(rollout['spec']).toMatchObject({
      strategy: {
        canary: {
          trafficRouting: {
            managedRoutes: [{ name: 'beta' }],
            plugins: {
              'argoproj-labs/gatewayAPI': { httpRoutes: [{ name: 'shop', useHeaderRoutes: true }] },
            },
          },
        },
      },
    });
  });

  it.each([
    ['TCPRoute', 'tcpRoutes', { name: 'tcp', protocol: 'TCP', port: 80 }, undefined],
    [
      'TLSRoute',
      'tlsRoutes',
      { name: 'tls', protocol: 'TLS', port: 443, tls: { mode: 'Passthrough' } },
      ['shop.example.com'],
    ],
  ] as const)('splits connections as a %s', (kind, key, listener, hostnames) => {
    const { route, gateway, rollout } = made(
      GatewayTraffic.route({ kind, gateway: { className: 'eg' }, ...(hostnames && { hostnames }) }),
    );
    expect(route).toMatchObject({ apiVersion: 'gateway.networking.k8s.io/v1alpha2', kind });
    expect(route?.['spec']).toEqual({
      parentRefs: [{ ...parent, name: 'shop' }],
      ...(hostnames && { hostnames }),
      rules: [{ backendRefs: backends }],
    });
    expect(gateway?.['spec']).toEqual({
      gatewayClassName: 'eg',
      listeners: [{ ...listener, allowedRoutes: { namespaces: { from: 'Same' } } }],
    });
    expect(rollout['spec']).toMatchObject({
      strategy: {
        canary: {
          trafficRouting: { plugins: { 'argoproj-labs/gatewayAPI': { [key]: [{ name: 'shop' }] } } },
        },
      },
    });
  });

  it('has no objects beside Services where it is there', () => {
    const objects = made(GatewayTraffic.route({ kind: 'GRPCRoute', route: fromExisting('edge') }));
    expect([objects.route, objects.gateway]).toEqual([undefined, undefined]);
    expect(JSON.stringify(objects.rollout)).toContain('"grpcRoutes":[{"name":"edge"}]');
  });

  it.each([
    ['no Gateway', GatewayTraffic.route({})],
    ['a Gateway of three parts', GatewayTraffic.route({ gateways: ['a/b/c'] })],
    ['a TLSRoute without a host name', GatewayTraffic.route({ kind: 'TLSRoute', gateways: ['edge'] })],
    [
      'a TCPRoute with a host name',
      GatewayTraffic.route({ kind: 'TCPRoute', gateways: ['edge'], hostnames: ['a.example.com'] }),
    ],
    [
      'fields of one that is there',
      GatewayTraffic.route({ route: fromExisting('edge'), gateways: ['edge'] }),
    ],
    ['one Service for both', GatewayTraffic.route({ gateways: ['edge'], canaryService: 'shop' })],
  ])('is not made of %s', (_, traffic) => {
    expect(() => made(traffic)).toThrow(UnfitProps);
  });
});
