import type { HeaderRouterKind, RouterKind } from '../../constructs/manifests/steps.js';

/** A header that sends a request to the canary. */
export interface HeaderChoice {
  readonly name: string;
  readonly value: string;
}

/** Where Argo CD reads the manifests from. */
export interface ArgoCdChoice {
  readonly repository: string;
  /** The folder of the service in the repository. */
  readonly path: string;
}

/** The update strategies. */
export const strategies = ['canary', 'blue-green'] as const;
type StrategyKind = (typeof strategies)[number];

/** The providers that measure a new version. */
export const analysisProviders = ['prometheus', 'web', 'job'] as const;
type AnalysisProvider = (typeof analysisProviders)[number];

/** An analysis that aborts a bad update. */
interface AnalysisChoice {
  readonly provider: AnalysisProvider;
  /** The URL of Prometheus, or the one that the web metric requests. */
  readonly url?: string;
}

/** The bounds of an autoscaler. */
export interface ScalingChoice {
  readonly min: number;
  readonly max: number;
}

/** The recipient of notifications on updates, and the notification service of Argo Rollouts. */
export interface NotificationChoice {
  readonly service: string;
  readonly recipient: string;
}

/** What a service can have besides what every service needs. */
export const extras = ['keda', 'servicemonitor', 'podmonitor', 'secret'] as const;
export type Extra = (typeof extras)[number];

/** The schemes of an AWS load balancer. */
export const schemes = ['internal', 'internet-facing'] as const;

/** A router that `new` can write a service for: what other plugins need is not known. */
export type NewRouterKind = Exclude<RouterKind, 'plugin'>;

/** The description of a service to write. */
export interface NewService {
  readonly name: string;
  readonly router: NewRouterKind;
  /** @default 'canary' */
  readonly strategy?: StrategyKind;
  readonly image: string;
  /** The port of the container. */
  readonly port: number;
  readonly namespace: string;
  /** The number of pods; undefined if an autoscaler sets it. */
  readonly replicas?: number;
  readonly scaling?: ScalingChoice;
  /** A path that responds with 200 while a pod is ready. Without it probes check that the port accepts connections. */
  readonly healthPath?: string;
  /** Host names that callers outside the cluster use. */
  readonly hosts: readonly string[];
  /** The Secret with the certificate for these hosts. */
  readonly tls?: string;
  /** The scheme of an AWS load balancer. @default 'internal' */
  readonly scheme?: (typeof schemes)[number];
  /** An existing Gateway. With Istio and hosts, but without this, a Gateway is created. */
  readonly gateway?: string;
  readonly header?: HeaderChoice;
  readonly analysis?: AnalysisChoice;
  readonly notification?: NotificationChoice;
  /** Whether a NetworkPolicy closes all ports except that of the container. @default true */
  readonly hasNetworkPolicy?: boolean;
  readonly argocd?: ArgoCdChoice;
  readonly extras?: readonly Extra[];
  /** The names of its environments, the last of which is production. @default - that of the style */
  readonly environments?: readonly string[];
}

/** With this number of pods each weight of the steps is a whole number of pods, which matters without a router. */
export const defaultReplicas = 4;

/** The routers that use a flag of the command. */
export const usedBy = {
  host: ['istio-subset', 'istio-host', 'alb', 'nginx', 'gateway'],
  gateway: ['istio-subset', 'istio-host', 'gateway'],
  header: ['istio-subset', 'istio-host', 'alb', 'nginx', 'gateway'],
  tls: ['istio-subset', 'istio-host', 'nginx'],
  scheme: ['alb'],
} as const satisfies Readonly<Record<string, readonly RouterKind[]>>;

/** Whether steps can add managed routes with this router. */
export function hasManagedRoutes(router: RouterKind): router is HeaderRouterKind {
  return router !== 'nginx' && router !== 'gateway-tcp' && router !== 'none';
}

export function isBlueGreen({ strategy }: NewService): boolean {
  return strategy === 'blue-green';
}

export function hasExtra({ extras: chosen = [] }: NewService, extra: Extra): boolean {
  return chosen.includes(extra);
}

/** Whether an analysis is beside the steps of a canary; a Job runs once, as a step. */
export function isBesideSteps(service: NewService): boolean {
  return service.analysis !== undefined && service.analysis.provider !== 'job' && !isBlueGreen(service);
}

/** Whether a Service selects only the new version, so that an analysis can call it. */
export function hasServiceOfNew(service: NewService): boolean {
  return isBlueGreen(service) || (service.router !== 'none' && service.router !== 'istio-subset');
}

/** What differs in a variant of a service. */
export interface Variant {
  /** The prefix of the names of all its objects. */
  readonly prefix?: string;
  readonly namespace?: string | undefined;
  readonly hosts?: readonly string[];
  /** Whether hosts of Services include the namespace. */
  readonly serviceHosts?: 'full' | 'short';
}
