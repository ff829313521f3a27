import type { ObjectKind } from '../objects/object.js';

/**
 * Kinds of which a cluster has one object of a name: those of Kubernetes, and of projects that stand beside Rollouts in
 * repositories, by their CRDs. A name says nothing: a `Cluster` of Cluster API has a namespace.
 */
const byGroup: Readonly<Record<string, readonly string[]>> = {
  '': ['Namespace', 'Node', 'PersistentVolume'],
  'admissionregistration.k8s.io': [
    ...['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'],
    ...['ValidatingAdmissionPolicy', 'ValidatingAdmissionPolicyBinding'],
    ...['MutatingAdmissionPolicy', 'MutatingAdmissionPolicyBinding'],
  ],
  'apiextensions.k8s.io': ['CustomResourceDefinition'],
  'apiregistration.k8s.io': ['APIService'],
  'argoproj.io': ['ClusterAnalysisTemplate', 'ClusterWorkflowTemplate'],
  'cert-manager.io': ['ClusterIssuer'],
  'external-secrets.io': ['ClusterSecretStore', 'ClusterExternalSecret', 'ClusterPushSecret'],
  'flowcontrol.apiserver.k8s.io': ['FlowSchema', 'PriorityLevelConfiguration'],
  'gateway.networking.k8s.io': ['GatewayClass'],
  'karpenter.k8s.aws': ['EC2NodeClass'],
  'karpenter.sh': ['NodeClaim', 'NodePool'],
  'keda.sh': ['ClusterTriggerAuthentication'],
  'kyverno.io': ['ClusterPolicy', 'ClusterCleanupPolicy'],
  'networking.k8s.io': ['IngressClass'],
  'node.k8s.io': ['RuntimeClass'],
  'rbac.authorization.k8s.io': ['ClusterRole', 'ClusterRoleBinding'],
  'scheduling.k8s.io': ['PriorityClass'],
  'storage.k8s.io': ['CSIDriver', 'StorageClass', 'VolumeAttachment'],
};

/** Whether objects of a kind certainly have no namespace. */
export function isOfCluster({ group, kind }: ObjectKind): boolean {
  return byGroup[group]?.includes(kind) === true;
}

/** Groups in which all kinds without a namespace are listed above. */
const knownGroups: ReadonlySet<string> = new Set([
  ...Object.keys(byGroup),
  ...['apps', 'autoscaling', 'batch', 'coordination.k8s.io', 'discovery.k8s.io', 'policy'],
  ...['monitoring.coreos.com', 'networking.istio.io', 'security.istio.io'],
]);

/** Whether objects of a kind certainly have a namespace. */
export function isNamespaced({ group, kind }: ObjectKind): boolean {
  return knownGroups.has(group) && !isOfCluster({ group, kind });
}
