import type { Resource } from '../model/resource.js';

/**
 * Keeps what was found out about the resource that was asked for last. Rules check Rollout by Rollout, and many of them
 * ask the same of each; to keep it longer would keep its document in memory.
 */
export function latest<T>(compute: (resource: Resource) => T): (resource: Resource) => T {
  let last: { readonly resource: Resource; readonly value: T } | undefined;
  return (resource) => {
    if (last?.resource !== resource) last = { resource, value: compute(resource) };
    return last.value;
  };
}
