import { gatewayGroup, type RouteKind } from '../../kubernetes/kinds/gateway-defaults.js';
import { routeKeys } from '../../rollouts/routers/gateway-api/config.js';
import { gatewayPlugin } from '../../rollouts/routers/gateway-api/plugin.js';
import { checkName } from './check-values.js';
import {
  defined,
  isMade,
  type ManifestContext,
  manifest,
  type Manifest,
  namedManifest,
  nameOrDefault,
  type Raw,
  refuse,
} from './manifest.js';
import type { HttpRouteProps } from './plain-route-props.js';
import type { ServicePort } from './services.js';
import type { ParentGateway, Traffic } from './traffic.js';

/** The objects of the Gateway API, and what the Rollout says of them. */
export interface GatewayObjects {
  readonly route: Manifest | undefined;
  readonly gateway: Manifest | undefined;
  /** `trafficRouting`, but for what steps ask of it. */
  readonly routing: Raw;
}

interface RouteFacts {
  readonly stable: string;
  readonly canary: string;
  readonly ports: readonly ServicePort[];
  /** Whether steps add routes. */
  readonly hasManagedRoutes: boolean;
}

type GatewayTraffic = Traffic<'gateway' | 'gateway-tcp'>;

/** Those of TCP and TLS never became a v1, and the plugin reads no other version. */
const versions: Readonly<Record<RouteKind, string>> = {
  HTTPRoute: 'v1',
  GRPCRoute: 'v1',
  TCPRoute: 'v1alpha2',
  TLSRoute: 'v1alpha2',
};

/**
 * A route between two Services. What the API server would fill in is written, so that Git and the cluster are the same.
 * https://github.com/argoproj-labs/rollouts-plugin-trafficrouter-gatewayapi/tree/v0.15.0/docs
 */
export function gatewayObjects(
  name: string,
  traffic: GatewayTraffic,
  context: ManifestContext,
  { stable, canary, ports: [port], hasManagedRoutes }: RouteFacts,
): GatewayObjects {
  const { kind = 'HTTPRoute', route } = traffic;
  const routeName = nameOrDefault(route, name);
  const key = routeKeys.find((one) => one.kind === kind);
  if (!key) refuse(`"${kind}" is not a kind of route that the plugin for the Gateway API writes.`);
  const entry = { name: routeName, ...(hasManagedRoutes && { useHeaderRoutes: true }) };
  const routing = { plugins: { [gatewayPlugin]: { [key.list]: [entry] } } };
  if (!isMade(route)) {
    for (const given of ['hostnames', 'gateways', 'gateway', 'rules'] as const)
      if (traffic[given] !== undefined)
        refuse(`"${given}" is for a ${kind} to make, but "${routeName}" exists; write it there.`);
    return { route: undefined, gateway: undefined, routing };
  }
  const backendRefs = [
    { group: '', kind: 'Service', name: stable, port: port?.port, weight: 100 },
    { group: '', kind: 'Service', name: canary, port: port?.port, weight: 0 },
  ];
  const { hostnames, rules = [{}] } = traffic;
  if (kind === 'TLSRoute' && (hostnames ?? []).length === 0)
    refuse('A TLSRoute is found by the host name of the handshake; give "hostnames".');
  if (kind === 'TCPRoute' && hostnames !== undefined)
    refuse('A TCPRoute cannot tell connections by a host name; remove "hostnames", or make it a TLSRoute.');
  return {
    route: manifest(context, [`${gatewayGroup}/${versions[kind]}`, kind], routeName, {
      spec: defined({
        parentRefs: parentRefs(routeName, traffic),
        hostnames,
        rules: rules.map((rule) => ({ ...matchesOf(kind, rule), ...rule, backendRefs })),
      }),
    }),
    gateway: gatewayOf(routeName, traffic, context, port?.port),
    routing,
  };
}

/** An HTTPRoute that nothing splits, and the Gateway before it that is made for it. */
export function plainRouteObjects(
  name: string,
  { labels, annotations, hostnames, rules = [{}], ...from }: HttpRouteProps,
  context: ManifestContext,
  backend: Raw,
): readonly Manifest[] {
  const kind = 'HTTPRoute';
  const route = namedManifest(
    name,
    context,
    [`${gatewayGroup}/${versions[kind]}`, kind],
    { ...(labels && { labels }), ...(annotations && { annotations }) },
    {
      spec: defined({
        parentRefs: parentRefs(name, from),
        hostnames,
        rules: rules.map((rule) => ({ ...matchesOf(kind, rule), ...rule, backendRefs: [backend] })),
      }),
    },
  );
  const gateway = gatewayOf(name, from, context, undefined);
  return [...(gateway ? [gateway] : []), route];
}

/** An HTTPRoute matches all paths where nothing is said; a route of connections has no matches. */
function matchesOf(kind: RouteKind, rule: Raw): Raw {
  return kind === 'HTTPRoute' && !('matches' in rule)
    ? { matches: [{ path: { type: 'PathPrefix', value: '/' } }] }
    : {};
}

function parentRefs(
  name: string,
  { gateways = [], gateway }: Pick<GatewayTraffic, 'gateways' | 'gateway'>,
): readonly Raw[] {
  if (gateways.length === 0 && gateway === undefined)
    refuse('A route takes requests from a Gateway; give "gateways", or "gateway" for one to make.');
  const made = gateway && { name: gateway.name ?? name };
  return [...gateways.map(parentOf), ...(made ? [made] : [])].map(({ name: parent, ...others }) =>
    defined({ group: gatewayGroup, kind: 'Gateway', name: parent, ...others }),
  );
}

/** `namespace/name`, `name`, or what a parentRef says. */
function parentOf(given: string | ParentGateway): ParentGateway {
  if (typeof given !== 'string') return given;
  const [name = '', namespace, ...more] = given.split('/').reverse();
  if (more.length > 0) refuse(`Gateway "${given}" is written as "namespace/name" or "name".`);
  return { name, ...(namespace !== undefined && { namespace }) };
}

function gatewayOf(
  routeName: string,
  { kind = 'HTTPRoute', gateway }: Pick<GatewayTraffic, 'gateway'> & { readonly kind?: RouteKind },
  context: ManifestContext,
  port: number | undefined,
): Manifest | undefined {
  if (!gateway) return undefined;
  const name = gateway.name ?? routeName;
  checkName(name, 'A Gateway');
  return manifest(context, [`${gatewayGroup}/v1`, 'Gateway'], name, {
    spec: {
      gatewayClassName: gateway.className,
      listeners: [
        { ...listenerOf(kind, gateway.certificate, port), allowedRoutes: { namespaces: { from: 'Same' } } },
      ],
    },
  });
}

function listenerOf(kind: RouteKind, certificate: string | undefined, port: number | undefined): Raw {
  switch (kind) {
    case 'TCPRoute':
      return { name: 'tcp', protocol: 'TCP', port };
    case 'TLSRoute':
      return { name: 'tls', protocol: 'TLS', port: 443, tls: { mode: 'Passthrough' } };
    default: {
      const certificateRefs = [{ group: '', kind: 'Secret', name: certificate }];
      return certificate === undefined
        ? { name: 'http', protocol: 'HTTP', port: 80 }
        : { name: 'https', protocol: 'HTTPS', port: 443, tls: { mode: 'Terminate', certificateRefs } };
    }
  }
}
