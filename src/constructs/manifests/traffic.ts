import type { Labels } from '../../kubernetes/objects/object.js';
import type { Named, OneOf, Raw, Refused } from './manifest.js';
import type { RouterKind } from './steps.js';
import type {
  GrpcRouteRule,
  HttpRouteRule,
  IngressTls,
  IstioRoute,
  IstioTrafficPolicy,
  TcpRouteRule,
} from './upstream-types.js';

/** How requests from outside the mesh come in: a Gateway to make. */
export interface GatewayProps {
  /** @default - the name of the VirtualService */
  readonly name?: string;

  /**
   * Labels of the pods that serve it.
   * @default { istio: 'ingressgateway' }
   */
  readonly selector?: Labels;

  /**
   * The secret with the certificate, in the namespace of these pods; then it listens on port 443, and requests to
   * port 80 are sent there.
   * @default - plain HTTP on port 80
   */
  readonly credentialName?: string;

  /**
   * The hosts that it takes: `spec.servers[].hosts`, such as `*.example.com` for VirtualServices beside this one.
   * @default - those of the VirtualService
   */
  readonly hosts?: readonly string[];
}

/** Exactly one way of comparing. */
type Comparison = OneOf<{ exact: string; prefix: string; regex: string }>;

/** Which requests a route of Istio takes, in the form of the VirtualService's own field: all that is said has to hold. */
export interface IstioMatch {
  /** The path. @default - any */
  readonly uri?: OneOf<{ exact: string; prefix: string; regex: string }>;
  /** The scheme. @default - any */
  readonly scheme?: Comparison;
  /** The method. @default - any */
  readonly method?: Comparison;
  /** The host. @default - any */
  readonly authority?: Comparison;
  /** Headers by their names, in lower case; `{}` for any value. @default - any */
  readonly headers?: Readonly<Record<string, Comparison | Readonly<Record<never, never>>>>;
  /** Headers that a request must not have. @default - none */
  readonly withoutHeaders?: Readonly<Record<string, Comparison | Readonly<Record<never, never>>>>;
  /** Parameters of the query by their names. @default - any */
  readonly queryParams?: Readonly<Record<string, Comparison>>;
  /** The port of the Service. @default - any */
  readonly port?: number;
  /** Labels of the pods that call. @default - any */
  readonly sourceLabels?: Labels;
  /** The namespace of the pods that call. @default - any */
  readonly sourceNamespace?: string;
  /** The Gateways by which they come. @default - those of the VirtualService */
  readonly gateways?: readonly string[];
  /** Whether upper and lower case are the same in `uri`. @default - false */
  readonly ignoreUriCase?: boolean;
  /** A name in logs. @default - none */
  readonly name?: string;
}

/** Routes of the VirtualService beside the one that is split. */
export interface OtherRoutes {
  /** Routes that are tried before it. */
  readonly before?: readonly IstioRoute[];
  /** Routes that are tried after it. */
  readonly after?: readonly IstioRoute[];
}

/** What both ways to split in Istio have in common. */
interface MeshTraffic {
  /**
   * Host names by which callers outside the mesh know it, beside the Service's own name.
   * @default - none: it is called in the mesh alone
   */
  readonly hosts?: readonly string[];

  /**
   * Existing Gateways, as `namespace/name`.
   * @default - none
   */
  readonly gateways?: readonly string[];

  /**
   * A Gateway to make for the hosts.
   * @default - none
   */
  readonly gateway?: GatewayProps;

  /**
   * Whether callers inside the mesh take the split, too; otherwise only what comes by the gateways is split.
   * @default true
   */
  readonly mesh?: boolean;

  /**
   * What the requests to split have in common: one of these.
   * @default - all requests
   */
  readonly match?: readonly IstioMatch[];

  /**
   * More fields of the route that is split, such as `timeout` and `retries`.
   * @default - none
   */
  readonly route?: Omit<IstioRoute, 'match' | 'name' | 'route'>;

  /** @default 'primary' */
  readonly routeName?: string;

  /** @default - none */
  readonly otherRoutes?: OtherRoutes;

  /**
   * The VirtualService's name, or one that is there; then hosts, gateways and routes are its own affair.
   * @default - the name of the Rollout
   */
  readonly virtualService?: Named;

