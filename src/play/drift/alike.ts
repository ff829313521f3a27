import { lastAppliedAnnotation } from '../../argocd/last-applied.js';
import { isSameJson } from '../../kubernetes/objects/json.js';
import { withoutKey } from '../../kubernetes/objects/keys.js';
import type { KubeObject } from '../../kubernetes/objects/object.js';

/** So many objects back one that is alike is looked for: an update comes back to where it was soon, or never. */
const mostKnown = 16;

/** Live objects that are told apart for nothing, by what they are compared with. */
const whole = new WeakMap<KubeObject, KubeObject[]>();
const withoutStatus = new WeakMap<KubeObject, KubeObject[]>();

/**
 * The object that stands for a live one and all that are the same, however often the controller has written them in the
 * meantime; `hasPart` tells whether the status counts, which is another one after each pass.
 */
export function standFor(live: KubeObject, target: KubeObject, hasPart: boolean): KubeObject {
  const table = hasPart ? whole : withoutStatus;
  let known = table.get(target);
  if (!known) table.set(target, (known = []));
  const bare = hasPart ? live : withoutKey(live as KubeObject & { readonly status?: unknown }, 'status');
  const same = known.find((other) => isSameJson(other, bare));
  if (same) return same;
  if (known.length === mostKnown) known.shift();
  known.push(bare);
  return bare;
}

/** Whether nothing but a rule could bring the status into play: neither Git nor what was applied before has one. */
export function isStatusLeft(target: KubeObject, live: KubeObject): boolean {
  return (
    Object.hasOwn(live, 'status') &&
    !Object.hasOwn(target, 'status') &&
    live.metadata.annotations?.[lastAppliedAnnotation] === undefined
  );
}
