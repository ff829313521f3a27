import {
  defined,
  isMade,
  type ManifestContext,
  manifest,
  type Manifest,
  nameOrDefault,
  type Raw,
  refuse,
} from './manifest.js';
import type { ServicePort } from './services.js';
import type { GatewayProps, IstioHostTraffic, IstioSubsetTraffic, Traffic } from './traffic.js';
import type { Labels } from '../../kubernetes/objects/object.js';

/** The gateway that stands for all sidecars. */
export const meshGateway = 'mesh';

/** One version of the application as a route leads to it. */
export interface Destination {
  readonly host: string;
  readonly subset?: string;
}

/** What the VirtualService of a Rollout splits. */
interface IstioSplit {
  /** By which callers in the mesh know the Service. */
  readonly host: string;
  readonly stable: Destination;
  readonly canary: Destination;
  readonly ports: readonly ServicePort[];
  /** Whether steps add routes. */
  readonly hasManagedRoutes: boolean;
}

/** The objects of Istio, and what the Rollout says of them. */
export interface IstioObjects {
  readonly virtualService: Manifest | undefined;
  readonly gateway: Manifest | undefined;
  readonly destinationRule: Manifest | undefined;
  /** `trafficRouting.istio`. */
  readonly istio: Raw;
}

/** How a Service is called in manifests of Istio. */
export function serviceHost(
  service: string,
  { namespace }: ManifestContext,
  { serviceHosts }: Pick<IstioHostTraffic, 'serviceHosts'>,
): string {
  if (serviceHosts === 'short') return service;
  if (namespace !== undefined) return `${service}.${namespace}.svc.cluster.local`;
  if (serviceHosts === 'full') refuse('Services need fully qualified names here; set a namespace.');
  return service;
}

export function subsetObjects(
  name: string,
  traffic: Traffic<'istio-subset'>,
  context: ManifestContext,
  facts: { readonly service: string; readonly selector: Labels } & Pick<
    IstioSplit,
    'ports' | 'hasManagedRoutes'
  >,
): IstioObjects {
  const { stableSubset = 'stable', canarySubset = 'canary', trafficPolicy, destinationRule } = traffic;
  if (stableSubset === canarySubset)
    refuse(`Both subsets are named "${stableSubset}"; give them different names.`);
  const host = serviceHost(facts.service, context, traffic);
  const ruleName = nameOrDefault(destinationRule, name);
  // Alike in Git: the controller adds the pod hash to each.
  // https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/istio/#subset-level-traffic-splitting
  const subsets = [stableSubset, canarySubset].map((subset) => ({ name: subset, labels: facts.selector }));
  const split: IstioSplit = {
    host,
    stable: { host, subset: stableSubset },
    canary: { host, subset: canarySubset },
    ports: facts.ports,
    hasManagedRoutes: facts.hasManagedRoutes,
  };
  return {
    ...meshObjects(name, traffic, context, split),
    destinationRule: isMade(destinationRule)
      ? manifest(context, ['networking.istio.io/v1', 'DestinationRule'], ruleName, {
          spec: defined({ host, trafficPolicy, subsets }),
        })
      : undefined,
    istio: {
      virtualService: virtualServiceRef(name, traffic),
      destinationRule: {
        name: ruleName,
        stableSubsetName: stableSubset,
        canarySubsetName: canarySubset,
      },
    },
  };
}

export function hostObjects(
  name: string,
  traffic: Traffic<'istio-host'>,
  context: ManifestContext,
  facts: {
    readonly stable: string;
    readonly canary: string;
    readonly root: string | undefined;
  } & Pick<IstioSplit, 'ports' | 'hasManagedRoutes'>,
): IstioObjects {
  const hostOf = (service: string): string => serviceHost(service, context, traffic);
  const split: IstioSplit = {
    host: hostOf(facts.root ?? facts.stable),
    stable: { host: hostOf(facts.stable) },
    canary: { host: hostOf(facts.canary) },
    ports: facts.ports,
    hasManagedRoutes: facts.hasManagedRoutes,
  };
  return {
    ...meshObjects(name, traffic, context, split),
    destinationRule: undefined,
    istio: { virtualService: virtualServiceRef(name, traffic) },
  };
}

type MeshTraffic = IstioHostTraffic | IstioSubsetTraffic;

function virtualServiceRef(name: string, traffic: MeshTraffic): Raw {
  return { name: nameOrDefault(traffic.virtualService, name), routes: [traffic.routeName ?? 'primary'] };
}

function meshObjects(
  name: string,
  traffic: MeshTraffic,
  context: ManifestContext,
  split: IstioSplit,
): Pick<IstioObjects, 'virtualService' | 'gateway'> {
  if (!isMade(traffic.virtualService)) {
    for (const key of ['hosts', 'gateways', 'gateway', 'mesh', 'match', 'route', 'otherRoutes'] as const)
      if (traffic[key] !== undefined)
        refuse(
          `"${key}" applies only to a new VirtualService, but "${nameOrDefault(traffic.virtualService, name)}" already exists; set it there.`,
        );
    return { virtualService: undefined, gateway: undefined };
  }
  const virtualServiceName = nameOrDefault(traffic.virtualService, name);
  const { hosts = [], mesh = true } = traffic;
  const gatewayName = traffic.gateway && (traffic.gateway.name ?? virtualServiceName);
  const outside = [
    ...(traffic.gateways ?? []).filter((gateway) => gateway !== meshGateway),
    ...(gatewayName === undefined ? [] : [gatewayName]),
  ];
  checkExposure(hosts, outside, mesh);
  const allHosts = [...new Set([...(mesh ? [split.host] : []), ...hosts])];
  const gateways = [...(mesh ? [meshGateway] : []), ...new Set(outside)];
  return {
    virtualService: manifest(context, ['networking.istio.io/v1', 'VirtualService'], virtualServiceName, {
      spec: defined({
        hosts: allHosts,
        gateways: outside.length > 0 ? gateways : undefined,
        http: httpRoutes(traffic, split, outside, mesh),
      }),
    }),
    gateway:
      traffic.gateway && gatewayName !== undefined
        ? gatewayManifest(context, gatewayName, traffic.gateway, hosts)
        : undefined,
  };
}

