import type { Value } from './value.js';

/** A parsed expression of the Common Expression Language. */
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
  /** The operand before the dot; absent for a function. */
  readonly target: Expression | undefined;
  readonly args: readonly Expression[];
}

export type Operator = '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | '+' | '-' | '*' | '/' | '%';

/** The result of an expression is unknown: it uses a part of CEL that no shipped rule uses, or it exceeds a limit. Rules then say nothing. */
export class NotJudged extends Error {}
