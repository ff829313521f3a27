/** Kinds that people deploy, with the API groups that have one of this name; empty is the core group. */
const groups: Readonly<Record<string, readonly string[]>> = {
  AnalysisTemplate: ['argoproj.io'],
  ApisixRoute: ['apisix.apache.org'],
  AppProject: ['argoproj.io'],
  Application: ['argoproj.io'],
  ApplicationSet: ['argoproj.io'],
  Certificate: ['cert-manager.io'],
  ClusterAnalysisTemplate: ['argoproj.io'],
  ClusterIssuer: ['cert-manager.io'],
  ClusterRole: ['rbac.authorization.k8s.io'],
  ClusterRoleBinding: ['rbac.authorization.k8s.io'],
  ConfigMap: [''],
  CronJob: ['batch'],
  CustomResourceDefinition: ['apiextensions.k8s.io'],
  DaemonSet: ['apps'],
  Deployment: ['apps'],
  DestinationRule: ['networking.istio.io'],
  Endpoints: [''],
  ExternalSecret: ['external-secrets.io'],
  GRPCRoute: ['gateway.networking.k8s.io'],
  Gateway: ['networking.istio.io', 'gateway.networking.k8s.io'],
  HTTPRoute: ['gateway.networking.k8s.io'],
  HorizontalPodAutoscaler: ['autoscaling'],
  Ingress: ['networking.k8s.io'],
  IngressClass: ['networking.k8s.io'],
  IngressRoute: ['traefik.io', 'traefik.containo.us'],
  Issuer: ['cert-manager.io'],
  Job: ['batch'],
  LimitRange: [''],
  MutatingWebhookConfiguration: ['admissionregistration.k8s.io'],
  Namespace: [''],
  NetworkPolicy: ['networking.k8s.io'],
  Node: [''],
  PersistentVolume: [''],
  PersistentVolumeClaim: [''],
  Pod: [''],
  PodDisruptionBudget: ['policy'],
  PodMonitor: ['monitoring.coreos.com'],
  ReplicaSet: ['apps'],
  ReplicationController: [''],
  ResourceQuota: [''],
  Role: ['rbac.authorization.k8s.io'],
  RoleBinding: ['rbac.authorization.k8s.io'],
  Rollout: ['argoproj.io'],
  Route: ['route.openshift.io'],
  ScaledObject: ['keda.sh'],
  Secret: [''],
  Service: [''],
  ServiceAccount: [''],
  ServiceEntry: ['networking.istio.io'],
  ServiceMonitor: ['monitoring.coreos.com'],
  StatefulSet: ['apps'],
  TCPRoute: ['gateway.networking.k8s.io'],
  TLSRoute: ['gateway.networking.k8s.io'],
  TraefikService: ['traefik.io', 'traefik.containo.us'],
  TrafficSplit: ['split.smi-spec.io'],
  ValidatingWebhookConfiguration: ['admissionregistration.k8s.io'],
  VirtualService: ['networking.istio.io', 'appmesh.k8s.aws'],
};

/** The API groups that have a kind of a name; undefined for a name that is not known here. */
export function groupsOf(kind: string): readonly string[] | undefined {
  return Object.hasOwn(groups, kind) ? groups[kind] : undefined;
}

const plurals = new Map(
  Object.keys(groups).flatMap((kind) => {
    const lower = kind.toLowerCase();
    const plural = lower.replace(/(ss|x)$/, '$1e').replace(/([^aeiou])y$/, '$1ie');
    return [[lower, kind] as const, [`${plural}s`, kind] as const];
  }),
);

/** The kind that a word means which is written in the plural, or with other capitals. */
export function kindMeant(word: string): string | undefined {
  const kind = plurals.get(word.toLowerCase());
  return kind === word ? undefined : kind;
}
