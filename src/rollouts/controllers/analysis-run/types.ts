import type { JsonMap } from '../../../kubernetes/objects/json.js';
import type { RolloutsVersion } from '../../../kubernetes/objects/version.js';
import type { AnalysisPhase } from '../context.js';

/** A measurement as the status of an AnalysisRun has it. */
export interface MeasurementStatus {
  readonly phase: string;
  readonly message?: string;
  readonly startedAt?: string;
  readonly finishedAt?: string;
  readonly value?: string;
  readonly metadata?: JsonMap;
  readonly resumeAt?: string;
}

/** What a metric has measured, as the status of an AnalysisRun has it. Numbers that are 0 are left out. */
export interface MetricResultStatus {
  readonly name: string;
  readonly phase: string;
  readonly measurements?: readonly MeasurementStatus[];
  readonly message?: string;
  readonly count?: number;
  readonly successful?: number;
  readonly failed?: number;
  readonly inconclusive?: number;
  readonly error?: number;
  readonly consecutiveError?: number;
  readonly consecutiveSuccess?: number;
  readonly dryRun?: boolean;
  readonly metadata?: JsonMap;
}

export interface RunSummary {
  readonly count?: number;
  readonly successful?: number;
  readonly failed?: number;
  readonly inconclusive?: number;
  readonly error?: number;
}

/** https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/v1alpha1/analysis_types.go (AnalysisRunStatus) */
export interface AnalysisRunFullStatus {
  readonly phase?: AnalysisPhase;
  readonly message?: string;
  readonly metricResults?: readonly MetricResultStatus[];
  readonly startedAt?: string;
  readonly completedAt?: string;
  readonly runSummary?: RunSummary;
  readonly dryRunSummary?: RunSummary;
}

/** What a provider answers when a metric is measured. */
export interface Taken {
  /** `Running` for a measurement that is not finished, such as a Job; it is asked for again with `resume`. */
  readonly phase: Exclude<AnalysisPhase, 'Pending'>;
  readonly message?: string;
  readonly value?: string;
  /** Replaces that of the measurement. A Job has the name of its object here by default. */
  readonly metadata?: JsonMap;
  /** Seconds since 1970: when to ask for a measurement that is not finished. Without it, an event (the end of a Job) causes the pass. */
  readonly resumeAt?: number;
}

export interface Asked {
  /** The metric with its arguments resolved. */
  readonly metric: JsonMap & { readonly name: string };
  /**
   * `start` for a new measurement, `resume` for one that is not finished, `terminate` for one that is not finished in a run that ends
   * early. Job metrics are not asked to terminate: the controller deletes the Job.
   */
  readonly kind: 'start' | 'resume' | 'terminate';
  /** The measurement that is not finished. */
  readonly measurement: MeasurementStatus | undefined;
  /** How many measurements of the metric have ended before, errors included. */
  readonly earlier: number;
}

/** What an AnalysisRun meets in a pass. */
export interface RunWorld {
  /**
   * Seconds since 1970. Stored times have whole seconds, and a measurement is due strictly after them. So a clock that stands at whole
   * seconds when a pass begins has to move on by a fraction before something that is due "now" happens; a clock whose instants are
   * in the middle of a second (x.5) needs no such step, as in a cluster.
   */
  readonly now: number;
  readonly version: RolloutsVersion;
  /** Called once for each measurement of the pass, in the order of the metrics. */
  readonly take: (asked: Asked) => Taken;
  /**
   * Why the provider of a metric cannot be made, such as an address of Prometheus that is not a URL. Such a metric is not taken: it ends in
   * an error with this message, and its measurements are all kept.
   */
  readonly problemOf?: (metric: Asked['metric']) => string | undefined;
}

/** What one pass of the controller makes of an AnalysisRun. */
export interface RunPass {
  /** The status after the pass, as it is stored. */
  readonly status: AnalysisRunFullStatus;
  /** Whether the pass writes: then another one follows immediately. */
  readonly isChanged: boolean;
  /**
   * When the controller comes back by itself, in seconds since 1970: when the next measurement is due. It can be in the past, which
   * means immediately. Undefined if only an event causes another pass: the end of a Job, a change of the spec.
   */
  readonly next: number | undefined;
  /**
   * For each Job metric with more measurements than are kept, how many: of all Jobs of the run, the controller deletes the oldest beyond
   * this number, even those of other metrics.
   */
  readonly collects: readonly number[];
  /** Whether the pass deletes the run, because its `ttlStrategy` has expired. */
  readonly isDeleted: boolean;
}
