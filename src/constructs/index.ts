export type {
  AnalysisArgument,
  AnalysisStep,
  AnalysisTemplateProps,
  AnalysisTemplateRef,
  BackgroundAnalysis,
  Metric,
  MetricProvider,
} from './manifests/analysis.js';
export {
  Analysis,
  type JobOptions,
  type PrometheusOptions,
  type WebOptions,
} from './manifests/analysis-presets.js';
export type {
  LabelSelector,
  NetworkPolicyEgress,
  NetworkPolicyPeer,
  NetworkPolicyPort,
  NetworkPolicyProps,
} from './manifests/access.js';
export type { ServiceAccountProps } from './manifests/accounts.js';
export type { MetricsOptions } from './manifests/analysis-arguments.js';
export type { HeaderRouteOptions, MirrorRouteOptions } from './manifests/add-route.js';
export type {
  ConfigData,
  ConfigEntries,
  ConfigFiles,
  ConfigProps,
  ConfigVariables,
} from './manifests/config-maps.js';
export { contentName } from './manifests/content-name.js';
export type { RuleName } from '../rules/index.js';
export {
  type Existing,
  type ExistingByName,
  type ExistingConstruct,
  fromExisting,
  type Named,
  type ObjectMetadata,
  type OneOf,
  type Overrides,
  type Raw,
  type Refused,
  type Unwritable,
} from './manifests/manifest.js';
export type { IngressProps } from './manifests/plain-ingresses.js';
export type {
  DestinationRuleProps,
  HttpRouteProps,
  IstioSubset,
  PlainRouteProps,
  VirtualServiceProps,
} from './manifests/plain-route-props.js';
export type { MonitorProps, ServiceMonitorProps } from './manifests/monitors.js';
export type { ContainerPort, ContainerSecurity, PodProps } from './manifests/image-pods.js';
export type { PodTemplate, ScaleDown } from './manifests/pods.js';
export type {
  AnyRolloutProps,
  CanaryProps,
  CanaryTuning,
  PodMetadata,
  RolloutMetadata,
} from './manifests/props.js';
export type { BlueGreenProps, BlueGreenTuning } from './manifests/blue-green-props.js';
export type { AutoscalerProps, DisruptionBudgetProps, KedaProps, KedaTrigger } from './manifests/scaling.js';
export type {
  BlueGreenServices,
  CanaryServices,
  OneService,
  OneServicePort,
  OtherService,
  ServiceOptions,
  ServicePort,
} from './manifests/services.js';
export {
  type AlbHeaderValue,
  type CanaryScale,
  type CanaryStep,
  type Duration,
  type HeaderMatch,
  type HeaderRoute,
  type HeaderRouterKind,
  type HeaderValue,
  type IstioStep,
  type MatchByHeader,
  type MirrorMatch,
  type MirrorRoute,
  type MirrorRouterKind,
  type Pause,
  type RampOptions,
  type RouteByHeader,
  type RouterKind,
  type StepPlugin,
  Steps,
  type StepsToSpread,
  type StepWithoutMirrorRoutes,
  type StepWithoutRouter,
  type StepWithoutRoutes,
  type StringMatch,
} from './manifests/steps.js';
export {
  type AlbPingPongTraffic,
  AlbTraffic,
  type GatewayConnectionTraffic,
  type GatewayProps,
  type GatewayRequestTraffic,
  type GatewayRouteOptions,
  GatewayTraffic,
  type IstioHostTraffic,
  type IstioSubsetTraffic,
  IstioTraffic,
  type IstioMatch,
  type KubernetesGatewayProps,
  NginxTraffic,
  NoTraffic,
  type OtherRoutes,
  type ParentGateway,
  PluginTraffic,
  type ReplicaTraffic,
  type Traffic,
} from './manifests/traffic.js';
export type {
  AntiAffinity,
  ApplicationFields,
  ApplicationSetFields,
  ArgumentSource,
  AutoscalerBehavior,
  AutoscalerMetric,
  CsiVolume,
  DownwardApiVolume,
  DryRun,
  ExperimentStep,
  FcVolume,
  FlexVolume,
  GrpcRouteRule,
  HelmSettings,
  HttpRouteRule,
  IngressTls,
  IscsiVolume,
  IstioRoute,
  IstioTrafficPolicy,
  KustomizeSettings,
  MeasurementRetention,
  NamespaceMetadata,
  PluginSettings,
  RetrySettings,
  RolloutFields,
  ServiceFields,
  TcpRouteRule,
  TemplateArgument,
  VolumeClaimTemplate,
  VolumeProjections,
} from './manifests/upstream-types.js';
export type { Volume } from './manifests/volumes.js';
export { BlueGreenRollout, type BlueGreenRolloutProps } from './blue-green-rollout.js';
export { CanaryRollout, type CanaryRolloutProps } from './canary-rollout.js';
export type { Container, PodSpec, Probe, ResourceRequirements } from './manifests/pod-types.js';
export { ServiceObject } from './service-object.js';
export type {
  DeploymentSource,
  ExistingWorkload,
  FullTemplate,
  ImageSource,
  PodSource,
} from './pod-source.js';
export { type ConstructProps, RolloutConstruct, type ScalingTarget } from './rollout-construct.js';
export { ArgoApplication, type ArgoApplicationProps, type ArgoProps } from './argo-application.js';
export { ArgoApplicationSet, type ArgoApplicationSetProps } from './argo-application-set.js';
export type { Suppressions } from './checks.js';
export type {
  ApplicationDestination,
  ApplicationMetadata,
  ApplicationSetSpec,
  ApplicationSource,
  ApplicationSpec,
  ApplicationSyncPolicy,
  ApplicationTemplate,
  Versions,
} from './manifests/application.js';
export {
  type DifferenceOptions,
  type IgnoreDifference,
  ignoreDifferencesFor,
} from './manifests/differences.js';
