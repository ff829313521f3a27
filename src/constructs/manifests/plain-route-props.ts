import type { Labels } from '../../kubernetes/objects/object.js';
import type { Existing, ObjectMetadata } from './manifest.js';
import type { ServiceRole } from './services.js';
import type {
  GatewayProps,
  IstioMatch,
  KubernetesGatewayProps,
  OtherRoutes,
  ParentGateway,
} from './traffic.js';
import type { HttpRouteRule, IstioRoute, IstioTrafficPolicy } from './upstream-types.js';

/** What leads requests to one Service of a Rollout. */
interface LeadsToService extends ObjectMetadata {
  /**
   * The name: `metadata.name`.
   * @default - the name of the Service
   */
  readonly name?: string;
  /**
   * The Service: by what it is for, or with its name, such as `{ name: 'shop-metrics' }`.
   * @default - that of all pods or of the stable or active version, by which callers know the Rollout
   */
  readonly to?: ServiceRole | Existing;
}

interface LeadsToPort extends LeadsToService {
  /**
   * The port of the Service: by its name, or the number of one that is not made here.
   * @default - the first port
   */
  readonly port?: string | number;
}

/** A VirtualService of Istio that no traffic router splits: all its requests reach one Service. */
export interface VirtualServiceProps extends LeadsToPort {
  /**
   * Host names by which callers know it (`spec.hosts`), beside the Service's own name in the mesh.
   * @default - none: it is called in the mesh alone
   */
  readonly hosts?: readonly string[];
  /**
   * Existing Gateways, as `namespace/name` (`spec.gateways`).
   * @default - none
   */
  readonly gateways?: readonly string[];
  /**
   * A Gateway to make for the hosts.
   * @default - none
   */
  readonly gateway?: GatewayProps;
  /**
   * Whether it is for callers inside the mesh, too.
   * @default - without a Gateway
   */
  readonly mesh?: boolean;
  /**
   * What the requests have in common: one of these (`spec.http[].match`).
   * @default - all requests
   */
  readonly match?: readonly IstioMatch[];
  /**
   * More fields of the route, such as `timeout` and `retries`.
   * @default - none
   */
  readonly route?: Omit<IstioRoute, 'match' | 'name' | 'route'>;
  /** Routes that are tried before it, such as those to other Services, or after it. @default - none */
  readonly otherRoutes?: OtherRoutes;
  /**
   * Whether the Service is named with its namespace or without, which `kustomize` needs to rename it.
   * @default - in full where the namespace is known
   */
  readonly serviceHosts?: 'full' | 'short';
}

/** Pods of a Service that have a name in Istio, in the form of the DestinationRule's own field. */
export interface IstioSubset {
  /** The name, by which a route leads to them. */
  readonly name: string;
  /** Labels of the pods beside those that the Service selects. @default - all pods of the Service */
  readonly labels?: Labels;
  /** How requests reach them. @default - as the DestinationRule says */
  readonly trafficPolicy?: IstioTrafficPolicy;
}

/** A DestinationRule of Istio for requests to one Service, by which no traffic router splits. */
export interface DestinationRuleProps extends LeadsToService {
  /**
   * How requests reach the pods: `spec.trafficPolicy`.
   * @default - none
   */
  readonly trafficPolicy?: IstioTrafficPolicy;
  /**
   * Parts of the pods, each with a name and by labels: `spec.subsets`.
   * @default - none
   */
  readonly subsets?: readonly IstioSubset[];
  /**
   * Whether the Service is named with its namespace or without, which `kustomize` needs to rename it.
   * @default - in full where the namespace is known
   */
  readonly serviceHosts?: 'full' | 'short';
}

/** An HTTPRoute of the Gateway API that no traffic router splits: all its requests reach one Service. */
export interface HttpRouteProps extends LeadsToPort {
  /**
   * Host names of the requests: `spec.hostnames`.
   * @default - all that come by the Gateway
   */
  readonly hostnames?: readonly string[];
  /**
   * Gateways that are there, as `namespace/name` or `name`, or with a listener of theirs (`spec.parentRefs`).
   * @default - none
   */
  readonly gateways?: readonly (string | ParentGateway)[];
  /**
   * A Gateway to make.
   * @default - none
   */
  readonly gateway?: KubernetesGatewayProps;
  /**
   * The rules without their backends: `spec.rules`.
   * @default - one for all requests
   */
  readonly rules?: readonly HttpRouteRule[];
}

/** Ways of requests that no traffic router splits. */
export interface PlainRouteProps {
  /**
   * VirtualServices of Istio that no traffic router splits, such as the way in to a blue-green Rollout, or to a preview.
   * @default - none
   * @example
   * virtualServices: [{ hosts: ['shop.example.com'], gateways: ['istio-system/public'] }]
   */
  readonly virtualServices?: readonly VirtualServiceProps[];
  /**
   * DestinationRules of Istio beside the one by whose subsets a traffic router splits.
   * @default - none
   * @example
   * destinationRules: [{ trafficPolicy: { tls: { mode: 'ISTIO_MUTUAL' } } }]
   */
  readonly destinationRules?: readonly DestinationRuleProps[];
  /**
   * HTTPRoutes of the Gateway API that no traffic router splits.
   * @default - none
   * @example
   * httpRoutes: [{ hostnames: ['shop.example.com'], gateways: ['infra/public'] }]
   */
  readonly httpRoutes?: readonly HttpRouteProps[];
}
