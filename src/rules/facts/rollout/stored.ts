import { zeroIn } from '../../../kubernetes/objects/json.js';
import type { KubeObject } from '../../../kubernetes/objects/object.js';
import type { Node } from '../../../model/node.js';
import type { Resource } from '../../../model/resource.js';

/**
 * A resource as the API server stores it, if it accepts it, as far as the controller reads it first: without nulls and, with
 * `isTyped`, without empty lists, which Go does not distinguish from absent ones.
 */
export function stored(
  resource: Resource,
  name: string,
  namespace: string | undefined,
  { isTyped = false } = {},
): KubeObject {
  const { apiVersion, kind, root } = resource;
  const metadata = inside(root, 'metadata');
  const labels = valueOf(inside(metadata, 'labels'), isTyped);
  const annotations = valueOf(inside(metadata, 'annotations'), isTyped);
  const spec = valueOf(inside(root, 'spec'), isTyped);
  const template = valueOf(inside(root, 'template'), isTyped);
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

function inside(node: Node | undefined, key: string): Node | undefined {
  return node?.kind === 'map' ? node.entries.find((entry) => entry.key === key)?.value : undefined;
}

/** Maps of quantities, in which Go reads null as zero. */
const amountKeys: ReadonlySet<unknown> = new Set(['limits', 'requests']);

function valueOf(node: Node | undefined, isTyped: boolean, at?: unknown): unknown {
  if (node === undefined) return undefined;
  if (node.kind === 'scalar') return node.value ?? undefined;
  if (node.kind === 'list') {
    if (isTyped && node.items.length === 0) return undefined;
    const list: unknown[] = [];
    for (const item of node.items) list.push(valueOf(item, isTyped));
    return list.includes(undefined) ? list.map((item) => item ?? zeroIn(list)) : list;
  }
  const map: Record<string, unknown> = {};
  for (const { key, value } of node.entries) {
    const isAmount = isTyped && value?.kind === 'scalar' && amountKeys.has(at);
    const inner = valueOf(value, isTyped, key) ?? (isAmount ? '0' : undefined);
    if (inner !== undefined && key !== '__proto__') map[key] = inner;
  }
  return map;
}
