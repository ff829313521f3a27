import { deleteNatively, outputsOf } from './native.js';
import { deletePlain, plainPath } from './plain.js';
import { judgeJq, type JqJudgement } from './syntax.js';
import { BeyondSubset, JqRunError } from './values.js';

/** The document without what was deleted; why nothing is; or why that cannot be known. */
export type Deletion = { readonly ok: unknown } | { readonly error: string } | { readonly unknown: string };

/**
 * Applies a jqPathExpression to a JSON document as Argo CD does: `del(…)` gives one document, or the expression is
 * skipped. Never hangs and never throws; the document stays as it is.
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/util/argo/normalizers/diff_normalizer.go (Apply)
 */
export function deletePaths(expression: string, document: unknown): Deletion {
  const judgement = judgeJq(expression);
  if (judgement.verdict !== 'ok') return { error: judgement.problem.message };
  const steps = judgement.paths && plainPath(judgement.paths);
  const plain = steps && deletePlain(steps, document);
  if (plain) return plain;
  try {
    return judgement.paths ? { ok: deleteNatively(judgement.paths, document) } : only(judgement, document);
  } catch (error) {
    if (error instanceof JqRunError) return { error: error.reason };
    if (error instanceof BeyondSubset) return { unknown: error.reason };
    // It goes deeper than the stack.
    if (error instanceof RangeError) return { unknown: 'it takes too many steps' };
    throw error;
  }
}

/** An expression that closes the parenthesis of `del(…)` may return any number of documents. */
function only({ program }: JqJudgement & { readonly verdict: 'ok' }, document: unknown): Deletion {
  const outputs = outputsOf(program, document);
  const [output = null] = outputs;
  if (outputs.length !== 1) return { error: `it returns ${outputs.length || 'no'} documents` };
  return isJsonValue(output) ? { ok: output } : { unknown: 'it returns a number that JSON does not have' };
}

function isJsonValue(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value !== 'object' || value === null || Object.values(value).every(isJsonValue);
}
