import type { Labels } from '../../kubernetes/objects/object.js';
import type { NetworkPolicyProps } from './access.js';
import type { ServiceAccountProps } from './accounts.js';
import type { BackgroundAnalysis } from './analysis.js';
import type { ConfigProps } from './config-maps.js';
import type { Overrides, Refused } from './manifest.js';
import type { IngressProps } from './plain-ingresses.js';
import type { PlainRouteProps } from './plain-route-props.js';
import type { MonitorProps, ServiceMonitorProps } from './monitors.js';
import type { Pods } from './pods.js';
import type { AutoscalerProps, DisruptionBudgetProps, KedaProps } from './scaling.js';
import type { CanaryServices, OtherService, ServiceOptions, ServicePort } from './services.js';
import type { CanaryStep, RouterKind } from './steps.js';
import type { Traffic } from './traffic.js';
import type { AntiAffinity, RolloutFields } from './upstream-types.js';

/** What the pods of one version get on top of the template while they are of that version. */
export interface PodMetadata {
  /** @default - none */
  readonly labels?: Labels;
  /** @default - none */
  readonly annotations?: Labels;
}

/** Metadata of the Rollout itself; its labels and annotations are not those of the pods. */
export interface RolloutMetadata {
  /**
   * All other names are derived from it.
   * @default - the id of the construct
   */
  readonly name?: string;
  /** @default - none */
  readonly labels?: Labels;
  /** @default - none */
  readonly annotations?: Labels;
}

/** What every Rollout has, whatever its strategy. */
export interface AnyRolloutProps<P = Pods> extends PlainRouteProps {
  /** @default - named by the id */
  readonly metadata?: RolloutMetadata;

  /** The pods: their main settings, a whole pod template, a Deployment to take the template from, or a reference to one. */
  readonly pod: P;

  /**
   * The labels by which Services, subsets and the Rollout find the pods.
   * @default - `app: <name>`, or the labels of the template
   */
  readonly selector?: Labels;

  /**
   * The ports of all Services.
   * @default - port 80, leading to the first port of the pods and named like it
   */
  readonly ports?: readonly ServicePort[];

  /**
   * What all Services have beside their ports, such as a type or annotations of a cloud.
   * @default - nothing: they are of type ClusterIP
   */
  readonly services?: ServiceOptions;

  /**
   * More Services of the pods of all versions, such as one for the port of their metrics.
   * @default - none
   */
  readonly otherServices?: readonly OtherService[];

  /**
   * Ingresses that no traffic router splits, such as the way in where there is no router, or to a preview.
   * @default - none
   * @example
   * ingresses: [{ host: 'shop.example.com' }]
   */
  readonly ingresses?: readonly IngressProps[];

  /**
   * A number of pods, or the bounds of an autoscaler that decides on it.
   * @default - 1, or what the Deployment has; none if an autoscaler is attached
   * @example
   * replicas: { minReplicas: 2, maxReplicas: 8, cpu: 70 }
   */
  readonly replicas?: number | AutoscalerProps;

  /**
   * Configurations whose change is an update.
   * @default - none
   */
  readonly config?: readonly ConfigProps[];

  /**
   * What scales the Rollout in place of `replicas`: KEDA, by a ScaledObject to make, or `'another'`, such as an autoscaler that is
   * not part of this construct. The Rollout then has no `spec.replicas`.
   * @default - nothing beside `replicas`
   * @example
   * scaledBy: { maxReplicas: 8, triggers: [{ type: 'cpu', metricType: 'Utilization', metadata: { value: '70' } }] }
   */
  readonly scaledBy?: KedaProps | 'another';

  /** An autoscaler takes the place of a number of replicas. */
  readonly autoscaler?: Refused<'"replicas" takes the bounds of an autoscaler: replicas: { minReplicas, maxReplicas }'>;

  /** @default - none */
  readonly disruptionBudget?: DisruptionBudgetProps;

  /**
   * A ServiceAccount of its own for the pods, without rights and without a token in the pods; `true` for one with the name of the
   * Rollout.
   * @default - that of `pod.spec.serviceAccountName`, or the default account of the namespace
   */
  readonly serviceAccount?: true | ServiceAccountProps;

  /**
   * Who may call the pods, and whom they may call. With `true` callers reach the ports of the Services and no others.
   * @default - none: what selects the pods otherwise decides
   * @example
   * networkPolicy: { from: [{ podSelector: { matchLabels: { app: 'web' } } }] }
   */
  readonly networkPolicy?: true | NetworkPolicyProps;

  /**
   * A PodMonitor, by which Prometheus reads each pod once; `true` for `/metrics` at the first port.
   * @default - none
   */
  readonly podMonitor?: true | MonitorProps;

