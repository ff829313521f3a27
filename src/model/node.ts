/**
 * A parsed YAML or JSON value with the place it came from. Offsets are UTF-16 code units into the text of its
 * source, `end` exclusive; -1 where a value has no text (an object that a construct built).
 *
 * An alias is a copy of the value it stands for, placed where the alias is written; what lies below it keeps the
 * anchor's places, because that is where a reader would change it.
 */
export type Node = ScalarNode | MapNode | ListNode;

export interface ScalarNode {
  readonly kind: 'scalar';
  /** As Kubernetes reads it: YAML 1.1 booleans and numbers resolved, everything quoted a string. */
  readonly value: string | number | boolean | null;
  readonly start: number;
  readonly end: number;
  /** Set on quoted and block scalars, whose text is not the value itself. */
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

/** A node without text for a value that did not come from a file. */
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
