/**
 * The groups that kinds of extensions/v1beta1 moved to, which the API server dropped in 1.16 and 1.22.
 * https://kubernetes.io/docs/reference/using-api/deprecation-guide/
 */
const moved: Readonly<Record<string, string>> = {
  DaemonSet: 'apps',
  Deployment: 'apps',
  ReplicaSet: 'apps',
  Ingress: 'networking.k8s.io',
  NetworkPolicy: 'networking.k8s.io',
  PodSecurityPolicy: 'policy',
};

/** The current API group of a kind: an object that was served in two groups is one object. */
export function currentGroup(group: string, version: string, kind: string): string {
  return group === 'extensions' && version === 'v1beta1' && Object.hasOwn(moved, kind) ? moved[kind]! : group;
}
