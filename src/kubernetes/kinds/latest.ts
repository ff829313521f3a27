import type { Resource } from '../../model/resource.js';

/**
 * Keeps what was found out about what was asked for last, most often a resource. Rules check Rollout by Rollout, and many of them
 * ask the same of each; to keep it longer would keep its document in memory.
 */
export function latest<T, K = Resource>(compute: (asked: K) => T): (asked: K) => T {
  let last: { readonly asked: K; readonly value: T } | undefined;
  return (asked) => {
    if (last?.asked !== asked) last = { asked, value: compute(asked) };
    return last.value;
  };
}
