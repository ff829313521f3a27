import fc from 'fast-check';
import { withHeaderRoute, withMirrorRoute } from '../../src/constructs/manifests/add-route.js';
import type { MetricProvider } from '../../src/constructs/manifests/analysis.js';
import type { BlueGreenProps } from '../../src/constructs/manifests/blue-green-props.js';
import type { CanaryProps } from '../../src/constructs/manifests/props.js';
import { type AnyStep, type RouterKind, Steps } from '../../src/constructs/manifests/steps.js';
import {
  AlbTraffic,
  GatewayTraffic,
  IstioTraffic,
  NginxTraffic,
  NoTraffic,
  type Traffic,
} from '../../src/constructs/manifests/traffic.js';

/** Any of these fields, each there or not. */
const some = <T extends object>(fields: { [Key in keyof T]: fc.Arbitrary<T[Key]> }): fc.Arbitrary<
  Partial<T>
> => fc.record(fields, { requiredKeys: [] }) as unknown as fc.Arbitrary<Partial<T>>;

const exposure = (host: string) =>
  fc.oneof(
    fc.constant({}),
    some({
      gateways: fc.constantFrom(['istio-system/public'], ['mesh', 'istio-system/public', 'edge/private']),
      mesh: fc.boolean(),
    }).map((options) => ({
      ...options,
      hosts: [host],
      ...(options.gateways ? {} : { gateway: {} }),
    })),
    fc.constantFrom(
      { hosts: [host, `www.${host}`], gateway: { credentialName: 'shop-tls' } },
      { hosts: [host], gateway: { name: 'edge', selector: { app: 'edge' } }, mesh: false },
    ),
  );

const mesh = (host: string) =>
  fc
    .tuple(
      exposure(host),
      some({
        routeName: fc.constantFrom('primary', 'main'),
        serviceHosts: fc.constant('short' as const),
        route: fc.constant({ timeout: '5s', retries: { attempts: 2 } }),
        virtualService: fc.constant('split'),
      }),
    )
    .map(([exposed, options]) => ({ ...exposed, ...options }));

const gatewayTraffic = (host: string): fc.Arbitrary<Traffic<'gateway' | 'gateway-tcp'>> =>
  fc
    .tuple(
      fc.constantFrom('HTTPRoute', 'GRPCRoute', 'TLSRoute', 'TCPRoute', undefined),
      fc.constantFrom<object>(
        { gateways: ['infra/public'] },
        { gateways: [{ name: 'public', namespace: 'infra', sectionName: 'web' }, 'infra/inner'] },
        { gateway: { className: 'istio' } },
        { gateway: { className: 'eg', name: 'edge', certificate: 'shop-tls' } },
      ),
      some({
        rules: fc.constantFrom<readonly object[]>(
          [
            { matches: [{ path: { type: 'PathPrefix', value: '/shop' } }] },
            { matches: [{ path: { type: 'Exact', value: '/cart' } }] },
          ],
          [
            { matches: [{ path: { type: 'PathPrefix', value: '/shop' } }] },
            { matches: [{ path: { type: 'Exact', value: '/cart' } }], timeouts: { request: '5s' } },
          ],
        ),
        stableService: fc.constant('front-stable'),
        canaryService: fc.constant('front-next'),
        route: fc.constant('split'),
      }),
      fc.boolean(),
    )
    .map(([kind, parents, { rules, ...options }, isHosted]) =>
      GatewayTraffic.route({
        ...parents,
        ...options,
        ...(kind && { kind }),
        ...(rules && (kind ?? 'HTTPRoute') === 'HTTPRoute' && { rules }),
        ...(kind === 'TLSRoute' || (isHosted && kind !== 'TCPRoute') ? { hostnames: [host] } : {}),
      }),
    );

const traffic = (host: string): fc.Arbitrary<Traffic<RouterKind>> =>
  fc.oneof(
    fc
      .tuple(
        mesh(host),
        some({
          stableSubset: fc.constant('old'),
          canarySubset: fc.constant('new'),
          destinationRule: fc.constant('versions'),
          service: fc.constant('front'),
          trafficPolicy: fc.constant({ tls: { mode: 'ISTIO_MUTUAL' } }),
        }),
      )
      .map((options) => IstioTraffic.subsets(Object.assign({}, ...options) as object)),
    fc
      .tuple(
        mesh(host),
        some({
          stableService: fc.constant('front-stable'),
          canaryService: fc.constant('front-next'),
          rootService: fc.constant('front'),
        }),
      )
      .map((options) => IstioTraffic.hosts(Object.assign({}, ...options) as object)),
    some({
      host: fc.constant(host),
      path: fc.constant('/shop/*'),
      annotations: fc.constant({ 'alb.ingress.kubernetes.io/scheme': 'internet-facing' }),
      rootService: fc.constant('front'),
      stickySeconds: fc.integer({ min: 1, max: 604_800 }),
      stableService: fc.constant('front-stable'),
      ingress: fc.constant('edge'),
    }).map((options) => AlbTraffic.ingress(options)),
    some({
      host: fc.constant(host),
      path: fc.constant('/shop'),
      canaryByHeader: fc.constantFrom({ header: 'x-beta' }, { header: 'x-beta', value: 'yes' }),
      canaryIngressAnnotations: fc.constant({ 'nginx.ingress.kubernetes.io/limit-rps': '5' }),
      tls: fc.constant([{ hosts: [host], secretName: 'shop-tls' }]),
    }).map((options) => NginxTraffic.ingress(options)),
    gatewayTraffic(host),
    fc.constantFrom(
      NoTraffic.replicas(),
      NoTraffic.replicas({ service: 'front' }),
      NoTraffic.replicas({ service: false }),
      NoTraffic.replicas({ canaryService: 'two' }),
    ),
  );

