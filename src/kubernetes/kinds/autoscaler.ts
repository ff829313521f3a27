import { groupOf } from '../objects/object.js';
import type { Field } from '../../model/field.js';
import type { Reference } from '../../model/reference.js';
import type { Resource } from '../../model/resource.js';

/** Group and kind of the objects that scale a workload. */
export const autoscalerKinds: readonly { readonly group: string; readonly kind: string }[] = [
  { group: 'autoscaling', kind: 'HorizontalPodAutoscaler' },
  { group: 'keda.sh', kind: 'ScaledObject' },
];

/** The target of a HorizontalPodAutoscaler or a KEDA ScaledObject. */
export function scaleTarget(autoscaler: Resource): Reference | undefined {
  const ref = autoscaler.at('spec', 'scaleTargetRef');
  const from = ref.at('name');
  if (from.text === undefined) return undefined;
  // KEDA scales a Deployment by default.
  const isKeda = autoscaler.group === 'keda.sh';
  const apiVersion = ref.at('apiVersion').text ?? (isKeda ? 'apps/v1' : 'v1');
  const kind = ref.at('kind').text ?? (isKeda ? 'Deployment' : '');
  const group = groupOf(apiVersion);
  return { from, to: { group, kind, name: from.text } };
}

/** The field with the least number of pods of an autoscaler, which is not written where the default holds. */
export function leastReplicas(autoscaler: Resource): Field {
  return autoscaler.at('spec', autoscaler.kind === 'ScaledObject' ? 'minReplicaCount' : 'minReplicas');
}

/** The field with the largest number of pods of an autoscaler. */
export function mostReplicas(autoscaler: Resource): Field {
  return autoscaler.at('spec', autoscaler.kind === 'ScaledObject' ? 'maxReplicaCount' : 'maxReplicas');
}

/**
 * The least and most pods of an autoscaler, with the defaults of the API server and of KEDA; undefined where that is not a number.
 * https://keda.sh/docs/2.18/reference/scaledobject-spec/
 */
export function boundsOf(autoscaler: Resource): {
  readonly least: number | undefined;
  readonly most: number | undefined;
} {
  const isKeda = autoscaler.kind === 'ScaledObject';
  const numberIn = (field: Field, otherwise: number | undefined): number | undefined =>
    field.exists ? field.number : otherwise;
  return {
    least: numberIn(leastReplicas(autoscaler), isKeda ? 0 : 1),
    most: numberIn(mostReplicas(autoscaler), isKeda ? 100 : undefined),
  };
}

/** A metric that is a share of what pods request of a resource. */
export interface UtilizationMetric {
  /** The field that names it. */
  readonly metric: Field;
  readonly resource: string;
  /** The container that is measured; by default all. */
  readonly container?: string | undefined;
}

/**
 * The metrics of a HorizontalPodAutoscaler or a KEDA ScaledObject that measure a utilization of CPU or memory.
 * https://github.com/kubernetes/kubernetes/blob/v1.34.0/pkg/apis/autoscaling/types.go
 */
export function utilizationMetrics(autoscaler: Resource): readonly UtilizationMetric[] {
  const spec = autoscaler.at('spec');
  if (autoscaler.group === 'keda.sh')
    return spec.at('triggers').items.flatMap((metric) => {
      const resource = measured(metric.at('type').text);
      const type = metric.at('metricType').text ?? metric.at('metadata', 'type').text;
      if (!resource || type !== 'Utilization') return [];
      return [
        { metric: metric.at('type'), resource, container: metric.at('metadata', 'containerName').text },
      ];
    });
  // That of autoscaling/v1.
  const single = spec.at('targetCPUUtilizationPercentage');
  // Without metrics, the API server sets 80 % of CPU.
  const metrics = spec.at('metrics');
  const first = single.exists ? single : metrics.items.length === 0 ? metrics : undefined;
  return [
    ...(first ? [{ metric: first, resource: 'cpu' }] : []),
    ...metrics.items.flatMap((metric) => {
      const source = [metric.at('resource'), metric.at('containerResource')].find(({ exists }) => exists);
      const resource = measured(source?.at('name').text);
      if (!source || !resource || source.at('target', 'type').text !== 'Utilization') return [];
      return [{ metric: metric.at('type'), resource, container: source.at('container').text }];
    }),
  ];
}

function measured(name: string | undefined): string | undefined {
  return name === 'cpu' || name === 'memory' ? name : undefined;
}
