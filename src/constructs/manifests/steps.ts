import type { AnalysisStep } from './analysis.js';
import type { OneOf, Raw, Refused } from './manifest.js';

/**
 * How the traffic of a canary is split: by the subsets of one Service or between two Services in an Istio
 * VirtualService, in the Ingress of an AWS load balancer, by ingress-nginx, by a route of the Gateway API for requests or for
 * connections, or by the number of pods alone.
 */
export type RouterKind = 'istio-subset' | 'istio-host' | 'alb' | 'nginx' | 'gateway' | 'gateway-tcp' | 'none';

/** Routers that send requests to the canary by their headers, as steps say. */
export type HeaderRouterKind = 'istio-subset' | 'istio-host' | 'alb' | 'gateway';

/** Routers that send copies of requests to the canary. */
export type MirrorRouterKind = 'istio-subset' | 'istio-host';

/** Seconds, or a string such as `30s`, `10m`, `1h` or `1h30m`. */
export type Duration = number | `${number}s` | `${number}m` | `${number}h` | `${number}h${number}m`;

/** A pause; without a duration it ends with a manual promotion. */
export interface Pause {
  readonly duration?: Duration;
}

/** Exactly one way in which the value of a header or of another part of a request is compared. */
export type StringMatch = OneOf<{ exact: string; prefix: string; regex: string }>;

/** The load balancer of AWS compares headers as a whole; prefix and regex are for Istio and the Gateway API. */
export interface AlbHeaderValue {
  readonly exact: string;
  /** Not with an AWS load balancer. */
  readonly prefix?: Refused<'an AWS load balancer compares values of headers as a whole; use "exact"'>;
  /** Not with an AWS load balancer. */
  readonly regex?: Refused<'an AWS load balancer compares values of headers as a whole; use "exact"'>;
}

/** How a router compares the value of a header. */
export type HeaderValue<K extends RouterKind> = K extends 'alb' ? AlbHeaderValue : StringMatch;

export interface HeaderMatch<K extends RouterKind> {
  readonly headerName: string;
  readonly headerValue: HeaderValue<K>;
}

/** Requests with these headers go to the canary; without `match` the route is taken away. */
export interface HeaderRoute<K extends RouterKind> {
  readonly name: string;
  readonly match?: readonly HeaderMatch<K>[];
}

/** Requests of which copies are sent; all that is said has to hold. */
export interface MirrorMatch {
  readonly method?: StringMatch;
  readonly path?: StringMatch;
  readonly headers?: Readonly<Record<string, StringMatch>>;
}

/** Copies of a share of these requests go to the canary as well; without `match` the route is taken away. */
export interface MirrorRoute {
  readonly name: string;
  readonly match?: readonly MirrorMatch[];
  /** @default 100 */
  readonly percentage?: number;
}

/** How many pods the canary has: a share of the replicas, a number, or as many as its weight asks for. */
export type CanaryScale =
  | {
      readonly weight: number;
      readonly replicas?: Refused<'a scale has one measure: weight, replicas or matchTrafficWeight'>;
      readonly matchTrafficWeight?: Refused<'a scale has one measure: weight, replicas or matchTrafficWeight'>;
    }
  | {
      readonly weight?: Refused<'a scale has one measure: weight, replicas or matchTrafficWeight'>;
      readonly replicas: number;
      readonly matchTrafficWeight?: Refused<'a scale has one measure: weight, replicas or matchTrafficWeight'>;
    }
  | {
      readonly weight?: Refused<'a scale has one measure: weight, replicas or matchTrafficWeight'>;
      readonly replicas?: Refused<'a scale has one measure: weight, replicas or matchTrafficWeight'>;
      readonly matchTrafficWeight: true;
    };

/** A step of a third-party plugin. */
export interface StepPlugin {
  readonly name: string;
  readonly config?: Raw;
}

