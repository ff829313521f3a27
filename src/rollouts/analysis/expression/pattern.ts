import { fitsWhole, maxPattern } from '../../../kubernetes/kinds/go-pattern.js';
import { UnknownExpression } from './errors.js';

/** Whether Go takes a regular expression. */
export function isGoPattern(pattern: string): boolean {
  return pattern.length <= maxPattern ? fitsWhole(`${pattern}|`, '') !== undefined : tooLongPattern();
}

/** Whether a regular expression of Go matches some part of a string; undefined where Go refuses the expression. */
export function matchesGoPattern(pattern: string, text: string): boolean | undefined {
  if (!isGoPattern(pattern)) return undefined;
  return fitsWhole(`(?s:.*)(?:${pattern})(?s:.*)`, text) ?? tooLongPattern();
}

function tooLongPattern(): never {
  throw new UnknownExpression('it matches a pattern that is too long');
}
