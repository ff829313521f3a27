import type { KubeObject } from '../../cluster/object.js';
import type { Node } from '../../model/node.js';
import type { Resource } from '../../model/resource.js';

/**
 * A resource that the API server takes as it is written, as far as the controller reads it before it starts: without
 * nulls, and `isTyped` without empty lists, which Go does not tell from absent ones.
 */
export function stored(
  resource: Resource,
  name: string,
  namespace: string | undefined,
  { isTyped = false } = {},
): KubeObject {
  const { apiVersion, kind } = resource;
  const [labels, annotations, spec, template] = [
    ['metadata', 'labels'],
    ['metadata', 'annotations'],
    ['spec'],
    ['template'],
  ].map((path) => valueAt(resource.root, path, isTyped));
  return {
    apiVersion,
    kind,
    metadata: {
      name,
      ...(namespace !== undefined && { namespace }),
      ...(labels !== undefined && { labels: labels as Record<string, string> }),
      ...(annotations !== undefined && { annotations: annotations as Record<string, string> }),
    },
    ...(spec !== undefined && { spec }),
    ...(template !== undefined && { template }),
  };
}

function valueAt(root: Node, path: readonly string[], isTyped: boolean): unknown {
  let node: Node | undefined = root;
  for (const key of path)
    node = node?.kind === 'map' ? node.entries.find((entry) => entry.key === key)?.value : undefined;
  return node && valueOf(node, isTyped);
}

function valueOf(node: Node, isTyped: boolean): unknown {
  if (node.kind === 'scalar') return node.value ?? undefined;
  if (node.kind === 'list')
    return isTyped && node.items.length === 0 ? undefined : node.items.map((item) => valueOf(item, isTyped));
  const map: Record<string, unknown> = {};
  for (const { key, value } of node.entries) {
    const inner = valueOf(value, isTyped);
    if (inner !== undefined && key !== '__proto__') map[key] = inner;
  }
  return map;
}
