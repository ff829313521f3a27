import type { KubeObject } from '../../../kubernetes/objects/object.js';
import { hide, isHidden } from '../../../kubernetes/objects/unknown.js';
import type { Unread } from '../../../rollouts/controllers/unread.js';
import type { Graph } from '../../../repository/graph/graph.js';
import type { Path } from '../../../model/field.js';
import type { Resource } from '../../../model/resource.js';
import { problemsIn } from '../schema/problems.js';
import { stored } from './stored.js';
import { unreadIn } from './unread.js';

/**
 * A resource as the controller decodes it. Parts that the API server refuses are hidden, because their correction is unknown.
 * Parts that the controller cannot decode are absent. Pods of a kind without a schema are hidden too, because they cannot be
 * checked.
 */
export function asRead(graph: Graph, resource: Resource, namespace: string): KubeObject {
  const object = stored(resource, resource.name, namespace, { isTyped: true });
  const problems = problemsIn(graph, resource);
  if (!problems) {
    hideAt(object, ['spec', 'template', 'spec']);
    hideAt(object, ['template', 'spec']);
  }
  for (const { keyword, path, name } of problems ?? []) {
    if (keyword === 'unknown') continue; // The API server drops it.
    hideAt(object, keyword === 'required' && name !== undefined ? [...path, name] : path);
  }
  if (problems) for (const unread of unreadIn(graph, resource)) drop(object, unread);
  return object;
}

/**
 * Go skips a value that it cannot decode: the field stays absent, a list item becomes zero, and a struct keeps what was decoded
 * before.
 */
function drop(object: KubeObject, { path, expected }: Unread): void {
  let inside: unknown = object;
  for (const [index, key] of path.entries()) {
    if (typeof inside !== 'object' || inside === null || isHidden(inside, key)) return;
    const parent = inside as Record<string | number, unknown>;
    if (index < path.length - 1) inside = parent[key];
    else if (expected === 'map') parent[key] = {};
    else if (Array.isArray(parent)) parent[Number(key)] = '';
    else delete parent[key];
  }
}

function hideAt(object: KubeObject, path: Path): void {
  let inside: unknown = object;
  for (const [index, key] of path.entries()) {
    if (typeof inside !== 'object' || inside === null || isHidden(inside, key)) return;
    if (index === path.length - 1) hide(inside, key);
    else inside = (inside as Readonly<Record<string, unknown>>)[key];
  }
}
