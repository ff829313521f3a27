import { timestamp } from '../../../kubernetes/objects/time.js';
import { isEnding, timeLeft } from './assess.js';
import { type ExperimentSpec, secondsIn, type Template } from './read.js';
import type {
  ExperimentStatus,
  ExperimentWorld,
  TemplateAction,
  TemplateReplicaSet,
  TemplateStatus,
} from './types.js';

const ended = ['Successful', 'Failed', 'Error'];

/** What is the same for all templates of a pass. */
export interface TemplatePass {
  readonly spec: ExperimentSpec;
  /** The status at the start of the pass. */
  readonly before: ExperimentStatus;
  readonly world: ExperimentWorld;
}

/** As many pods as a template should have: none once it or the Experiment has ended. */
export function wantedReplicas(
  { name, replicas }: Template,
  spec: ExperimentSpec,
  status: ExperimentStatus,
): number {
  const own = status.templateStatuses?.find((one) => one.name === name)?.status ?? '';
  return isEnding(spec, status) || ended.includes(own) ? 0 : replicas;
}

/**
 * What a pass does to the ReplicaSet of a template, and the status of the template.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/experiments/experiment.go (reconcileTemplate)
 */
export function reconciledTemplate(
  template: Template,
  { spec, before, world }: TemplatePass,
): { readonly status: TemplateStatus; readonly actions: readonly TemplateAction[] } {
  const earlier = before.templateStatuses?.find(({ name }) => name === template.name);
  const wanted = wantedReplicas(template, spec, before);
  const replicaSet = world.replicaSet(template.name);
  const actions = replicaSet
    ? scaled(template, replicaSet, wanted, { spec, before, world })
    : [{ kind: 'create' as const, template: template.name }];
  const counts = {
    replicas: replicaSet?.replicas ?? 0,
    updatedReplicas: replicaSet?.replicas ?? 0,
    readyReplicas: replicaSet?.ready ?? 0,
    availableReplicas: replicaSet?.available ?? 0,
  };
  const hasProgressed = (Object.keys(counts) as (keyof typeof counts)[]).some(
    (key) => counts[key] !== (earlier?.[key] ?? 0),
  );
  const isMoved = hasProgressed || !replicaSet || replicaSet.desired !== wanted;
  const lastTransitionTime = isMoved ? timestamp(world.now) : earlier?.lastTransitionTime;
  const status: TemplateStatus = {
    ...earlier,
    name: template.name,
    ...counts,
    ...(lastTransitionTime !== undefined && { lastTransitionTime }),
  };
  if (ended.includes(earlier?.status ?? '')) return { status, actions };
  const from = isMoved ? world.now : (secondsIn(lastTransitionTime) ?? world.now);
  return { status: { ...status, ...codeOf(status, wanted, from, { spec, before, world }) }, actions };
}

function scaled(
  { name: template, replicas }: Template,
  { desired, scaleDownAt }: TemplateReplicaSet,
  wanted: number,
  { spec, world }: TemplatePass,
): readonly TemplateAction[] {
  if (wanted !== 0) return desired === wanted ? [] : [{ kind: 'scale', template, replicas: wanted }];
  const deadline =
    spec.scaleDownDelay === 0 ? undefined : (scaleDownAt ?? Math.floor(world.now + spec.scaleDownDelay));
  const delay: readonly TemplateAction[] =
    deadline === scaleDownAt ? [] : [{ kind: 'delay', template, scaleDownAt: deadline }];
  const next = deadline !== undefined && deadline > world.now ? replicas : 0;
  return desired === 0 || desired === next ? delay : [...delay, { kind: 'scale', template, replicas: next }];
}

function codeOf(
  { name, availableReplicas }: TemplateStatus,
  wanted: number,
  from: number,
  { spec, before, world }: TemplatePass,
): Pick<TemplateStatus, 'status' | 'message'> {
  const isEnded = isEnding(spec, before);
  if (availableReplicas === wanted) {
    const left = timeLeft(spec, before, world.now);
    return { status: isEnded || (left !== undefined && left < 0) ? 'Successful' : 'Running' };
  }
  const { progressDeadline } = spec;
  if (world.now > from + progressDeadline)
    return {
      status: 'Failed',
      message: `Template '${name}' exceeded its progressDeadlineSeconds (${progressDeadline})`,
    };
  return { status: isEnded ? 'Successful' : 'Progressing' };
}