interface AnySteps {
  readonly setWeight: number;
  readonly pause: Pause;
  readonly analysis: AnalysisStep;
  readonly experiment: Raw;
  readonly plugin: StepPlugin;
}
interface RouterSteps extends AnySteps {
  readonly setCanaryScale: CanaryScale;
}
interface HeaderSteps<K extends RouterKind> extends RouterSteps {
  readonly setHeaderRoute: HeaderRoute<K>;
}
interface MirrorSteps<K extends RouterKind> extends HeaderSteps<K> {
  readonly setMirrorRoute: MirrorRoute;
}

/** Why a router has no header routes. */
interface NoHeaderRoutes {
  readonly nginx: 'ingress-nginx has no header routes; set canaryByHeader in NginxTraffic.ingress';
  readonly 'gateway-tcp': 'connections have no headers, so TCPRoutes and TLSRoutes have no header routes';
  readonly none: 'without a traffic router there are no header routes';
}

/** Why a router has no mirror routes. */
interface NoMirrorRoutes {
  readonly alb: 'an AWS load balancer has no mirror routes; Istio has';
  readonly nginx: 'ingress-nginx has no mirror routes; Istio has';
  readonly gateway: 'the plugin for the Gateway API has no mirror routes; add a RequestMirror filter to the rules of the route';
  readonly 'gateway-tcp': 'connections are not mirrored, so TCPRoutes and TLSRoutes have no mirror routes';
  readonly none: 'without a traffic router there are no mirror routes';
}

/** The fields of steps that a router cannot do, with the reason. */
interface NoHeaders<K extends keyof NoHeaderRoutes> {
  readonly setHeaderRoute: Refused<NoHeaderRoutes[K]>;
}
interface NoMirrors<K extends keyof NoMirrorRoutes> {
  readonly setMirrorRoute: Refused<NoMirrorRoutes[K]>;
}
interface NoScale {
  readonly setCanaryScale: Refused<'without a traffic router the weight is the share of pods; use setWeight'>;
}

// The compiler names these where a short form does not fit.
interface StepsWithoutRouter extends AnySteps, NoScale, NoHeaders<'none'>, NoMirrors<'none'> {}
interface StepsWithoutRoutes<K extends 'nginx' | 'gateway-tcp'>
  extends RouterSteps, NoHeaders<K>, NoMirrors<K> {}
interface StepsWithoutMirrorRoutes<K extends 'alb' | 'gateway'> extends HeaderSteps<K>, NoMirrors<K> {}

interface StepsOf {
  readonly none: StepsWithoutRouter;
  readonly nginx: StepsWithoutRoutes<'nginx'>;
  readonly gateway: StepsWithoutMirrorRoutes<'gateway'>;
  readonly 'gateway-tcp': StepsWithoutRoutes<'gateway-tcp'>;
  readonly alb: StepsWithoutMirrorRoutes<'alb'>;
  readonly 'istio-host': MirrorSteps<'istio-host'>;
  readonly 'istio-subset': MirrorSteps<'istio-subset'>;
}

/** The name of a header route, where the router has any. */
export type HeaderRouteName<K extends RouterKind> = K extends keyof NoHeaderRoutes
  ? Refused<NoHeaderRoutes[K]>
  : string;

/** The name of a mirror route, where the router has any. */
export type MirrorRouteName<K extends RouterKind> = K extends keyof NoMirrorRoutes
  ? Refused<NoMirrorRoutes[K]>
  : string;

/** The same as `OneOf`: the compiler names it where a step has no action, or two. */
type OneActionOf<Fields> = {
  [Key in keyof Fields]: { readonly [Chosen in Key]-?: NonNullable<Fields[Chosen]> } & {
    readonly [Other in Exclude<keyof Fields, Key>]?: never;
  };
}[keyof Fields];

type Table<K extends RouterKind> = K extends RouterKind ? StepsOf[K] : never;

