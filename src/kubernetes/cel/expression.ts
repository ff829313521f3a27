import type { Value } from './value.js';

/** An expression of the Common Expression Language, as it was read. */
export type Expression =
  | { readonly kind: 'literal'; readonly value: Value }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'list'; readonly items: readonly Expression[] }
  | { readonly kind: 'map'; readonly entries: readonly (readonly [Expression, Expression])[] }
  | { readonly kind: 'field'; readonly of: Expression; readonly name: string }
  | { readonly kind: 'index'; readonly of: Expression; readonly at: Expression }
  | Call
  | { readonly kind: 'not' | 'minus'; readonly of: Expression }
  | { readonly kind: 'and' | 'or'; readonly left: Expression; readonly right: Expression }
  | {
      readonly kind: 'operator';
      readonly name: Operator;
      readonly left: Expression;
      readonly right: Expression;
    }
  | {
      readonly kind: 'choice';
      readonly test: Expression;
      readonly yes: Expression;
      readonly no: Expression;
    };

export interface Call {
  readonly kind: 'call';
  readonly name: string;
  /** What stands before the dot; absent for a function. */
  readonly target: Expression | undefined;
  readonly args: readonly Expression[];
}

export type Operator = '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | '+' | '-' | '*' | '/' | '%';

/** Nothing is known of what an expression says: it asks for what is not done here, or for too much. */
export class NotJudged extends Error {}
