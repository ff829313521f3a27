import type { AnalysisStep } from './analysis.js';
import { type OneOf, type Raw, refuse, type Refused } from './manifest.js';
import type { ExperimentStep } from './upstream-types.js';

/**
 * How the traffic of a canary is split: by the subsets of one Service or between two Services in an Istio
 * VirtualService, in the Ingress of an AWS load balancer, by ingress-nginx, by a route of the Gateway API for requests or for
 * connections, or by the number of pods alone.
 */
export type RouterKind =
  'istio-subset' | 'istio-host' | 'alb' | 'nginx' | 'gateway' | 'gateway-tcp' | 'plugin' | 'none';

/** Routers that send requests to the canary by their headers, as steps say. */
export type HeaderRouterKind = 'istio-subset' | 'istio-host' | 'alb' | 'gateway' | 'plugin';

/** Routers that send copies of requests to the canary. */
export type MirrorRouterKind = 'istio-subset' | 'istio-host' | 'plugin';

/** Seconds, or a string such as `30s`, `10m`, `1h` or `1h30m`. */
export type Duration = number | `${number}s` | `${number}m` | `${number}h` | `${number}h${number}m`;

/** A pause; without a duration it ends with a manual promotion. */
export interface Pause {
  /**
   * Seconds, or a string such as `10m`.
   * @default - until a manual promotion
   */
  readonly duration?: Duration;
}

/** Exactly one way in which the value of a header or of another part of a request is compared. */
export type StringMatch = OneOf<{ exact: string; prefix: string; regex: string }>;

/** The load balancer of AWS compares headers as a whole; prefix and regex are for Istio and the Gateway API. */
export interface AlbHeaderValue {
  /** The whole value; `*` and `?` stand for any characters. */
  readonly exact: string;
  /** Not with an AWS load balancer. */
  readonly prefix?: Refused<'an AWS load balancer compares values of headers as a whole; use "exact"'>;
  /** Not with an AWS load balancer. */
  readonly regex?: Refused<'an AWS load balancer compares values of headers as a whole; use "exact"'>;
}

/** How a router compares the value of a header. */
export type HeaderValue<K extends RouterKind> = K extends 'alb' ? AlbHeaderValue : StringMatch;

/** A header by its name, and how its value is compared. */
export interface MatchByHeader<Value> {
  /** The name of the header. */
  readonly headerName: string;
  /** How its value is compared. */
  readonly headerValue: Value;
}

/** Requests with these headers go to the canary; without `match` the route is taken away. */
export interface RouteByHeader<Value> {
  /** The name, which is among the managed routes. */
  readonly name: string;
  /**
   * The headers of the requests, all of which have to fit.
   * @default - the route is taken away
   */
  readonly match?: readonly MatchByHeader<Value>[];
}

/** A header, compared as the router can. */
export type HeaderMatch<K extends RouterKind> = MatchByHeader<HeaderValue<K>>;

/** A header route, with what the router can compare. */
export type HeaderRoute<K extends RouterKind> = RouteByHeader<HeaderValue<K>>;

/** Requests of which copies are sent; all that is said has to hold. */
export interface MirrorMatch {
  /**
   * The method, such as `GET`.
   * @default - any
   */
  readonly method?: StringMatch;
  /**
   * The path.
   * @default - any
   */
  readonly path?: StringMatch;
  /**
   * Headers by their names.
   * @default - any
   */
  readonly headers?: Readonly<Record<string, StringMatch>>;
}

/** Copies of a share of these requests go to the canary as well; without `match` the route is taken away. */
export interface MirrorRoute {
  /** The name, which is among the managed routes. */
  readonly name: string;
  /**
   * The requests, one of which has to fit.
   * @default - the route is taken away
   */
  readonly match?: readonly MirrorMatch[];
  /** @default 100 */
  readonly percentage?: number;
}

/** How many pods the canary has: a share of the replicas, a number, or as many as its weight asks for. */
export type CanaryScale =
  | {
      /** A share of the replicas, in percent. */
      readonly weight: number;
      /** A number of pods. */
      readonly replicas?: Refused<'a scale has one measure: weight, replicas or matchTrafficWeight'>;
      /** As many as the weight asks for. */
      readonly matchTrafficWeight?: Refused<'a scale has one measure: weight, replicas or matchTrafficWeight'>;
    }
  | {
      /** A share of the replicas, in percent. */
      readonly weight?: Refused<'a scale has one measure: weight, replicas or matchTrafficWeight'>;
      /** A number of pods. */
      readonly replicas: number;
      /** As many as the weight asks for. */
      readonly matchTrafficWeight?: Refused<'a scale has one measure: weight, replicas or matchTrafficWeight'>;
    }
  | {
      /** A share of the replicas, in percent. */
      readonly weight?: Refused<'a scale has one measure: weight, replicas or matchTrafficWeight'>;
      /** A number of pods. */
      readonly replicas?: Refused<'a scale has one measure: weight, replicas or matchTrafficWeight'>;
      /** As many as the weight asks for. */
      readonly matchTrafficWeight: true;
    };

