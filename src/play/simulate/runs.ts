import { isMap } from '../../kubernetes/objects/json.js';
import { kinds } from '../../kubernetes/objects/object.js';
import type { AnalysisTemplateRef } from '../../kubernetes/objects/rollout-object.js';
import { secondsOf, timestamp } from '../../kubernetes/objects/time.js';
import { pauseSeconds } from '../../kubernetes/kinds/duration.js';
import type { AnalysisArgument } from '../../rollouts/controllers/analysis-templates.js';
import { canBeInconclusive } from '../../rollouts/controllers/analysis-run/inconclusive.js';
import type {
  AnalysisPhase,
  AnalysisRunObject,
  ExperimentObject,
} from '../../rollouts/controllers/context.js';
import { partsRefusal } from '../../rollouts/controllers/experiment-objects.js';
import {
  analysesOfExperiment,
  type ExperimentAnalysis,
  experimentPhase,
  templatesEndAt,
} from '../../rollouts/controllers/experiment-phase.js';
import { jobsRefusal } from '../../rollouts/controllers/metric-jobs.js';
import { isEndless } from '../../rollouts/controllers/validation/metrics.js';
import type { Assumptions } from './clock.js';
import { areTemplatesOver, inPhase, startOf, withoutTemplates } from './experiment-status.js';
import type { JudgedMoment } from './failing.js';
import { measure } from './measure.js';
import type { Play } from './play.js';
import { awaitedRuns, isOpen } from './waiting.js';

/** After so many measurements without a change none is expected. */
const maxMeasurements = 5000;

const phaseWords: Readonly<Partial<Record<AnalysisPhase, string>>> = {
  Successful: 'succeeds',
  Failed: 'fails',
  Error: 'ends in an error',
  Inconclusive: 'is inconclusive',
};

type MeasuredMetric = Parameters<typeof isEndless>[0] & { readonly consecutiveSuccessLimit?: unknown };

/** Plays the controllers of AnalysisRuns and Experiments in time. */
export class Runs {
  /** When each run is looked at again, in seconds since 1970, by name. */
  private readonly dues = new Map<string, number>();
  /** When each Experiment has its pods or fails without them, by name: what holds when they are created decides. */
  private readonly starts = new Map<string, ReturnType<typeof startOf>>();
  private measurements = 0;

  constructor(
    private readonly play: Play,
    private readonly assumptions: Assumptions,
  ) {}

  /** Begins what has no phase yet; returns what has happened besides. */
  begin(judged: JudgedMoment): readonly string[] {
    return [
      ...this.play.analysisRuns.filter(isNew).flatMap((run) => this.beginRun(run)),
      ...this.play.experiments
        .filter(isNew)
        .filter((experiment) => this.startOf(experiment, judged).seconds <= this.play.now)
        .flatMap((experiment) => this.beginExperiment(experiment, judged)),
    ];
  }

  /** Whether the Rollout has a background analysis that has not begun. */
  get hasNewBackground(): boolean {
    const name = this.play.status.canary?.currentBackgroundAnalysisRunStatus?.name;
    return this.play.analysisRuns.some((run) => run.metadata.name === name && isOpen(run) && isNew(run));
  }

  /**
   * Notes when new Experiments start: their pods start now, even if the Experiment begins later. `judged` is called only if there is
   * a new one, because the call marks a step as reached.
   */
  notice(judged: () => JudgedMoment): void {
    for (const experiment of this.play.experiments)
      if (isNew(experiment) && !this.starts.has(experiment.metadata.name)) this.startOf(experiment, judged());
  }

  /** When the next run begins that has no phase yet. */
  beginsAt(judged: JudgedMoment): number {
    if (this.play.analysisRuns.some(isNew)) return this.play.now;
    return Math.min(...this.play.experiments.filter(isNew).map((one) => this.startOf(one, judged).seconds));
  }

