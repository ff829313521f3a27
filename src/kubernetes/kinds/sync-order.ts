import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';

/** The phases of a sync, in order; the last only runs after a failure. */
export const syncPhases = ['PreSync', 'Sync', 'PostSync', 'SyncFail'] as const;

export type SyncPhase = (typeof syncPhases)[number];

/**
 * When Argo CD applies an object. A hook is created again in each of its phases and not compared with Git.
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/gitops-engine/pkg/sync/hook/hook.go
 */
export interface SyncOrder {
  /** Empty for an object that no sync applies. */
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

/** The annotations that determine when an object is applied, in order of precedence. */
export const orderKeys: readonly string[] = Object.values(keys);

/** What a string has that orders a sync, also where the rest of the key is misspelled. */
export const ordersSync = /(?:argoproj\.io|helm\.sh)\/(?:sync|hook|compare)/;

const plain: SyncOrder = { phases: ['Sync'], isHook: false, wave: 0 };
const isPhase = (text: string): text is SyncPhase => (syncPhases as readonly string[]).includes(text);
/** The Helm hooks that Argo CD runs; it ignores the others. */
const helmPhases: ReadonlyMap<string, SyncPhase> = new Map([
  ['pre-install', 'PreSync'],
  ['pre-upgrade', 'PreSync'],
  ['post-upgrade', 'PostSync'],
  ['post-install', 'PostSync'],
]);

export function syncOrderOf(resource: Resource): SyncOrder {
  // Looking up an annotation parses the document, and most have none of these.
  if (!orderKeys.some((key) => resource.mentions(key))) return plain;
  const annotation = (key: string): string | undefined => {
    const { value } = resource.at('metadata', 'annotations', key);
    return typeof value === 'string' ? value : undefined;
  };
  const wave = wholeNumber(annotation(keys.wave)) ?? wholeNumber(annotation(keys.helmWeight)) ?? 0;
  const [hook, helmHook] = [annotation(keys.hook), annotation(keys.helmHook)];
  const own = commaSeparated(hook).filter((text) => isPhase(text) || text === 'Skip');
  const helm = commaSeparated(helmHook).flatMap((text) => helmPhases.get(text) ?? []);
  // Skip alone: neither applied nor a hook.
  if (own.length === 1 && own[0] === 'Skip') return { phases: [], isHook: false, wave };
  // Helm also marks definitions this way, which are not hooks.
  const isHook = hook !== undefined || (helmHook !== undefined && helmHook !== 'crd-install');
  if (!isHook) return { phases: ['Sync'], isHook, wave };
  return { phases: [...new Set(own.length > 0 ? own.filter(isPhase) : helm)], isHook, wave };
}

/** An object that a sync of Argo CD creates as a hook, and when it deletes it. */
export interface Hook {
  /** The annotation that makes it one. */
  readonly field: Field;
  readonly phase: SyncPhase;
  /** Whether a sync deletes the one of an earlier sync before it creates the hook. */
  readonly isReplaced: boolean;
  /** The policy that deletes it once all of the sync has succeeded. */
  readonly policy: string | undefined;
  /** The annotations with delete policies. */
  readonly rests: readonly Field[];
}

const hookKeys = [keys.hook, keys.helmHook] as const;
const deletesAfter = ['HookSucceeded', 'hook-succeeded'];
const deletesBefore = ['BeforeHookCreation', 'before-hook-creation'];

/**
 * The hook that an object is; undefined for other objects, those that no sync creates, and those with a generated name, of which each
 * sync creates another one.
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/gitops-engine/pkg/sync/hook/delete_policy.go
 */
export function hookOf(resource: Resource): Hook | undefined {
  const { isHook, phases } = syncOrderOf(resource);
  const [phase] = phases;
  if (!isHook || phase === undefined || resource.at('metadata', 'generateName').exists) return undefined;
  const annotations = resource.at('metadata', 'annotations');
  const key = hookKeys.find((one) => annotations.at(one).exists);
  if (key === undefined) return undefined;
  const policies = hookKeys.map((one) => annotations.at(`${one}-delete-policy`));
  const given = policies.find(({ exists }) => exists);
  const policy = given?.text?.split(',').map((one) => one.trim()) ?? deletesBefore;
  return {
    field: annotations.at(key),
    phase,
    isReplaced: policy.some((one) => deletesBefore.includes(one)),
    policy: policy.find((one) => deletesAfter.includes(one)),
    rests: policies,
  };
}

function commaSeparated(text: string | undefined): readonly string[] {
  return [...new Set((text ?? '').split(',').map((item) => item.trim()))];
}

/** An integer as Go parses it. */
function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^[+-]?\d+$/.test(text) ? Number(text) : undefined;
}
