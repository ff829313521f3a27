import { ApiObject, Testing } from 'cdk8s';
import { describe, expect, it } from 'vitest';
import { blueGreenManifests } from '../../../src/constructs/manifests/blue-green.js';
import { canaryManifests } from '../../../src/constructs/manifests/canary.js';
import { UnfitProps } from '../../../src/constructs/manifests/manifest.js';
import {
  AlbTraffic,
  GatewayTraffic,
  IstioTraffic,
  NginxTraffic,
  NoTraffic,
} from '../../../src/constructs/index.js';

/** What a program without types can give. */
const untyped = (options: object): object => options;

const build = (traffic: object): unknown =>
  canaryManifests(
    'web',
    {
      pod: { image: 'ghcr.io/example/web:1.2.3', port: 8080 },
      traffic: traffic as ReturnType<typeof NoTraffic.replicas>,
      steps: [{ setWeight: 20 }, { pause: {} }],
    },
    {},
  );

describe('options of a split that the types of TypeScript refuse', () => {
  it.each([
    [
      'Services that take turns and a stable one',
      AlbTraffic.pingPong(untyped({ stableService: 'web' })),
      'AlbTraffic.pingPong does not take "stableService": with ping-pong the Services take turns; name them by pingService and pongService.',
    ],
    [
      'a misspelt one',
      AlbTraffic.ingress(untyped({ stableServce: 'web' })),
      'AlbTraffic.ingress has no option "stableServce". Did you mean "stableService"?',
    ],
    [
      'one of another form',
      IstioTraffic.subsets(untyped({ canaryService: 'web-canary' })),
      'IstioTraffic.subsets has no option "canaryService". It has "',
    ],
    [
      'one of another router',
      NginxTraffic.ingress(untyped({ stickySeconds: 5 })),
      'NginxTraffic.ingress has no option "stickySeconds".',
    ],
    [
      'one of a route',
      GatewayTraffic.route(untyped({ kind: 'TCPRoute', host: 'shop.example.com' })),
      `GatewayTraffic.route does not take "host": give the names in hostnames: ['shop.example.com'].`,
    ],
    [
      'paths beside the rules',
      GatewayTraffic.route(untyped({ paths: ['/cart'] })),
      `GatewayTraffic.route does not take "paths": give them in rules: [{ matches: [{ path: { value: '/cart' } }] }].`,
    ],
    [
      'a name of every object',
      NoTraffic.replicas(untyped({ toString: 'web' })),
      'NoTraffic.replicas has no option "toString".',
    ],
  ])('are refused: %s', (_, traffic, said) => {
    expect(() => build(traffic)).toThrow(said);
  });

  const neither = (key: string, name: string): string =>
    `"${key}" is an object with a name, which does not tell whether it exists; write ${key}: '${name}' for one to make, or fromExisting('${name}') for one that exists.`;

  // An object that exists is not made, so a program that wants to give a name would get none.
  it.each([
    ['stableService', NginxTraffic.ingress(untyped({ stableService: { name: 'web-stable' } })), 'web-stable'],
    [
      'virtualService',
      IstioTraffic.hosts(untyped({ virtualService: { name: 'edge' }, route: { timeout: '5s' } })),
      'edge',
    ],
    ['route', GatewayTraffic.route(untyped({ route: { name: 'edge' }, gateways: ['a'] })), 'edge'],
  ])('are refused where a name is in an object: %s', (key, traffic, name) => {
    expect(() => build(traffic)).toThrow(new UnfitProps(neither(key, name)));
  });

  it('are refused where the name of a blue-green Service is in an object', () => {
    const props = { pod: { image: 'web:1', port: 8080 }, previewService: { name: 'next' } } as never;
    expect(() => blueGreenManifests('web', props)).toThrow(new UnfitProps(neither('previewService', 'next')));
  });

  it('are taken as existing objects of the app by their node', () => {
    const stable = new ApiObject(Testing.chart(), 'stable', { apiVersion: 'v1', kind: 'Service' });
    expect(() => build(NginxTraffic.ingress({ stableService: stable }))).not.toThrow();
  });

  it('are taken where they are undefined', () => {
    expect(() =>
      build(AlbTraffic.pingPong(untyped({ stableService: undefined, host: 'shop.example.com' }))),
    ).not.toThrow();
  });
});
