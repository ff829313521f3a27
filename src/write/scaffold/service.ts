import type { HeaderRouterKind, RouterKind } from '../../constructs/manifests/steps.js';

/** A header that sends a request to the canary. */
export interface HeaderChoice {
  readonly name: string;
  readonly value: string;
}

/** Where Argo CD takes the manifests from. */
export interface ArgoCdChoice {
  readonly repository: string;
  /** The folder of what is written within the repository. */
  readonly path: string;
}

/** How an update is done. */
export const strategies = ['canary', 'blue-green'] as const;
type StrategyKind = (typeof strategies)[number];

/** What measures a new version. */
export const analysisProviders = ['prometheus', 'web', 'job'] as const;
type AnalysisProvider = (typeof analysisProviders)[number];

/** An analysis that stops a bad update. */
interface AnalysisChoice {
  readonly provider: AnalysisProvider;
  /** Of Prometheus, or what is asked on the web. */
  readonly url?: string;
}

/** Bounds of an autoscaler. */
export interface ScalingChoice {
  readonly min: number;
  readonly max: number;
}

/** Who is told of updates, and by which service of the notifications of Argo Rollouts. */
export interface NotificationChoice {
  readonly service: string;
  readonly recipient: string;
}

/** Who reaches a load balancer. */
export const schemes = ['internal', 'internet-facing'] as const;

/** A service to write, as somebody described it in a few words. */
export interface NewService {
  readonly name: string;
  readonly router: RouterKind;
  /** @default 'canary' */
  readonly strategy?: StrategyKind;
  readonly image: string;
  /** Where the container listens. */
  readonly port: number;
  readonly namespace: string;
  /** How many pods; none where an autoscaler decides. */
  readonly replicas?: number;
  readonly scaling?: ScalingChoice;
  /** What answers 200 while a pod can serve; otherwise it is enough that it accepts connections. */
  readonly healthPath?: string;
  /** Host names by which callers outside the cluster know it. */
  readonly hosts: readonly string[];
  /** The Secret with the certificate for them. */
  readonly tls?: string;
  /** Of a load balancer of AWS. @default 'internal' */
  readonly scheme?: (typeof schemes)[number];
  /** A Gateway of the router that is there; with hosts and without one, a Gateway of Istio is made. */
  readonly gateway?: string;
  readonly header?: HeaderChoice;
  readonly analysis?: AnalysisChoice;
  readonly notification?: NotificationChoice;
  /** Whether a NetworkPolicy closes all ports but that of the container. @default true */
  readonly hasNetworkPolicy?: boolean;
  readonly argocd?: ArgoCdChoice;
}

/** So many pods that each weight of the steps is a whole number of them, which matters where no router splits. */
export const defaultReplicas = 4;

/** Which routers a flag of the command means something to. */
export const usedBy = {
  host: ['istio-subset', 'istio-host', 'alb', 'nginx', 'gateway'],
  gateway: ['istio-subset', 'istio-host', 'gateway'],
  header: ['istio-subset', 'istio-host', 'alb', 'nginx', 'gateway'],
  tls: ['istio-subset', 'istio-host', 'nginx'],
  scheme: ['alb'],
} as const satisfies Readonly<Record<string, readonly RouterKind[]>>;

/** Routers whose steps can add routes of their own to what is split. */
export function hasManagedRoutes(router: RouterKind): router is HeaderRouterKind {
  return router !== 'nginx' && router !== 'gateway-tcp' && router !== 'none';
}

export function isBlueGreen({ strategy }: NewService): boolean {
  return strategy === 'blue-green';
}

/** Whether one Service leads to the new version alone, so that something can call it. */
export function hasServiceOfNew(service: NewService): boolean {
  return isBlueGreen(service) || (service.router !== 'none' && service.router !== 'istio-subset');
}

/** What makes a copy of a service another one. */
export interface Variant {
  /** Comes before the names of all its objects. */
  readonly prefix?: string;
  readonly namespace?: string | undefined;
  readonly hosts?: readonly string[];
  /** Whether Services are named with their namespace. */
  readonly serviceHosts?: 'full' | 'short';
}
