import type { Resource } from '../../model/resource.js';
import { steps } from './rollout.js';

export function isExperiment(resource: { group: string; kind: string }): boolean {
  return resource.group === 'argoproj.io' && resource.kind === 'Experiment';
}

/**
 * The names of the Services that an Experiment creates, or the experiments of a Rollout, as far as they are known: a Service
 * without a name has that of its ReplicaSet, which contains the pod hash for a Rollout.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/experiments/experiment.go (createTemplateService)
 */
export function experimentServices(resource: Resource): readonly string[] {
  if (isExperiment(resource))
    return resource.at('spec', 'templates').items.flatMap((template) => {
      const service = template.at('service');
      if (!service.exists) return [];
      const own = service.at('name').text ?? '';
      return own === '' ? `${resource.name}-${template.at('name').text ?? ''}` : own;
    });
  return steps(resource)
    .flatMap((step) => step.at('experiment', 'templates').items)
    .flatMap((template) => template.at('service', 'name').text ?? []);
}
