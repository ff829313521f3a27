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
  const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
  return { from, to: { group, kind, name: from.text } };
}
