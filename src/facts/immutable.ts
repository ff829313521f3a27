import { isDeepStrictEqual } from 'node:util';
import type { Field } from '../model/field.js';
import type { Resource } from '../model/resource.js';

/** A field of an object before a change and after it. */
type Change = readonly [after: Field, before: Field];
type Check = (after: Resource, before: Resource) => readonly Field[];

/**
 * The fields that the API server does not let change, as its validation of updates asks for them. Where it fills in what is
 * absent, or sets it by itself, nothing is known of that.
 * https://github.com/kubernetes/kubernetes/blob/v1.36.1/pkg/apis/core/validation/validation.go
 * https://github.com/kubernetes/kubernetes/blob/v1.36.1/pkg/apis/apps/validation/validation.go
 * https://github.com/kubernetes/kubernetes/blob/v1.36.1/pkg/apis/batch/validation/validation.go
 * https://github.com/kubernetes/kubernetes/blob/v1.36.1/pkg/apis/rbac/validation/validation.go
 */
const checks: Readonly<Record<string, Check>> = {
  '/ConfigMap': content,
  '/PersistentVolumeClaim': (...change) =>
    ['accessModes', 'selector', 'storageClassName', 'volumeMode'].flatMap((key) =>
      ofBoth(at(change, 'spec', key)),
    ),
  '/Secret': (...change) => [...other(at(change, 'type'), 'Opaque'), ...content(...change)],
  '/Service': (...change) => [...clusterIp(change), ...balancer(change)],
  'apps/DaemonSet': selector,
  'apps/Deployment': selector,
  'apps/ReplicaSet': selector,
  'apps/StatefulSet': (...change) => [
    ...selector(...change),
    ...other(at(change, 'spec', 'serviceName'), ''),
    ...other(at(change, 'spec', 'podManagementPolicy'), 'OrderedReady'),
    ...claims(at(change, 'spec', 'volumeClaimTemplates')),
  ],
  'batch/Job': (...change) => [
    ...selector(...change),
    ...other(at(change, 'spec', 'completionMode'), 'NonIndexed'),
    ...images(at(change, 'spec', 'template', 'spec', 'containers')),
  ],
  'rbac.authorization.k8s.io/ClusterRoleBinding': (...change) => ofBoth(at(change, 'roleRef')),
  'rbac.authorization.k8s.io/RoleBinding': (...change) => ofBoth(at(change, 'roleRef')),
};

/** The kinds of which such fields are known. */
export const immutableKinds: readonly { readonly group: string; readonly kind: string }[] = Object.keys(
  checks,
).map((name) => {
  const [group = '', kind = ''] = name.split('/');
  return { group, kind };
});

/** The fields of an object whose change the API server refuses. */
export function refusedChanges(after: Resource, before: Resource): readonly Field[] {
  return checks[`${after.group}/${after.kind}`]?.(after, before) ?? [];
}

function at([after, before]: readonly [Resource, Resource], ...path: readonly string[]): Change {
  return [after.at(...path), before.at(...path)];
}

function inside([after, before]: Change, key: string | number): Change {
  return [after.at(key), before.at(key)];
}

/** A field that is written on both sides, and otherwise. */
function ofBoth([after, before]: Change): readonly Field[] {
  const isWritten = after.exists && before.exists && !after.isEmpty && !before.isEmpty;
  return isWritten && !isDeepStrictEqual(after.value, before.value) ? [after] : [];
}

/** A text that is another one than before; absent, it is what the API server fills in. */
function other([after, before]: Change, filledIn: string): readonly Field[] {
  return (after.text ?? filledIn) === (before.text ?? filledIn) ? [] : [after];
}

function selector(after: Resource, before: Resource): readonly Field[] {
  return ofBoth(at([after, before], 'spec', 'selector'));
}

/** What is `immutable` stays so, with its content. */
function content(after: Resource, before: Resource): readonly Field[] {
  if (before.at('immutable').boolean !== true) return [];
  const change = [after, before] as const;
  const released = after.at('immutable').boolean === true ? [] : [after.at('immutable')];
  const contents = ['data', 'binaryData', 'stringData'].map((key) => at(change, key));
  const changed = contents.filter(([now, then]) => !isDeepStrictEqual(now.value ?? {}, then.value ?? {}));
  return [...released, ...changed.map(([now]) => now)];
}

/** An address that is left out stays what it was; None is what no Service without it can become. */
function clusterIp(change: readonly [Resource, Resource]): readonly Field[] {
  if (at(change, 'spec', 'type').some(({ text }) => text === 'ExternalName')) return [];
  const [after, before] = at(change, 'spec', 'clusterIP');
  if (!after.text || after.text === before.text) return [];
  return before.text || after.text === 'None' ? [after] : [];
}

function balancer(change: readonly [Resource, Resource]): readonly Field[] {
  const isBoth = at(change, 'spec', 'type').every(({ text }) => text === 'LoadBalancer');
  return isBoth ? ofBoth(at(change, 'spec', 'loadBalancerClass')) : [];
}

/** Claims of a StatefulSet, but for what the API server fills in. */
function claims(change: Change): readonly Field[] {
  const [after, before] = change;
  if (after.items.length !== before.items.length) return [after];
  return after.items.flatMap((_, index) => {
    const claim = inside(change, index);
    const spec = inside(claim, 'spec');
    const size = inside(inside(inside(spec, 'resources'), 'requests'), 'storage');
    return [
      inside(inside(claim, 'metadata'), 'name'),
      inside(spec, 'accessModes'),
      inside(spec, 'storageClassName'),
      size,
    ].flatMap(ofBoth);
  });
}

/** What the containers of a Job run; most else of its pods is immutable as well, but for what the API server fills in. */
function images(change: Change): readonly Field[] {
  const [after, before] = change;
  if (after.items.length !== before.items.length) return [after];
  return after.items.flatMap((_, index) =>
    ['image', 'command', 'args'].flatMap((key) => ofBoth(inside(inside(change, index), key))),
  );
}
