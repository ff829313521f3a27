import type { KubeObject, Labels } from './object.js';
import { type RolloutStatus } from './rollout-status.js';

/**
 * The fields of a Rollout that the controller's steps and decisions read. The caller has validated it against the schema.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/v1alpha1/types.go
 */
export interface RolloutObject extends KubeObject {
  readonly spec: RolloutSpec;
  readonly status?: RolloutStatus;
}

export interface RolloutSpec {
  readonly replicas?: number;
  readonly selector?: LabelSelector;
  readonly template?: PodTemplate;
  readonly workloadRef?: WorkloadRef;
  readonly strategy?: { readonly canary?: CanaryStrategy; readonly blueGreen?: BlueGreenStrategy };
  readonly paused?: boolean;
  readonly minReadySeconds?: number;
  readonly revisionHistoryLimit?: number;
  readonly progressDeadlineSeconds?: number;
  readonly progressDeadlineAbort?: boolean;
  readonly restartAt?: string;
  /** How many of the AnalysisRuns and Experiments that have ended are kept. */
  readonly analysis?: {
    readonly successfulRunHistoryLimit?: number;
    readonly unsuccessfulRunHistoryLimit?: number;
  };
  readonly rollbackWindow?: { readonly revisions?: number };
}

export interface LabelSelector {
  readonly matchLabels?: Labels;
  readonly matchExpressions?: readonly {
    readonly key: string;
    readonly operator: string;
    readonly values?: readonly string[];
  }[];
}

export interface PodTemplate {
  readonly metadata?: { readonly labels?: Labels; readonly annotations?: Labels };
  readonly spec?: Readonly<Record<string, unknown>>;
}

export interface WorkloadRef {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly name?: string;
  readonly scaleDown?: string;
}

export type IntOrString = number | string;

export interface PodMetadata {
  readonly labels?: Labels;
  readonly annotations?: Labels;
}

export interface CanaryStrategy {
  readonly canaryService?: string;
  readonly stableService?: string;
  readonly steps?: readonly CanaryStep[];
  readonly trafficRouting?: TrafficRouting;
  readonly maxSurge?: IntOrString;
  readonly maxUnavailable?: IntOrString;
  readonly analysis?: RolloutAnalysis & { readonly startingStep?: number };
  readonly antiAffinity?: AntiAffinity;
  readonly canaryMetadata?: PodMetadata;
  readonly stableMetadata?: PodMetadata;
  readonly scaleDownDelaySeconds?: number;
  readonly scaleDownDelayRevisionLimit?: number;
  readonly abortScaleDownDelaySeconds?: number;
  readonly dynamicStableScale?: boolean;
  readonly pingPong?: { readonly pingService: string; readonly pongService: string };
  readonly minPodsPerReplicaSet?: number;
  readonly replicaProgressThreshold?: { readonly type?: string; readonly value?: number };
}

export interface BlueGreenStrategy {
  readonly activeService: string;
  readonly previewService?: string;
  readonly previewReplicaCount?: number;
  readonly autoPromotionEnabled?: boolean;
  readonly autoPromotionSeconds?: number;
  readonly maxUnavailable?: IntOrString;
  readonly scaleDownDelaySeconds?: number;
  readonly scaleDownDelayRevisionLimit?: number;
  readonly abortScaleDownDelaySeconds?: number;
  readonly prePromotionAnalysis?: RolloutAnalysis;
  readonly postPromotionAnalysis?: RolloutAnalysis;
  readonly antiAffinity?: AntiAffinity;
  readonly activeMetadata?: PodMetadata;
  readonly previewMetadata?: PodMetadata;
}

export interface AntiAffinity {
  readonly preferredDuringSchedulingIgnoredDuringExecution?: { readonly weight: number };
  readonly requiredDuringSchedulingIgnoredDuringExecution?: unknown;
}

export interface RolloutAnalysis {
  readonly templates?: readonly AnalysisTemplateRef[];
  readonly args?: readonly AnalysisRunArgument[];
  readonly dryRun?: readonly MetricRule[];
  readonly measurementRetention?: readonly (MetricRule & { readonly limit?: number })[];
  readonly analysisRunMetadata?: PodMetadata;
}

