import { nearestName } from '../model/nearest-name.js';

/** The annotations by which Argo CD and Helm order the objects of a sync, and their values. */
const lists: Readonly<Record<string, readonly string[]>> = {
  // https://github.com/argoproj/argo-cd/blob/v3.5.1/gitops-engine/pkg/sync/common/types.go (NewHookType, NewHookDeletePolicy)
  'argocd.argoproj.io/hook': ['PreSync', 'Sync', 'PostSync', 'Skip', 'SyncFail', 'PreDelete', 'PostDelete'],
  'argocd.argoproj.io/hook-delete-policy': ['HookSucceeded', 'HookFailed', 'BeforeHookCreation'],
  // https://helm.sh/docs/topics/charts_hooks/
  'helm.sh/hook': [
    ...['pre-install', 'post-install', 'pre-delete', 'post-delete', 'pre-upgrade', 'post-upgrade'],
    ...['pre-rollback', 'post-rollback', 'test', 'test-success', 'test-failure', 'crd-install'],
  ],
  'helm.sh/hook-delete-policy': ['hook-succeeded', 'hook-failed', 'before-hook-creation'],
};

const numbers: readonly string[] = ['argocd.argoproj.io/sync-wave', 'helm.sh/hook-weight'];

/** The annotations that Argo CD reads from the objects that it deploys, and from Applications. */
const knownAnnotations: readonly string[] = [
  ...Object.keys(lists),
  ...numbers,
  ...['sync-options', 'compare-options', 'tracking-id', 'installation-id', 'ignore-healthcheck'].map(ofArgo),
  ...['ignore-resource-updates', 'manifest-generate-paths', 'refresh', 'hydrate', 'skip-reconcile'].map(
    ofArgo,
  ),
  ...['application-set-refresh', 'deletion-approved', 'managed-by-url'].map(ofArgo),
  ...['link', 'ignore-default-links'].map((name) => `link.argocd.argoproj.io/${name}`),
];

function ofArgo(name: string): string {
  return `argocd.argoproj.io/${name}`;
}

/** What Argo CD does not read in an annotation. */
export type HookProblem =
  | {
      readonly id: 'value';
      readonly value: string;
      readonly meant: string | undefined;
      readonly isOnly: boolean;
    }
  | { readonly id: 'number' }
  | { readonly id: 'key'; readonly meant: string };

/**
 * Checks an annotation that orders a sync: its key against those that Argo CD reads, and its value. Argo CD compares both exactly, and skips
 * what it does not know.
 */
export function hookProblem(key: string, value: string): HookProblem | undefined {
  if (numbers.includes(key)) return /^[+-]?\d{1,18}$/.test(value) ? undefined : { id: 'number' };
  const values = Object.hasOwn(lists, key) ? lists[key] : undefined;
  if (values) {
    const given = value.split(',').map((one) => one.trim());
    const wrong = given.find((one) => !values.includes(one));
    if (wrong === undefined) return undefined;
    return {
      id: 'value',
      value: wrong,
      meant: nearestName(wrong, values),
      isOnly: given.every((one) => !values.includes(one)),
    };
  }
  if (!/^(?:argocd\.argoproj\.io|argoproj\.io|helm\.sh)\//.test(key) || knownAnnotations.includes(key))
    return undefined;
  const meant = nearestName(
    key,
    [...Object.keys(lists), ...numbers, ofArgo('sync-options'), ofArgo('compare-options')],
    3,
  );
  return meant === undefined ? undefined : { id: 'key', meant };
}
