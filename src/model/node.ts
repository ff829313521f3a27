/**
 * A parsed YAML or JSON value and where it is written. Offsets are UTF-16 code units into the source, `end` exclusive; -1 for a
 * value without a source (an object that a construct built).
 *
 * An alias is a copy of the value that it refers to, located at the alias; its children keep the places of the anchor, because
 * that is where they can be changed.
 */
export type Node = ScalarNode | MapNode | ListNode;

export interface ScalarNode {
  readonly kind: 'scalar';
  /** As Kubernetes reads it: YAML 1.1 booleans and numbers are resolved, everything quoted is a string. */
  readonly value: string | number | boolean | null;
  readonly start: number;
  readonly end: number;
  /** Set for quoted and block scalars, which are not written like their value. */
  readonly style?: 'single' | 'double' | 'literal' | 'folded';
}

export interface MapNode {
  readonly kind: 'map';
  readonly entries: readonly MapEntry[];
  readonly start: number;
  readonly end: number;
}

export interface MapEntry {
  readonly key: string;
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly value: Node;
}

export interface ListNode {
  readonly kind: 'list';
  readonly items: readonly Node[];
  readonly start: number;
  readonly end: number;
}

/** The entries of a map; none if the node is something else. */
export function mapEntries(node: Node): readonly MapEntry[] {
  return node.kind === 'map' ? node.entries : [];
}

/** The plain JavaScript value of a node. */
export function toValue(node: Node): unknown {
  switch (node.kind) {
    case 'scalar':
      return node.value;
    case 'list':
      return node.items.map(toValue);
    case 'map':
      return Object.fromEntries(node.entries.map((entry) => [entry.key, toValue(entry.value)]));
  }
}

/** A node for a value that does not come from a file. */
export function fromValue(value: unknown): Node {
  const nowhere = { start: -1, end: -1 };
  if (Array.isArray(value)) return { kind: 'list', items: value.map(fromValue), ...nowhere };
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .map(([key, item]) => ({ key, keyStart: -1, keyEnd: -1, value: fromValue(item) }));
    return { kind: 'map', entries, ...nowhere };
  }
  return { kind: 'scalar', value: value as string | number | boolean | null, ...nowhere };
}