/** A route that the controller puts back during the pause whenever it is lost. */
type Held<Fields, Route extends string> = Route extends keyof Fields
  ? { readonly [Key in Route]: Fields[Key & keyof Fields] } & { readonly pause: Pause } & {
      readonly [Other in Exclude<keyof Fields, Route | 'pause'>]?: never;
    }
  : never;

/**
 * A step in the form of the Rollout's own field, with what the router can do: exactly one action, or a header or
 * mirror route together with the pause in which it is to be tried.
 * https://argo-rollouts.readthedocs.io/en/stable/features/canary/
 */
export type CanaryStep<K extends RouterKind> = K extends RouterKind
  ? OneActionOf<Table<K>> | Held<Table<K>, 'setHeaderRoute'> | Held<Table<K>, 'setMirrorRoute'>
  : never;

/** The fields of a step of whatever router. */
export interface AnyStep {
  readonly setWeight?: number;
  readonly pause?: Pause;
  readonly analysis?: AnalysisStep;
  readonly experiment?: Raw;
  readonly plugin?: StepPlugin;
  readonly setCanaryScale?: {
    readonly weight?: number;
    readonly replicas?: number;
    readonly matchTrafficWeight?: boolean;
  };
  readonly setHeaderRoute?: HeaderRoute<RouterKind>;
  readonly setMirrorRoute?: MirrorRoute;
}

/** How a ramp pauses. */
export interface RampOptions {
  /**
   * How long each weight is held.
   * @default - until a manual promotion
   */
  readonly pause?: Duration;
}

type WeightStep = { readonly setWeight: number };
type PauseStep = { readonly pause: Pause };

/** Short forms of steps. Each is the step itself, in the form of the Rollout's field. */
export const Steps = {
  /** Sends this percentage of the requests, or without a router this share of pods, to the canary. */
  setWeight: (weight: number): WeightStep => ({ setWeight: weight }),

  /** Waits for a time, or without one for a manual promotion. */
  pause: (duration?: Duration): PauseStep => ({ pause: duration === undefined ? {} : { duration } }),

  /** Weight after weight, each held for a time or until a manual promotion. */
  ramp: (weights: readonly number[], { pause }: RampOptions = {}): readonly (WeightStep | PauseStep)[] =>
    weights.flatMap((weight) => [Steps.setWeight(weight), Steps.pause(pause)]),

  /** Gives the canary pods without traffic, as a share of the replicas. */
  scale: (weight: number): { readonly setCanaryScale: { readonly weight: number } } => ({
    setCanaryScale: { weight },
  }),

  /** From here on the canary has as many pods as its weight asks for. */
  matchTrafficWeight: (): { readonly setCanaryScale: { readonly matchTrafficWeight: true } } => ({
    setCanaryScale: { matchTrafficWeight: true },
  }),

  /** Sends requests with a header to the canary. */
  headerRoute: <V extends StringMatch>(
    name: string,
    headerName: string,
    headerValue: V,
  ): {
    readonly setHeaderRoute: {
      readonly name: string;
      readonly match: readonly { readonly headerName: string; readonly headerValue: V }[];
    };
  } => ({ setHeaderRoute: { name, match: [{ headerName, headerValue }] } }),

  /** Takes a header route away. */
  clearHeaderRoute: (name: string): { readonly setHeaderRoute: { readonly name: string } } => ({
    setHeaderRoute: { name },
  }),

  /** Sends copies of a percentage of the requests to the canary. */
  mirrorRoute: (
    name: string,
    percentage: number,
    match: readonly MirrorMatch[] = [{ path: { prefix: '/' } }],
  ): { readonly setMirrorRoute: MirrorRoute } => ({ setMirrorRoute: { name, percentage, match } }),

  /** Takes a mirror route away. */
  clearMirrorRoute: (name: string): { readonly setMirrorRoute: { readonly name: string } } => ({
    setMirrorRoute: { name },
  }),

  /** Runs an analysis and goes on when it has succeeded. */
  analysis: (analysis: AnalysisStep): { readonly analysis: AnalysisStep } => ({ analysis }),
} as const;
