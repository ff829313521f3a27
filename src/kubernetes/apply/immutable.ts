import { isList, isMap, isSameJson } from '../objects/json.js';
import type { Path } from '../../model/field.js';

/** A field of an object before a change and after it. */
interface Change {
  readonly path: Path;
  readonly after: unknown;
  readonly before: unknown;
  /** Whether both are objects as the API server has them, with all that it fills in. */
  readonly areStored: boolean;
}

type Check = (change: Change) => readonly Path[];

/**
 * The fields that the API server does not let change, as its validation of updates asks for them. Of manifests that is less: where it
 * fills in what is absent, or sets it by itself, nothing is known of that.
 * https://github.com/kubernetes/kubernetes/blob/v1.36.1/pkg/apis/core/validation/validation.go
 * https://github.com/kubernetes/kubernetes/blob/v1.36.1/pkg/apis/apps/validation/validation.go
 * https://github.com/kubernetes/kubernetes/blob/v1.36.1/pkg/apis/batch/validation/validation.go
 * https://github.com/kubernetes/kubernetes/blob/v1.36.1/pkg/apis/rbac/validation/validation.go
 */
const checks: Readonly<Record<string, Check>> = {
  '/ConfigMap': content,
  '/PersistentVolumeClaim': (change) =>
    [
      ...['accessModes', 'dataSource', 'dataSourceRef', 'selector'],
      ...['storageClassName', 'volumeMode', 'volumeName'],
    ].flatMap((key) => ofBoth(at(change, 'spec', key))),
  '/Secret': (change) => [...other(at(change, 'type'), 'Opaque'), ...content(change)],
  '/Service': (change) => [...clusterIp(change), ...balancer(change)],
  'apps/DaemonSet': selector,
  'apps/Deployment': selector,
  'apps/ReplicaSet': selector,
  'apps/StatefulSet': (change) => [
    ...selector(change),
    ...other(at(change, 'spec', 'serviceName'), ''),
    ...other(at(change, 'spec', 'podManagementPolicy'), 'OrderedReady'),
    ...claims(at(change, 'spec', 'volumeClaimTemplates')),
  ],
  'batch/Job': (change) => [
    ...selector(change),
    ...other(at(change, 'spec', 'completionMode'), 'NonIndexed'),
    // An indexed Job may be made longer with its parallelism.
    ...(text(at(change, 'spec', 'completionMode').after) === 'Indexed'
      ? []
      : ofBoth(at(change, 'spec', 'completions'))),
    ...['backoffLimitPerIndex', 'managedBy', 'podFailurePolicy', 'successPolicy'].flatMap((key) =>
      ofBoth(at(change, 'spec', key)),
    ),
    ...pods(at(change, 'spec', 'template')),
  ],
  'rbac.authorization.k8s.io/ClusterRoleBinding': (change) => ofBoth(at(change, 'roleRef')),
  'rbac.authorization.k8s.io/RoleBinding': (change) => ofBoth(at(change, 'roleRef')),
};

/** The kinds of which such fields are known. */
export const immutableKinds: readonly { readonly group: string; readonly kind: string }[] = Object.keys(
  checks,
).map((name) => {
  const [group = '', kind = ''] = name.split('/');
  return { group, kind };
});

/** Paths of the fields of an object whose change the API server refuses. */
export function refusedChanges(
  { group, kind }: { readonly group: string; readonly kind: string },
  change: Omit<Change, 'path'>,
): readonly Path[] {
  return checks[`${group}/${kind}`]?.({ ...change, path: [] }) ?? [];
}

function at(change: Change, ...keys: readonly (string | number)[]): Change {
  return keys.reduce(
    ({ path, after, before, areStored }: Change, key) => ({
      path: [...path, key],
      after: inside(after, key),
      before: inside(before, key),
      areStored,
    }),
    change,
  );
}

function inside(value: unknown, key: string | number): unknown {
  if (isList(value)) return value[Number(key)];
  return isMap(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

const isWritten = (value: unknown): boolean => value !== undefined && value !== null;

/** A field that is written on both sides, and otherwise. */
function ofBoth({ path, after, before }: Change): readonly Path[] {
  return isWritten(after) && isWritten(before) && !isSameJson(after, before) ? [path] : [];
}

/** A text that is another one than before; absent, it is what the API server fills in. */
function other({ path, after, before }: Change, filledIn: string): readonly Path[] {
  return (text(after) ?? filledIn) === (text(before) ?? filledIn) ? [] : [path];
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

function selector(change: Change): readonly Path[] {
  return ofBoth(at(change, 'spec', 'selector'));
}

/** What is `immutable` stays so, with its content. */
function content(change: Change): readonly Path[] {
  const sealed = at(change, 'immutable');
  if (sealed.before !== true) return [];
  const changed = ['data', 'binaryData', 'stringData']
    .map((key) => at(change, key))
    .filter(({ after, before }) => !isSameJson(after ?? {}, before ?? {}));
  return [...(sealed.after === true ? [] : [sealed.path]), ...changed.map(({ path }) => path)];
}

/** An address that is left out stays what it was; None is what no Service without it can become. */
function clusterIp(change: Change): readonly Path[] {
  const type = at(change, 'spec', 'type');
  if ([type.after, type.before].includes('ExternalName')) return [];
  const { path, after, before } = at(change, 'spec', 'clusterIP');
  if (text(after) === undefined || after === before) return [];
  return text(before) !== undefined || after === 'None' ? [path] : [];
}

function balancer(change: Change): readonly Path[] {
  const { after, before } = at(change, 'spec', 'type');
  const isBoth = after === 'LoadBalancer' && before === 'LoadBalancer';
  return isBoth ? ofBoth(at(change, 'spec', 'loadBalancerClass')) : [];
}

/** Claims of a StatefulSet, but for what the API server fills in. */
function claims(change: Change): readonly Path[] {
  if (change.areStored) return ofBoth(change);
  return eachOf(change, (claim) =>
    [
      at(claim, 'metadata', 'name'),
      at(claim, 'spec', 'accessModes'),
      at(claim, 'spec', 'storageClassName'),
      at(claim, 'spec', 'resources', 'requests', 'storage'),
    ].flatMap(ofBoth),
  );
}

/** The pods of a Job; of manifests what the containers run, for the API server fills in much of the rest. */
function pods(change: Change): readonly Path[] {
  if (change.areStored) return ofBoth(change);
  return eachOf(at(change, 'spec', 'containers'), (container) =>
    ['image', 'command', 'args'].flatMap((key) => ofBoth(at(container, key))),
  );
}

/** What is found in each element of two lists, or the list where their lengths differ. */
function eachOf(change: Change, check: Check): readonly Path[] {
  const [after, before] = [change.after, change.before].map((list) => (isList(list) ? list : []));
  if (after?.length !== before?.length) return [change.path];
  return (after ?? []).flatMap((_, index) => check(at(change, index)));
}
