import { Field } from '../../model/field.js';
import { memoize } from '../../model/memo.js';
import { groupBy } from '../../model/multimap.js';
import type { Node } from '../../model/node.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';

/** A place in a file: the object that is written there, and the field. */
export interface Spot {
  readonly resource: Resource;
  /** The innermost field that contains the place. */
  readonly field: Field;
  /** Whether the place is in its key, and not in its value. */
  readonly isKey: boolean;
}

const byPath = memoize((graph: Graph) => groupBy(graph.given, ({ source }) => source.path));

/** The objects of a file, in their order. */
export function resourcesIn(graph: Graph, path: string): readonly Resource[] {
  return byPath(graph).get(path) ?? [];
}

/** The object that is written at an offset of a file; undefined between documents and where nothing is an object. */
export function resourceAt(graph: Graph, path: string, offset: number): Resource | undefined {
  return resourcesIn(graph, path).findLast(({ root }) => contains(root, offset));
}

/** The innermost field at an offset of a file. */
export function spotAt(graph: Graph, path: string, offset: number): Spot | undefined {
  const resource = resourceAt(graph, path, offset);
  return resource && spotIn(resource, offset);
}

/** The innermost field at an offset, within an object. */
export function spotIn(resource: Resource, offset: number): Spot {
  let field = Field.root(resource);
  let node: Node = resource.root;
  for (;;) {
    if (node.kind === 'map') {
      const entry = node.entries.find(
        ({ keyStart, keyEnd, value }) =>
          keyStart >= 0 && ((keyStart <= offset && offset <= keyEnd) || contains(value, offset)),
      );
      if (!entry) return { resource, field, isKey: false };
      field = field.at(entry.key);
      if (offset <= entry.keyEnd && entry.keyStart <= offset) return { resource, field, isKey: true };
      node = entry.value;
    } else if (node.kind === 'list') {
      const index = node.items.findIndex((item) => contains(item, offset));
      if (index === -1) return { resource, field, isKey: false };
      field = field.at(index);
      node = node.items[index]!;
    } else return { resource, field, isKey: false };
  }
}

/** Whether an offset is in a value, or directly after it, where a cursor is. */
function contains({ start, end }: Node, offset: number): boolean {
  return start >= 0 && start <= offset && offset <= end;
}
