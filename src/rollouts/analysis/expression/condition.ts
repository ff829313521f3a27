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
export type ConditionAnswer =
  | { readonly kind: 'true' | 'false' }
  /** The evaluator refuses or fails; the measurement is an error. */
  | { readonly kind: 'error'; readonly message: string; readonly at: number | undefined }
  /** This implementation does not know, and says why. */
  | { readonly kind: 'unknown'; readonly why: string };

export type Flaw = Exclude<ConditionAnswer, { kind: 'true' | 'false' }>;

/** What a condition compiles to for one type of `result`. */
type Program =
  { readonly tree: Node; readonly flaw?: never } | { readonly flaw: Flaw; readonly tree?: never };

/**
 * A successCondition or failureCondition of a metric, as Argo Rollouts evaluates it: with antonmedv/expr 1.15.5 up to release 1.9,
 * and with its successor expr-lang/expr 1.17.7 from 1.10. Functions of numbers differ between both; the syntax that only the successor
 * has is not read, so an error that it may not have is unknown.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/evaluate/evaluate.go (EvalCondition)
 * https://github.com/argoproj/argo-rollouts/blob/v1.10.2/utils/evaluate/evaluate.go (EvalCondition)
 */
export class Condition {
  /** Why no value can be judged: the source does not parse, or is not understood here. */
  readonly flaw: Flaw | undefined;
  readonly tree: Node | undefined;
  /** What a type of values compiles to. */
  private readonly compiled = new Map<string, Program>();
  /** Whether the release has the successor of the evaluator. */
  private readonly isNewer: boolean;

  constructor(
    readonly source: string,
    version: RolloutsVersion = defaultRolloutsVersion,
  ) {
    this.isNewer = isAtLeast(version, '1.10');
    try {
      this.tree = parseExpression(source, this.isNewer);
      this.flaw = undefined;
    } catch (error) {
      this.flaw = this.flawOf(error);
    }
  }

  /** How the condition ends when `result` has a value. */
  answer(result: Value): ConditionAnswer {
    if (!this.tree) return this.flaw!;
    const program = this.programFor(this.tree, typeOfValue(result));
    if (program.flaw) return program.flaw;
    try {
      const value = evaluate(program.tree, result, this.isNewer);
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
        program = { tree: folded(tree, checkTypes(tree, type, this.isNewer)) };
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
    if (this.isNewer && mayBeNewer(this.source, error, this.tree === undefined))
      return { kind: 'unknown', why: 'it may mean something to the evaluator of release 1.10' };
    return { kind: 'error', message: error.message, at: error.at };
  }
}

/**
 * Whether the evaluator of release 1.10 may take what that of 1.9 refuses: other strings, statements, predicates of sums, and functions
 * that were not known. A string that does not parse is refused at the first place that is newer.
 * https://github.com/expr-lang/expr/blob/v1.17.7/docs/language-definition.md
 */
function mayBeNewer(source: string, { at = 0, message }: ExpressionError, isSyntax: boolean): boolean {
  if (newerNames.test(source) || message.startsWith('invalid number of arguments for sum')) return true;
  if (!isSyntax) return false;
  const rest = source.slice(at).trimStart();
  return /^(?:`|;|::)/.test(rest) || source.includes('`') || takesPredicate(source.slice(0, at), message);
}

const newerNames =
  /\$env|(?<![.\w?])(?:if|sort|sortBy|date|now|timezone|concat|flatten|uniq|reverse|bit[a-z]+|splitAfter|fromPairs|toPairs)\b/;

/** Whether a predicate of `sum` is what is refused: it uses an item, or has braces. */
function takesPredicate(before: string, message: string): boolean {
  return (
    /(?<![.\w?])sum\s*\(/.test(before) && (message.includes('pointer accessor') || /,\s*\{/.test(before))
  );
}
