import { describe, expect, it } from 'vitest';
import { canaryManifests } from '../../../src/constructs/manifests/canary.js';
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
      'IstioTraffic.subsets has no option "canaryService".',
    ],
    [
      'one of another router',
      NginxTraffic.ingress(untyped({ stickySeconds: 5 })),
      'NginxTraffic.ingress has no option "stickySeconds".',
    ],
    [
      'one of a route',
      GatewayTraffic.route(untyped({ kind: 'TCPRoute', host: 'shop.example.com' })),
      'GatewayTraffic.route has no option "host".',
    ],
    [
      'a name of every object',
      NoTraffic.replicas(untyped({ toString: 'web' })),
      'NoTraffic.replicas has no option "toString".',
    ],
  ])('are refused: %s', (_, traffic, said) => {
    expect(() => build(traffic)).toThrow(said);
  });

  it('are taken where they are undefined', () => {
    expect(() =>
      build(AlbTraffic.pingPong(untyped({ stableService: undefined, host: 'shop.example.com' }))),
    ).not.toThrow();
  });
});
