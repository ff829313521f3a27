import type { ListNode, MapEntry, MapNode, Node, ScalarNode } from '../../model/node.js';
import type { Problem } from './problems.js';

// Classes, since V8 would soon make literals of these old from birth: most trees live as long as the first ones, which
// are kept, until there is no room for more. Then all are garbage that nobody collects for long.

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

export class Entry implements MapEntry {
  constructor(
    readonly key: string,
    readonly keyStart: number,
    readonly keyEnd: number,
    readonly value: Node,
  ) {}
}

/** What one document says. */
export interface Tree {
  /** Undefined when the text has no content, or none that can be read. */
  readonly root: Node | undefined;
  readonly problems: readonly Problem[];
}

export class ParsedTree implements Tree {
  constructor(
    readonly root: Node | undefined,
    readonly problems: readonly Problem[],
  ) {}
}