  /** In seconds since 1970. */
  private startOf(experiment: ExperimentObject, { hasNoPods }: JudgedMoment): ReturnType<typeof startOf> {
    const { name } = experiment.metadata;
    let start = this.starts.get(name);
    if (!start) {
      const { seconds, failure } = startOf(experiment, this.assumptions, this.neverReady(hasNoPods));
      start = { seconds: this.play.now + seconds, failure };
      this.starts.set(name, start);
    }
    return start;
  }

  private neverReady(hasNoPods: boolean): (template: string) => boolean {
    const step = this.play.rollout.spec.strategy?.canary?.steps?.[this.play.status.currentStepIndex ?? -1];
    const templates = step?.experiment?.templates ?? [];
    return (name) =>
      hasNoPods && templates.some((template) => template.name === name && template.specRef === 'canary');
  }

  private beginRun(run: AnalysisRunObject): readonly string[] {
    const refusal = jobsRefusal(run);
    this.setPhase(run, refusal === undefined ? 'Running' : 'Error', refusal);
    return refusal === undefined ? [] : ['the analysis ends in an error'];
  }

  private beginExperiment(experiment: ExperimentObject, judged: JudgedMoment): readonly string[] {
    const refusal = partsRefusal(experiment);
    const { failure } = this.startOf(experiment, judged);
    if (refusal === undefined && failure === undefined) {
      // What takes no time has no beginning from which its duration counts.
      const { isInstant } = this.assumptions;
      const at = isInstant === true ? {} : { availableAt: timestamp(this.play.now) };
      this.play.put(inPhase(experiment, 'Running', at));
      return [];
    }
    const phase = refusal === undefined ? 'Failed' : 'Error';
    this.play.put(inPhase(experiment, phase, { message: refusal ?? failure }));
    return [`the experiment ${phaseWords[phase] ?? ''}`];
  }

  private setPhase(run: AnalysisRunObject, phase: AnalysisPhase, message?: string): void {
    this.play.put({
      ...run,
      status: { ...run.status, phase, ...(message !== undefined && { message }) },
    } as AnalysisRunObject);
  }

  /** When one of them does something; infinite if none does. */
  get due(): number {
    const runs = this.running.map(({ metadata }) => this.dues.get(metadata.name) ?? this.play.now);
    const experiments = this.play.experiments.filter(isRunning);
    const lacksRuns = experiments.some((one) => this.runsOf(one).size < analysesOfExperiment(one).length);
    // The end of its duration does not end an Experiment that has required analyses.
    const ends = experiments.map((one) => (hasRequired(one) ? this.templatesEndOf(one) : this.endOf(one)));
    return Math.min(...runs, ...(lacksRuns ? [this.play.now] : ends));
  }

  /** When the templates of a running Experiment lose their pods; infinite if they have none any more. */
  private templatesEndOf(experiment: ExperimentObject): number {
    if (areTemplatesOver(experiment)) return Infinity;
    const { now, tick } = this.play;
    return Math.max(now, templatesEndAt(experiment, this.endAtOf(experiment)) + tick);
  }

  /** The runs of the Rollout and of its Experiments. */
  private get running(): readonly AnalysisRunObject[] {
    const own = this.play.analysisRuns.filter(isRunning);
    const others = this.play.experiments.filter(isRunning).flatMap((one) => [...this.runsOf(one).values()]);
    return [...own, ...others.filter(isRunning)];
  }

  /** When the controller sees the end of the duration of an Experiment. */
  private endOf(experiment: ExperimentObject): number {
    return Math.max(this.play.now, this.endAtOf(experiment) + this.play.tick);
  }

  /** The end of the duration of an Experiment. */
  private endAtOf({ spec, status }: ExperimentObject): number {
    const { availableAt } = (status ?? {}) as { readonly availableAt?: string };
    const seconds = pauseSeconds({ value: spec['duration'] });
    const from = secondsOf(availableAt ?? '');
    return seconds === undefined || from === undefined ? Infinity : from + seconds;
  }

