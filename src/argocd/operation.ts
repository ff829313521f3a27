import { syncOptionsKey } from '../kubernetes/kinds/application.js';
import type { Automated } from './application-settings.js';
import type { DiffResult } from './diff.js';
import type { JsonMap } from '../kubernetes/objects/json.js';
import { matchedOf, type Matched } from './match.js';
import { hasOption, optionValue, valueIn } from './sync-options.js';
import { type ArgoCdVersion, confirmsPruning, prunesByOption } from './version.js';

export type SyncStatus = 'Synced' | 'OutOfSync' | 'Unknown';

/** An object of an Application, in Git, in the cluster, or both. */
export interface ComparedResource {
  readonly live: JsonMap | undefined;
  readonly target: JsonMap | undefined;
  readonly comparison: DiffResult;
}

export interface JudgedObject {
  readonly live: JsonMap | undefined;
  readonly target: JsonMap | undefined;
  readonly matched: Matched;
  readonly status: SyncStatus;
  /** Whether the object exists only in the cluster. */
  readonly requiresPruning: boolean;
}

/** The sync status of an Application and of each of its objects; undefined where it is unknown here. */
export interface Verdicts {
  readonly status: SyncStatus | undefined;
  readonly resources: readonly JudgedObject[];
}

/**
 * A single failed comparison makes the whole Application Unknown.
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/controller/state.go (CompareAppState)
 */
export function judgeOperation(compared: readonly ComparedResource[]): Verdicts {
  const hasFailed = compared.some(({ comparison }) => 'error' in comparison);
  const resources = compared.flatMap((resource): readonly JudgedObject[] => {
    const { live, target, comparison } = resource;
    const object = live ?? target;
    if (!object) return [];
    const isDifferent = !live || !target || ('isModified' in comparison && comparison.isModified);
    return [
      {
        ...resource,
        matched: matchedOf(object),
        status: hasFailed ? 'Unknown' : isDifferent ? 'OutOfSync' : 'Synced',
        requiresPruning: live !== undefined && target === undefined,
      },
    ];
  });
  if (hasFailed) return { status: 'Unknown', resources };
  if (compared.some(({ comparison }) => 'unknown' in comparison)) return { status: undefined, resources };
  const isDifferent = resources.some(
    ({ status, requiresPruning, live }) =>
      status === 'OutOfSync' && !(requiresPruning && hasOption(live, compareOptions, 'IgnoreExtraneous')),
  );
  return { status: isDifferent ? 'OutOfSync' : 'Synced', resources };
}

const compareOptions = 'argocd.argoproj.io/compare-options';

/**
 * A sync of everything, or a self-heal, which syncs the OutOfSync objects, matched by group, kind and name without the
 * namespace.
 */
export interface Operation {
  readonly kind: 'full' | 'self-heal';
  /** The options of the operation, literally. */
  readonly syncOptions: readonly string[];
  readonly prune: boolean;
  readonly version: ArgoCdVersion;
}

export interface Tasks<T extends JudgedObject = JudgedObject> {
  readonly applied: readonly T[];
  readonly pruned: readonly T[];
  /** Objects whose pruning needs a confirmation; the sync stops before them until it is given. */
  readonly unconfirmed: readonly T[];
}

/**
 * The tasks of an operation. With ApplyOutOfSyncOnly it skips objects that are Synced once ignored fields are left out.
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/gitops-engine/pkg/sync/sync_context.go (filterOutOfSyncTasks)
 */
export function tasksOf<T extends JudgedObject>(resources: readonly T[], operation: Operation): Tasks<T> {
  const differing = resources.filter(({ status }) => status !== 'Synced').map(({ matched }) => matched);
  const isChosen = ({ matched }: JudgedObject): boolean =>
    operation.kind === 'full' ||
    differing.some(
      ({ group, kind, name }) => group === matched.group && kind === matched.kind && name === matched.name,
    );
  const onlyDifferent = operation.syncOptions.includes('ApplyOutOfSyncOnly=true');
  const chosen = resources.filter(isChosen);
  const extra = chosen.filter(({ requiresPruning }) => requiresPruning);
  const asked = new Map(extra.map((resource) => [resource, pruneOf(resource, operation)]));
  return {
    applied: chosen.filter(({ target, status }) => target && !(onlyDifferent && status === 'Synced')),
    pruned: operation.prune
      ? extra.filter((resource) => !['false', 'confirm'].includes(asked.get(resource) ?? ''))
      : [],
    // The confirmation is needed even if nothing would be pruned.
    unconfirmed: extra.filter((resource) => asked.get(resource) === 'confirm'),
  };
}

/** The value of the option Prune for an object: its own, otherwise that of the Application. */
function pruneOf({ live }: JudgedObject, { syncOptions: options, version }: Operation): string | undefined {
  if (prunesByOption(version)) return optionValue(live, syncOptionsKey, 'Prune') ?? valueIn(options, 'Prune');
  // An object with pruning disabled still needs the confirmation.
  const words = confirmsPruning(version) ? ['confirm', 'false'] : ['false'];
  return words.find((word) => hasOption(live, syncOptionsKey, `Prune=${word}`));
}

/** The last operation that Argo CD has completed. */
export interface LastOperation {
  /** Whether it synced the current revision and source. */
  readonly isSameRevision: boolean;
  readonly hasSucceeded: boolean;
}

/**
 * The operation that automatic sync starts; undefined for none.
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/controller/appcontroller.go (autoSync)
 */
export function automaticSync(
  { status, resources }: Verdicts,
  automated: Automated | undefined,
  last: LastOperation | undefined,
): Operation['kind'] | undefined {
  if (!automated || status !== 'OutOfSync') return undefined;
  const { prune, selfHeal, allowEmpty } = automated;
  const isPruneOnly = resources.every(
    ({ status: own, requiresPruning }) => own === 'Synced' || requiresPruning,
  );
  if (!prune && isPruneOnly) return undefined;
  if (last?.isSameRevision && !(last.hasSucceeded && selfHeal)) return undefined;
  if (prune && !allowEmpty && resources.every(({ requiresPruning }) => requiresPruning)) return undefined;
  return last?.isSameRevision ? 'self-heal' : 'full';
}

/**
 * The delay in seconds between the last operation and the next self-heal, after this many attempts since the counter was reset.
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/controller/appcontroller.go (selfHealRemainingBackoff)
 */
export function selfHealDelay(attempts: number, { numbers: [major, minor, patch] }: ArgoCdVersion): number {
  if (attempts === 0) return 0;
  const isEarly = major === 2 && (minor === 13 || (minor === 14 && patch < 10));
  const delay = 2 * 3 ** (attempts - 1);
  return isEarly ? Math.min(delay, 162) : Math.min(delay, 300);
}
