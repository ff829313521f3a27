import { lastAppliedAnnotation } from '../../argocd/last-applied.js';
import { isSameJson } from '../../kubernetes/objects/json.js';
import { withoutKey } from '../../kubernetes/objects/keys.js';
import type { KubeObject } from '../../kubernetes/objects/object.js';

/** How many earlier objects are searched for an equal one: an update returns to an earlier state soon or never. */
const mostKnown = 16;

/** The distinct live objects seen so far, by the manifest that they are compared with. */
const alikeWholes = new WeakMap<KubeObject, KubeObject[]>();
const withoutStatus = new WeakMap<KubeObject, KubeObject[]>();

/**
 * A representative of all live objects equal to this one, so that each is compared once. The status, which changes in each
 * pass, is left out unless `hasPart`.
 */
export function standFor(live: KubeObject, target: KubeObject, hasPart: boolean): KubeObject {
  const table = hasPart ? alikeWholes : withoutStatus;
  let known = table.get(target);
  if (!known) table.set(target, (known = []));
  const bare = hasPart ? live : withoutKey(live as KubeObject & { readonly status?: unknown }, 'status');
  const same = known.find((other) => isSameJson(other, bare));
  if (same) return same;
  if (known.length === mostKnown) known.shift();
  known.push(bare);
  return bare;
}

/** Whether only a rule could make the status matter: neither Git nor the last applied configuration has one. */
export function isStatusLeft(target: KubeObject, live: KubeObject): boolean {
  return (
    Object.hasOwn(live, 'status') &&
    !Object.hasOwn(target, 'status') &&
    live.metadata.annotations?.[lastAppliedAnnotation] === undefined
  );
}
