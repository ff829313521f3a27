import { describe, expect, it } from 'vitest';
import { blueGreenManifests } from '../../../src/constructs/manifests/blue-green.js';
import { canaryManifests } from '../../../src/constructs/manifests/canary.js';
import { type Manifest, UnfitProps } from '../../../src/constructs/manifests/manifest.js';
import type { PlainRouteProps } from '../../../src/constructs/manifests/plain-route-props.js';
import { GatewayTraffic, IstioTraffic, NoTraffic } from '../../../src/constructs/manifests/traffic.js';

const pod = { image: 'shop:1', port: 8080, defaults: false };
const namespace = 'web';

const blueGreen = (ways: PlainRouteProps, more: object = {}): readonly Manifest[] =>
  blueGreenManifests('shop', { pod, ...ways, ...more }, { namespace }).plainRoutes;
const refused = (ways: PlainRouteProps, message: string): void => {
  expect(() => blueGreen(ways)).toThrow(new UnfitProps(message));
};

describe('a VirtualService that no router splits', () => {
  // https://istio.io/latest/docs/reference/config/networking/virtual-service/
  it('leads from a Gateway to the active Service, and to a preview', () => {
    expect(
      blueGreen({
        virtualServices: [
          { hosts: ['shop.example.com'], gateway: { name: 'edge', hosts: ['*.example.com'] } },
          {
            to: 'preview',
            hosts: ['next.example.com'],
            gateways: ['edge'],
            route: { timeout: '5s' },
            serviceHosts: 'short',
            labels: { team: 'web' },
          },
        ],
      }),
    ).toEqual([
      {
        apiVersion: 'networking.istio.io/v1',
        kind: 'Gateway',
        metadata: { name: 'edge', namespace },
        spec: {
          selector: { istio: 'ingressgateway' },
          servers: [{ port: { number: 80, name: 'http', protocol: 'HTTP' }, hosts: ['*.example.com'] }],
        },
      },
      {
        apiVersion: 'networking.istio.io/v1',
        kind: 'VirtualService',
        metadata: { name: 'shop', namespace },
        spec: {
          hosts: ['shop.example.com'],
          gateways: ['edge'],
          http: [{ route: [{ destination: { host: 'shop.web.svc.cluster.local' } }] }],
        },
      },
      {
        apiVersion: 'networking.istio.io/v1',
        kind: 'VirtualService',
        metadata: { name: 'shop-preview', namespace, labels: { team: 'web' } },
        spec: {
          hosts: ['next.example.com'],
          gateways: ['edge'],
          http: [{ timeout: '5s', route: [{ destination: { host: 'shop-preview' } }] }],
        },
      },
    ]);
  });

  it('is for callers in the mesh where no Gateway is named, under the name of the Service', () => {
    const [one] = blueGreen({ virtualServices: [{ route: { retries: { attempts: 2 } } }] });
    expect(one?.['spec']).toEqual({
      hosts: ['shop.web.svc.cluster.local'],
      http: [{ retries: { attempts: 2 }, route: [{ destination: { host: 'shop.web.svc.cluster.local' } }] }],
    });
  });

  it('is for both where that is said, with other routes around its own', () => {
    const other = { route: [{ destination: { host: 'blog' } }] };
    const [one] = blueGreen({
      virtualServices: [
        {
          hosts: ['shop.example.com'],
          gateways: ['infra/public'],
          mesh: true,
          match: [{ uri: { prefix: '/shop' } }],
          otherRoutes: { before: [{ match: [{ uri: { prefix: '/blog' } }], ...other }], after: [other] },
        },
      ],
    });
    expect(one?.['spec']).toEqual({
      hosts: ['shop.web.svc.cluster.local', 'shop.example.com'],
      gateways: ['mesh', 'infra/public'],
      http: [
        { match: [{ uri: { prefix: '/blog' } }], ...other },
        {
          match: [{ uri: { prefix: '/shop' } }],
          route: [{ destination: { host: 'shop.web.svc.cluster.local' } }],
        },
        other,
      ],
    });
  });

  // Istio asks for the port where a Service has several.
  it('names a port of a Service that has several', () => {
    const ports = [
      { name: 'http', port: 80, targetPort: 8080 },
      { name: 'admin', port: 9000 },
    ];
    const numbers = (port?: string): unknown[] =>
      blueGreen({ virtualServices: [{ ...(port && { port }) }] }, { ports }).map(({ spec }) => spec);
    const http = (number: number): object[] => [
      { route: [{ destination: { host: 'shop.web.svc.cluster.local', port: { number } } }] },
    ];
    expect(numbers()).toMatchObject([{ http: http(80) }]);
    expect(numbers('admin')).toMatchObject([{ http: http(9000) }]);
    refused(
      { virtualServices: [{ port: 'admin' }] },
      'A VirtualService leads to port "admin", which Service "shop" has not; it has http.',
    );
  });

  it('has hosts and a Gateway that serves them', () => {
    refused(
      { virtualServices: [{ hosts: ['shop.example.com'] }] },
      'Host "shop.example.com" is not reachable, because callers in the mesh resolve only Services; set "gateways" or "gateway".',
    );
    refused(
      { virtualServices: [{ gateways: ['infra/public'] }] },
      'Gateway "infra/public" has no hosts to serve; set "hosts".',
    );
    refused(
      { virtualServices: [{ hosts: ['shop.example.com'], gateway: { hosts: ['*.example.org'] } }] },
      'Gateway "shop" does not take host "shop.example.com"; add it to "gateway.hosts", or remove "gateway.hosts" for a Gateway of the hosts of the VirtualService.',
    );
    const served = (host: string): unknown =>
      blueGreen({ virtualServices: [{ hosts: ['shop.example.com'], gateway: { hosts: [host] } }] }).length;
    expect(['*', './*', '*.example.com', 'web/shop.example.com'].map(served)).toEqual([2, 2, 2, 2]);
  });

  it('has a name that that of the router has not', () => {
    const made = (traffic: ReturnType<typeof IstioTraffic.subsets>): unknown =>
      canaryManifests('shop', { pod, traffic, virtualServices: [{ to: 'stable' }] });
    expect(() => made(IstioTraffic.subsets())).toThrow(
      new UnfitProps(
        'VirtualService "shop" is there twice; give one of "virtualServices", "destinationRules" or "httpRoutes" another "name".',
      ),
    );
  });
});