  /**
   * Whether Services are named with their namespace or without, which `kustomize` needs to rename them.
   * @default - in full where the namespace is known
   */
  readonly serviceHosts?: 'full' | 'short';
}

/** One Service, whose pods a DestinationRule divides into two subsets. */
export interface IstioSubsetTraffic extends MeshTraffic {
  /**
   * The only Service.
   * @default - the name of the Rollout
   */
  readonly service?: Named;

  /**
   * The DestinationRule's name, or one that is there.
   * @default - the name of the Rollout
   */
  readonly destinationRule?: Named;

  /** @default 'stable' */
  readonly stableSubset?: string;

  /** @default 'canary' */
  readonly canarySubset?: string;

  /**
   * The trafficPolicy of the DestinationRule.
   * @default - none
   */
  readonly trafficPolicy?: IstioTrafficPolicy;
}

/** Two Services, one for each version. */
interface TwoServices {
  /** @default - the name of the Rollout */
  readonly stableService?: Named;

  /** @default - the name of the Rollout and `-canary` */
  readonly canaryService?: Named;
}

interface RootService {
  /**
   * A third Service with the pods of both versions, by which callers know it.
   * @default - none: callers know the stable Service
   */
  readonly rootService?: Named;
}

/** Two Services, between which a VirtualService splits. */
export interface IstioHostTraffic extends MeshTraffic, TwoServices, RootService {}

/** What Ingresses have in common. */
interface IngressTraffic {
  /**
   * The host of the requests, or several (`spec.rules[].host`).
   * @default - any
   */
  readonly host?: string | readonly string[];

  /**
   * Annotations of the Ingress.
   * @default - none of yours
   */
  readonly annotations?: Labels;

  /**
   * The class: `spec.ingressClassName`. `false` leaves it out, for the default class of the cluster or the annotation
   * `kubernetes.io/ingress.class`.
   * @default - the usual name of the class
   */
  readonly ingressClassName?: string | false;

  /**
   * How paths are compared: `spec.rules[].http.paths[].pathType`.
   * @default - 'ImplementationSpecific' with an AWS load balancer, 'Prefix' with ingress-nginx
   */
  readonly pathType?: 'Exact' | 'Prefix' | 'ImplementationSpecific';

  /**
   * The Ingress's name, or one that is there; then host, path and annotations are its own affair.
   * @default - the name of the Rollout
   */
  readonly ingress?: Named;

  /**
   * `tls` of the Ingress.
   * @default - none
   */
  readonly tls?: readonly IngressTls[];
}

/** What an Ingress of the AWS Load Balancer Controller has, whatever its Services do. */
interface AlbIngressTraffic extends IngressTraffic {
  /**
   * The path of the requests, or several, in the order in which they are tried. Each is for all hosts.
   * @default '/*'
   */
  readonly path?: string | readonly string[];

  /**
   * How long a caller stays with a version, in seconds.
   * @default - each request on its own
   */
  readonly stickySeconds?: number;

  /**
   * Where the annotations of the load balancer begin, if its controller was told another prefix.
   * @default 'alb.ingress.kubernetes.io'
   */
  readonly annotationPrefix?: string;
}

/** An Ingress of the AWS Load Balancer Controller. */
export interface AlbTraffic extends AlbIngressTraffic, TwoServices, RootService {}

/**
 * An Ingress of the AWS Load Balancer Controller, and two Services that take turns: the one that was the canary's becomes the stable
 * one, and no Service changes its pods while it gets requests (`spec.strategy.canary.pingPong`).
 */
export interface AlbPingPongTraffic extends AlbIngressTraffic {
  /** @default - the name of the Rollout and `-ping` */
  readonly pingService?: Named;

  /** @default - the name of the Rollout and `-pong` */
  readonly pongService?: Named;

  /**
   * The Service with the pods of both versions, by which callers and the Ingress know it; the controller requires one.
   * @default - the name of the Rollout
   */
  readonly rootService?: Named;

  /** Not with Services that take turns. */
  readonly stableService?: Refused<'with ping-pong the Services take turns; name them by pingService and pongService'>;
  /** Not with Services that take turns. */
  readonly canaryService?: Refused<'with ping-pong the Services take turns; name them by pingService and pongService'>;
}

