import { createHash } from 'node:crypto';
import { sortedJson } from '../../kubernetes/objects/json.js';

/**
 * The name of a ConfigMap or Secret by what it holds: the base, a hyphen, and the first ten hex digits of the SHA-256 of
 * its `data` as canonical JSON (keys in order, no white space, UTF-8). Other content has another name, so that a Pod
 * template which refers to it is another revision. In a shell, of a ConfigMap in a file:
 *
 *     jq -cSj .data configmap.json | sha256sum | cut -c1-10
 */
export function contentName(base: string, data: Readonly<Record<string, string>>): string {
  return `${base}-${createHash('sha256').update(sortedJson(data)).digest('hex').slice(0, 10)}`;
}