const duration = fc.constantFrom(undefined, 60, '30s', '10m', '1h30m' as const);

const template = { name: 'errors', metrics: [{ name: 'errors', provider: { job: { spec: job() } } }] };

function job(): NonNullable<MetricProvider['job']>['spec'] {
  return {
    template: { spec: { restartPolicy: 'Never', containers: [{ name: 'test', image: 'test:1' }] } },
    backoffLimit: 0,
  };
}

const baseSteps: fc.Arbitrary<readonly AnyStep[]> = fc
  .tuple(
    fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { minLength: 1, maxLength: 4 }),
    fc.array(duration, { minLength: 4, maxLength: 4 }),
    fc.boolean(),
  )
  .map(([weights, pauses, analysed]) =>
    weights
      .sort((a, b) => a - b)
      .flatMap((weight, index): readonly AnyStep[] => [
        Steps.setWeight(weight),
        Steps.pause(pauses[index] as undefined),
        ...(analysed && index === 0 ? [Steps.analysis({ templates: [template] })] : []),
      ]),
  );

function hasTimeouts(traffic: Traffic<RouterKind>): boolean {
  return JSON.stringify(traffic).includes('"timeouts"');
}

const routes = fc.record({
  header: fc.boolean(),
  second: fc.boolean(),
  mirror: fc.boolean(),
  pause: duration,
});

function withRoutes(
  steps: readonly AnyStep[],
  router: RouterKind,
  { header, second, mirror, pause }: { header: boolean; second: boolean; mirror: boolean; pause: unknown },
): readonly AnyStep[] {
  const options = pause === undefined ? {} : { pause: pause as '10m' };
  const canHeader = router === 'alb' || router === 'gateway' || router.startsWith('istio');
  let all = steps;
  if (mirror && router.startsWith('istio'))
    all = withMirrorRoute(all, 'copies', { ...options, percentage: 20 });
  if (header && canHeader) all = withHeaderRoute(all, 'beta', { header: 'x-beta', value: 'yes', ...options });
  if (header && second && canHeader)
    all = withHeaderRoute<'istio-host'>(all, 'staff', {
      header: 'x-staff',
      value: router === 'alb' ? 'yes' : { prefix: 'y' },
      ...options,
    });
  return all;
}

/** An autoscaler measures a share of them. */
const resources = { requests: { cpu: '100m' } };

/** Without one it is told that steps do not wait until new pods answer. */
const readinessProbe = { tcpSocket: { port: 'http' } };
const probed = { resources, readinessProbe };

const pods: fc.Arbitrary<Pick<CanaryProps, 'pod' | 'ports' | 'selector' | 'replicas'>> = fc.oneof(
  fc.record(
    {
      pod: fc.constantFrom(
        { image: 'shop:1', port: 8080, ...probed },
        {
          image: 'shop:1',
          port: 8080,
          resources,
          env: { MODE: 'live' },
          readinessProbe: { httpGet: { path: '/', port: 'http' } },
        },
        {
          image: 'shop:1',
          port: 8080,
          resources,
          readinessProbe: { tcpSocket: { port: 'http-web' } },
          portName: 'http-web',
          labels: { team: 'shop' },
          spec: { serviceAccountName: 'shop', containers: [{ name: 'proxy', image: 'proxy:1', resources }] },
        },
      ),
      replicas: fc.integer({ min: 1, max: 20 }),
      selector: fc.constant({ 'app.kubernetes.io/name': 'shop' }),
    },
    { requiredKeys: ['pod'] },
  ),
  fc.constant({
    pod: {
      template: {
        metadata: { labels: { app: 'shop', tier: 'web' } },
        spec: {
          containers: [
            {
              name: 'shop',
              image: 'shop:1',
              resources,
              readinessProbe: { tcpSocket: { port: 3000 } },
              ports: [{ containerPort: 3000, protocol: 'TCP' }],
            },
          ],
        },
      },
    },
  }),
  fc.constant({
    pod: {
      image: 'shop:1',
      port: 8080,
      ...probed,
      otherPorts: [{ name: 'http-admin', containerPort: 9090, protocol: 'TCP' }],
    },
    ports: [
      { name: 'http', port: 80, targetPort: 'http' },
      { name: 'http-admin', port: 9090, targetPort: 'http-admin' },
    ],
  }),
  fc.constant({
    pod: {
      deployment: {
        kind: 'Deployment',
        metadata: { name: 'old-shop' },
        spec: {
          replicas: 3,
          minReadySeconds: 5,
          selector: { matchLabels: { app: 'shop' } },
          template: {
            metadata: { labels: { app: 'shop', version: 'v1' } },
            spec: {
              containers: [
                {
                  name: 'shop',
                  image: 'shop:1',
                  resources,
                  readinessProbe: { tcpSocket: { port: 'http-web' } },
                  ports: [{ name: 'http-web', containerPort: 3000, protocol: 'TCP' }],
                },
              ],
            },
          },
        },
      },
    },
  }),
);

