import type { CanaryStep, CanaryStrategy, IstioRouting, RolloutSpec } from '../../../src/kubernetes/objects/rollout-object.js';
import {
  canaryRollout,
  destinationRule,
  ingress,
  managed,
  path,
  pause,
  route,
  rule,
  service,
  setWeight,
  split,
  subset,
  subsetSplit,
  virtualService,
  type Manifest,
} from '../scenario.js';

type Loose = Readonly<Record<string, unknown>>;
type SpecOptions = Partial<Omit<RolloutSpec, 'strategy'>>;

export const twoSteps: readonly CanaryStep[] = [setWeight(20), pause(), setWeight(60), pause()];
export const services: readonly Manifest[] = [service('web-stable'), service('web-canary')];
const serviceNames = { canaryService: 'web-canary', stableService: 'web-stable' } as const;

/** A canary without a router. */
export const basic = (
  canary: CanaryStrategy = {},
  spec: SpecOptions = {},
): readonly Manifest[] => [canaryRollout({ steps: twoSteps, ...canary }, spec)];

interface IstioOptions {
  readonly steps?: readonly CanaryStep[] | undefined;
  readonly canary?: CanaryStrategy;
  readonly spec?: SpecOptions;
  /** Names in `routes`; `[]` leaves the field out. */
  readonly routes?: readonly string[];
  readonly managedRoutes?: readonly string[];
  readonly istio?: IstioRouting;
  /** The routes of the VirtualService, instead of one called `primary`. */
  readonly http?: readonly Loose[];
  /** The VirtualService's whole spec but for its hosts. */
  readonly virtualService?: Loose;
}

const virtualServiceEntry = (routes: readonly string[]) => ({
  name: 'web',
  ...(routes.length > 0 ? { routes } : {}),
});

const routing = (managedRoutes: readonly string[] | undefined) =>
  managedRoutes ? { managedRoutes: managed(...managedRoutes) } : {};

/** A host-level split: two Services and a VirtualService. */
export const istioHosts = ({
  steps = twoSteps,
  canary = {},
  spec = {},
  routes = ['primary'],
  managedRoutes,
  istio,
  http = [route('primary', split())],
  virtualService: virtualServiceSpec = { http },
}: IstioOptions = {}): readonly Manifest[] => [
  canaryRollout(
    {
      ...serviceNames,
      ...(steps.length > 0 ? { steps } : {}),
      trafficRouting: {
        ...routing(managedRoutes),
        istio: istio ?? { virtualService: virtualServiceEntry(routes) },
      },
      ...canary,
    },
    spec,
  ),
  ...services,
  virtualService(virtualServiceSpec),
];

interface SubsetOptions extends IstioOptions {
  readonly subsets?: readonly Loose[];
  readonly additional?: readonly string[];
  readonly withServices?: boolean;
}

/** A subset-level split: one host, a DestinationRule with two subsets. */
export const istioSubsets = ({
  steps = twoSteps,
  canary = {},
  spec = {},
  routes = ['primary'],
  managedRoutes,
  http = [route('primary', subsetSplit())],
  virtualService: virtualServiceSpec = { http },
  subsets = [subset('stable'), subset('canary')],
  additional,
  withServices = false,
}: SubsetOptions = {}): readonly Manifest[] => [
  canaryRollout(
    {
      ...(withServices ? serviceNames : {}),
      ...(steps.length > 0 ? { steps } : {}),
      trafficRouting: {
        ...routing(managedRoutes),
        istio: {
          virtualService: virtualServiceEntry(routes),
          destinationRule: {
            name: 'web',
            canarySubsetName: 'canary',
            stableSubsetName: 'stable',
            ...(additional ? { additionalSubsetNames: additional } : {}),
          },
        },
      },
      ...canary,
    },
    spec,
  ),
  service('web'),
  ...(withServices ? services : []),
  virtualService(virtualServiceSpec),
  destinationRule(subsets),
];

interface IngressOptions {
  readonly steps?: readonly CanaryStep[] | undefined;
  readonly canary?: CanaryStrategy;
  readonly spec?: SpecOptions;
  readonly managedRoutes?: readonly string[];
  readonly routing?: Loose;
  readonly ingresses?: readonly Manifest[];
  readonly more?: readonly Manifest[];
}

export const albIngress = (rest: Loose = {}, backend = 'web-stable'): Manifest =>
  ingress([rule([path(backend)])], { className: 'alb', annotations: { 'example.com/team': 'web' }, ...rest });

export const alb = ({
  steps = twoSteps,
  canary = {},
  spec = {},
  managedRoutes,
  routing: albRouting = {},
  ingresses = [albIngress()],
  more = [],
}: IngressOptions = {}): readonly Manifest[] => [
  canaryRollout(
    {
      ...serviceNames,
      ...(steps.length > 0 ? { steps } : {}),
      trafficRouting: {
        ...routing(managedRoutes),
        alb: { ...('ingresses' in albRouting ? {} : { ingress: 'web' }), servicePort: 80, ...albRouting },
      },
      ...canary,
    },
    spec,
  ),
  ...services,
  ...ingresses,
  ...more,
];

const port = { number: 80 };
export const nginxPath = (serviceName: string, rest: Loose = {}): Loose =>
  path(serviceName, { backend: { service: { name: serviceName, port } }, ...rest });

export const nginxIngress = (rest: Loose = {}, backend = 'web-stable'): Manifest =>
  ingress([rule([nginxPath(backend)])], { className: 'nginx', ...rest });

export const nginx = ({
  steps = twoSteps,
  canary = {},
  spec = {},
  routing: nginxRouting = {},
  ingresses = [nginxIngress()],
  more = [],
}: IngressOptions & { readonly maxTrafficWeight?: number } = {}): readonly Manifest[] => [
  canaryRollout(
    {
      ...serviceNames,
      ...(steps.length > 0 ? { steps } : {}),
      trafficRouting: {
        nginx: { ...('stableIngresses' in nginxRouting ? {} : { stableIngress: 'web' }), ...nginxRouting },
      },
      ...canary,
    },
    spec,
  ),
  ...services,
  ...ingresses,
  ...more,
];
