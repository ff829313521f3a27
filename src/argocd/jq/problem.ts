/** What kind of mistake keeps an expression from being jq, or from meaning what it seems to. */
export type JqProblemKind =
  | 'empty'
  | 'json-pointer'
  | 'json-path'
  | 'template'
  | 'single-quotes'
  | 'space-after-dot'
  | 'trailing-comment'
  | 'index-after-dot'
  | 'optional-alternative'
  | 'foreign-operator'
  | 'unbalanced'
  | 'unquoted-key'
  | 'missing-dot'
  | 'undefined-function'
  | 'undefined-variable'
  | 'syntax'
  | JqDoubtKind;

/** What gojq accepts although it cannot be meant. */
export type JqDoubtKind = 'escapes-wrapper' | 'assignment' | 'no-path';

/** What is wrong with an expression, where, and the right text where that is certain. */
export interface JqProblem {
  readonly kind: JqProblemKind;
  /** The end of a sentence that starts with the expression. */
  readonly message: string;
  /** UTF-16 code units of the expression. */
  readonly offset: number;
  readonly length: number;
  /** The whole expression as it was probably meant; gojq compiles it. */
  readonly suggestion?: string;
}

export interface Stretch {
  readonly offset: number;
  readonly length: number;
}

/** Makes of a proposal an expression that gojq compiles, if it does not make another mistake that is not known. */
export type Mend = (proposal: string) => string | undefined;

/** A problem, with the text that mends it as advice. */
export function problem(
  kind: JqProblemKind,
  message: string,
  { offset, length }: Stretch,
  suggestion?: string,
): JqProblem {
  if (suggestion === undefined)
    return { kind, message: message.endsWith('?') ? message : `${message}.`, offset, length };
  // A folded scalar ends in the blanks of its last line.
  const right = suggestion.trim();
  return { kind, message: `${message}; write ${right}.`, offset, length, suggestion: right };
}
