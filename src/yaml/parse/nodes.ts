import type { ListNode, MapEntry, MapNode, Node, ScalarNode } from '../../model/node.js';
import type { YamlProblem } from './problems.js';

// Classes, because V8 would soon allocate object literals of these in the old generation: most trees live as long as the first
// ones, which are kept until there is no room. Then all are garbage that is rarely collected.

export class Scalar implements ScalarNode {
  readonly kind = 'scalar';

  constructor(
    readonly value: ScalarNode['value'],
    readonly start: number,
    readonly end: number,
  ) {}
}

export class StyledScalar implements ScalarNode {
  readonly kind = 'scalar';

  constructor(
    readonly value: ScalarNode['value'],
    readonly start: number,
    readonly end: number,
    readonly style: NonNullable<ScalarNode['style']>,
  ) {}
}

export class ListOfItems implements ListNode {
  readonly kind = 'list';

  constructor(
    readonly items: readonly Node[],
    readonly start: number,
    readonly end: number,
  ) {}
}

export class MapOfEntries implements MapNode {
  readonly kind = 'map';

  constructor(
    readonly entries: readonly MapEntry[],
    readonly start: number,
    readonly end: number,
  ) {}
}

export class EntryNode implements MapEntry {
  constructor(
    readonly key: string,
    readonly keyStart: number,
    readonly keyEnd: number,
    readonly value: Node,
  ) {}
}

/** The content of one document. */
export interface Tree {
  /** Undefined when the document is empty or cannot be parsed. */
  readonly root: Node | undefined;
  readonly problems: readonly YamlProblem[];
}

export class ParsedTree implements Tree {
  constructor(
    readonly root: Node | undefined,
    readonly problems: readonly YamlProblem[],
  ) {}
}
