/** A Kubernetes object as the API server stores it: plain JSON, never changed in place. */
export interface KubeObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ObjectMeta;
}

export interface ObjectMeta {
  readonly name: string;
  readonly namespace?: string;
  readonly labels?: Labels;
  readonly annotations?: Labels;
  readonly generation?: number;
  readonly creationTimestamp?: string;
  readonly ownerReferences?: readonly OwnerReference[];
}

export interface OwnerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly controller?: boolean;
  readonly blockOwnerDeletion?: boolean;
}

export type Labels = Readonly<Record<string, string>>;

/** The type of an object, without its version: `VirtualService` of `networking.istio.io`. */
export interface ObjectKind {
  readonly group: string;
  readonly kind: string;
}

export const kinds = {
  rollout: { group: 'argoproj.io', kind: 'Rollout' },
  experiment: { group: 'argoproj.io', kind: 'Experiment' },
  analysisRun: { group: 'argoproj.io', kind: 'AnalysisRun' },
  analysisTemplate: { group: 'argoproj.io', kind: 'AnalysisTemplate' },
  clusterAnalysisTemplate: { group: 'argoproj.io', kind: 'ClusterAnalysisTemplate' },
  replicaSet: { group: 'apps', kind: 'ReplicaSet' },
  deployment: { group: 'apps', kind: 'Deployment' },
  podTemplate: { group: '', kind: 'PodTemplate' },
  job: { group: 'batch', kind: 'Job' },
  service: { group: '', kind: 'Service' },
  serviceAccount: { group: '', kind: 'ServiceAccount' },
  ingress: { group: 'networking.k8s.io', kind: 'Ingress' },
  virtualService: { group: 'networking.istio.io', kind: 'VirtualService' },
  destinationRule: { group: 'networking.istio.io', kind: 'DestinationRule' },
} as const satisfies Record<string, ObjectKind>;

/** The group of an `apiVersion`; empty for the core group. */
export function groupOf(apiVersion: string): string {
  const slash = apiVersion.indexOf('/');
  return slash === -1 ? '' : apiVersion.slice(0, slash);
}

/** Whether an object is of a kind, in any version of it. */
export function isOf({ apiVersion, kind }: KubeObject, meant: ObjectKind): boolean {
  return kind === meant.kind && groupOf(apiVersion) === meant.group;
}
