/** The syntax tree of an expression. `at` is the offset in the source that an error of the node points to. */
export type Node =
  | { readonly kind: 'nil'; readonly at: number }
  | { readonly kind: 'bool'; readonly value: boolean; readonly at: number }
  | { readonly kind: 'int'; readonly value: bigint; readonly at: number }
  | { readonly kind: 'float'; readonly value: number; readonly at: number }
  | { readonly kind: 'string'; readonly value: string; readonly at: number }
  | { readonly kind: 'name'; readonly name: string; readonly at: number }
  | { readonly kind: 'unary'; readonly operator: string; readonly node: Node; readonly at: number }
  | {
      readonly kind: 'binary';
      readonly operator: string;
      readonly left: Node;
      readonly right: Node;
      readonly at: number;
    }
  /** What `?.` is part of: it is nil as a whole as soon as a base is. */
  | { readonly kind: 'chain'; readonly node: Node; readonly at: number }
  | {
      readonly kind: 'member';
      readonly base: Node;
      readonly property: Node;
      readonly isOptional: boolean;
      readonly at: number;
    }
  | {
      readonly kind: 'slice';
      readonly base: Node;
      readonly from: Node | undefined;
      readonly to: Node | undefined;
      readonly at: number;
    }
  | { readonly kind: 'call'; readonly callee: Node; readonly args: readonly Node[]; readonly at: number }
  | { readonly kind: 'builtin'; readonly name: string; readonly args: readonly Node[]; readonly at: number }
  | { readonly kind: 'closure'; readonly node: Node; readonly at: number }
  /** `#`, `#index` or `#acc` in a closure. */
  | { readonly kind: 'pointer'; readonly name: string; readonly at: number }
  | {
      readonly kind: 'let';
      readonly name: string;
      readonly value: Node;
      readonly node: Node;
      readonly at: number;
    }
  | {
      readonly kind: 'choice';
      readonly test: Node;
      readonly yes: Node;
      readonly no: Node;
      readonly at: number;
    }
  | { readonly kind: 'array'; readonly nodes: readonly Node[]; readonly at: number }
  | {
      readonly kind: 'map';
      readonly pairs: readonly { readonly key: Node; readonly value: Node }[];
      readonly at: number;
    };

/** The nodes below a node. */
export function childrenOf(node: Node): readonly Node[] {
  switch (node.kind) {
    case 'unary':
    case 'chain':
    case 'closure':
      return [node.node];
    case 'binary':
      return [node.left, node.right];
    case 'member':
      return [node.base, node.property];
    case 'slice':
      return [node.base, ...(node.from ? [node.from] : []), ...(node.to ? [node.to] : [])];
    case 'call':
      return [node.callee, ...node.args];
    case 'builtin':
      return node.args;
    case 'let':
      return [node.value, node.node];
    case 'choice':
      return [node.test, node.yes, node.no];
    case 'array':
      return node.nodes;
    case 'map':
      return node.pairs.flatMap(({ key, value }) => [key, value]);
    default:
      return [];
  }
}
