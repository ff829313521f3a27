import { namespaceNameLabel } from '../kinds/namespace.js';
import { defaultGracePeriod } from '../kinds/workload.js';
import { at, isList, isMap, type JsonMap } from '../objects/json.js';
import { GoTypeError, typed, typedWithMisfits } from './remarshal.js';
import { structOf, type GoType } from './schema-table.js';
import { diffMaps } from './strategic-diff.js';
import { applyStrategicPatch } from './strategic-merge.js';

/** A release of Kubernetes with known defaults, as far as they differ: 1.36 includes earlier releases. */
export type KubernetesDefaults = '1.36' | '1.37';

/** A default of the API server: a value, or one that depends on the rest of the object. */
type Default = (value: JsonMap, release: KubernetesDefaults) => JsonMap;

/**
 * An object of a built-in kind with the defaults of its type. One that does not fit the type stays unchanged.
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/gitops-engine/pkg/diff/diff.go (applyPatch)
 */
export function withDefaults(object: JsonMap, name: string, release: KubernetesDefaults): JsonMap {
  const type: GoType = { kind: 'struct', name };
  try {
    const before = typed(object, name);
    const after = filledIn(object, name, release);
    const patch = diffMaps(before, after, type);
    return Object.keys(patch).length === 0 ? object : applyStrategicPatch(object, patch, type);
  } catch (error) {
    if (error instanceof GoTypeError) return object;
    throw error;
  }
}

/** An object as the API server stores it: converted to its type, with all defaults. Throws if it does not fit the type. */
export function filledIn(object: JsonMap, name: string, release: KubernetesDefaults): JsonMap {
  return typed(defaulted(typed(object, name), { kind: 'struct', name }, release), name);
}

/** The same for a value with placeholders and other misfits, which stay unchanged. */
export function filledInWithMisfits(value: JsonMap, name: string, release: KubernetesDefaults): JsonMap {
  const read = defaulted(typedWithMisfits(value, name), { kind: 'struct', name }, release);
  return typedWithMisfits(read, name);
}

/** A value of a Go type with defaults, first its own and then those of its parts. */
function defaulted(value: unknown, type: GoType, release: KubernetesDefaults): unknown {
  if (type.kind === 'list')
    return isList(value) ? value.map((item) => defaulted(item, type.element, release)) : value;
  if (type.kind !== 'struct' || !isMap(value)) return value;
  const own = defaults[type.name]?.(value, release) ?? value;
  const result: Record<string, unknown> = { ...own };
  for (const [key, field] of structOf(type.name).fields)
    if (Object.hasOwn(own, key)) result[key] = defaulted(own[key], field.type, release);
  return result;
}

/** Sets fields that are absent, or empty where that means the same. */
function withValues(values: JsonMap): (value: JsonMap) => JsonMap {
  return (value) => {
    const result: Record<string, unknown> = { ...value };
    for (const [key, implied] of Object.entries(values)) {
      const own = value[key];
      if (own === undefined || own === null || own === '') result[key] = implied;
    }
    return result;
  };
}

/** The same for pointers, which may point to empty values. */
function givenPointers(values: JsonMap): (value: JsonMap) => JsonMap {
  return (value) => {
    const result: Record<string, unknown> = { ...value };
    for (const [key, implied] of Object.entries(values)) result[key] ??= implied;
    return result;
  };
}

/** Defaults of a field, if it exists. */
function inside(key: string, change: Default): Default {
  return (value, release) => {
    const inner = value[key];
    return isMap(inner) ? { ...value, [key]: change(inner, release) } : value;
  };
}

function all(...changes: readonly Default[]): Default {
  return (value, release) => changes.reduce((current, change) => change(current, release), value);
}

const probe = withValues({ timeoutSeconds: 1, periodSeconds: 10, successThreshold: 1, failureThreshold: 3 });
const mode = withValues({ defaultMode: 0o644 });
const container: Default = (value) =>
  withValues({
    imagePullPolicy: isLatest(value['image']) ? 'Always' : 'IfNotPresent',
    terminationMessagePath: '/dev/termination-log',
    terminationMessagePolicy: 'File',
  })(value);

/** https://github.com/kubernetes/kubernetes/blob/v1.36.1/pkg/util/parsers/parsers.go */
function isLatest(image: unknown): boolean {
  const [reference = '', digest] = (typeof image === 'string' ? image : '').split('@');
  const [name = '', tag] = (reference.split('/').at(-1) ?? '').split(':');
  return name !== '' && (tag ?? (digest === undefined ? 'latest' : '')) === 'latest';
}

/**
 * By the name of the Go type.
 * https://github.com/kubernetes/kubernetes/blob/v1.36.1/pkg/apis/core/v1/defaults.go and its neighbours
 */