export interface AnalysisTemplateRef {
  readonly templateName?: string;
  readonly clusterScope?: boolean;
}

/** What a Rollout gives to the templates of an analysis. */
export interface AnalysisRunArgument {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: {
    readonly podTemplateHashValue?: string;
    readonly fieldRef?: { readonly fieldPath: string };
  };
}

/** What holds for the metrics whose names an expression finds. */
export interface MetricRule {
  readonly metricName: string;
}

export interface CanaryStep {
  readonly setWeight?: number;
  readonly pause?: { readonly duration?: IntOrString };
  readonly setCanaryScale?: SetCanaryScale;
  readonly setHeaderRoute?: SetHeaderRoute;
  readonly setMirrorRoute?: SetMirrorRoute;
  readonly experiment?: ExperimentStep;
  readonly analysis?: RolloutAnalysis;
  readonly plugin?: { readonly name: string; readonly config?: unknown };
}

export interface SetCanaryScale {
  readonly replicas?: number;
  readonly weight?: number;
  readonly matchTrafficWeight?: boolean;
}

export interface SetHeaderRoute {
  readonly name?: string;
  readonly match?: readonly { readonly headerName?: string; readonly headerValue?: StringMatch }[];
}

export interface SetMirrorRoute {
  readonly name?: string;
  readonly match?: readonly RouteMatch[];
  readonly percentage?: number;
}

export interface RouteMatch {
  readonly method?: StringMatch;
  readonly path?: StringMatch;
  readonly headers?: Readonly<Record<string, StringMatch>>;
}

export interface StringMatch {
  readonly exact?: string;
  readonly prefix?: string;
  readonly regex?: string;
}

export interface ExperimentStep {
  readonly templates?: readonly {
    readonly name: string;
    readonly specRef?: string;
    readonly replicas?: number;
    readonly weight?: number;
    readonly service?: { readonly name?: string };
    readonly metadata?: PodMetadata;
    readonly selector?: LabelSelector;
  }[];
  readonly duration?: string;
  readonly analyses?: readonly (AnalysisTemplateRef & {
    readonly name: string;
    readonly templateName: string;
    readonly args?: readonly AnalysisRunArgument[];
    readonly requiredForCompletion?: boolean;
  })[];
  readonly dryRun?: readonly MetricRule[];
  readonly analysisRunMetadata?: PodMetadata;
  readonly scaleDownDelaySeconds?: number;
}

export interface TrafficRouting {
  readonly istio?: IstioRouting;
  readonly alb?: AlbRouting;
  readonly nginx?: NginxRouting;
  readonly managedRoutes?: readonly { readonly name: string }[];
  readonly maxTrafficWeight?: number;
  readonly smi?: unknown;
  readonly ambassador?: unknown;
  readonly appMesh?: unknown;
  readonly traefik?: unknown;
  readonly apisix?: unknown;
  readonly plugins?: Readonly<Record<string, unknown>>;
}

export interface IstioRouting {
  readonly virtualService?: IstioVirtualServiceEntry;
  readonly virtualServices?: readonly IstioVirtualServiceEntry[];
  readonly destinationRule?: {
    readonly name: string;
    readonly canarySubsetName?: string;
    readonly stableSubsetName?: string;
    readonly additionalSubsetNames?: readonly string[];
  };
}

export interface IstioVirtualServiceEntry {
  readonly name: string;
  readonly routes?: readonly string[];
  readonly tlsRoutes?: readonly { readonly port?: number; readonly sniHosts?: readonly string[] }[];
  readonly tcpRoutes?: readonly { readonly port?: number }[];
}

export interface AlbRouting {
  readonly ingress?: string;
  readonly ingresses?: readonly string[];
  readonly servicePort: number;
  readonly rootService?: string;
  readonly annotationPrefix?: string;
  readonly stickinessConfig?: { readonly enabled?: boolean; readonly durationSeconds?: number };
}

export interface NginxRouting {
  readonly stableIngress?: string;
  readonly stableIngresses?: readonly string[];
  readonly annotationPrefix?: string;
  readonly additionalIngressAnnotations?: Labels;
  readonly canaryIngressAnnotations?: Labels;
}
