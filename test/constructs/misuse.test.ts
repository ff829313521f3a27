import { Testing } from 'cdk8s';
import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  AlbTraffic,
  GatewayTraffic,
  type CanaryStep,
  CanaryRollout,
  IstioTraffic,
  NginxTraffic,
  NoTraffic,
  Steps,
  type StringMatch,
} from '../../src/constructs/index.js';

/**
 * What the types refuse. Each line is checked by tsc, which complains of an expectation that is not met; nothing of it
 * runs, for JavaScript would let it pass.
 */
export function misuse(): unknown {
  const chart = Testing.chart();
  const pod = { image: 'shop:1', port: 8080 };
  const match = [{ headerName: 'x-beta', headerValue: { exact: 'yes' } }];
  const nginx = NginxTraffic.ingress({ host: 'shop.example.com' });

  const withNginx = new CanaryRollout(chart, 'a', {
    pod,
    traffic: nginx,
    // @ts-expect-error -- ingress-nginx has no header routes
    steps: [{ setHeaderRoute: { name: 'beta', match } }],
  });
  // @ts-expect-error -- nor can one be added
  withNginx.addHeaderRoute('beta', { header: 'x-beta', value: 'yes' });
  // @ts-expect-error -- nor a mirror route
  withNginx.addMirrorRoute('copies');

  const withoutRouter = new CanaryRollout(chart, 'b', {
    pod,
    traffic: NoTraffic.replicas(),
    // @ts-expect-error -- without a router the number of pods is the weight
    steps: [{ setCanaryScale: { weight: 10 } }],
  });
  // @ts-expect-error -- without a router nobody looks at headers
  withoutRouter.addHeaderRoute('beta', { header: 'x-beta', value: 'yes' });
  new CanaryRollout(chart, 'b2', {
    pod,
    traffic: NoTraffic.replicas(),
    // @ts-expect-error -- without a router there is nothing to wait for before the old pods go
    canary: { scaleDownDelaySeconds: 60 },
  });

  new CanaryRollout(chart, 'c2', {
    pod,
    // @ts-expect-error -- a TLS entry of an Ingress has a secretName
    traffic: NginxTraffic.ingress({ tls: [{ secret: 'shop-tls' }] }),
    steps: [
      // @ts-expect-error -- templates of an experiment have a specRef
      { experiment: { templates: [{ name: 'baseline', spec: 'stable' }] } },
    ],
    // @ts-expect-error -- a preferred anti-affinity has a weight
    canary: { antiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: {} } },
  });
  new CanaryRollout(chart, 'c3', {
    pod,
    // @ts-expect-error -- a route of Istio has a timeout, and no timeOut
    traffic: IstioTraffic.subsets({ route: { timeOut: '5s' } }),
    // @ts-expect-error -- the behavior of an autoscaler is of scaleUp and scaleDown
    replicas: { maxReplicas: 3, behavior: { scaleup: {} } },
  });
  // @ts-expect-error -- a rule of an HTTPRoute has matches
  GatewayTraffic.route({ gateways: ['edge'], rules: [{ match: [] }] });
  Steps.analysis({
    // @ts-expect-error -- a metric of Prometheus has a timeout, and no timeoutSeconds
    templates: [{ metrics: [{ name: 'a', provider: { prometheus: { query: 'up', timeoutSeconds: 5 } } }] }],
  });

  // @ts-expect-error -- Services that take turns are neither stable nor canary for long
  AlbTraffic.pingPong({ stableService: 'shop' });
  // @ts-expect-error -- ping-pong is a function of its own
  AlbTraffic.ingress({ pingService: 'shop' });

  const withAlb = new CanaryRollout(chart, 'c', {
    pod,
    traffic: AlbTraffic.ingress(),
    // @ts-expect-error -- load balancers of AWS send no copies
    steps: [{ setMirrorRoute: { name: 'copies', match: [] } }],
  });
  // @ts-expect-error -- nor can it be added
  withAlb.addMirrorRoute('copies');
  // @ts-expect-error -- they compare headers as a whole
  withAlb.addHeaderRoute('beta', { header: 'x-beta', value: { prefix: 'y' } });
  new CanaryRollout(chart, 'c2', {
    pod,
    traffic: AlbTraffic.ingress(),
    // @ts-expect-error -- they compare headers as a whole
    steps: [Steps.headerRoute('beta', 'x-beta', { regex: 'y.*' })],
  });
  const withConnections = new CanaryRollout(chart, 'c3', {
    pod,
    traffic: GatewayTraffic.route({ kind: 'TCPRoute', gateways: ['edge'] }),
    // @ts-expect-error -- connections have no headers
    steps: [{ setHeaderRoute: { name: 'beta', match } }],
  });
  // @ts-expect-error -- nor can a header route be added
  withConnections.addHeaderRoute('beta', { header: 'x-beta', value: 'yes' });
  new CanaryRollout(chart, 'c4', {
    pod,
    traffic: GatewayTraffic.route({}),
    // @ts-expect-error -- the plugin for the Gateway API sends no copies
    steps: [Steps.mirrorRoute('copies', 5)],
  });
  // @ts-expect-error -- the plugin writes no UDPRoute
  GatewayTraffic.route({ kind: 'UDPRoute' });
  // @ts-expect-error -- each Service has a name, and they are derived: none can be left out
  AlbTraffic.ingress({ canaryService: null });

  // @ts-expect-error -- one action a step
  const two: CanaryStep<'istio-subset'> = { setWeight: 10, pause: {} };
  // @ts-expect-error -- a scale has one measure
  const scales: CanaryStep<'alb'> = { setCanaryScale: { weight: 10, replicas: 1 } };
  // @ts-expect-error -- no such action
  const unknown: CanaryStep<'alb'> = { setWeigth: 10 };
  // @ts-expect-error -- one comparison a value
  const both: StringMatch = { exact: 'a', prefix: 'b' };
  // @ts-expect-error -- durations are numbers or Go's
  const minutes: CanaryStep<'none'> = { pause: { duration: '5 min' } };
  // @ts-expect-error -- a day is not a unit of Go's
  const days: CanaryStep<'none'> = { pause: { duration: '1d' } };

  new CanaryRollout(chart, 'd', {
    pod,
    traffic: IstioTraffic.subsets(),
    // @ts-expect-error -- exactly one of the two
    disruptionBudget: { minAvailable: 1, maxUnavailable: 1 },
  });
  new CanaryRollout(chart, 'e', {
    pod,
    traffic: IstioTraffic.subsets(),
    // @ts-expect-error -- files need a folder
    config: [{ files: { a: 'b' } }],
  });
  // @ts-expect-error -- a split by hosts has no subsets
  IstioTraffic.hosts({ stableSubset: 'stable' });
  CanaryRollout.fromDeployment(chart, {
    traffic: nginx,
    // @ts-expect-error -- ingress-nginx has no header routes, whatever the pods are from
    steps: [{ setHeaderRoute: { name: 'beta', match } }],
  });
  // @ts-expect-error -- pods come from somewhere
  new CanaryRollout(chart, 'f', { traffic: IstioTraffic.subsets() });
  return [two, scales, unknown, both, minutes, days];
}

describe('what the types allow', () => {
  it('is what a router can do', () => {
    expectTypeOf<{ setHeaderRoute: { name: string }; pause: { duration: '10m' } }>().toExtend<
      CanaryStep<'istio-host'>
    >();
    expectTypeOf<{ setWeight: number }>().toExtend<CanaryStep<'none'>>();
    expectTypeOf<{ pause: { duration: '1h30m' } }>().toExtend<CanaryStep<'nginx'>>();
    expectTypeOf<{ setCanaryScale: { matchTrafficWeight: true } }>().toExtend<CanaryStep<'nginx'>>();
  });

  it('are canaries of all routers beside each other', () => {
    expectTypeOf<CanaryRollout<'alb'> | CanaryRollout<'none'>>().toExtend<CanaryRollout>();
  });

  it('is a method for the routers that can do it', () => {
    const canary = new CanaryRollout(Testing.chart(), 'shop', {
      pod: { image: 'shop:1', port: 8080 },
      replicas: 4,
      traffic: AlbTraffic.ingress(),
      steps: Steps.ramp([20]),
    });
    expect(canary.addHeaderRoute('beta', { header: 'x-beta', value: 'yes' }).managedRouteNames).toEqual([
      'beta',
    ]);
  });
});
