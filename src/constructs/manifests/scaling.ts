import type { Labels } from '../../kubernetes/objects/object.js';
import {
  defined,
  manifest,
  type Manifest,
  type ManifestContext,
  type Raw,
  refuse,
  type Refused,
} from './manifest.js';

/** An autoscaler to make; the Rollout then leaves its replicas to it. */
export interface AutoscalerProps {
  /** @default 1 */
  readonly minReplicas?: number;

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
  readonly metrics?: readonly Raw[];

  /** @default - that of Kubernetes */
  readonly behavior?: Raw;
}

/** How many pods may or must be there while nodes are drained. */
export type DisruptionBudgetProps = (
  | {
      readonly minAvailable: number | `${number}%`;
      readonly maxUnavailable?: Refused<'a disruption budget has either minAvailable or maxUnavailable'>;
    }
  | {
      readonly minAvailable?: Refused<'a disruption budget has either minAvailable or maxUnavailable'>;
      readonly maxUnavailable: number | `${number}%`;
    }
) & {
  /**
   * Whether pods that are not ready may always be evicted, or only while enough others are.
   * @default - 'IfHealthyBudget', as Kubernetes does
   */
  readonly unhealthyPodEvictionPolicy?: 'AlwaysAllow' | 'IfHealthyBudget';
};

export function autoscaler(
  name: string,
  { minReplicas, maxReplicas, cpu, metrics = [], behavior }: AutoscalerProps,
  context: ManifestContext,
): Manifest {
  if (minReplicas !== undefined && minReplicas > maxReplicas)
    refuse(
      `The minReplicas of the autoscaler, ${minReplicas}, is greater than its maxReplicas, ${maxReplicas}.`,
    );
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
  return manifest(context, ['autoscaling/v2', 'HorizontalPodAutoscaler'], name, {
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
  props: DisruptionBudgetProps,
  selector: Labels,
  context: ManifestContext,
): Manifest {
  return manifest(context, ['policy/v1', 'PodDisruptionBudget'], name, {
    spec: { ...props, selector: { matchLabels: selector } },
  });
}
