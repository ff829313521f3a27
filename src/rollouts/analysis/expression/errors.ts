/** An expression that the evaluator refuses, or whose evaluation fails. */
export class ExpressionError extends Error {
  constructor(
    message: string,
    /** Where in the source, in UTF-16 code units. */
    readonly at: number | undefined = undefined,
  ) {
    super(message);
  }
}

/** An expression whose meaning this implementation does not know. */
export class UnknownExpression extends Error {}
