import { isList, isMap, isSameJson } from '../objects/json.js';
import type { Path } from '../../model/field.js';

/** A field of an object before and after a change. */
interface FieldChange {
  readonly path: Path;
  readonly after: unknown;
  readonly before: unknown;
  /** Whether both objects come from the API server, with all defaults. */
  readonly areStored: boolean;
}

type ImmutableCheck = (change: FieldChange) => readonly Path[];

/**
 * The immutable fields, as the API server's validation of updates defines them. For manifests fewer are checked: nothing is known
 * of absent values that it fills in or sets itself.
 * https://github.com/kubernetes/kubernetes/blob/v1.36.1/pkg/apis/core/validation/validation.go
 * https://github.com/kubernetes/kubernetes/blob/v1.36.1/pkg/apis/apps/validation/validation.go
 * https://github.com/kubernetes/kubernetes/blob/v1.36.1/pkg/apis/batch/validation/validation.go
 * https://github.com/kubernetes/kubernetes/blob/v1.36.1/pkg/apis/rbac/validation/validation.go
 */
const checks: Readonly<Record<string, ImmutableCheck>> = {
  '/ConfigMap': content,
  '/PersistentVolumeClaim': (change) =>
    [
      ...['accessModes', 'dataSource', 'dataSourceRef', 'selector'],
      ...['storageClassName', 'volumeMode', 'volumeName'],
    ].flatMap((key) => ofBoth(changeAt(change, 'spec', key))),
  '/Secret': (change) => [...other(changeAt(change, 'type'), 'Opaque'), ...content(change)],
  '/Service': (change) => [...clusterIp(change), ...balancer(change)],
  'apps/DaemonSet': selector,
  'apps/Deployment': selector,
  'apps/ReplicaSet': selector,
  'apps/StatefulSet': (change) => [
    ...selector(change),
    ...other(changeAt(change, 'spec', 'serviceName'), ''),
    ...other(changeAt(change, 'spec', 'podManagementPolicy'), 'OrderedReady'),
    ...claims(changeAt(change, 'spec', 'volumeClaimTemplates')),
  ],
  'batch/Job': (change) => [
    ...selector(change),
    ...other(changeAt(change, 'spec', 'completionMode'), 'NonIndexed'),
    // An indexed Job may be scaled together with its parallelism.
    ...(text(changeAt(change, 'spec', 'completionMode').after) === 'Indexed'
      ? []
      : ofBoth(changeAt(change, 'spec', 'completions'))),
    ...['backoffLimitPerIndex', 'managedBy', 'podFailurePolicy', 'successPolicy'].flatMap((key) =>
      ofBoth(changeAt(change, 'spec', key)),
    ),
    ...podChanges(changeAt(change, 'spec', 'template')),
  ],
  'rbac.authorization.k8s.io/ClusterRoleBinding': (change) => ofBoth(changeAt(change, 'roleRef')),
  'rbac.authorization.k8s.io/RoleBinding': (change) => ofBoth(changeAt(change, 'roleRef')),
};

/** The kinds with known immutable fields. */
export const immutableKinds: readonly { readonly group: string; readonly kind: string }[] = Object.keys(
  checks,
).map((name) => {
  const [group = '', kind = ''] = name.split('/');
  return { group, kind };
});

/** The paths of changed fields that the API server rejects. */
export function refusedChanges(
  { group, kind }: { readonly group: string; readonly kind: string },
  change: Omit<FieldChange, 'path'>,
): readonly Path[] {
  return checks[`${group}/${kind}`]?.({ ...change, path: [] }) ?? [];
}

function changeAt(change: FieldChange, ...keys: readonly (string | number)[]): FieldChange {
  return keys.reduce(
    ({ path, after, before, areStored }: FieldChange, key) => ({
      path: [...path, key],
      after: valueInside(after, key),
      before: valueInside(before, key),
      areStored,
    }),
    change,
  );
}

function valueInside(value: unknown, key: string | number): unknown {
  if (isList(value)) return value[Number(key)];
  return isMap(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

const isPresent = (value: unknown): boolean => value !== undefined && value !== null;

/** A field that is present on both sides and differs. */
function ofBoth({ path, after, before }: FieldChange): readonly Path[] {
  return isPresent(after) && isPresent(before) && !isSameJson(after, before) ? [path] : [];
}

/** A string that has changed; the default applies if it is absent. */
function other({ path, after, before }: FieldChange, filledIn: string): readonly Path[] {
  return (text(after) ?? filledIn) === (text(before) ?? filledIn) ? [] : [path];
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

function selector(change: FieldChange): readonly Path[] {
  return ofBoth(changeAt(change, 'spec', 'selector'));
}

/** `immutable` and the content that it protects cannot change. */
function content(change: FieldChange): readonly Path[] {
  const sealed = changeAt(change, 'immutable');
  if (sealed.before !== true) return [];
  const changed = ['data', 'binaryData', 'stringData']
    .map((key) => changeAt(change, key))
    .filter(({ after, before }) => !isSameJson(after ?? {}, before ?? {}));
  return [...(sealed.after === true ? [] : [sealed.path]), ...changed.map(({ path }) => path)];
}

/** An address that is left out keeps its value; a Service cannot become headless (`None`). */
function clusterIp(change: FieldChange): readonly Path[] {
  const type = changeAt(change, 'spec', 'type');
  if ([type.after, type.before].includes('ExternalName')) return [];
  const { path, after, before } = changeAt(change, 'spec', 'clusterIP');
  if (text(after) === undefined || after === before) return [];
  return text(before) !== undefined || after === 'None' ? [path] : [];
}

function balancer(change: FieldChange): readonly Path[] {
  const { after, before } = changeAt(change, 'spec', 'type');
  const isBoth = after === 'LoadBalancer' && before === 'LoadBalancer';
  return isBoth ? ofBoth(changeAt(change, 'spec', 'loadBalancerClass')) : [];
}

/** Claims of a StatefulSet, without the fields that the API server fills in. */
function claims(change: FieldChange): readonly Path[] {
  if (change.areStored) return ofBoth(change);
  return eachOf(change, (claim) =>
    [
      changeAt(claim, 'metadata', 'name'),
      changeAt(claim, 'spec', 'accessModes'),
      changeAt(claim, 'spec', 'storageClassName'),
      changeAt(claim, 'spec', 'resources', 'requests', 'storage'),
    ].flatMap(ofBoth),
  );
}

/** The pods of a Job; for manifests only what the containers run, because the API server fills in much of the rest. */
function podChanges(change: FieldChange): readonly Path[] {
  if (change.areStored) return ofBoth(change);
  return eachOf(changeAt(change, 'spec', 'containers'), (container) =>
    ['image', 'command', 'args'].flatMap((key) => ofBoth(changeAt(container, key))),
  );
}

/** The results for each element of two lists, or the list itself if the lengths differ. */
function eachOf(change: FieldChange, check: ImmutableCheck): readonly Path[] {
  const [after, before] = [change.after, change.before].map((list) => (isList(list) ? list : []));
  if (after?.length !== before?.length) return [change.path];
  return (after ?? []).flatMap((_, index) => check(changeAt(change, index)));
}
