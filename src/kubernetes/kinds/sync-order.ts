import type { Resource } from '../../model/resource.js';

/** The parts of a sync, in the order in which they come; the last only after a failure. */
export const syncPhases = ['PreSync', 'Sync', 'PostSync', 'SyncFail'] as const;

export type SyncPhase = (typeof syncPhases)[number];

/**
 * When Argo CD applies an object. A hook is created anew in each of its phases and not compared with Git.
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/gitops-engine/pkg/sync/hook/hook.go
 */
export interface SyncOrder {
  /** None for an object that no sync applies. */
  readonly phases: readonly SyncPhase[];
  readonly isHook: boolean;
  readonly wave: number;
}

const keys = {
  hook: 'argocd.argoproj.io/hook',
  wave: 'argocd.argoproj.io/sync-wave',
  helmHook: 'helm.sh/hook',
  helmWeight: 'helm.sh/hook-weight',
} as const;

/** The annotations that say when an object is applied, the decisive ones first. */
export const orderKeys: readonly string[] = Object.values(keys);

const plain: SyncOrder = { phases: ['Sync'], isHook: false, wave: 0 };
const isPhase = (text: string): text is SyncPhase => (syncPhases as readonly string[]).includes(text);
/** Those of Helm that Argo CD runs; it knows the others and does nothing with them. */
const helmPhases: ReadonlyMap<string, SyncPhase> = new Map([
  ['pre-install', 'PreSync'],
  ['pre-upgrade', 'PreSync'],
  ['post-upgrade', 'PostSync'],
  ['post-install', 'PostSync'],
]);

export function syncOrderOf(resource: Resource): SyncOrder {
  // To ask for an annotation parses the document: most have none of these.
  if (!orderKeys.some((key) => resource.mentions(key))) return plain;
  const annotation = (key: string): string | undefined => {
    const { value } = resource.at('metadata', 'annotations', key);
    return typeof value === 'string' ? value : undefined;
  };
  const wave = integer(annotation(keys.wave)) ?? integer(annotation(keys.helmWeight)) ?? 0;
  const [hook, helmHook] = [annotation(keys.hook), annotation(keys.helmHook)];
  const own = listed(hook).filter((text) => isPhase(text) || text === 'Skip');
  const helm = listed(helmHook).flatMap((text) => helmPhases.get(text) ?? []);
  // Skip alone: not applied, and no hook either.
  if (own.length === 1 && own[0] === 'Skip') return { phases: [], isHook: false, wave };
  // Helm marks definitions alike, which are none.
  const isHook = hook !== undefined || (helmHook !== undefined && helmHook !== 'crd-install');
  if (!isHook) return { phases: ['Sync'], isHook, wave };
  return { phases: [...new Set(own.length > 0 ? own.filter(isPhase) : helm)], isHook, wave };
}

function listed(text: string | undefined): readonly string[] {
  return [...new Set((text ?? '').split(',').map((item) => item.trim()))];
}

/** As Go reads one. */
function integer(text: string | undefined): number | undefined {
  return text !== undefined && /^[+-]?\d+$/.test(text) ? Number(text) : undefined;
}
