import { memoize } from '../model/memo.js';
import type { KubernetesDefaults } from '../kubernetes/apply/defaults.js';

/** A release of Argo CD. Behaviour also changed in patch releases, so a minor version is not enough. */
export interface ArgoCdVersion {
  readonly text: string;
  readonly numbers: readonly [major: number, minor: number, patch: number];
  /** The number of the release candidate. */
  readonly candidate: number | undefined;
}

/** The last known release of each line, which `3.4` alone stands for. */
const lastPatch: Readonly<Record<string, number>> = {
  '2.13': 9,
  '2.14': 21,
  '3.0': 23,
  '3.1': 16,
  '3.2': 12,
  '3.3': 19,
  '3.4': 13,
  '3.5': 7,
  '3.6': 1,
};

export const argoCdLines: readonly string[] = Object.keys(lastPatch);

/** A version in any usual notation: `v3.5.1`, `3.4.5`, `3.5.0-rc2`, `3.4`; undefined for an unknown one. */
export function parseArgoCdVersion(text: string): ArgoCdVersion | undefined {
  const [, major, minor, patch, candidate] =
    /^v?(\d+)\.(\d+)(?:\.(\d+)(?:-rc(\d+))?)?(?:\+.*)?$/.exec(text.trim()) ?? [];
  if (major === undefined || minor === undefined) return undefined;
  const last = lastPatch[`${major}.${minor}`];
  if (last === undefined) return undefined;
  const numbers = [Number(major), Number(minor), patch === undefined ? last : Number(patch)] as const;
  return {
    text: `${numbers.join('.')}${candidate === undefined ? '' : `-rc${candidate}`}`,
    numbers,
    candidate: candidate === undefined ? undefined : Number(candidate),
  };
}

export const defaultArgoCdVersion: ArgoCdVersion = {
  text: '3.5.1',
  numbers: [3, 5, 1],
  candidate: undefined,
};