/** An Ingress of ingress-nginx, of which the controller makes a second one for the canary. */
export interface NginxTraffic extends IngressTraffic, TwoServices {
  /**
   * What the paths of the requests begin with, or several beginnings. Each is for all hosts.
   * @default '/'
   */
  readonly path?: string | readonly string[];

  /**
   * The header that decides for the canary (`always`) or against it (`never`), or has this value for it.
   * @default - none
   */
  readonly canaryByHeader?: { readonly header: string; readonly value?: string };

  /**
   * Annotations of the canary's Ingress alone.
   * @default - none
   */
  readonly canaryIngressAnnotations?: Labels;

  /**
   * Where the annotations of the class begin, if its controller was told another prefix.
   * @default 'nginx.ingress.kubernetes.io'
   */
  readonly annotationPrefix?: string;
}

/** A split by a plugin of Argo Rollouts, which writes objects of its own kinds. */
export interface PluginTraffic extends TwoServices, RootService {
  /**
   * Plugins by the names under which the controller has them, each with its own settings (`trafficRouting.plugins`), such as
   * `{ 'argoproj-labs/openshift': { routes: ['shop'] } }`. What they name is not made here.
   */
  readonly plugins: Readonly<Record<string, Raw>>;
}

/** A Gateway of the Gateway API that is there. */
export interface ParentGateway {
  /** The name of the Gateway. */
  readonly name: string;
  /** @default - that of the route */
  readonly namespace?: string;
  /**
   * The listener that takes the requests.
   * @default - all that take the route
   */
  readonly sectionName?: string;
}

/** A Gateway of the Gateway API to make, with one listener that takes routes of its own namespace. */
export interface KubernetesGatewayProps {
  /** @default - the name of the route */
  readonly name?: string;

  /** The GatewayClass, such as `istio` or `eg`. */
  readonly className: string;

  /**
   * The Secret with the certificate, in the namespace of the Gateway; then it listens on port 443. Requests alone.
   * @default - plain HTTP on port 80
   */
  readonly certificate?: string;
}

/** What all routes of the Gateway API have in common. */
interface GatewayRouteTraffic extends TwoServices {
  /**
   * Host names of the requests, or of the handshake of TLS.
   * @default - all that come by the Gateway
   */
  readonly hostnames?: readonly string[];

  /**
   * Gateways that are there, as `namespace/name` or `name`, or with a listener of theirs.
   * @default - none
   */
  readonly gateways?: readonly (string | ParentGateway)[];

  /**
   * A Gateway to make.
   * @default - none
   */
  readonly gateway?: KubernetesGatewayProps;

  /**
   * The route's name, or one that is there; then host names, Gateways and rules are its own affair.
   * @default - the name of the Rollout
   */
  readonly route?: Named;
}

/** A route of requests of the Gateway API, which the plugin `argoproj-labs/gatewayAPI` writes. */
export interface GatewayRequestTraffic extends GatewayRouteTraffic {
  /** @default 'HTTPRoute' */
  readonly kind?: 'HTTPRoute' | 'GRPCRoute';

  /**
   * The rules of the route without their backends, each of which is split.
   * @default - one for all requests
   */
  readonly rules?: readonly HttpRouteRule[] | readonly GrpcRouteRule[];
}

/** A route of connections of the Gateway API: it knows no headers. */
export interface GatewayConnectionTraffic extends GatewayRouteTraffic {
  /** The kind of route: of connections, or of TLS connections by their host name. */
  readonly kind: 'TCPRoute' | 'TLSRoute';

  /**
   * The rules of the route without their backends, each of which is split.
   * @default - one for all connections
   */
  readonly rules?: readonly TcpRouteRule[];
}

/** The rules of each kind of route. */
interface RouteRules {
  readonly HTTPRoute: HttpRouteRule;
  readonly GRPCRoute: GrpcRouteRule;
  readonly TCPRoute: TcpRouteRule;
  readonly TLSRoute: TcpRouteRule;
}

/** A route of the Gateway API of one kind. */
export interface GatewayRouteOptions<K extends keyof RouteRules> extends GatewayRouteTraffic {
  /** @default 'HTTPRoute' */
  readonly kind?: K;

  /**
   * The rules of the route without their backends, each of which is split.
   * @default - one for all requests or connections
   */
  readonly rules?: readonly RouteRules[K][];
}

