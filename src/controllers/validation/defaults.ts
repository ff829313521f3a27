/** What upstream assumes where a Rollout is silent. https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/defaults/defaults.go */
export const defaultRevisionHistoryLimit = 10;
export const defaultProgressDeadlineSeconds = 600;
