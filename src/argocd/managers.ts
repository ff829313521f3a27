/** The manager of all that the Rollouts controller writes: the name of its program. */
export const rolloutsManager = 'rollouts-controller';

/**
 * The manager of what the plugin for the Gateway API writes: the controller starts it under the last part of its name.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/plugin/downloader.go
 */
export const gatewayPluginManager = 'gatewayAPI';

/**
 * Programs that write objects by names that do not tell it. What a client sends is owned by the first part of its user agent.
 * https://kubernetes.io/docs/reference/using-api/server-side-apply/#managers
 */
const known: ReadonlySet<string> = new Set([
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
 * Whether a field manager may own something. Of a name that nobody is known by, and that does not look like a program,
 * it is certain that the Rollouts controller is not meant by it, however much it sounds so.
 */
export function mayOwn(manager: string): boolean {
  if (known.has(manager) || /^(argocd|kubectl|helm|pulumi|eks|gke)\b/.test(manager)) return true;
  return (
    !/rollout/i.test(manager) &&
    /(^|-)(controller|operator|manager|agent|webhook|server|plugin)$/.test(manager)
  );
}
