import type { Identity } from '../model/resource.js';

/** An object in JSON reports. */
export function resourceJson({ group, version, kind, name, namespace }: Identity) {
  return { group, version, kind, name, namespace };
}
