import { podLabelSelectors } from '../../kubernetes/kinds/pod-label-selectors.js';
import { isMap, at } from '../../kubernetes/objects/json.js';

/**
 * The fields that kustomize sets, from its own configuration.
 * https://github.com/kubernetes-sigs/kustomize/tree/kustomize/v5.8.1/api/internal/konfig/builtinpluginconsts
 */
export interface FieldSpec {
  readonly path: readonly string[];
  /** Whether it is created if it is absent. */
  readonly creates: boolean;
  readonly kind?: string;
  readonly group?: string;
  readonly version?: string;
}

function specs(path: string, creates: boolean, ...types: readonly string[]): readonly FieldSpec[] {
  return types.map((type) => {
    const [kind = '', group, version] = type.split(' ');
    return {
      path: path.split('/'),
      creates,
      kind,
      ...(group === undefined || group === '*' ? {} : { group }),
      ...(version === undefined ? {} : { version }),
    };
  });
}

const metadataLabels: FieldSpec = { path: ['metadata', 'labels'], creates: true };

/** Labels of objects and of pods. */
export const templateLabelFields: readonly FieldSpec[] = [
  metadataLabels,
  ...specs(
    ...(['spec/template/metadata/labels', true] as const),
    ...[
      'ReplicationController * v1',
      'Deployment',
      'ReplicaSet',
      'DaemonSet',
      'StatefulSet apps',
      'Job batch',
    ],
  ),
  ...specs('spec/volumeClaimTemplates[]/metadata/labels', true, 'StatefulSet apps'),
  ...specs('spec/jobTemplate/metadata/labels', true, 'CronJob batch'),
  ...specs('spec/jobTemplate/spec/template/metadata/labels', true, 'CronJob batch'),
];

/** The same with selectors. */
export const labelFields: readonly FieldSpec[] = [
  ...specs('spec/selector', true, 'Service * v1', 'ReplicationController * v1'),
  ...specs('spec/selector/matchLabels', true, 'Deployment', 'ReplicaSet', 'DaemonSet', 'StatefulSet apps'),
  ...specs('spec/selector/matchLabels', false, 'Job batch', 'PodDisruptionBudget policy'),
  ...specs('spec/jobTemplate/spec/selector/matchLabels', false, 'CronJob batch'),
  ...['podSelector', 'ingress/from/podSelector', 'egress/to/podSelector'].flatMap((path) =>
    specs(`spec/${path}/matchLabels`, false, 'NetworkPolicy networking.k8s.io'),
  ),
  ...podLabelSelectors.flatMap((path) => specs(path, false, 'Deployment apps', 'StatefulSet apps')),
  ...templateLabelFields,
];

export const annotationFields: readonly FieldSpec[] = [
  { path: ['metadata', 'annotations'], creates: true },
  ...specs(
    ...(['spec/template/metadata/annotations', true] as const),
    ...['ReplicationController * v1', 'Deployment', 'ReplicaSet', 'DaemonSet', 'StatefulSet', 'Job batch'],
  ),
  ...specs('spec/jobTemplate/metadata/annotations', true, 'CronJob batch'),
  ...specs('spec/jobTemplate/spec/template/metadata/annotations', true, 'CronJob batch'),
];

export const replicaFields = specs(
  'spec/replicas',
  true,
  ...['Deployment', 'ReplicationController', 'ReplicaSet', 'StatefulSet'],
);

/** Cluster-scoped types, which get no namespace; kustomize treats unknown types as namespaced. */
export const clusterScopedTypes: ReadonlySet<string> = new Set(
  [
    'admissionregistration.k8s.io/v1 admissionregistration.k8s.io/v1beta1: MutatingWebhookConfiguration ValidatingWebhookConfiguration',
    'apiextensions.k8s.io/v1 apiextensions.k8s.io/v1beta1: CustomResourceDefinition',
    'apiregistration.k8s.io/v1 apiregistration.k8s.io/v1beta1: APIService',
    'certificates.k8s.io/v1 certificates.k8s.io/v1beta1: CertificateSigningRequest',
    'flowcontrol.apiserver.k8s.io/v1beta1: FlowSchema PriorityLevelConfiguration',
    'networking.k8s.io/v1 networking.k8s.io/v1beta1: IngressClass',
    'node.k8s.io/v1 node.k8s.io/v1beta1: RuntimeClass',
    'policy/v1beta1: PodSecurityPolicy',
    'rbac.authorization.k8s.io/v1 rbac.authorization.k8s.io/v1beta1: ClusterRole ClusterRoleBinding',
    'scheduling.k8s.io/v1 scheduling.k8s.io/v1beta1: PriorityClass',
    'storage.k8s.io/v1 storage.k8s.io/v1beta1: CSIDriver CSINode StorageClass VolumeAttachment',
    'v1: ComponentStatus Namespace Node NodeProxyOptions PersistentVolume',
  ].flatMap((line) => {
    const [versions = '', kinds = ''] = line.split(': ');
    return versions.split(' ').flatMap((version) => kinds.split(' ').map((kind) => `${version} ${kind}`));
  }),
);

