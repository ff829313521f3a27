/**
 * Where the kinds of extensions/v1beta1 went, which the API server gave up in 1.16 and 1.22.
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

/** The API group that a kind is of today: an object that was once in two groups is one object. */
export function groupOf(group: string, version: string, kind: string): string {
  return group === 'extensions' && version === 'v1beta1' && Object.hasOwn(moved, kind) ? moved[kind]! : group;
}