/** Whether a version is this release or any later one. */
function isFrom(version: ArgoCdVersion, release: string): boolean {
  const [, numbers = '', candidate] = /^([\d.]+)(?:-rc(\d+))?$/.exec(release) ?? [];
  const wanted = numbers.split('.').map(Number);
  for (const [index, number] of version.numbers.entries()) {
    const difference = number - (wanted[index] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  const rank = (text: string | number | undefined): number => (text === undefined ? Infinity : Number(text));
  return rank(version.candidate) >= rank(candidate);
}

/**
 * Returns a test for a feature that came with the last of these releases. The others are backports, each of which covers the
 * rest of its own line.
 */
function since(...releases: readonly string[]): (version: ArgoCdVersion) => boolean {
  const line = (numbers: string): string => numbers.split('.').slice(0, 2).join('.');
  return memoize((version) => {
    const own = releases.find((release) => line(release) === line(version.text));
    return isFrom(version, own ?? releases[releases.length - 1] ?? '0.0.0');
  });
}

/**
 * Whether RespectIgnoreDifferences restores fields that an ignored field brought along from the cluster.
 * https://github.com/argoproj/argo-cd/pull/27136
 */
export const restoresNonIgnored = since('3.3.13', '3.4.5', '3.5.0-rc2');

/** Whether RespectIgnoreDifferences excludes the status from what it copies from the cluster. */
export const leavesOutStatus = since('3.3.12', '3.4.4', '3.5.0-rc1');

/**
 * Whether RespectIgnoreDifferences merges custom resources by the schema of the cluster.
 * https://github.com/argoproj/argo-cd/blob/v3.6.1/controller/sync.go (normalizeTargetResources)
 */
export const mergesCustomResources = since('3.6.0-rc2');

/**
 * Whether it does so as in one release, which no test compares with upstream. https://github.com/argoproj/argo-cd/pull/25314
 */
export const mergedCustomResources = (version: ArgoCdVersion): boolean => version.text === '3.2.0';

/**
 * Whether objects with server-side apply are compared by a dry run of the API server; up to 3.5 Argo CD merges them itself.
 * https://github.com/argoproj/argo-cd/blob/v3.6.1/controller/state.go (shouldUseServerSideDiff)
 */
export const asksServer = since('3.6.0-rc2');

/**
 * Whether an annotation of an object in Git can list ignored fields.
 * https://github.com/argoproj/argo-cd/blob/v3.6.1/util/argo/diff/ignore.go (ExtractIgnoreDifferencesFromAnnotations)
 */
export const readsAnnotatedRules = since('3.6.0-rc2');

/**
 * Whether it has structured-merge-diff v6: a list element may lack a key without a default, which failed the comparison before,
 * and a value that loses all its content becomes empty instead of null.
 * https://github.com/kubernetes-sigs/structured-merge-diff/blob/v6.3.0/typed/helpers.go
 */
export const mergesByV6 = since('3.2.0');

/**
 * Whether it has structured-merge-diff v6.4.2, where a value that loses all its content becomes null again.
 * https://github.com/kubernetes-sigs/structured-merge-diff/blob/v6.4.2/typed/remove.go
 */
export const leavesNulls = since('3.6.0-rc2');

/**
 * Whether a null annotation is read as an empty one instead of making all annotations unreadable.
 * https://github.com/kubernetes/apimachinery/blob/v0.33.1/pkg/apis/meta/v1/unstructured/unstructured.go (GetAnnotations)
 */
export const readsNulls = since('3.1.0');

/** Whether a server-side diff sends the unchanged manifest, and applies ignore rules afterwards. */
export const ignoresAfterDryRun = since('3.2.0');

/** Whether the answer of a dry run is normalized like the live object. */
export const remarshalsAnswer = since('3.2.1');

/** Whether the keys that identify list elements are kept when webhook changes are removed. */
export const keepsElementKeys = since('3.2.0');

/** Whether a field is kept when webhook changes are removed because Argo CD owns something inside it. */
export const keepsAncestors = since('3.4.6', '3.5.0-rc3');

/** Whether a server-side diff ignores the last-applied annotation. */
export const leavesOutLastApplied = since('3.2.12', '3.3.10', '3.4.2', '3.5.0-rc1');

/** Whether a server-side diff ignores the resourceVersion. */
export const leavesOutResourceVersion = since('3.3.10', '3.4.2', '3.5.0-rc1');

/** Whether a glob for groups or kinds that ends inside braces matches nothing. */
export const closesPatterns = since('3.6.0-rc2');

/** Whether a server-side diff ignores the generation. */
export const leavesOutGeneration = since('3.6.0-rc2');

/** Whether a server-side diff removes only fields that Argo CD owns in the live object. */
export const removesOwnOnly = since('3.6.0-rc2');

/**
 * The Kubernetes version whose defaults Argo CD compares with. The cluster is assumed to have the same, because its version is
 * unknown.
 */
export const kubernetesOf = (version: ArgoCdVersion): KubernetesDefaults =>
  hasKubernetes137(version) ? '1.37' : '1.36';
const hasKubernetes137 = since('3.6.0-rc2');

/** Whether only changes to fields without a manager count as changes of a webhook, as in the first releases. */
export const revertsUnowned = (version: ArgoCdVersion): boolean => !keepsOwned(version);
const keepsOwned = since('2.14.13', '3.0.3');

/** Whether the status of every kind is ignored by default. */
export const ignoresStatus = since('3.0.0');

/** Whether objects are tracked by annotation by default. */
export const tracksByAnnotation = since('3.0.0');

/** Whether Replace and Force on the live object count like those in Git. */
export const replacesByLive = since('3.3.0');

/** Whether argocd-cm can have repositories. https://argo-cd.readthedocs.io/en/stable/operator-manual/upgrading/2.14-3.0/ */
export const readsRepositories = (version: ArgoCdVersion): boolean => !isFrom(version, '3.0');

/** Whether it is known that kubectl refuses to force a server-side apply, which newer releases may not ask it to do. */
export const refusesForce = (version: ArgoCdVersion): boolean => !mayNotForce(version);
const mayNotForce = since('3.6.0-rc1');

/** Whether pruning an object may need a confirmation. */
export const confirmsPruning = since('2.14.0-rc1');

/** Whether an Application can set pruning for all of its objects, and the first value on an object counts. */
export const prunesByOption = since('3.4.0-rc1');

/** Whether a server-side apply takes over the fields of a client-side apply. */
export const migratesOwnership = since('3.1.0');

/** Whether `automated.enabled: false` disables automatic sync. */
export const knowsEnabled = since('3.1.0');
