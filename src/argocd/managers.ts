/** The field manager of the Rollouts controller: the name of its program. */
export const rolloutsManager = 'rollouts-controller';

/**
 * The field manager of the Gateway API plugin: the controller starts the plugin under the last part of its name.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/plugin/downloader.go
 */
export const gatewayPluginManager = 'gatewayAPI';

/**
 * Known field managers that do not look like the name of a program. A client without one is recorded under the first part of
 * its user agent. https://kubernetes.io/docs/reference/using-api/server-side-apply/#managers
 */
const knownManagers: ReadonlySet<string> = new Set([
  rolloutsManager,
  gatewayPluginManager,
  'argocd',
  'before-first-apply',
  'controller',
  'external-dns',
  'external-secrets',
  'flagger',
  'HashiCorp',
  'helm',
  'istiod',
  'keda',
  'kube-apiserver',
  'kube-scheduler',
  'kubelet',
  'kyverno',
  'manager',
  'Mozilla',
  'node-fetch',
  'OpenAPI-Generator',
  'pilot-discovery',
  'rancher',
  'Terraform',
]);

/**
 * Whether a field manager may own a field. A name that is neither known nor looks like a program is certainly not the Rollouts
 * controller, even if it resembles it.
 */
export function mayOwn(manager: string): boolean {
  if (knownManagers.has(manager) || /^(argocd|kubectl|helm|pulumi|eks|gke)\b/.test(manager)) return true;
  return (
    !/rollout/i.test(manager) &&
    /(^|-)(controller|operator|manager|agent|webhook|server|plugin)$/.test(manager)
  );
}