const defaults: Readonly<Record<string, Default>> = {
  'core.v1.Service': inside('spec', serviceDefaults),
  'core.v1.ServicePort': (port) =>
    withValues({ protocol: 'TCP', targetPort: port['port'] })(
      port['targetPort'] === 0 ? { ...port, targetPort: undefined } : port,
    ),
  'core.v1.Secret': withValues({ type: 'Opaque' }),
  'core.v1.Namespace': (namespace) => {
    const metadata = isMap(namespace['metadata']) ? namespace['metadata'] : {};
    if (typeof metadata['name'] !== 'string') return namespace;
    const labels = {
      ...(metadata['labels'] as JsonMap | undefined),
      [namespaceNameLabel]: metadata['name'],
    };
    return { ...namespace, metadata: { ...metadata, labels } };
  },
  'core.v1.NamespaceStatus': withValues({ phase: 'Active' }),
  'core.v1.PersistentVolumeClaimSpec': givenPointers({ volumeMode: 'Filesystem' }),
  'core.v1.PersistentVolumeClaimStatus': withValues({ phase: 'Pending' }),
  'core.v1.Pod': inside('spec', withValues({ enableServiceLinks: true })),
  'core.v1.PodSpec': withValues({
    dnsPolicy: 'ClusterFirst',
    restartPolicy: 'Always',
    securityContext: {},
    terminationGracePeriodSeconds: defaultGracePeriod,
    schedulerName: 'default-scheduler',
  }),
  'core.v1.Container': container,
  'core.v1.EphemeralContainer': container,
  'core.v1.ContainerPort': withValues({ protocol: 'TCP' }),
  'core.v1.Probe': probe,
  'core.v1.HTTPGetAction': withValues({ path: '/', scheme: 'HTTP' }),
  'core.v1.GRPCAction': (action) => ({ ...action, service: action['service'] ?? '' }),
  'core.v1.ObjectFieldSelector': withValues({ apiVersion: 'v1' }),
  'core.v1.FileKeySelector': withValues({ optional: false }),
  'core.v1.Volume': (volume) => (Object.keys(volume).length > 1 ? volume : { ...volume, emptyDir: {} }),
  'core.v1.SecretVolumeSource': mode,
  'core.v1.ConfigMapVolumeSource': mode,
  'core.v1.DownwardAPIVolumeSource': mode,
  'core.v1.ProjectedVolumeSource': mode,
  'core.v1.ServiceAccountTokenProjection': withValues({ expirationSeconds: 3600 }),
  'core.v1.HostPathVolumeSource': (source) => ({ ...source, type: source['type'] ?? '' }),
  'core.v1.ISCSIVolumeSource': withValues({ iscsiInterface: 'default' }),
  'core.v1.RBDVolumeSource': withValues({ pool: 'rbd', user: 'admin', keyring: '/etc/ceph/keyring' }),
  'core.v1.AzureDiskVolumeSource': givenPointers({
    cachingMode: 'ReadWrite',
    fsType: 'ext4',
    readOnly: false,
    kind: 'Shared',
  }),
  'core.v1.ScaleIOVolumeSource': withValues({ storageMode: 'ThinProvisioned', fsType: 'xfs' }),
  'apps.v1.DeploymentSpec': all(
    withValues({ replicas: 1, revisionHistoryLimit: 10, progressDeadlineSeconds: 600, strategy: {} }),
    inside('strategy', rollingUpdate({ maxUnavailable: '25%', maxSurge: '25%' })),
  ),
  'apps.v1.DaemonSetSpec': all(
    withValues({ revisionHistoryLimit: 10, updateStrategy: {} }),
    inside('updateStrategy', rollingUpdate({ maxUnavailable: 1, maxSurge: 0 })),
  ),
  'apps.v1.ReplicaSetSpec': withValues({ replicas: 1 }),
  'apps.v1.StatefulSetSpec': all(
    withValues({
      podManagementPolicy: 'OrderedReady',
      persistentVolumeClaimRetentionPolicy: {},
      replicas: 1,
      revisionHistoryLimit: 10,
      updateStrategy: {},
    }),
    inside(
      'persistentVolumeClaimRetentionPolicy',
      withValues({ whenDeleted: 'Retain', whenScaled: 'Retain' }),
    ),
    inside('updateStrategy', (strategy, release) => {
      const whole = strategy['type'] ? strategy : { rollingUpdate: {}, ...strategy, type: 'RollingUpdate' };
      if (whole['type'] !== 'RollingUpdate') return whole;
      // https://github.com/kubernetes/kubernetes/blob/v1.37.0/pkg/features/kube_features.go (MaxUnavailableStatefulSet)
      const values = release === '1.36' ? { partition: 0 } : { partition: 0, maxUnavailable: 1 };
      return inside('rollingUpdate', withValues(values))(whole, release);
    }),
  ),
  'autoscaling.v1.HorizontalPodAutoscalerSpec': withValues({ minReplicas: 1 }),
  'autoscaling.v2.HorizontalPodAutoscalerSpec': all(
    withValues({ minReplicas: 1 }),
    (spec) => (isList(spec['metrics']) && spec['metrics'].length > 0 ? spec : { ...spec, metrics: [cpu] }),
    inside('behavior', (behavior) => ({
      ...behavior,
      scaleUp: { ...scaleUp, ...(behavior['scaleUp'] as JsonMap | undefined) },
      scaleDown: { ...scaleDown, ...(behavior['scaleDown'] as JsonMap | undefined) },
    })),
  ),
  // Not the Jobs of a CronJob, which get it when they are created.
  'batch.v1.Job': all(
    (job) => {
      const metadata = isMap(job['metadata']) ? job['metadata'] : {};
      const labels = at(job, 'spec', 'template', 'metadata', 'labels');
      const hasOwn = isMap(metadata['labels']) && Object.keys(metadata['labels']).length > 0;
      return hasOwn || !isMap(labels) ? job : { ...job, metadata: { ...metadata, labels } };
    },
    inside('spec', (spec) => {
      const isBare = spec['completions'] === undefined && spec['parallelism'] === undefined;
      return withValues({
        ...(isBare ? { completions: 1 } : {}),
        parallelism: 1,
        backoffLimit: spec['backoffLimitPerIndex'] === undefined ? 6 : 2147483647,
        completionMode: 'NonIndexed',
        suspend: false,
        podReplacementPolicy: spec['podFailurePolicy'] === undefined ? 'TerminatingOrFailed' : 'Failed',
        manualSelector: false,
      })(spec);
    }),
  ),
  'batch.v1.CronJobSpec': withValues({
    concurrencyPolicy: 'Allow',
    suspend: false,
    successfulJobsHistoryLimit: 3,
    failedJobsHistoryLimit: 1,
  }),
  'networking.v1.NetworkPolicyPort': withValues({ protocol: 'TCP' }),
  'networking.v1.NetworkPolicySpec': (spec) =>
    isList(spec['policyTypes']) && spec['policyTypes'].length > 0
      ? spec
      : {
          ...spec,
          policyTypes:
            isList(spec['egress']) && spec['egress'].length > 0 ? ['Ingress', 'Egress'] : ['Ingress'],
        },
  'rbac.v1.RoleRef': withValues({ apiGroup: 'rbac.authorization.k8s.io' }),
  'rbac.v1.Subject': (subject) =>
    subject['kind'] === 'User' || subject['kind'] === 'Group'
      ? withValues({ apiGroup: 'rbac.authorization.k8s.io' })(subject)
      : subject,
};

