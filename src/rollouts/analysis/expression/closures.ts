import type { Node } from './ast.js';
import { ExpressionError, UnknownExpression } from './errors.js';
import { goInt, GoList, GoMap, typeName, type Value } from './values.js';

interface How {
  readonly isTrue: (closure: Node) => boolean;
  readonly value: (closure: Node) => Value;
  readonly element: GoList['element'];
}

/** What a function with a closure answers for a collection; the closure is run for an item after `at` was called with its index. */
export class ClosureAnswers {
  constructor(
    private readonly items: readonly Value[],
    private readonly at: (index: number) => Node,
  ) {}

  of(name: string, { isTrue, value, element }: How): Value {
    const { items, at } = this;
    const holds = (_: Value, index: number): boolean => isTrue(at(index));
    switch (name) {
      case 'all':
        return items.every(holds);
      case 'none':
        return !items.some(holds);
      case 'any':
        return items.some(holds);
      case 'one':
        return items.filter(holds).length === 1;
      case 'filter':
        return new GoList(items.filter(holds));
      case 'count':
        return goInt(items.filter(holds).length);
      case 'map':
        return new GoList(items.map((_, index) => value(at(index))));
      case 'find':
        return items.find(holds) ?? null;
      case 'findIndex': {
        const index = items.findIndex(holds);
        return index < 0 ? null : goInt(index);
      }
      case 'findLast':
      case 'findLastIndex': {
        const index = this.lastIndex(isTrue);
        if (index < 0) return null;
        return name === 'findLast' ? items[index]! : goInt(index);
      }
      default:
        throw new UnknownExpression(`it calls ${name} on a list of ${element}`);
    }
  }

  private lastIndex(isTrue: How['isTrue']): number {
    for (let index = this.items.length - 1; index >= 0; index -= 1) if (isTrue(this.at(index))) return index;
    return -1;
  }
}

/** The items that a closure is run for. */
export function itemsOf(value: Value, at: number): readonly Value[] {
  if (value instanceof GoList) return value.items;
  // The evaluator asks for the length first, and fails at the first item of a map.
  if (value instanceof GoMap && value.entries.size === 0) return [];
  if (typeof value === 'string') {
    if (value === '') return [];
    throw new UnknownExpression('it goes through a string');
  }
  throw new ExpressionError(`reflect: call of reflect.Value.Len on ${typeName(value)} Value`, at);
}