const extras = some<Partial<CanaryProps>>({
  config: fc.constantFrom(
    [{ files: { 'app.ini': 'a=1' }, mountPath: '/config' }],
    [
      {
        files: { 'app.ini': 'a=2' },
        mountPath: '/config',
        previous: [{ 'app.ini': 'a=1' }, { 'app.ini': 'a=2' }],
      },
      { name: 'env', variables: { MODE: 'live' }, prefix: 'SHOP_' },
    ],
  ),
  disruptionBudget: fc.constantFrom({ maxUnavailable: 1 }, { minAvailable: '50%' as const }),
  rollback: fc.constant({ window: 3 }),
  revisionHistoryLimit: fc.integer({ min: 1, max: 10 }),
  progressDeadlineAbort: fc.boolean(),
});

const scaled = fc.constantFrom(undefined, { maxReplicas: 10 }, { minReplicas: 2, maxReplicas: 6, cpu: 70 });

/** A canary of a host that has to be fine, and the namespace it is in if that is known. */
export const canaryPropsOf = (host: string) =>
  fc
    .tuple(traffic(host), baseSteps, routes, pods, extras, scaled, fc.boolean())
    .map(([traffic, steps, wanted, pods, extras, autoscaler, inNamespace]) => {
      const isPortUnclear =
        (pods.ports?.length ?? 0) > 1 &&
        traffic.router.startsWith('istio') &&
        'hosts' in traffic &&
        traffic.mesh !== false;
      const { replicas, ...others } = pods;
      const props: CanaryProps = {
        ...extras,
        ...others,
        ...(autoscaler ? { replicas: autoscaler } : replicas === undefined ? {} : { replicas }),
        traffic,
        // Which of several ports a route leads to cannot be said: that is refused.
        // A header route of the Gateway API has none of the timeouts of its rule: that is warned of.
        steps: (isPortUnclear
          ? steps
          : withRoutes(steps, traffic.router, {
              ...wanted,
              header: wanted.header && !hasTimeouts(traffic),
              // So is a mirror route of Istio, which takes requests of users.
              mirror: wanted.mirror && !JSON.stringify(traffic).includes('"retries"'),
            })) as NonNullable<CanaryProps['steps']>,
      };
      return { props, namespace: inNamespace ? 'shop' : undefined };
    });

export const canaryProps = canaryPropsOf('shop.example.com');

/** A blue-green Rollout that has to be fine, and the namespace it is in if that is known. */
export const blueGreenProps = fc
  .tuple(
    pods,
    extras,
    scaled,
    some({
      autoPromotionEnabled: fc.boolean(),
      autoPromotionSeconds: fc.constant(60),
      // With 0 old pods stay for good, which is told.
      scaleDownDelaySeconds: fc.integer({ min: 1, max: 600 }),
      previewReplicaCount: fc.constant(1),
      prePromotionAnalysis: fc.constant({ templates: [template] }),
      postPromotionAnalysis: fc.constant({ templates: [template] }),
    }),
    some({ activeService: fc.constant('front'), previewService: fc.constant('front-next') }),
    fc.boolean(),
  )
  .map(([pods, extras, autoscaler, { autoPromotionSeconds, ...tuning }, services, inNamespace]) => {
    const { replicas, ...others } = pods;
    // Without automatic promotion the seconds have no effect, and the linter says so.
    const hasSeconds = autoPromotionSeconds !== undefined && tuning.autoPromotionEnabled !== false;
    const blueGreen = { ...tuning, ...(hasSeconds && { autoPromotionSeconds }) };
    const props = {
      ...(extras as Partial<BlueGreenProps>),
      ...others,
      ...services,
      blueGreen,
      ...(autoscaler ? { replicas: autoscaler } : replicas === undefined ? {} : { replicas }),
    };
    return { props, namespace: inNamespace ? 'shop' : undefined };
  });
