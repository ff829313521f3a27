import type { Cluster } from '../../kubernetes/objects/cluster.js';
import type { KubeObject, Labels, ObjectMeta } from '../../kubernetes/objects/object.js';
import type { LabelSelector, PodTemplate, RolloutObject } from '../../kubernetes/objects/rollout-object.js';
import type { RolloutStatus } from '../../kubernetes/objects/rollout-status.js';
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

/** The phase of an AnalysisRun or Experiment; absent until its own controller has processed it. */
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
 * The AnalysisRuns of the in-progress rollout. https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/analysis/helpers.go
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
 * Upstream's pauseContext: many places of a pass decide on pauses and aborts, and the end of the pass writes them to the
 * status. https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/pause.go
 */
export interface PauseDecisions {
  addedPauses: readonly string[];
  removedPauses: readonly string[];
  clearsPauses: boolean;
  addsAbort: boolean;
  removesAbort: boolean;
  abortMessage?: string;
}

/** The state of one pass over one Rollout. https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/context.go */
export interface RolloutContext {
  readonly cluster: Cluster;
  readonly version: RolloutsVersion;
  /**
   * The Rollout at the start of the pass, with the template and selector of its workloadRef. Writing the revision reads it
   * again; a condition that the pass patches is not visible in it.
   */
  rollout: RolloutObject;
  /**
   * The object that `rollout` was read from. The API server refuses to update the whole Rollout if the cluster has another
   * version by then.
   */
  read: RolloutObject | undefined;
  /** Whether this pass has updated the whole Rollout; newer versions end the pass then. */
  hasWrittenRollout: boolean;
  /** The ReplicaSet of the desired template, upstream's newRS. Absent until it is created. */
  newRS: ReplicaSetObject | undefined;
  /** The stable ReplicaSet at the start of the pass. It stays unchanged where newRS is the same ReplicaSet and is written. */
  readonly stableRS: ReplicaSetObject | undefined;
  /** All ReplicaSets except the new and the stable one, oldest first. */
  readonly otherRSs: readonly ReplicaSetObject[];
  readonly allRSs: readonly ReplicaSetObject[];
  /** What the pass has decided so far about pauses and the abort. */
  readonly pauses: PauseDecisions;
  /** The AnalysisRuns that the status names: as they were at the start of the pass, or as the pass has created them. */
  currentRuns: CurrentAnalysisRuns;
  /** The Rollout's other AnalysisRuns. */
  readonly otherRuns: readonly AnalysisRunObject[];
  /** The Experiment that the status names: as it was at the start of the pass, or as the pass has created it. */
  currentExperiment: ExperimentObject | undefined;
  /** The Rollout's other Experiments. */
  otherExperiments: readonly ExperimentObject[];
  /** The status that the pass writes at its end. */
  newStatus: RolloutStatus;
}
