import type { Identity } from '../model/resource.js';

/** What reports for machines say of an object. */
export function resourceJson({ group, version, kind, name, namespace }: Identity) {
  return { group, version, kind, name, namespace };
}