/** No router: the share of the requests is the share of the pods. */
export interface ReplicaTraffic {
  /**
   * The Service with the pods of both versions; false for pods without callers.
   * @default - the name of the Rollout
   */
  readonly service?: Named | false;

  /**
   * One more Service, with the pods of the stable version alone: `spec.strategy.canary.stableService`. So that it always has pods,
   * `maxUnavailable` is 0 then by default.
   * @default - none
   */
  readonly stableService?: Named;

  /**
   * One more Service, with the pods of the canary alone, by which an analysis or a preview reaches it:
   * `spec.strategy.canary.canaryService`.
   * @default - none
   */
  readonly canaryService?: Named;
}

/** Whether there is no Service at all. */
export function isWithoutService(traffic: Traffic<RouterKind> | undefined): boolean {
  return (
    traffic?.router === 'none' &&
    traffic.service === false &&
    traffic.stableService === undefined &&
    traffic.canaryService === undefined
  );
}

interface TrafficOf {
  readonly 'istio-subset': IstioSubsetTraffic;
  readonly 'istio-host': IstioHostTraffic;
  readonly alb: AlbTraffic | (AlbPingPongTraffic & { readonly pingPong: true });
  readonly nginx: NginxTraffic;
  readonly gateway: GatewayRequestTraffic;
  readonly 'gateway-tcp': GatewayConnectionTraffic;
  readonly plugin: PluginTraffic;
  readonly none: ReplicaTraffic;
}

/** How the traffic of a canary is split; what {@link IstioTraffic} and the like return. */
export type Traffic<K extends RouterKind> = K extends RouterKind
  ? {
      /** How the traffic is split. */
      readonly router: K;
    } & TrafficOf[K]
  : never;

/** A split by Istio. */
export const IstioTraffic = {
  /** Between two subsets of one Service. */
  subsets: (options: IstioSubsetTraffic = {}): Traffic<'istio-subset'> => ({
    ...options,
    router: 'istio-subset',
  }),
  /** Between two Services. */
  hosts: (options: IstioHostTraffic = {}): Traffic<'istio-host'> => ({ ...options, router: 'istio-host' }),
} as const;

/** A split by an AWS load balancer. */
export const AlbTraffic = {
  /** Between a stable and a canary Service. */
  ingress: (options: AlbTraffic = {}): Traffic<'alb'> => ({ ...options, router: 'alb' }),
  /** Between two Services that take turns, so that a promotion moves no target of the load balancer. */
  pingPong: (options: AlbPingPongTraffic = {}): Traffic<'alb'> => ({
    ...options,
    router: 'alb',
    pingPong: true,
  }),
} as const;

/** A split by ingress-nginx. */
export const NginxTraffic = {
  ingress: (options: NginxTraffic = {}): Traffic<'nginx'> => ({ ...options, router: 'nginx' }),
} as const;

/** A split by a route of the Gateway API. */
export const GatewayTraffic = {
  /** Of an HTTPRoute, unless another kind is given; connections (TCPRoute, TLSRoute) know no header routes. */
  route: gatewayRoute,
} as const;

/** One signature for all kinds, because the compiler reports where no overload matches at the call and not at what is wrong. */
function gatewayRoute<K extends keyof RouteRules = 'HTTPRoute'>(
  options: GatewayRouteOptions<K>,
): Traffic<K extends 'TCPRoute' | 'TLSRoute' ? 'gateway-tcp' : 'gateway'> {
  const { kind } = options;
  const router = kind === 'TCPRoute' || kind === 'TLSRoute' ? 'gateway-tcp' : 'gateway';
  return { ...options, router } as Traffic<K extends 'TCPRoute' | 'TLSRoute' ? 'gateway-tcp' : 'gateway'>;
}

/** A split by a plugin that this package does not know. */
export const PluginTraffic = {
  /** Between a stable and a canary Service. That of the Gateway API is `GatewayTraffic.route`. */
  services: (options: PluginTraffic): Traffic<'plugin'> => ({ ...options, router: 'plugin' }),
} as const;

/** A split by the number of pods. */
export const NoTraffic = {
  replicas: (options: ReplicaTraffic = {}): Traffic<'none'> => ({ ...options, router: 'none' }),
} as const;
