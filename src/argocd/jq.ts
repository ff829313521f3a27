import { BeyondSubset, deleteNatively } from './jq-native.js';
import { judgeJq } from './jq-syntax.js';
import { JqRunError, withSortedKeys } from './jq-values.js';
import { runJq } from './jq-worker.js';

/** The document without what was deleted; why nothing is; or why that cannot be known. */
export type Deletion = { readonly ok: unknown } | { readonly error: string } | { readonly unknown: string };

/** How long Argo CD lets an expression run. */
const milliseconds = 1000;

/**
 * Applies a jqPathExpression to a JSON document as Argo CD does: `del(…)` gives one document, or the expression is
 * skipped. Never hangs and never throws; the document stays as it is.
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/util/argo/normalizers/diff_normalizer.go (Apply)
 */
export function deletePaths(expression: string, document: unknown): Deletion {
  const { verdict, program, source, problem } = judgeJq(expression);
  if (verdict !== 'ok' || !program) return { error: problem?.message ?? verdict };
  if (!problem && program.type === 'call') {
    try {
      return { ok: deleteNatively(program.args[0]!, document) };
    } catch (error) {
      if (error instanceof JqRunError) return { error: error.message };
      if (!(error instanceof BeyondSubset || error instanceof RangeError)) throw error;
    }
  }
  return deleteWithJq(source, document);
}

function deleteWithJq(source: string, document: unknown): Deletion {
  const outcome = runJq(source, JSON.stringify(withSortedKeys(document)), milliseconds);
  if (!outcome) return { unknown: 'it takes longer than the second that Argo CD allows' };
  const { exitCode, stdout, stderr } = outcome;
  if (exitCode !== 0 && exitCode !== 5) return { unknown: stderr };
  if (exitCode === 5) return { error: stderr.replace(/^jq: error \(at <?[^)]*\): /, '') };
  const outputs = stdout === '' ? [] : stdout.split('\n');
  if (outputs.length !== 1) return { error: `it returns ${outputs.length || 'no'} documents` };
  return { ok: JSON.parse(outputs[0]!) as unknown };
}
