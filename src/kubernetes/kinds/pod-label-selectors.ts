/**
 * The selectors in pod templates to which kustomize adds the labels of the pods.
 * https://github.com/kubernetes-sigs/kustomize/blob/kustomize/v5.8.1/api/internal/konfig/builtinpluginconsts/commonlabels.go
 */
export const podLabelSelectors: readonly string[] = [
  ...['podAffinity', 'podAntiAffinity'].flatMap((key) => [
    `affinity/${key}/preferredDuringSchedulingIgnoredDuringExecution/podAffinityTerm`,
    `affinity/${key}/requiredDuringSchedulingIgnoredDuringExecution`,
  ]),
  'topologySpreadConstraints',
].map((path) => `spec/template/spec/${path}/labelSelector/matchLabels`);
