import type { Automated } from './application-settings.js';
import type { Comparison } from './diff.js';
import type { JsonMap } from '../kubernetes/objects/json.js';
import { matchedOf, type Matched } from './match.js';
import { hasOption, optionValue, valueIn } from './sync-options.js';
import { type ArgoCdVersion, confirmsPruning, prunesByOption } from './version.js';

export type SyncStatus = 'Synced' | 'OutOfSync' | 'Unknown';

/** One object of an Application: in Git, in the cluster, or both. */
export interface ComparedResource {
  readonly live: JsonMap | undefined;
  readonly target: JsonMap | undefined;
  readonly comparison: Comparison;
}

export interface Judged {
  readonly live: JsonMap | undefined;
  readonly target: JsonMap | undefined;
  readonly matched: Matched;
  readonly status: SyncStatus;
  /** Whether only the cluster has it. */
  readonly requiresPruning: boolean;
}

/** What an Application is called as a whole, and each of its objects; undefined where that cannot be known here. */
export interface Verdicts {
  readonly status: SyncStatus | undefined;
  readonly resources: readonly Judged[];
}

/**
 * One comparison that fails makes the whole Application Unknown.
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/controller/state.go (CompareAppState)
 */
export function judge(compared: readonly ComparedResource[]): Verdicts {
  const hasFailed = compared.some(({ comparison }) => 'error' in comparison);
  const resources = compared.flatMap((resource): readonly Judged[] => {
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
const syncOptions = 'argocd.argoproj.io/sync-options';

/** A sync of everything, or a self-heal: of what is not Synced, by group, kind and name whatever the namespace. */
export interface Operation {
  readonly kind: 'full' | 'self-heal';
  /** Those of the operation, exactly as they are written. */
  readonly syncOptions: readonly string[];
  readonly prune: boolean;
  readonly version: ArgoCdVersion;
}

export interface Tasks<T extends Judged = Judged> {
  readonly applied: readonly T[];
  readonly pruned: readonly T[];
  /** What is pruned when it has been confirmed: until then the sync stops where its turn is. */
  readonly unconfirmed: readonly T[];
}

/**
 * What an operation touches. With ApplyOutOfSyncOnly it leaves alone what the comparison found to be the same, ignored
 * fields aside.
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/gitops-engine/pkg/sync/sync_context.go (filterOutOfSyncTasks)
 */
export function tasksOf<T extends Judged>(resources: readonly T[], operation: Operation): Tasks<T> {
  const differing = resources.filter(({ status }) => status !== 'Synced').map(({ matched }) => matched);
  const isChosen = ({ matched }: Judged): boolean =>
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
    // It is asked for even where nothing would be pruned.
    unconfirmed: extra.filter((resource) => asked.get(resource) === 'confirm'),
  };
}

/** What is said of pruning an object: its own word, or else that of the Application. */
function pruneOf({ live }: Judged, { syncOptions: options, version }: Operation): string | undefined {
  if (prunesByOption(version)) return optionValue(live, syncOptions, 'Prune') ?? valueIn(options, 'Prune');
  // One that is not pruned has to be confirmed all the same.
  const words = confirmsPruning(version) ? ['confirm', 'false'] : ['false'];
  return words.find((word) => hasOption(live, syncOptions, `Prune=${word}`));
}

/** The last operation that Argo CD has finished. */
export interface LastOperation {
  /** Whether it was for the revision and the source of now. */
  readonly isSameRevision: boolean;
  readonly hasSucceeded: boolean;
}

/**
 * What automatic sync starts by itself; undefined for nothing.
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
 * How many seconds after the last operation a self-heal starts, for those that went before it since the counter was at
 * zero.
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/controller/appcontroller.go (selfHealRemainingBackoff)
 */
export function selfHealDelay(attempts: number, { numbers: [major, minor, patch] }: ArgoCdVersion): number {
  if (attempts === 0) return 0;
  const isEarly = major === 2 && (minor === 13 || (minor === 14 && patch < 10));
  const delay = 2 * 3 ** (attempts - 1);
  return isEarly ? Math.min(delay, 162) : Math.min(delay, 300);
}
