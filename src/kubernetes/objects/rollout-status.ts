/** What the controller remembers between passes, as far as a later pass reads it or a user is shown it. */
export interface RolloutStatus {
  readonly abort?: boolean;
  readonly abortedAt?: string;
  readonly pauseConditions?: readonly { readonly reason: string; readonly startTime: string }[];
  readonly controllerPause?: boolean;
  readonly currentPodHash?: string;
  readonly currentStepHash?: string;
  readonly currentStepIndex?: number;
  readonly stableRS?: string;
  readonly promoteFull?: boolean;
  readonly restartedAt?: string;
  readonly observedGeneration?: string;
  readonly workloadObservedGeneration?: string;
  readonly collisionCount?: number;
  readonly replicas?: number;
  readonly updatedReplicas?: number;
  readonly readyReplicas?: number;
  readonly availableReplicas?: number;
  readonly HPAReplicas?: number;
  readonly selector?: string;
  readonly phase?: string;
  readonly message?: string;
  readonly conditions?: readonly RolloutCondition[];
  readonly canary?: CanaryStatus;
  readonly blueGreen?: BlueGreenStatus;
  readonly alb?: AlbStatus;
  readonly albs?: readonly AlbStatus[];
}

/** What stands for an Ingress at Amazon. */
export interface AlbStatus {
  readonly loadBalancer: AwsResource;
  readonly canaryTargetGroup: AwsResource;
  readonly stableTargetGroup: AwsResource;
  readonly ingress?: string;
}

export interface AwsResource {
  readonly name: string;
  readonly arn: string;
  readonly fullName: string;
}

export interface RolloutCondition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
  readonly lastUpdateTime?: string;
  readonly lastTransitionTime?: string;
}

export interface WeightDestination {
  readonly weight: number;
  readonly serviceName?: string;
  readonly podTemplateHash?: string;
}

export interface CanaryStatus {
  readonly weights?: {
    readonly canary: WeightDestination;
    readonly stable: WeightDestination;
    readonly additional?: readonly WeightDestination[];
    readonly verified?: boolean;
  };
  readonly stablePingPong?: 'ping' | 'pong';
  readonly currentExperiment?: string;
  readonly currentStepAnalysisRunStatus?: AnalysisRunStatus;
  readonly currentBackgroundAnalysisRunStatus?: AnalysisRunStatus;
}

export interface BlueGreenStatus {
  readonly activeSelector?: string;
  readonly previewSelector?: string;
  readonly scaleUpPreviewCheckPoint?: boolean;
  readonly prePromotionAnalysisRunStatus?: AnalysisRunStatus;
  readonly postPromotionAnalysisRunStatus?: AnalysisRunStatus;
}

export interface AnalysisRunStatus {
  readonly name: string;
  readonly status: string;
  readonly message?: string;
}
