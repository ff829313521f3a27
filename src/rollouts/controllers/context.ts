import type { Cluster } from '../../kubernetes/objects/cluster.js';
import type { KubeObject, Labels, ObjectMeta } from '../../kubernetes/objects/object.js';
import type {
  LabelSelector,
  PodTemplate,
  RolloutObject,
  RolloutStatus,
} from '../../kubernetes/objects/rollout-object.js';
import type { RolloutsVersion } from '../../kubernetes/objects/version.js';

export interface ReplicaSetObject extends KubeObject {
  readonly metadata: ObjectMeta & { readonly annotations?: Labels };
  readonly spec: {
    readonly replicas: number;
    readonly selector?: LabelSelector;
    readonly template: PodTemplate;
    readonly minReadySeconds?: number;
  };
  /** Written by kube-controller-manager, never by the Rollouts controller. */
  readonly status?: {
    readonly replicas: number;
    readonly readyReplicas?: number;
    readonly availableReplicas?: number;
    readonly observedGeneration?: number;
  };
}

/** How an AnalysisRun or an Experiment is doing; absent before its own controller has seen it. */
export type AnalysisPhase = 'Pending' | 'Running' | 'Successful' | 'Failed' | 'Error' | 'Inconclusive';

export interface AnalysisRunObject extends KubeObject {
  readonly spec: {
    readonly metrics?: readonly unknown[];
    readonly args?: readonly unknown[];
    readonly dryRun?: readonly unknown[];
    readonly measurementRetention?: readonly unknown[];
    readonly terminate?: boolean;
  };
  readonly status?: { readonly phase?: AnalysisPhase; readonly message?: string };
}

/**
 * The AnalysisRuns of the update that is under way.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/analysis/helpers.go
 */
export interface CurrentAnalysisRuns {
  readonly step?: AnalysisRunObject;
  readonly background?: AnalysisRunObject;
  readonly prePromotion?: AnalysisRunObject;
  readonly postPromotion?: AnalysisRunObject;
}

export interface ExperimentObject extends KubeObject {
  readonly spec: Readonly<Record<string, unknown>> & { readonly terminate?: boolean };
  readonly status?: {
    readonly phase?: AnalysisPhase;
    readonly message?: string;
    readonly templateStatuses?: readonly {
      readonly name: string;
      readonly status?: string;
      readonly serviceName?: string;
      readonly podTemplateHash?: string;
    }[];
  };
}

/**
 * Upstream's pauseContext: pauses and aborts are decided in many places of a pass and become status at its end.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/pause.go
 */
export interface PauseDecisions {
  addedPauses: readonly string[];
  removedPauses: readonly string[];
  clearsPauses: boolean;
  addsAbort: boolean;
  removesAbort: boolean;
  abortMessage?: string;
}

/**
 * What one pass over one Rollout knows and prepares.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/context.go
 */
export interface RolloutContext {
  readonly cluster: Cluster;
  readonly version: RolloutsVersion;
  /**
   * As it was when the pass began, with the template and selector of its workloadRef filled in. Writing the revision
   * reads it anew; a condition that the pass patches does not show in it.
   */
  rollout: RolloutObject;
  /** The Rollout of the cluster that `rollout` was read from: a write of the whole is refused when it is another one by then. */
  read: RolloutObject | undefined;
  /** Whether this pass has written the Rollout; later versions end the pass then. */
  hasWrittenRollout: boolean;
  /** The ReplicaSet of the desired template; upstream's newRS. Absent until it is created. */
  newRS: ReplicaSetObject | undefined;
  /** As it was when the pass began, also where it is the same as newRS and newRS has been written since. */
  readonly stableRS: ReplicaSetObject | undefined;
  /** All but the new and the stable one, oldest first. */
  readonly otherRSs: readonly ReplicaSetObject[];
  readonly allRSs: readonly ReplicaSetObject[];
  /** What the pass has decided so far of pauses and of the abort. */
  readonly pauses: PauseDecisions;
  /** The AnalysisRuns that the status names, as they were when the pass began or as it has made them. */
  currentRuns: CurrentAnalysisRuns;
  /** The Rollout's other AnalysisRuns. */
  readonly otherRuns: readonly AnalysisRunObject[];
  /** The Experiment that the status names, as it was when the pass began or as it has made it. */
  currentExperiment: ExperimentObject | undefined;
  /** The Rollout's other Experiments. */
  otherExperiments: readonly ExperimentObject[];
  /** What the pass will write as the status at its end. */
  newStatus: RolloutStatus;
}
