import type { AnalysisPhase } from '../context.js';

/** The ReplicaSet of a template. */
export interface TemplateReplicaSet {
  /** As many pods as it should have. */
  readonly desired: number;
  readonly replicas: number;
  readonly ready: number;
  readonly available: number;
  /** Seconds since 1970; the annotation that delays scaling down. */
  readonly scaleDownAt?: number;
}

/** What an Experiment meets in a pass. */
export interface ExperimentWorld {
  /** Seconds since 1970; times are stored in whole seconds. */
  readonly now: number;
  /** The ReplicaSet of a template; undefined if it does not exist. */
  readonly replicaSet: (template: string) => TemplateReplicaSet | undefined;
  /** The AnalysisRun of an analysis that the Experiment has started. */
  readonly run: (analysis: string) => { readonly phase?: string; readonly message?: string } | undefined;
}

/** What a pass does to the ReplicaSet of a template. */
export type TemplateAction =
  /** Creates it with no pods; the next pass scales it. */
  | { readonly kind: 'create'; readonly template: string }
  | { readonly kind: 'scale'; readonly template: string; readonly replicas: number }
  /** Sets or, without a time, removes the annotation that delays scaling down. */
  | { readonly kind: 'delay'; readonly template: string; readonly scaleDownAt: number | undefined };

/** What a pass does to the AnalysisRun of an analysis. */
export interface AnalysisAction {
  readonly kind: 'start' | 'terminate';
  readonly analysis: string;
}

export interface TemplateStatus {
  readonly name: string;
  readonly status?: string;
  readonly message?: string;
  readonly replicas: number;
  readonly updatedReplicas: number;
  readonly readyReplicas: number;
  readonly availableReplicas: number;
  readonly lastTransitionTime?: string;
  readonly serviceName?: string;
  readonly podTemplateHash?: string;
}

export interface AnalysisStatus {
  readonly name: string;
  /** The name of its AnalysisRun: here that of the analysis. */
  readonly analysisRun: string;
  readonly phase: string;
  readonly message?: string;
}

/** The status of an Experiment without its conditions. */
export interface ExperimentStatus {
  readonly phase?: AnalysisPhase;
  readonly message?: string;
  readonly templateStatuses?: readonly TemplateStatus[];
  readonly analysisRuns?: readonly AnalysisStatus[];
  readonly availableAt?: string;
}

export interface ExperimentPass {
  readonly status: ExperimentStatus;
  /** Whether the pass writes anything: then another one follows immediately. */
  readonly isChanged: boolean;
  readonly templates: readonly TemplateAction[];
  readonly analyses: readonly AnalysisAction[];
  /** When the controller comes back by itself, in seconds since 1970; undefined if only an event makes it. */
  readonly next: number | undefined;
}