  /**
   * A ServiceMonitor, by which Prometheus reads each pod through each Service that selects it; `true` for `/metrics` at the first port.
   * @default - none
   */
  readonly serviceMonitor?: true | ServiceMonitorProps;

  /**
   * Rollbacks to one of so many revisions skip the steps.
   * @default - none
   */
  readonly rollback?: { readonly window: number };

  /** @default - 10 */
  readonly revisionHistoryLimit?: number;

  /** @default - 0 */
  readonly minReadySeconds?: number;

  /** @default - 600 */
  readonly progressDeadlineSeconds?: number;

  /** @default - false: what misses the deadline waits */
  readonly progressDeadlineAbort?: boolean;

  /**
   * Fields of the Rollout's spec over what is derived: maps are merged, lists replaced, null takes a field away. They have the types
   * of the Argo Rollouts that is known; a field of a later one needs a cast, and the settings of a traffic plugin are its own.
   * @default - none
   */
  readonly overrides?: Overrides<RolloutFields>;
}

type NeedsRouter = Refused<'without a traffic router the pods are the traffic, so this has no effect'>;

/** What a canary does besides its steps, in the form of the Rollout's own fields. */
export interface CanaryTuning<K extends RouterKind = RouterKind> {
  /** An analysis beside the steps, from the first weight on. */
  readonly analysis?: BackgroundAnalysis;
  /**
   * The number of pods beyond `replicas` during an update, or their share.
   * @default - 25%
   */
  readonly maxSurge?: number | `${number}%`;
  /**
   * The number of pods that may be missing during an update, or their share.
   * @default - 25%
   */
  readonly maxUnavailable?: number | `${number}%`;
  /**
   * Labels and annotations of the pods while they are canary.
   * @default - none
   */
  readonly canaryMetadata?: PodMetadata;
  /**
   * Labels and annotations of the pods while they are stable.
   * @default - none
   */
  readonly stableMetadata?: PodMetadata;
  /**
   * Keeps pods of the two versions on different nodes: `requiredDuringSchedulingIgnoredDuringExecution: {}`, or preferred.
   * @default - none
   */
  readonly antiAffinity?: AntiAffinity;
  /**
   * How many pods of a scale must be available for the next step.
   * @default - all
   */
  readonly replicaProgressThreshold?: { readonly type: 'Percentage' | 'Pods'; readonly value: number };
  /** How long the old pods stay after a promotion; with a router alone. */
  readonly scaleDownDelaySeconds?: K extends 'none' ? NeedsRouter : number;
  /**
   * How many old versions keep their pods during the delay.
   * @default - all
   */
  readonly scaleDownDelayRevisionLimit?: K extends 'none' ? NeedsRouter : number;
  /**
   * Seconds that the pods of the canary stay after an abort; 0 keeps them.
   * @default - 30
   */
  readonly abortScaleDownDelaySeconds?: K extends 'none' ? NeedsRouter : number;
  /** Whether the stable version gives up pods as the canary gets traffic; with a router alone. */
  readonly dynamicStableScale?: K extends 'none' ? NeedsRouter : boolean;
  /**
   * The least number of pods of each version that gets traffic.
   * @default - 1
   */
  readonly minPodsPerReplicaSet?: K extends 'none' ? NeedsRouter : number;
  /** The weight that is all of the traffic; with a router alone. @default 100 */
  readonly maxTrafficWeight?: K extends 'nginx' | 'istio-subset' | 'istio-host' | 'alb' | 'plugin'
    ? number
    : Refused<'this router divides 100 percent, so there is no maxTrafficWeight'>;
}

/** A canary and all that belongs to it. */
export interface CanaryProps<K extends RouterKind = RouterKind, P = Pods> extends AnyRolloutProps<P> {
  /** How requests are divided: `IstioTraffic`, `AlbTraffic`, `NginxTraffic`, `GatewayTraffic`, `PluginTraffic` or `NoTraffic`. */
  readonly traffic: Traffic<K>;

  /**
   * What all Services have beside their ports, and what one has alone.
   * @default - nothing: they are of type ClusterIP
   * @example
   * services: { type: 'NodePort', canary: { type: 'ClusterIP', labels: { role: 'canary' } } }
   */
  readonly services?: CanaryServices;

  /**
   * The steps of an update, in the form of the Rollout's own field.
   * @default - none
   */
  readonly steps?: readonly CanaryStep<NoInfer<K>>[];

  /**
   * The header and mirror routes that the controller manages, in the order in which they are tried.
   * @default - those of the steps: header routes first, then mirror routes, each in the order of their first use
   */
  readonly managedRoutes?: readonly string[];

  /** @default - as the controller does by itself */
  readonly canary?: CanaryTuning<NoInfer<K>>;
}
