import type { Resource } from '../../../model/resource.js';
import type { Refusals } from '../refusal.js';
import { ingressRefusals } from './ingress.js';
import { autoscalerRefusals, budgetRefusals } from './limits.js';
import { serviceRefusals } from './service.js';

const byKind: Readonly<Record<string, (resource: Resource) => Refusals>> = {
  '/v1/Service': serviceRefusals,
  'networking.k8s.io/v1/Ingress': ingressRefusals,
  'policy/v1/PodDisruptionBudget': budgetRefusals,
  'autoscaling/v2/HorizontalPodAutoscaler': autoscalerRefusals,
  'autoscaling/v1/HorizontalPodAutoscaler': autoscalerRefusals,
};

/** The kinds of Kubernetes whose validation is implemented. */
export const validatedKinds = [
  { group: '', kind: 'Service' },
  { group: 'networking.k8s.io', kind: 'Ingress' },
  { group: 'policy', kind: 'PodDisruptionBudget' },
  { group: 'autoscaling', kind: 'HorizontalPodAutoscaler' },
] as const;

/** What the API server rejects in the spec of an object, besides what its schema rejects. */
export function specRefusals(resource: Resource): Refusals {
  return byKind[`${resource.group}/${resource.version}/${resource.kind}`]?.(resource) ?? [];
}