/** A step of a third-party plugin. */
export interface StepPlugin {
  /** The name of the plugin in the configuration of the controller. */
  readonly name: string;
  /**
   * What it is given, which is the plugin's own, so it may have any fields.
   * @default - nothing
   */
  readonly config?: Raw;
}

interface AnySteps {
  /** The percentage of the requests that goes to the canary, or without a router the share of pods: a whole number. */
  readonly setWeight: number;
  /** Waits for a time, or for a manual promotion. */
  readonly pause: Pause;
  /** Runs an analysis, and goes on when it has succeeded. */
  readonly analysis: AnalysisStep;
  /** Runs an Experiment, in upstream's form. */
  readonly experiment: ExperimentStep;
  /** Runs a step of a third-party plugin. */
  readonly plugin: StepPlugin;
}
interface RouterSteps extends AnySteps {
  /** Sets the number of canary pods without a change of traffic. */
  readonly setCanaryScale: CanaryScale;
}
interface HeaderSteps<K extends RouterKind> extends RouterSteps {
  /** Sends requests with a header to the canary, or takes that route away. */
  readonly setHeaderRoute: HeaderRoute<K>;
}
interface MirrorSteps<K extends RouterKind> extends HeaderSteps<K> {
  /** Sends copies of requests to the canary, or takes that route away. */
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

interface FieldsWithoutRouter extends AnySteps, NoScale, NoHeaders<'none'>, NoMirrors<'none'> {}
interface FieldsWithoutRoutes<K extends 'nginx' | 'gateway-tcp'>
  extends RouterSteps, NoHeaders<K>, NoMirrors<K> {}
interface FieldsWithoutMirrorRoutes<K extends 'alb' | 'gateway'> extends HeaderSteps<K>, NoMirrors<K> {}

/** The name of a header route, where the router has any. */
export type HeaderRouteName<K extends RouterKind> = K extends keyof NoHeaderRoutes
  ? Refused<NoHeaderRoutes[K]>
  : string;

/** The name of a mirror route, where the router has any. */
export type MirrorRouteName<K extends RouterKind> = K extends keyof NoMirrorRoutes
  ? Refused<NoMirrorRoutes[K]>
  : string;

type OneAction = 'a step has one action; write each action as a step of its own';

/**
 * A step with one action. What it must not have is a literal type, by which the compiler finds the action that is meant, but for a
 * pause, whose duration would be blamed then. A header or mirror route may have the pause in which it is tried.
 */
type StepFields<Fields, Action extends keyof Fields> = {
  readonly [Key in Action]: NonNullable<Fields[Key]>;
} & { readonly [Other in Exclude<keyof Fields, Action | 'pause'>]?: OneAction } & (Action extends 'pause'
    ? unknown
    : {
        readonly pause?: Action extends 'setHeaderRoute' | 'setMirrorRoute'
          ? Pause
          : Pause & Refused<OneAction>;
      });

/** The same as one type and not as an intersection: the compiler says in fewer lines what does not fit. */
type StepWith<Fields, Action extends keyof Fields> = {
  readonly [Key in keyof StepFields<Fields, Action>]: StepFields<Fields, Action>[Key];
};

type AnyAction<Fields> = { [Action in keyof Fields]: StepWith<Fields, Action> }[keyof Fields];

/** A step where no router splits the traffic. */
export type StepWithoutRouter = AnyAction<FieldsWithoutRouter>;
/** A step with a router that has neither header nor mirror routes. */
export type StepWithoutRoutes<K extends 'nginx' | 'gateway-tcp'> = AnyAction<FieldsWithoutRoutes<K>>;
/** A step with a router that has no mirror routes. */
export type StepWithoutMirrorRoutes<K extends 'alb' | 'gateway'> = AnyAction<FieldsWithoutMirrorRoutes<K>>;
/** A step with Istio, or with a plugin that may have all routes. */
export type IstioStep<K extends MirrorRouterKind> = AnyAction<MirrorSteps<K>>;

// The compiler names these where a step does not fit.
interface StepOf {
  readonly none: StepWithoutRouter;
  readonly nginx: StepWithoutRoutes<'nginx'>;
  readonly gateway: StepWithoutMirrorRoutes<'gateway'>;
  readonly 'gateway-tcp': StepWithoutRoutes<'gateway-tcp'>;
  readonly alb: StepWithoutMirrorRoutes<'alb'>;
  readonly plugin: IstioStep<'plugin'>;
  readonly 'istio-host': IstioStep<'istio-host'>;
  readonly 'istio-subset': IstioStep<'istio-subset'>;
}

/**
 * A step in the form of the Rollout's own field, with what the router can do: exactly one action, or a header or
 * mirror route together with the pause in which it is to be tried.
 * https://argo-rollouts.readthedocs.io/en/stable/features/canary/
 */
export type CanaryStep<K extends RouterKind> = StepOf[K];

/** The fields of a step of whatever router. */
export interface AnyStep {
  readonly setWeight?: number;
  readonly pause?: Pause;
  readonly analysis?: AnalysisStep;
  readonly experiment?: ExperimentStep;
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

/**
 * The fields that a step does not have. The compiler goes by them to the action that a step has, and says what is wrong with it, where
 * it would otherwise miss another one.
 */
type Only<Action extends keyof AnyStep> = { readonly [Other in Exclude<keyof AnyStep, Action>]?: never };

interface HeaderRouteStep<Value> extends Only<'setHeaderRoute'> {
  /** Sends requests with a header to the canary. */
  readonly setHeaderRoute: RouteByHeader<Value>;
}
interface NoHeaderRouteStep extends Only<'setHeaderRoute'> {
  /** Takes a header route away. */
  readonly setHeaderRoute: { readonly name: string };
}
interface MirrorRouteStep extends Only<'setMirrorRoute'> {
  /** Sends copies of requests to the canary, or takes that route away. */
  readonly setMirrorRoute: MirrorRoute;
}
interface ScaleStep<Scale> extends Only<'setCanaryScale'> {
  /** Sets the number of canary pods without a change of traffic. */
  readonly setCanaryScale: Scale;
}

type WeightStep = { readonly setWeight: number };
type PauseStep = { readonly pause: Pause };

/** Several steps: they are the steps of a Rollout, or stand among others with three dots before them. */
export interface StepsToSpread extends ReadonlyArray<WeightStep | PauseStep> {
  /** The number of steps. */
  readonly length: number;
}

/** Short forms of steps. Each is the step itself, in the form of the Rollout's field. */
export const Steps = {
  /** Sends this percentage of the requests, or without a router this share of pods, to the canary. */
  setWeight: (weight: number): WeightStep => ({ setWeight: weight }),

  /** Waits for a time, or without one for a manual promotion. */
  pause: (duration?: Duration): PauseStep => ({ pause: duration === undefined ? {} : { duration } }),

  /**
   * Weight after weight, each held for a time or until a manual promotion.
   * @throws {UnfitProps} for a weight that is smaller than the one before it
   */
  ramp: (weights: readonly number[], { pause }: { readonly pause?: Duration } = {}): StepsToSpread => {
    const at = weights.findIndex((weight, index) => weight < (weights[index - 1] ?? weight));
    if (at > 0) refuse(`Steps.ramp needs rising weights, and ${weights[at]} comes after ${weights[at - 1]}.`);
    return weights.flatMap((weight) => [Steps.setWeight(weight), Steps.pause(pause)]);
  },

  /** Gives the canary pods without traffic, as a share of the replicas. */
  scale: (weight: number): ScaleStep<{ readonly weight: number }> => ({
    setCanaryScale: { weight },
  }),

  /** From here on the canary has as many pods as its weight asks for. */
  matchTrafficWeight: (): ScaleStep<{ readonly matchTrafficWeight: true }> => ({
    setCanaryScale: { matchTrafficWeight: true },
  }),

  /** Sends requests with a header to the canary. */
  headerRoute: <V extends StringMatch>(
    name: string,
    headerName: string,
    headerValue: V,
  ): HeaderRouteStep<V> => ({ setHeaderRoute: { name, match: [{ headerName, headerValue }] } }),

  /** Takes a header route away. */
  clearHeaderRoute: (name: string): NoHeaderRouteStep => ({
    setHeaderRoute: { name },
  }),

  /** Sends copies of a percentage of the requests to the canary. */
  mirrorRoute: (
    name: string,
    percentage: number,
    match: readonly MirrorMatch[] = [{ path: { prefix: '/' } }],
  ): MirrorRouteStep => ({ setMirrorRoute: { name, percentage, match } }),

  /** Takes a mirror route away. */
  clearMirrorRoute: (name: string): MirrorRouteStep => ({
    setMirrorRoute: { name },
  }),

  /** Runs an analysis and goes on when it has succeeded. */
  analysis: (analysis: AnalysisStep): { readonly analysis: AnalysisStep } => ({ analysis }),
} as const;