  /**
   * Measures what is due; returns the changes of phases in words. An Experiment that ends at the same time as a measurement is due ends
   * before its result: that takes a request and another pass.
   */
  act(judged: JudgedMoment): readonly string[] {
    return [...this.followExperiments(), ...this.measure(judged), ...this.followExperiments()];
  }

  private measure(judged: JudgedMoment): readonly string[] {
    const { now } = this.play;
    const happened: string[] = [];
    for (const run of this.running) {
      if ((this.dues.get(run.metadata.name) ?? now) > now) continue;
      const { status, due } = measure(run, judged, this.play);
      this.measurements += 1;
      this.dues.set(run.metadata.name, this.measurements < maxMeasurements ? due : Infinity);
      this.play.put({ ...run, status } as AnalysisRunObject);
      const isOwn = this.play.analysisRuns.some(({ metadata }) => metadata.name === run.metadata.name);
      if (isOwn && status.phase !== run.status?.phase)
        happened.push(`the ${this.nameOf(run)} ${phaseWords[status.phase ?? 'Running'] ?? 'runs'}`);
    }
    return happened;
  }

  private followExperiments(): readonly string[] {
    const { now } = this.play;
    const happened: string[] = [];
    for (const experiment of this.play.experiments.filter(isRunning)) {
      this.createRuns(experiment);
      const { phase, message } = experimentPhase(experiment, {
        endsAt: this.endAtOf(experiment),
        now,
        runs: this.phasesOf(experiment),
      });
      if (phase === 'Running') {
        if (this.templatesEndOf(experiment) <= now) this.play.put(withoutTemplates(experiment));
        continue;
      }
      this.play.put(inPhase(experiment, phase, { message }));
      happened.push(`the experiment ${phaseWords[phase] ?? ''}`);
    }
    return happened;
  }

  /** Why an Experiment that runs never ends if no analysis fails, as a clause; undefined if it does. */
  endless(canFail: boolean): string | undefined {
    const reasons = this.play.experiments.filter(isRunning).map((experiment): string | undefined => {
      const required = analysesOfExperiment(experiment).filter((one) => one.requiredForCompletion === true);
      if (required.length === 0)
        return this.endAtOf(experiment) === Infinity
          ? 'it has neither a duration nor a required analysis'
          : undefined;
      const [metric] = required.flatMap((one) => metricsIn(this.specOf(one)).filter(isMeasuredAlways));
      return metric && !canFail
        ? `metric "${metric.name}" of its required analysis has an interval and no count`
        : undefined;
    });
    return reasons.find((reason) => reason !== undefined);
  }

  /** The spec of the run of an analysis; undefined if it cannot be made. */
  private specOf(analysis: ExperimentAnalysis): AnalysisRunObject['spec'] | undefined {
    const reference = analysis as AnalysisTemplateRef & { readonly args?: readonly AnalysisArgument[] };
    return this.play.runSpec([reference], reference.args ?? []);
  }

  /** Ends what the rollout waits for. */
  end(what: 'analysis' | 'experiment', phase: AnalysisPhase): void {
    if (what === 'analysis') for (const run of awaitedRuns(this.play)) this.setPhase(run, phase);
    else
      for (const experiment of this.play.experiments.filter(isOpen))
        this.play.put(inPhase(experiment, phase));
  }

  /**
   * Ends what runs as inconclusive: an experiment, the analysis that the rollout waits for, or the one in the background. Undefined if
   * none of them can be.
   */
  inconclude(): string | undefined {
    const { experiments, analysisRuns } = this.play;
    if (experiments.filter(isRunning).some((one) => this.canExperimentDoubt(one))) {
      this.end('experiment', 'Inconclusive');
      return 'experiment';
    }
    const unsure = analysisRuns.filter((run) => isRunning(run) && this.canDoubt(run));
    const awaited = new Set(awaitedRuns(this.play).map(({ metadata }) => metadata.name));
    const own = unsure.filter(({ metadata }) => awaited.has(metadata.name));
    for (const run of own.length > 0 ? own : unsure) this.setPhase(run, 'Inconclusive');
    if (own.length > 0) return 'analysis';
    return unsure.length > 0 ? 'background analysis' : undefined;
  }

