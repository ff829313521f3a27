/** The newest supported release; its kinds are in published-kinds.ts. */
export const newestKubernetes = '1.36';

/** Whether a string is a release of Kubernetes that Helm accepts: `1.34`, `v1.34.2`, `1.34.2-gke.100`. */
export function isKubernetesVersion(text: string): boolean {
  return /^v?1\.\d{1,3}(?:\.\d{1,3})?(?:[-+][\w.+-]{1,60})?$/.test(text);
}