describe('a DestinationRule beside a Rollout', () => {
  it('says how requests reach a Service', () => {
    const trafficPolicy = { tls: { mode: 'ISTIO_MUTUAL' as const } };
    const { plainRoutes } = canaryManifests('shop', {
      pod,
      traffic: NoTraffic.replicas(),
      destinationRules: [{ trafficPolicy, subsets: [{ name: 'v1', labels: { version: 'v1' } }] }],
    });
    expect(plainRoutes).toEqual([
      {
        apiVersion: 'networking.istio.io/v1',
        kind: 'DestinationRule',
        metadata: { name: 'shop' },
        spec: { host: 'shop', trafficPolicy, subsets: [{ name: 'v1', labels: { version: 'v1' } }] },
      },
    ]);
  });
});

describe('an HTTPRoute that no router splits', () => {
  // What the API server fills in: https://gateway-api.sigs.k8s.io/reference/spec/
  it('leads from a Gateway to the active Service', () => {
    expect(
      blueGreen({
        httpRoutes: [
          { hostnames: ['shop.example.com'], gateways: ['infra/public'], annotations: { a: 'b' } },
        ],
      }),
    ).toEqual([
      {
        apiVersion: 'gateway.networking.k8s.io/v1',
        kind: 'HTTPRoute',
        metadata: { name: 'shop', namespace, annotations: { a: 'b' } },
        spec: {
          parentRefs: [
            { group: 'gateway.networking.k8s.io', kind: 'Gateway', name: 'public', namespace: 'infra' },
          ],
          hostnames: ['shop.example.com'],
          rules: [
            {
              matches: [{ path: { type: 'PathPrefix', value: '/' } }],
              backendRefs: [{ group: '', kind: 'Service', name: 'shop', port: 80, weight: 1 }],
            },
          ],
        },
      },
    ]);
  });

  it('leads to a Service that is there, by the number of its port', () => {
    const to = { name: 'docs' };
    const [gateway, route] = blueGreen({
      httpRoutes: [{ to, port: 8080, gateway: { className: 'istio' } }],
    });
    expect(gateway).toMatchObject({ kind: 'Gateway', metadata: { name: 'docs' } });
    expect(route).toMatchObject({ spec: { rules: [{ backendRefs: [{ name: 'docs', port: 8080 }] }] } });
    refused(
      { httpRoutes: [{ to, gateways: ['edge'] }] },
      'An HTTPRoute leads to Service "docs", whose ports are not known here; set its "port" to the number of one.',
    );
  });

  it('stands beside one that the plugin splits', () => {
    const { plainRoutes } = canaryManifests('shop', {
      pod,
      traffic: GatewayTraffic.route({ gateways: ['edge'] }),
      httpRoutes: [{ to: 'canary', hostnames: ['next.example.com'], gateways: ['edge'] }],
    });
    expect(plainRoutes.map(({ metadata }) => metadata.name)).toEqual(['shop-canary']);
  });
});

describe('a NetworkPolicy that names callers', () => {
  const peers = (ways: PlainRouteProps, router?: object[]): unknown =>
    blueGreenManifests('shop', {
      pod,
      ...ways,
      networkPolicy: { from: [], ...(router && { router }) },
    }).networkPolicy?.['spec'];

  it('admits the pods of a Gateway that is made, and the ports of the mesh', () => {
    const gateway = { selector: { istio: 'edge' } };
    expect(peers({ virtualServices: [{ hosts: ['a.example.com'], gateway }] })).toMatchObject({
      ingress: [
        {
          from: [{ namespaceSelector: {}, podSelector: { matchLabels: { istio: 'edge' } } }],
          ports: [{ port: 'http' }],
        },
        { ports: [{ port: 15_008 }, { port: 15_020 }, { port: 15_021 }, { port: 15_090 }] },
      ],
    });
  });

  it('asks where the requests of others come from', () => {
    const message = (what: string): UnfitProps =>
      new UnfitProps(
        `"networkPolicy.from" would keep out ${what}, which sends the requests; set "networkPolicy.router" to where they come from.`,
      );
    const istio = { virtualServices: [{ hosts: ['a.example.com'], gateways: ['infra/public'] }] };
    const route = { httpRoutes: [{ gateways: ['infra/public'] }] };
    expect(() => peers(istio)).toThrow(message('Gateway "infra/public"'));
    expect(() => peers(route)).toThrow(message('the Gateway'));
    const namespaceSelector = { matchLabels: { 'kubernetes.io/metadata.name': 'infra' } };
    for (const ways of [istio, route])
      expect(peers(ways, [{ namespaceSelector }])).toMatchObject({
        ingress: [
          { from: [{ namespaceSelector }], ports: [{ port: 'http' }] },
          ...(ways === istio ? [{}] : []),
        ],
      });
  });
});