  private canDoubt(run: Pick<AnalysisRunObject, 'spec'>): boolean {
    return canBeInconclusive(run, this.play.version);
  }

  private canExperimentDoubt(experiment: ExperimentObject): boolean {
    const runs = this.runsOf(experiment);
    return analysesOfExperiment(experiment).some((analysis) => {
      const run = runs.get(analysis.name);
      if (run) return isOpen(run) && this.canDoubt(run);
      const spec = this.specOf(analysis);
      return spec !== undefined && this.canDoubt({ spec });
    });
  }

  private nameOf({ metadata }: AnalysisRunObject): string {
    const background = this.play.status.canary?.currentBackgroundAnalysisRunStatus?.name;
    return metadata.name === background ? 'background analysis' : 'analysis';
  }

  private phasesOf(experiment: ExperimentObject): Parameters<typeof experimentPhase>[1]['runs'] {
    return new Map(
      [...this.runsOf(experiment)].map(([name, { status }]) => [
        name,
        { phase: status?.phase ?? 'Pending', message: status?.message },
      ]),
    );
  }

  /** The runs of an Experiment by the name of the analysis. */
  private runsOf(experiment: ExperimentObject): ReadonlyMap<string, AnalysisRunObject> {
    return new Map(
      analysesOfExperiment(experiment).flatMap(({ name }) => {
        const run = this.play.find<AnalysisRunObject>(kinds.analysisRun, runName(experiment, name));
        return run ? [[name, run]] : [];
      }),
    );
  }

  /** https://github.com/argoproj/argo-rollouts/blob/v1.9.1/experiments/experiment.go (newAnalysisRun) */
  private createRuns(experiment: ExperimentObject): void {
    const known = this.runsOf(experiment);
    for (const analysis of analysesOfExperiment(experiment)) {
      if (known.has(analysis.name)) continue;
      const spec = this.specOf(analysis);
      const { metadata } = experiment;
      const run: AnalysisRunObject = {
        apiVersion: 'argoproj.io/v1alpha1',
        kind: kinds.analysisRun.kind,
        metadata: {
          name: runName(experiment, analysis.name),
          ...(metadata.namespace !== undefined && { namespace: metadata.namespace }),
          ownerReferences: [
            {
              apiVersion: experiment.apiVersion,
              kind: experiment.kind,
              name: metadata.name,
              controller: true,
            },
          ],
        },
        spec: spec ?? {},
      };
      this.play.put(run);
      // Without its templates there is no run, and the analysis is an error.
      if (spec) this.beginRun(run);
      else this.setPhase(run, 'Error');
    }
  }
}

function metricsIn(spec: AnalysisRunObject['spec'] | undefined): readonly MeasuredMetric[] {
  return ((spec as { readonly metrics?: readonly MeasuredMetric[] } | undefined)?.metrics ?? []).filter(
    isMap,
  );
}

/** Whether a metric is measured as long as its run goes on; not if an argument gives its count. */
function isMeasuredAlways(metric: MeasuredMetric): boolean {
  const { count, consecutiveSuccessLimit } = metric;
  return isEndless(metric) && consecutiveSuccessLimit === undefined && !String(count).includes('{{');
}

function hasRequired(experiment: ExperimentObject): boolean {
  return analysesOfExperiment(experiment).some((one) => one.requiredForCompletion === true);
}

function runName({ metadata }: ExperimentObject, analysis: string): string {
  return `${metadata.name}-${analysis}`;
}

function isNew(one: AnalysisRunObject | ExperimentObject): boolean {
  return isOpen(one) && one.status?.phase === undefined;
}

function isRunning(one: AnalysisRunObject | ExperimentObject): boolean {
  return isOpen(one) && one.status?.phase !== undefined;
}
