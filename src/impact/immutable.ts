import { at, isSameJson } from '../cluster/json.js';
import { groupOf, type KubeObject } from '../cluster/object.js';

/**
 * Fields that the API server does not let change, by kind.
 * https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/apps/validation/validation.go
 * https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/batch/validation/validation.go
 * https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/core/validation/validation.go
 * https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/rbac/validation/validation.go
 */
const fixed: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'apps/Deployment': [['spec', 'selector']],
  'apps/DaemonSet': [['spec', 'selector']],
  'apps/ReplicaSet': [['spec', 'selector']],
  'apps/StatefulSet': [
    ['spec', 'selector'],
    ['spec', 'serviceName'],
    ['spec', 'podManagementPolicy'],
    ['spec', 'volumeClaimTemplates'],
  ],
  'batch/Job': [
    ['spec', 'selector'],
    ['spec', 'template'],
    ['spec', 'completionMode'],
  ],
  '/Secret': [['type']],
  '/PersistentVolumeClaim': [
    ['spec', 'accessModes'],
    ['spec', 'storageClassName'],
    ['spec', 'volumeName'],
  ],
  'rbac.authorization.k8s.io/RoleBinding': [['roleRef']],
  'rbac.authorization.k8s.io/ClusterRoleBinding': [['roleRef']],
  'storage.k8s.io/StorageClass': [['provisioner'], ['parameters'], ['reclaimPolicy']],
};

/** The fields that keep the API server from taking an object in the place of another one. */
export function immutableChanges(before: KubeObject, after: KubeObject): readonly string[] {
  const old: KubeObject & { readonly immutable?: unknown } = before;
  const now = after;
  const isChanged = (path: readonly string[]): boolean => {
    const [left, right] = [at(old, ...path), at(now, ...path)];
    return left !== undefined && !isSameJson(left, right);
  };
  const own = fixed[`${groupOf(after.apiVersion)}/${after.kind}`] ?? [];
  const sealed =
    old.immutable === true && ['ConfigMap', 'Secret'].includes(after.kind)
      ? [['data'], ['binaryData'], ['immutable']]
      : [];
  const headless = at(old, 'spec', 'clusterIP') === 'None' || at(now, 'spec', 'clusterIP') === 'None';
  const address =
    after.kind === 'Service' && headless && at(old, 'spec', 'clusterIP') !== at(now, 'spec', 'clusterIP')
      ? ['spec.clusterIP']
      : [];
  return [...[...own, ...sealed].filter(isChanged).map((path) => path.join('.')), ...address];
}
