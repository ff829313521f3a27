import { memoize } from '../model/memo.js';
import type { KubernetesDefaults } from '../kubernetes/apply/defaults.js';

/** A release of Argo CD. Behaviour changed in patch releases too, so that a minor version alone says too little. */
export interface ArgoCdVersion {
  readonly text: string;
  readonly numbers: readonly [major: number, minor: number, patch: number];
  /** The number of a release candidate. */
  readonly candidate: number | undefined;
}

/** The last release of each line, as far as this knows: what `3.4` alone stands for. */
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

/** A version as people write it: `v3.5.1`, `3.4.5`, `3.5.0-rc2`, `3.4`; undefined for one that is not known here. */
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

/** Whether a version is that release or a later one of any line. */
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
 * Tells whether a version has what came with the last of these releases, and was brought to older lines by the others:
 * each stands for the rest of its own line.
 */
function since(...releases: readonly string[]): (version: ArgoCdVersion) => boolean {
  const line = (numbers: string): string => numbers.split('.').slice(0, 2).join('.');
  return memoize((version) => {
    const own = releases.find((release) => line(release) === line(version.text));
    return isFrom(version, own ?? releases[releases.length - 1] ?? '0.0.0');
  });
}

/**
 * Whether RespectIgnoreDifferences puts back what an ignored field took along from the cluster.
 * https://github.com/argoproj/argo-cd/pull/27136
 */
export const restoresNonIgnored = since('3.3.13', '3.4.5', '3.5.0-rc2');

/** Whether RespectIgnoreDifferences leaves the status out of what it copies from the cluster. */
export const leavesOutStatus = since('3.3.12', '3.4.4', '3.5.0-rc1');

/**
 * Whether RespectIgnoreDifferences merges custom resources by the schema of the cluster.
 * https://github.com/argoproj/argo-cd/blob/v3.6.1/controller/sync.go (normalizeTargetResources)
 */
export const mergesCustomResources = since('3.6.0-rc2');

/**
 * The same as one release did it, which nothing here was compared with.
 * https://github.com/argoproj/argo-cd/pull/25314
 */
export const mergedCustomResources = (version: ArgoCdVersion): boolean => version.text === '3.2.0';

/**
 * Whether what is synced by server-side apply is compared by asking the API server; up to 3.5 Argo CD merges it itself.
 * https://github.com/argoproj/argo-cd/blob/v3.6.1/controller/state.go (shouldUseServerSideDiff)
 */
export const asksServer = since('3.6.0-rc2');

/**
 * Whether an annotation of an object in Git says what is ignored of it.
 * https://github.com/argoproj/argo-cd/blob/v3.6.1/util/argo/diff/ignore.go (ExtractIgnoreDifferencesFromAnnotations)
 */
export const readsAnnotatedRules = since('3.6.0-rc2');

/**
 * Whether it has structured-merge-diff v6: a list element may lack a key that has no default, which failed the comparison
 * before, and what loses all that is in it is empty, where it was null.
 * https://github.com/kubernetes-sigs/structured-merge-diff/blob/v6.3.0/typed/helpers.go
 */
export const mergesByV6 = since('3.2.0');

/**
 * Whether it has structured-merge-diff v6.4.2, by which what loses all that is in it is null again.
 * https://github.com/kubernetes-sigs/structured-merge-diff/blob/v6.4.2/typed/remove.go
 */
export const leavesNulls = since('3.6.0-rc2');

/**
 * Whether the annotations of an object can be read where one is null, as an empty one.
 * https://github.com/kubernetes/apimachinery/blob/v0.33.1/pkg/apis/meta/v1/unstructured/unstructured.go (GetAnnotations)
 */
export const readsNulls = since('3.1.0');

/** Whether a server-side diff sends Git as it is, and ignores afterwards. */
export const ignoresAfterDryRun = since('3.2.0');

/** Whether the answer of a dry run is brought into the same form as the live object. */
export const remarshalsAnswer = since('3.2.1');

/** Whether the keys by which list elements are told apart survive the removal of what webhooks changed. */
export const keepsElementKeys = since('3.2.0');

/** Whether a field survives the removal of what webhooks changed because Argo CD owns something inside it. */
export const keepsAncestors = since('3.4.6', '3.5.0-rc3');

/** Whether a server-side diff does not compare the last-applied annotation. */
export const leavesOutLastApplied = since('3.2.12', '3.3.10', '3.4.2', '3.5.0-rc1');

/** Whether a server-side diff does not compare the resourceVersion. */
export const leavesOutResourceVersion = since('3.3.10', '3.4.2', '3.5.0-rc1');

/** Whether a pattern of a group or a kind that ends within braces fits nothing. */
export const closesPatterns = since('3.6.0-rc2');

/** Whether a server-side diff does not compare the generation. */
export const leavesOutGeneration = since('3.6.0-rc2');

/** Whether a server-side diff takes nothing away that Argo CD does not own in the live object. */
export const removesOwnOnly = since('3.6.0-rc2');

/**
 * The Kubernetes whose defaults it compares with. Those of the cluster are taken to be the same: which release that has is
 * not known.
 */
export const kubernetesOf = (version: ArgoCdVersion): KubernetesDefaults =>
  hasKubernetes137(version) ? '1.37' : '1.36';
const hasKubernetes137 = since('3.6.0-rc2');

/** Whether only what nobody owns is taken for the change of a webhook, as it was at first. */
export const revertsUnowned = (version: ArgoCdVersion): boolean => !keepsOwned(version);
const keepsOwned = since('2.14.13', '3.0.3');

/** Whether the status of every kind is ignored unless the settings say otherwise. */
export const ignoresStatus = since('3.0.0');

/** Whether objects are tracked by annotation unless the settings say otherwise. */
export const tracksByAnnotation = since('3.0.0');

/** Whether Replace and Force of the live object count as those of Git do. */
export const replacesByLive = since('3.3.0');

/** Whether pruning an object may have to be confirmed. */
export const confirmsPruning = since('2.14.0-rc1');

/** Whether an Application says of all its objects whether they are pruned, and the first word of an object counts. */
export const prunesByOption = since('3.4.0-rc1');

/** Whether a server-side apply takes over what a client-side apply owned. */
export const migratesOwnership = since('3.1.0');

/** Whether `automated.enabled: false` switches automatic sync off. */
export const knowsEnabled = since('3.1.0');
