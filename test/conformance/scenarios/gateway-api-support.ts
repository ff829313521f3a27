import type { CanaryStep, CanaryStrategy, RolloutSpec } from '../../../src/kubernetes/objects/rollout-object.js';
import { canaryRollout, managed, service, type Manifest } from '../scenario.js';
import { services, twoSteps } from './support.js';

type Loose = Readonly<Record<string, unknown>>;

export const plugin = 'argoproj-labs/gatewayAPI';

/** A backend of a rule; a weight that is not given is left out. */
export const backend = (name: string, weight?: number, rest: Loose = {}): Loose => ({
  name,
  port: 80,
  ...(weight === undefined ? {} : { weight }),
  ...rest,
});

/** The two backends of a split. */
export const backends = (stable: number | undefined = 100, canary: number | undefined = 0): readonly Loose[] => [
  backend('web-stable', stable),
  backend('web-canary', canary),
];

export const pathMatch = (value: string, rest: Loose = {}): Loose => ({
  path: { type: 'PathPrefix', value },
  ...rest,
});

export const header = (name: string, value: string, type?: string): Loose => ({
  name,
  value,
  ...(type === undefined ? {} : { type }),
});

export const gatewayRule = (backendRefs: readonly Loose[] = backends(), rest: Loose = {}): Loose => ({
  ...rest,
  backendRefs,
});

const routeOf =
  (kind: string, version: string) =>
  (rules: readonly Loose[] = [gatewayRule()], name = 'web', { labels, namespace = 'shop', ...rest }: Loose = {}): Manifest =>
    ({
      apiVersion: `gateway.networking.k8s.io/${version}`,
      kind,
      metadata: { name, namespace, ...(labels ? { labels } : {}) },
      spec: { parentRefs: [{ name: 'edge' }], ...rest, rules },
    }) as Manifest;

export const httpRoute = routeOf('HTTPRoute', 'v1');
export const grpcRoute = routeOf('GRPCRoute', 'v1');
export const tcpRoute = routeOf('TCPRoute', 'v1alpha2');
export const tlsRoute = routeOf('TLSRoute', 'v1alpha2');

interface GatewayOptions {
  readonly steps?: readonly CanaryStep[];
  readonly canary?: CanaryStrategy;
  readonly spec?: Partial<Omit<RolloutSpec, 'strategy'>>;
  readonly managedRoutes?: readonly string[];
  readonly maxTrafficWeight?: number;
  /** What the plugin is told. */
  readonly config?: unknown;
  readonly routes?: readonly Manifest[];
  readonly more?: readonly Manifest[];
}

/** A canary whose traffic is split by routes of the Gateway API. */
export const gateway = ({
  steps = twoSteps,
  canary = {},
  spec = {},
  managedRoutes,
  maxTrafficWeight,
  config = { httpRoute: 'web' },
  routes = [httpRoute()],
  more = [],
}: GatewayOptions = {}): readonly Manifest[] => [
  canaryRollout(
    {
      canaryService: 'web-canary',
      stableService: 'web-stable',
      steps,
      trafficRouting: {
        ...(managedRoutes ? { managedRoutes: managed(...managedRoutes) } : {}),
        ...(maxTrafficWeight === undefined ? {} : { maxTrafficWeight }),
        plugins: { [plugin]: config },
      },
      ...canary,
    },
    spec,
  ),
  ...services,
  ...routes,
  ...more,
];

export const experimentService = (ports: readonly Loose[] = [{ port: 80 }]): Manifest =>
  service('web-experiment', { ports });
