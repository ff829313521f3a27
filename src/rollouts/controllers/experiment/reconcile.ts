import { isSameJson } from '../../../kubernetes/objects/json.js';
import { withoutKey } from '../../../kubernetes/objects/keys.js';
import { timestamp } from '../../../kubernetes/objects/time.js';
import { isCompletedPhase } from '../analysis-run/schedule.js';
import type { AnalysisPhase, ExperimentObject } from '../context.js';
import { assessed, isEnding, timeLeft, worstTemplate } from './assess.js';
import { type ExperimentSpec, secondsIn, specOf, statusOf } from './read.js';
import { reconciledTemplate, wantedReplicas } from './template.js';
import type {
  AnalysisAction,
  AnalysisStatus,
  ExperimentPass,
  ExperimentStatus,
  ExperimentWorld,
} from './types.js';

/**
 * One pass of the Experiment controller: what it does to the ReplicaSets of the templates and to the AnalysisRuns, and the status that
 * it writes, without conditions. Services are left to the caller, and so is that templates of analyses exist.
 *
 * Call it again as long as `isChanged`, after doing what it says. Then move the clock to `next`, or to an event: pods become available, an
 * AnalysisRun ends, `spec.terminate` is set. The end of the duration is strictly after it, as everywhere in the controllers: a clock
 * that stands at it exactly has to move on by a fraction. Any shape of Experiment is taken.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/experiments/experiment.go (reconcile)
 */
export function reconcileExperiment(experiment: ExperimentObject, world: ExperimentWorld): ExperimentPass {
  const spec = specOf(experiment);
  const before = statusOf(experiment);
  const templates = spec.templates.map((template) => reconciledTemplate(template, { spec, before, world }));
  const runs = spec.analyses.map(({ name }) => reconciledRun(name, { spec, before, world }));
  const analysisRuns = runs.flatMap(({ status }) => (status ? [status] : []));
  const middle: ExperimentStatus = {
    ...before,
    ...(templates.length > 0 && { templateStatuses: templates.map(({ status }) => status) }),
    ...(analysisRuns.length > 0 && { analysisRuns }),
  };
  const status = withPhase(spec, middle, world.now);
  const actions = templates.flatMap((one) => one.actions);
  const analyses = runs.flatMap(({ action }) => (action ? [action] : []));
  return {
    status,
    isChanged: actions.length + analyses.length > 0 || !isSameJson(status, before),
    templates: actions,
    analyses,
    next: nextTime(spec, status, world),
  };
}

interface RunOutcome {
  readonly status: AnalysisStatus | undefined;
  readonly action?: AnalysisAction;
}

/**
 * Starts an analysis once the templates are available, and follows its AnalysisRun.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/experiments/experiment.go (reconcileAnalysisRun)
 */
function reconciledRun(
  analysis: string,
  {
    spec,
    before,
    world,
  }: { readonly spec: ExperimentSpec; readonly before: ExperimentStatus; readonly world: ExperimentWorld },
): RunOutcome {
  const earlier = before.analysisRuns?.find(({ name }) => name === analysis);
  if (before.availableAt === undefined) return { status: earlier };
  const isEnded = isEnding(spec, before);
  if (!earlier || earlier.analysisRun === '') {
    if (isEnded) return { status: earlier };
    return {
      status: { name: analysis, analysisRun: analysis, phase: 'Pending' },
      action: { kind: 'start', analysis },
    };
  }
  if (isCompletedPhase(earlier.phase)) return { status: earlier };
  const run = world.run(analysis);
  if (isEnded) {
    const isGoing = run !== undefined && !isCompletedPhase(run.phase ?? '');
    return { status: earlier, ...(isGoing && { action: { kind: 'terminate', analysis } }) };
  }
  if (!run)
    return {
      status: {
        ...earlier,
        phase: 'Error',
        message: `analysisrun.argoproj.io "${earlier.analysisRun}" not found`,
      },
    };
  const { phase = '', message = '' } = run;
  return {
    status: { name: analysis, analysisRun: earlier.analysisRun, phase, ...(message !== '' && { message }) },
  };
}

function withPhase(spec: ExperimentSpec, status: ExperimentStatus, now: number): ExperimentStatus {
  if (status.phase === undefined) return { ...status, phase: 'Pending' };
  if (status.phase !== 'Pending' && status.phase !== 'Running') return status;
  const { phase, message } = assessed(spec, status);
  const isAvailable = status.availableAt === undefined && worstTemplate(spec, status).phase === 'Running';
  return {
    ...withoutKey(status, 'message'),
    phase: phase as AnalysisPhase,
    ...(message !== '' && { message }),
    ...(isAvailable && { availableAt: timestamp(now) }),
  };
}

/** https://github.com/argoproj/argo-rollouts/blob/v1.9.1/experiments/experiment.go (calculateEnqueueDuration) */
function nextTime(
  spec: ExperimentSpec,
  status: ExperimentStatus,
  world: ExperimentWorld,
): number | undefined {
  const times: number[] = [];
  for (const { name } of spec.templates) {
    // A ReplicaSet that is scaled down later.
    const { desired = 0, scaleDownAt } = world.replicaSet(name) ?? {};
    if (desired > 0 && scaleDownAt !== undefined && scaleDownAt > world.now) times.push(scaleDownAt);
  }
  if (isEnding(spec, status)) return earliest(times);
  const left = timeLeft(spec, status, world.now);
  if (left !== undefined && left >= 0) times.push(world.now + left);
  for (const template of spec.templates) {
    const found = status.templateStatuses?.find(({ name }) => name === template.name);
    const since = secondsIn(found?.lastTransitionTime);
    if (!found || since === undefined || !['Progressing', 'Running'].includes(found.status ?? '')) continue;
    if (found.availableReplicas !== wantedReplicas(template, spec, status))
      times.push(since + spec.progressDeadline);
  }
  return earliest(times);
}

function earliest(times: readonly number[]): number | undefined {
  return times.length === 0 ? undefined : Math.min(...times);
}
