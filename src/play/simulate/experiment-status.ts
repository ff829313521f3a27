import type { AnalysisPhase, ExperimentObject } from '../../rollouts/controllers/context.js';
import type { PodTemplate } from '../../kubernetes/objects/rollout-object.js';
import { type Assumptions, readyAfter } from './clock.js';

export interface ExperimentTemplate {
  readonly name: string;
  readonly replicas?: number;
  readonly minReadySeconds?: number;
  readonly service?: { readonly name?: string };
  readonly template?: PodTemplate & {
    readonly spec?: { readonly containers?: readonly { readonly ports?: readonly unknown[] }[] };
  };
}

/** The templates of an Experiment, with the pod templates of the versions that they run. */
export function experimentTemplates({ spec }: ExperimentObject): readonly ExperimentTemplate[] {
  return (spec['templates'] ?? []) as readonly ExperimentTemplate[];
}

/** An Experiment in a phase, with the Services of its templates. */
export function inPhase(
  experiment: ExperimentObject,
  phase: AnalysisPhase,
  status: { readonly message?: string | undefined; readonly availableAt?: string } = {},
): ExperimentObject {
  const { message, availableAt } = status;
  const isOver = areTemplatesOver(experiment);
  const templateStatuses = experimentTemplates(experiment).map((template, index) => ({
    name: template.name,
    status: isOver ? 'Successful' : phase,
    ...(hasService(template) && !isOver && { serviceName: serviceName(experiment, template) }),
    ...(!isOver && { podTemplateHash: `E${index + 1}` }),
  }));
  return {
    ...experiment,
    status: {
      ...experiment.status,
      phase,
      ...(message !== undefined && { message }),
      ...(availableAt !== undefined && { availableAt }),
      templateStatuses,
    },
  };
}

/** Whether the pods and Services of the templates are gone. */
export function areTemplatesOver({ status }: ExperimentObject): boolean {
  const { templateStatuses = [] } = status ?? {};
  return templateStatuses.some((one) => one.status === 'Successful' && one.podTemplateHash === undefined);
}

/** A running Experiment whose templates have ended before it. */
export function withoutTemplates(experiment: ExperimentObject): ExperimentObject {
  const over = experimentTemplates(experiment).map(({ name }) => ({ name, status: 'Successful' }));
  return { ...experiment, status: { ...experiment.status, templateStatuses: over } };
}

/**
 * A template has a Service if its containers have ports and it has pods.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/experiments/experiment.go (createTemplateService)
 */
function hasService({ service, replicas, template }: ExperimentTemplate): boolean {
  const hasPorts = (template?.spec?.containers ?? []).some(({ ports = [] }) => ports.length > 0);
  return service !== undefined && replicas !== 0 && hasPorts;
}

function serviceName({ metadata }: ExperimentObject, { name, service }: ExperimentTemplate): string {
  return service?.name ?? `${metadata.name}-${name}`;
}

/**
 * When the pods of an Experiment are available, in seconds from its beginning, or which template fails because they are not in time.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/experiments/experiment.go (reconcileTemplate)
 */
export function startOf(
  experiment: ExperimentObject,
  assumptions: Assumptions,
  neverReady: (template: string) => boolean,
): { readonly seconds: number; readonly failure: string | undefined } {
  const deadline = (experiment.spec['progressDeadlineSeconds'] as number | undefined) ?? 600;
  let seconds = 0;
  for (const { name, replicas, template = {}, minReadySeconds = 0 } of experimentTemplates(experiment)) {
    if (replicas === 0) continue;
    const ready = neverReady(name) ? Infinity : readyAfter(template, assumptions);
    // Pods that become ready are a progress, even if they are not available yet.
    if (Math.max(ready, minReadySeconds) > deadline)
      return {
        seconds: deadline,
        failure: `Template '${name}' exceeded its progressDeadlineSeconds (${deadline})`,
      };
    seconds = Math.max(seconds, ready + minReadySeconds);
  }
  return { seconds, failure: undefined };
}
