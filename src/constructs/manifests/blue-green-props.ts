import type { AnalysisStep } from './analysis.js';
import type { Named } from './manifest.js';
import type { Pods } from './pods.js';
import type { AnyRolloutProps, PodMetadata } from './props.js';
import type { BlueGreenServices } from './services.js';
import type { AntiAffinity } from './upstream-types.js';

/** Two versions of which one is active, and all that belongs to them. */
export interface BlueGreenProps<P = Pods> extends AnyRolloutProps<P> {
  /**
   * The Service of the active version.
   * @default - the name of the Rollout
   */
  readonly activeService?: Named;

  /**
   * The Service of the new version before its promotion.
   * @default - the name of the Rollout and `-preview`
   */
  readonly previewService?: Named;

  /**
   * What both Services have beside their ports, and what one has alone.
   * @default - nothing: they are of type ClusterIP
   * @example
   * services: { type: 'LoadBalancer', preview: { type: 'ClusterIP' } }
   */
  readonly services?: BlueGreenServices;

  /** @default - as the controller does by itself */
  readonly blueGreen?: BlueGreenTuning;
}

/** What a blue-green update does, in the form of the Rollout's own fields. */
export interface BlueGreenTuning {
  /** Whether the new version becomes active by itself. @default true */
  readonly autoPromotionEnabled?: boolean;
  /** When the new version becomes active. It has no effect if `autoPromotionEnabled` is false. @default - at once */
  readonly autoPromotionSeconds?: number;
  /**
   * An analysis before the promotion, which has to succeed.
   * @default - none
   */
  readonly prePromotionAnalysis?: AnalysisStep;
  /**
   * An analysis after the promotion; if it fails, the old version becomes active again.
   * @default - none
   */
  readonly postPromotionAnalysis?: AnalysisStep;
  /**
   * The number of pods of the new version before its promotion.
   * @default - as many as `replicas`
   */
  readonly previewReplicaCount?: number;
  /**
   * Seconds that the old pods stay after the promotion.
   * @default - 30
   */
  readonly scaleDownDelaySeconds?: number;
  /**
   * How many old versions keep their pods during the delay.
   * @default - all
   */
  readonly scaleDownDelayRevisionLimit?: number;
  /**
   * Seconds that the pods of the new version stay after an abort; 0 keeps them.
   * @default - 30
   */
  readonly abortScaleDownDelaySeconds?: number;
  /**
   * The number of pods that may be missing, or their share.
   * @default - 0
   */
  readonly maxUnavailable?: number | `${number}%`;
  /**
   * Labels and annotations of the pods while they are active.
   * @default - none
   */
  readonly activeMetadata?: PodMetadata;
  /**
   * Labels and annotations of the pods while they are in preview.
   * @default - none
   */
  readonly previewMetadata?: PodMetadata;
  /**
   * Keeps pods of the two versions on different nodes: `requiredDuringSchedulingIgnoredDuringExecution: {}`, or preferred.
   * @default - none
   */
  readonly antiAffinity?: AntiAffinity;
}
