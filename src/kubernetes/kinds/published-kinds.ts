/**
 * All kinds of the API groups that rolloutkit reads, as upstream publishes them; empty is the core group. Other kinds in these
 * groups only exist with a custom definition.
 */
export const published: Readonly<Record<string, readonly string[]>> = {
  // https://github.com/kubernetes/api/blob/v0.36.0/core/v1/register.go
  '': [
    ...['Binding', 'ComponentStatus', 'ConfigMap', 'Endpoints', 'Event', 'LimitRange', 'List', 'Namespace'],
    ...['Node', 'PersistentVolume', 'PersistentVolumeClaim', 'Pod', 'PodTemplate', 'ReplicationController'],
    ...['ResourceQuota', 'Secret', 'Service', 'ServiceAccount'],
  ],
  // https://github.com/kubernetes/api/blob/v0.36.0/apps/v1/register.go
  apps: ['ControllerRevision', 'DaemonSet', 'Deployment', 'ReplicaSet', 'StatefulSet'],
  'argoproj.io': [
    // https://github.com/argoproj/argo-rollouts/tree/v1.9.1/manifests/crds
    ...['AnalysisRun', 'AnalysisTemplate', 'ClusterAnalysisTemplate', 'Experiment', 'Rollout'],
    // https://github.com/argoproj/argo-cd/tree/v3.5.1/manifests/crds
    ...['AppProject', 'Application', 'ApplicationSet'],
    // https://github.com/argoproj/argo-workflows/tree/main/manifests/base/crds/minimal
    ...['ClusterWorkflowTemplate', 'CronWorkflow', 'Workflow', 'WorkflowArtifactGCTask'],
    ...['WorkflowEventBinding', 'WorkflowTaskResult', 'WorkflowTaskSet', 'WorkflowTemplate'],
    // https://github.com/argoproj/argo-events/tree/master/manifests/base/crds
    ...['EventBus', 'EventSource', 'Sensor'],
    // https://github.com/argoproj-labs/argocd-operator/tree/master/config/crd/bases
    ...['ArgoCD', 'ArgoCDExport', 'ClusterArgoCD', 'NamespaceManagement', 'NotificationsConfiguration'],
    // https://github.com/argoproj-labs/argo-rollouts-manager/tree/main/config/crd/bases
    ...['ArgoRollout', 'RolloutManager'],
    // https://github.com/argoproj-labs/argocd-extensions/tree/main/manifests/crds
    'ArgoCDExtension',
  ],
  // https://github.com/kubernetes/api/blob/v0.36.0/autoscaling/v2/register.go
  autoscaling: ['HorizontalPodAutoscaler', 'Scale'],
  // https://github.com/kubernetes-sigs/gateway-api/tree/main/config/crd/experimental
  'gateway.networking.k8s.io': [
    ...['BackendLBPolicy', 'BackendTLSPolicy', 'GRPCRoute', 'Gateway', 'GatewayClass', 'HTTPRoute'],
    ...['ListenerSet', 'ReferenceGrant', 'ReferencePolicy', 'TCPRoute', 'TLSRoute', 'UDPRoute'],
  ],
  // https://github.com/istio/istio/blob/1.30.3/manifests/charts/base/files/crd-all.gen.yaml
  'networking.istio.io': [
    ...['DestinationRule', 'EnvoyFilter', 'Gateway', 'ProxyConfig', 'ServiceEntry', 'Sidecar'],
    ...['VirtualService', 'WorkloadEntry', 'WorkloadGroup'],
  ],
  // https://github.com/kubernetes/api/blob/v0.36.0/networking/v1/register.go, and further kinds of v1alpha1 and v1beta1
  'networking.k8s.io': [
    ...['ClusterCIDR', 'IPAddress', 'Ingress', 'IngressClass', 'NetworkPolicy', 'ServiceCIDR'],
  ],
  // https://github.com/kubernetes/api/blob/v0.36.0/policy/v1/register.go; PodSecurityPolicy until 1.25
  policy: ['Eviction', 'PodDisruptionBudget', 'PodSecurityPolicy'],
};

/** Kinds that are used in a group, although upstream does not publish them there, or no longer. */
const tolerated: Readonly<Record<string, readonly string[]>> = {
  '': [
    // Configuration files of kubectl and of older API servers:
    // https://github.com/kubernetes/client-go/blob/v0.36.0/tools/clientcmd/api/v1/register.go
    // https://github.com/kubernetes/apiserver/blob/release-1.12/pkg/server/options/encryptionconfig/config.go
    ...['Config', 'EncryptionConfig'],
    // OpenShift accepted them without a group: https://github.com/openshift/api/blob/master/install.go
    ...['BuildConfig', 'ClusterRole', 'ClusterRoleBinding', 'DeploymentConfig', 'Group', 'ImageStream'],
    ...['ImageStreamTag', 'OAuthClient', 'Project', 'ProjectRequest', 'Role', 'RoleBinding', 'Route'],
    ...['SecurityContextConstraints', 'Template', 'User'],
  ],
  'argoproj.io': [
    // A configuration file of Argo CD: https://argo-cd.readthedocs.io/en/stable/operator-manual/config-management-plugins/
    'ConfigManagementPlugin',
    // Until 0.17: https://github.com/argoproj/argo-events/blob/v0.17.0/manifests/base/crds/gateway-crd.yaml
    'Gateway',
  ],
  // A report of its tests: https://github.com/kubernetes-sigs/gateway-api/blob/main/conformance/apis/v1/conformancereport.go
  'gateway.networking.k8s.io': ['ConformanceReport'],
};

/** Whether a kind exists in an API group; undefined if the kinds of the group are not known completely. */
export function isPublished(group: string, kind: string): boolean | undefined {
  if (!Object.hasOwn(published, group)) return undefined;
  const kinds = [...published[group]!, ...(tolerated[group] ?? [])];
  return kinds.includes(kind) || (kind.endsWith('List') && kinds.includes(kind.slice(0, -'List'.length)));
}

/** The API groups that publish a kind. */
export function publishersOf(kind: string): readonly string[] {
  return Object.keys(published).filter((group) => published[group]!.includes(kind));
}