/** @throws {UnfitProps} for hosts that no request reaches, and for Gateways without hosts */
export function checkExposure(hosts: readonly string[], outside: readonly string[], mesh: boolean): void {
  if (hosts.length > 0 && outside.length === 0)
    refuse(
      `Host "${hosts.join('", "')}" is not reachable, because callers in the mesh resolve only Services; set "gateways" or "gateway".`,
    );
  if (outside.length > 0 && hosts.length === 0)
    refuse(`Gateway "${outside.join('", "')}" has no hosts to serve; set "hosts".`);
  if (!mesh && outside.length === 0)
    refuse('With "mesh: false" and no Gateway no request is split; set "gateways" or "gateway".');
  const any = mesh ? hosts.find((host) => host === '*') : undefined;
  if (any !== undefined)
    refuse('Host "*" cannot also be split in the mesh; name the hosts, or set "mesh: false".');
}

/**
 * The routes, the split one among the others. A request that comes by a Gateway does not tell which of several ports of
 * the Service it is for, so the split is for the first one then, and in the mesh the others stay as they are.
 * https://istio.io/latest/docs/reference/config/networking/virtual-service/#Destination
 */
function httpRoutes(
  { match, route, routeName = 'primary', otherRoutes = {} }: MeshTraffic,
  { host, stable, canary, ports, hasManagedRoutes }: IstioSplit,
  outside: readonly string[],
  mesh: boolean,
): readonly Raw[] {
  const [first, ...others] = ports;
  const isPortSaid = first !== undefined && others.length > 0 && outside.length > 0;
  if (isPortSaid && mesh && hasManagedRoutes)
    refuse(
      `Header and mirror routes would take requests to all ports and lead to "${first.name}" only; use one port, or set "mesh: false".`,
    );
  const port = isPortSaid ? { port: { number: first.port } } : {};
  const callers: readonly Raw[] =
    isPortSaid && mesh ? [{ gateways: outside }, { gateways: [meshGateway], port: first.port }] : [];
  const requests =
    callers.length > 0 ? (match ?? [{}]).flatMap((one) => callers.map((by) => ({ ...one, ...by }))) : match;
  return [
    ...(otherRoutes.before ?? []),
    {
      name: routeName,
      ...(requests && { match: requests }),
      ...route,
      // What the controller writes between two updates: any other pair is drift.
      route: [
        { destination: { ...stable, ...port }, weight: 100 },
        { destination: { ...canary, ...port }, weight: 0 },
      ],
    },
    ...(otherRoutes.after ?? []),
    ...(callers.length > 0 ? others : []).map(({ name, port: number }) => ({
      name: `port-${name}`,
      match: [{ gateways: [meshGateway], port: number }],
      route: [{ destination: { host, port: { number } } }],
    })),
  ];
}

/**
 * A Gateway of Istio.
 * @param served - the hosts of what is bound to it
 */
export function gatewayManifest(
  context: ManifestContext,
  name: string,
  { selector = { istio: 'ingressgateway' }, credentialName, hosts: given }: GatewayProps,
  served: readonly string[],
): Manifest {
  const hosts = given ?? served;
  const unserved = served.find((host) => !hosts.some((one) => hostsMeet(one, host)));
  if (unserved !== undefined)
    refuse(
      `Gateway "${name}" does not take host "${unserved}"; add it to "gateway.hosts", or remove "gateway.hosts" for a Gateway of the hosts of the VirtualService.`,
    );
  const http = { port: { number: 80, name: 'http', protocol: 'HTTP' }, hosts };
  const servers =
    credentialName === undefined
      ? [http]
      : [
          { ...http, tls: { httpsRedirect: true } },
          {
            port: { number: 443, name: 'https', protocol: 'HTTPS' },
            tls: { mode: 'SIMPLE', credentialName },
            hosts,
          },
        ];
  return manifest(context, ['networking.istio.io/v1', 'Gateway'], name, { spec: { selector, servers } });
}

/**
 * Whether a host of a Gateway, which may be of a namespace, and one of a VirtualService have names in common.
 * https://istio.io/latest/docs/reference/config/networking/gateway/#Server
 */
function hostsMeet(ofGateway: string, host: string): boolean {
  const pattern = ofGateway.slice(ofGateway.indexOf('/') + 1);
  return coversHost(pattern, host) || coversHost(host, pattern);
}

function coversHost(pattern: string, host: string): boolean {
  return pattern === '*' || pattern === host || (pattern.startsWith('*.') && host.endsWith(pattern.slice(1)));
}
