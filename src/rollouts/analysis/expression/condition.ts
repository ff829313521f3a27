import {
  defaultRolloutsVersion,
  isAtLeast,
  type RolloutsVersion,
} from '../../../kubernetes/objects/version.js';
import type { Node } from './ast.js';
import { checkTypes } from './check.js';
import { ExpressionError, UnknownExpression } from './errors.js';
import { evaluate } from './evaluate.js';
import { folded } from './fold.js';
import { parseExpression } from './parser.js';
import { type Type, typeOfValue, typeText } from './types.js';
import { typeName, type Value } from './values.js';

/** How a condition ends for a measured value. */
export type Answer =
  | { readonly kind: 'true' | 'false' }
  /** The evaluator refuses or fails; the measurement is an error. */
  | { readonly kind: 'error'; readonly message: string; readonly at: number | undefined }
  /** This implementation does not know, and says why. */
  | { readonly kind: 'unknown'; readonly why: string };

export type Flaw = Exclude<Answer, { kind: 'true' | 'false' }>;

/** What a condition compiles to for one type of `result`. */
type Program =
  { readonly tree: Node; readonly flaw?: never } | { readonly flaw: Flaw; readonly tree?: never };

/**
 * A successCondition or failureCondition of a metric, as Argo Rollouts evaluates it: with antonmedv/expr 1.15.5 up to release 1.9,
 * and with its successor expr-lang/expr 1.17.7 from 1.10. The successor takes more, so an error that it may not have is unknown.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/evaluate/evaluate.go (EvalCondition)
 * https://github.com/argoproj/argo-rollouts/blob/v1.10.2/utils/evaluate/evaluate.go (EvalCondition)
 */
export class Condition {
  /** Why no value can be judged: the source does not parse, or is not understood here. */
  readonly flaw: Flaw | undefined;
  readonly tree: Node | undefined;
  /** What a type of values compiles to. */
  private readonly compiled = new Map<string, Program>();

  constructor(
    readonly source: string,
    private readonly version: RolloutsVersion = defaultRolloutsVersion,
  ) {
    try {
      this.tree = parseExpression(source);
      this.flaw = undefined;
    } catch (error) {
      this.flaw = this.flawOf(error);
    }
  }

  /** How the condition ends when `result` has a value. */
  answer(result: Value): Answer {
    if (!this.tree) return this.flaw!;
    const program = this.programFor(this.tree, typeOfValue(result));
    if (program.flaw) return program.flaw;
    try {
      const value = evaluate(program.tree, result);
      if (typeof value === 'boolean') return { kind: value ? 'true' : 'false' };
      return { kind: 'error', message: `expected bool, but got ${typeName(value)}`, at: this.tree.at };
    } catch (error) {
      return this.flawOf(error);
    }
  }

  /** What is wrong with the condition for every value of a type; undefined if it compiles. */
  flawFor(type: Type): Flaw | undefined {
    return this.tree ? this.programFor(this.tree, type).flaw : this.flaw;
  }

  private programFor(tree: Node, type: Type): Program {
    const key = typeText(type);
    let program = this.compiled.get(key);
    if (!program) {
      try {
        program = { tree: folded(tree, checkTypes(tree, type)) };
      } catch (error) {
        program = { flaw: this.flawOf(error) };
      }
      this.compiled.set(key, program);
    }
    return program;
  }

  private flawOf(error: unknown): Flaw {
    if (error instanceof UnknownExpression) return { kind: 'unknown', why: error.message };
    if (!(error instanceof ExpressionError)) throw error;
    if (isAtLeast(this.version, '1.10') && newer.test(this.source))
      return { kind: 'unknown', why: 'it may mean something to the evaluator of release 1.10' };
    return { kind: 'error', message: error.message, at: error.at };
  }
}

/**
 * What the evaluator of release 1.10 takes beyond that of 1.9: other strings, statements, members of literals, functions of numbers
 * that take lists or one number, and functions that were not known.
 * https://github.com/expr-lang/expr/blob/v1.17.7/docs/language-definition.md
 */
const newer =
  /`|;|\bif\b|\$env|::|["'\d]\s*[[.]|\b(?:max|min|mean|median|sum|take|sort|sortBy|date|now|timezone|concat|flatten|uniq|reverse|bit[a-z]+|ceil|floor|round|splitAfter|fromPairs|toPairs|groupBy|reduce|count)\b/;