const cpu: JsonMap = {
  type: 'Resource',
  resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } },
};
const scaleUp: JsonMap = {
  stabilizationWindowSeconds: 0,
  selectPolicy: 'Max',
  policies: [
    { type: 'Pods', value: 4, periodSeconds: 15 },
    { type: 'Percent', value: 100, periodSeconds: 15 },
  ],
};
const scaleDown: JsonMap = {
  selectPolicy: 'Max',
  policies: [{ type: 'Percent', value: 100, periodSeconds: 15 }],
};

function rollingUpdate(values: JsonMap): Default {
  return all(withValues({ type: 'RollingUpdate' }), (strategy) =>
    strategy['type'] === 'RollingUpdate'
      ? {
          ...strategy,
          rollingUpdate: withValues(values)(
            isMap(strategy['rollingUpdate']) ? strategy['rollingUpdate'] : {},
          ),
        }
      : strategy,
  );
}

function serviceDefaults(spec: JsonMap): JsonMap {
  const result: Record<string, unknown> = {
    ...withValues({ sessionAffinity: 'None', type: 'ClusterIP' })(spec),
  };
  const type = result['type'];
  const isReachable =
    type === 'LoadBalancer' ||
    type === 'NodePort' ||
    (type === 'ClusterIP' && isList(result['externalIPs']) && result['externalIPs'].length > 0);

  if (result['sessionAffinity'] === 'None') Reflect.deleteProperty(result, 'sessionAffinityConfig');
  else if (result['sessionAffinity'] === 'ClientIP') {
    const config = isMap(result['sessionAffinityConfig']) ? result['sessionAffinityConfig'] : {};
    const client = isMap(config['clientIP']) ? config['clientIP'] : {};
    if (client['timeoutSeconds'] == null)
      result['sessionAffinityConfig'] = { clientIP: { timeoutSeconds: 10800 } };
  }
  if (isReachable) result['externalTrafficPolicy'] ??= 'Cluster';
  if (type === 'LoadBalancer' || type === 'NodePort' || type === 'ClusterIP')
    result['internalTrafficPolicy'] ??= 'Cluster';
  if (type === 'LoadBalancer') result['allocateLoadBalancerNodePorts'] ??= true;
  return result;
}