/** Kinds in which kustomize updates references to what it renames or moves. */
export const referringKinds = {
  names: new Set([
    ...[
      'APIService',
      'ClusterRole',
      'ClusterRoleBinding',
      'CronJob',
      'DaemonSet',
      'Deployment',
      'Job',
      'Pod',
    ],
    ...['HorizontalPodAutoscaler', 'Ingress', 'MutatingWebhookConfiguration', 'Node', 'PersistentVolume'],
    ...['PersistentVolumeClaim', 'PodTemplate', 'ReplicaSet', 'ReplicationController', 'Role', 'RoleBinding'],
    ...['Service', 'ServiceAccount', 'StatefulSet', 'StorageClass', 'ValidatingAdmissionPolicyBinding'],
    ...['ValidatingWebhookConfiguration', 'CustomResourceDefinition'],
  ]),
  /** They contain the namespaces of what they refer to. */
  namespaces: new Set([
    ...[
      'RoleBinding',
      'ClusterRoleBinding',
      'MutatingWebhookConfiguration',
      'ValidatingWebhookConfiguration',
    ],
    ...['APIService', 'CustomResourceDefinition', 'PersistentVolume', 'StorageClass'],
  ]),
};

/** Whether an image matches the name in a setting, where a dot matches any character. */
export function isImage(image: string, name: string): boolean {
  if (image.length < name.length) return false;
  for (let index = 0; index < name.length; index++)
    if (name[index] !== '.' && name[index] !== image[index]) return false;
  return /^(?::[\w.{}-]*)?(?:@sha256:[\w.{}-]*)?$/.test(image.slice(name.length));
}

/** https://github.com/kubernetes-sigs/kustomize/blob/kustomize/v5.8.1/api/internal/image/image.go (Split) */
export function splitImage(image: string): {
  readonly name: string;
  readonly tag: string;
  readonly digest: string;
} {
  const from = Math.max(0, image.indexOf('/'));
  const at = image.indexOf('@', from);
  const colon = image.indexOf(':', from);
  if (at !== -1 && (colon === -1 || at < colon))
    return { name: image.slice(0, at), tag: '', digest: image.slice(at + 1) };
  if (colon === -1) return { name: image, tag: '', digest: '' };
  const end = at === -1 ? image.length : at;
  return { name: image.slice(0, colon), tag: image.slice(colon + 1, end), digest: image.slice(end + 1) };
}

/** Changes the images of an object; false if one is not a string, which kustomize rejects. */
export function withImageAt(
  value: Readonly<Record<string, unknown>>,
  change: (image: string) => string,
): boolean {
  if (value['kind'] === 'CustomResourceDefinition') return true;
  const spec = value['spec'];
  const pods = isMap(spec) ? [spec, at(spec, 'template', 'spec')] : [];
  const volumes = pods
    .map((pod) => at(pod, 'volumes'))
    .flatMap((list): readonly unknown[] => (Array.isArray(list) ? list : []));
  return (
    inContainers(value, change) &&
    volumes.every((volume) => {
      const image = at(volume, 'image');
      return !isMap(image) || image['reference'] === undefined || setText(image, 'reference', change);
    })
  );
}

function inContainers(node: unknown, change: (image: string) => string): boolean {
  if (Array.isArray(node)) return node.every((item) => inContainers(item, change));
  if (!isMap(node)) return true;
  return Object.entries(node).every(([key, item]) => {
    if (!inContainers(item, change)) return false;
    if ((key !== 'containers' && key !== 'initContainers') || !Array.isArray(item)) return true;
    return item.every((one) => isMap(one) && (one['image'] === undefined || setText(one, 'image', change)));
  });
}

function setText(
  map: Readonly<Record<string, unknown>>,
  key: string,
  change: (text: string) => string,
): boolean {
  const text = map[key];
  if (typeof text !== 'string') return false;
  (map as Record<string, unknown>)[key] = change(text);
  return true;
}
