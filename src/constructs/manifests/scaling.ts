import type { Labels } from '../../kubernetes/objects/object.js';
import {
  defined,
  type Manifest,
  type ManifestContext,
  namedManifest,
  type ObjectMetadata,
  refuse,
  type Refused,
} from './manifest.js';
import type { AutoscalerBehavior, AutoscalerMetric } from './upstream-types.js';

/** An autoscaler to make; the Rollout then leaves its replicas to it. */
export interface AutoscalerProps extends ObjectMetadata {
  /** @default 1 */
  readonly minReplicas?: number;

  /** The greatest number of pods. */
  readonly maxReplicas: number;

  /**
   * The share of the requested CPU that pods are to use, in percent.
   * @default - 80, which Kubernetes takes where nothing else is measured
   */
  readonly cpu?: number;

  /**
   * Metrics in the form of the HorizontalPodAutoscaler's own field.
   * @default - none beside `cpu`
   */
  readonly metrics?: readonly AutoscalerMetric[];

  /** @default - that of Kubernetes */
  readonly behavior?: AutoscalerBehavior;
}

/** What makes KEDA scale: `spec.triggers[]` of a ScaledObject. */
export interface KedaTrigger {
  /** The scaler, such as `prometheus`, `kafka` or `cpu`. */
  readonly type: string;
  /** Its settings. All values are strings, numbers too: `{ threshold: '100' }`. */
  readonly metadata: Readonly<Record<string, string>>;
  /**
   * How the value is compared with the target.
   * @default - 'AverageValue', as KEDA does
   */
  readonly metricType?: 'AverageValue' | 'Value' | 'Utilization';
  /**
   * By which a formula of the ScaledObject knows it.
   * @default - none
   */
  readonly name?: string;
  /**
   * A TriggerAuthentication with its credentials.
   * @default - none
   */
  readonly authenticationRef?: {
    /** The name of the object. */
    readonly name: string;
    /** @default - 'TriggerAuthentication' */
    readonly kind?: 'TriggerAuthentication' | 'ClusterTriggerAuthentication';
  };
}

/** A ScaledObject of KEDA to make; the Rollout then leaves its replicas to it. */
export interface KedaProps extends ObjectMetadata {
  /**
   * The least number of pods: `spec.minReplicaCount`.
   * @default - 0, as KEDA does
   */
  readonly minReplicas?: number;
  /**
   * The greatest number of pods: `spec.maxReplicaCount`.
   * @default - 100, as KEDA does
   */
  readonly maxReplicas?: number;
  /** What it scales by; at least one. */
  readonly triggers: readonly [KedaTrigger, ...KedaTrigger[]];
  /**
   * Seconds between two looks at the triggers.
   * @default - 30, as KEDA does
   */
  readonly pollingInterval?: number;
  /**
   * Seconds without activity after which it scales to 0.
   * @default - 300, as KEDA does
   */
  readonly cooldownPeriod?: number;
}

/** How many pods may or must be there while nodes are drained. */
export type DisruptionBudgetProps = (
  | {
      /** The number of pods that must stay, or their share; not beside `maxUnavailable`. */
      readonly minAvailable: number | `${number}%`;
      /** The number of pods that may be missing, or their share; not beside `minAvailable`. */
      readonly maxUnavailable?: Refused<'a disruption budget has either minAvailable or maxUnavailable'>;
    }
  | {
      /** Not beside `maxUnavailable`. */
      readonly minAvailable?: 'a disruption budget has either minAvailable or maxUnavailable';
      /** The number of pods that may be missing, or their share; not beside `minAvailable`. */
      readonly maxUnavailable: number | `${number}%`;
    }
) &
  ObjectMetadata & {
    /**
     * Whether pods that are not ready may always be evicted, or only while enough others are.
     * @default - 'IfHealthyBudget', as Kubernetes does
     */
    readonly unhealthyPodEvictionPolicy?: 'AlwaysAllow' | 'IfHealthyBudget';
  };

export function autoscaler(
  name: string,
  { minReplicas, maxReplicas, cpu, metrics = [], behavior, ...metadata }: AutoscalerProps,
  context: ManifestContext,
): Manifest {
  if (minReplicas !== undefined && minReplicas > maxReplicas)
    refuse(
      `The minReplicas of the autoscaler, ${minReplicas}, is greater than its maxReplicas, ${maxReplicas}.`,
    );
  if (cpu !== undefined && (!Number.isInteger(cpu) || cpu < 1))
    refuse(`The cpu of the autoscaler is ${cpu}; it must be a whole number of percent, such as 70.`);
  const measured = [
    ...(cpu === undefined
      ? []
      : [
          {
            type: 'Resource',
            resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: cpu } },
          },
        ]),
    ...metrics,
  ];
  return namedManifest(name, context, ['autoscaling/v2', 'HorizontalPodAutoscaler'], metadata, {
    spec: defined({
      scaleTargetRef: { apiVersion: 'argoproj.io/v1alpha1', kind: 'Rollout', name },
      minReplicas,
      maxReplicas,
      metrics: measured.length > 0 ? measured : undefined,
      behavior,
    }),
  });
}

export function disruptionBudget(
  name: string,
  { name: own = name, labels, annotations, ...budget }: DisruptionBudgetProps,
  selector: Labels,
  context: ManifestContext,
): Manifest {
  const metadata = defined({ name: own, labels, annotations });
  return namedManifest(name, context, ['policy/v1', 'PodDisruptionBudget'], metadata, {
    spec: { ...budget, selector: { matchLabels: selector } },
  });
}

/** The ScaledObject of a Rollout. https://keda.sh/docs/latest/reference/scaledobject-spec/ */
export function scaledObject(
  name: string,
  { minReplicas, maxReplicas, triggers, name: own, labels, annotations, ...others }: KedaProps,
  context: ManifestContext,
): Manifest {
  if (minReplicas !== undefined && minReplicas > (maxReplicas ?? 100))
    refuse(
      `The minReplicas of KEDA, ${minReplicas}, is greater than its maxReplicas, ${maxReplicas ?? '100 by default'}.`,
    );
  const metadata = defined({ name: own, labels, annotations });
  return namedManifest(name, context, ['keda.sh/v1alpha1', 'ScaledObject'], metadata, {
    spec: defined({
      scaleTargetRef: { apiVersion: 'argoproj.io/v1alpha1', kind: 'Rollout', name },
      minReplicaCount: minReplicas,
      maxReplicaCount: maxReplicas,
      ...others,
      triggers,
    }),
  });
}
