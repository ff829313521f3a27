import type { JqNode } from './ast.js';
import { forJq } from './dialect.js';
import { modifies } from './path-tracking.js';
import { byList, comesBack, otherWords, writtenOtherwise } from './preludes.js';
import { deleteNatively } from './native.js';
import { judgeJq } from './syntax.js';
import { BeyondSubset, JqRunError, withSortedKeys } from './values.js';
import { runJq } from './worker.js';

/** The document without what was deleted; why nothing is; or why that cannot be known. */
export type Deletion = { readonly ok: unknown } | { readonly error: string } | { readonly unknown: string };

/** How long Argo CD lets an expression run. */
const milliseconds = 1000;
const tooLong = 'it takes longer than the second that Argo CD allows';

/** Expressions that once ran too long: each further document would cost a second, too. */
const endless = new Set<string>();

/**
 * Applies a jqPathExpression to a JSON document as Argo CD does: `del(…)` gives one document, or the expression is
 * skipped. Never hangs and never throws; the document stays as it is.
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/util/argo/normalizers/diff_normalizer.go (Apply)
 */
export function deletePaths(expression: string, document: unknown): Deletion {
  const judgement = judgeJq(expression);
  if (judgement.verdict !== 'ok') return { error: judgement.problem.message };
  const { paths, program, source } = judgement;
  if (paths) {
    try {
      return { ok: deleteNatively(paths, document) };
    } catch (error) {
      if (error instanceof JqRunError) return { error: error.reason };
      if (!(error instanceof BeyondSubset || error instanceof RangeError)) throw error;
    }
  }
  return deleteWithJq(source, program, document, paths !== undefined);
}

function deleteWithJq(
  source: string,
  program: JqNode,
  document: unknown,
  isDeletion: boolean,
  takesCharacters = false,
): Deletion {
  if (endless.has(source)) return { unknown: tooLong };
  if (isOver()) return { unknown: 'slow expressions took all the time that there is for jq' };
  const translated = forJq(source, program, takesCharacters);
  if ('unknown' in translated) return translated;
  const input = JSON.stringify(withSortedKeys(document));
  const start = performance.now();
  const outcome = runJq(translated.program, input, milliseconds);
  noteTime(source, performance.now() - start);
  if (outcome === 'absent') return { unknown: 'jq-wasm does not load' };
  if (outcome === 'late') {
    endless.add(source);
    return { unknown: tooLong };
  }
  const { exitCode, stdout, stderr } = outcome;
  if (exitCode === otherWords) return { unknown: 'it looks at the words of an error' };
  if (exitCode === comesBack) return { unknown: 'gojq may see a path there' };
  if (exitCode === writtenOtherwise)
    return { unknown: 'it writes a number as a string, in which jq and gojq differ' };
  if (exitCode === byList) return { unknown: 'it has a list or an object for an index' };
  if (exitCode === 3) return { unknown: 'it uses what only gojq, the jq of Argo CD, has' };
  if (exitCode === 5) {
    const error = stderr.replace(/^jq: error \(at [^)]*\): /, '');
    // jq loses its way where a function gives back the text that it got.
    if (/^Cannot (?:delete fields from string|update string slices)/.test(error))
      return { unknown: 'gojq may see a path there' };
    const isOnWay = translated.strays && error.startsWith('Invalid path expression near attempt');
    if (error.startsWith('Cannot index string with number'))
      return takesCharacters
        ? { unknown: 'gojq takes characters of a string there' }
        : deleteWithJq(source, program, document, isDeletion, true);
    if (
      translated.isLenient ||
      isOnWay ||
      (inUpdate.test(error) && modifies(program)) ||
      mayLead(error, document, translated.hasSlices)
    )
      return { unknown: 'gojq may see a path there' };
    return { error };
  }
  if (exitCode !== 0) return { unknown: 'it exceeds the limits of jq' };
  const outputs = stdout === '' ? [] : stdout.split('\n');
  if (outputs.length !== 1) return { error: `it returns ${outputs.length || 'no'} documents` };
  // Only a program that closes the parenthesis before it returns numbers of its own.
  if (!isDeletion && (/e\+308/.test(stdout) || (/\bnull\b/.test(stdout) && mayBeNan.test(source))))
    return { unknown: 'it may return nan or infinite' };
  return { ok: JSON.parse(outputs[0]!) as unknown };
}

const mayBeNan = /\b(?:nan|infinite|sqrt|\d+e\d+)\b/i;

/** Runs below this are no sign of anything on a busy machine. */
const slowMilliseconds = 40;

/** What the slow runs of an expression may take together, on however many objects and moments. */
const slowMillisecondsOfOne = 3000;

/** What the slow runs of all expressions may take together: anybody may write as many as they like. */
const slowMillisecondsInAll = 12_000;

const slow = new Map<string, number>();

const isOver = (): boolean => [...slow.values()].reduce((sum, one) => sum + one, 0) > slowMillisecondsInAll;

/** An expression that always ends just before its time is over is as endless as one that does not. */
function noteTime(source: string, milliseconds: number): void {
  if (milliseconds < slowMilliseconds) return;
  const ofOne = (slow.get(source) ?? 0) + milliseconds;
  slow.set(source, ofOne);
  if (ofOne > slowMillisecondsOfOne) endless.add(source);
}

const invalidPath =
  /^Invalid path expression (?:with result|near attempt to (?:iterate through|access element .* of)) (.*)$/s;

/**
 * An update on the way to a path fails in jq, which has it as a pair: the value, and what is to be deleted of it. To gojq a value
 * of which nothing is updated is what came in, and whether anything is cannot be told of a pair that is cut or has nothing to delete.
 */
const inUpdate = /^Invalid path expression near attempt to access element 0 of \[.*(?:,\[\]\]|\.\.\.)$/s;

/**
 * Whether gojq may take for a path what jq does not: a computed value that equals the one in the document.
 * https://github.com/itchyny/gojq/blob/v0.12.19/execute.go (pathIntact)
 */
function mayLead(error: string, document: unknown, hasSlices: boolean): boolean {
  const result = invalidPath.exec(error)?.[1];
  // A part of a list with nothing in it is the same list to gojq as any other with nothing in it.
  if (hasSlices && result === '[]') return true;
  if (result === undefined || (/^[[{]/.test(result) && result !== '[]')) return false;
  const start = result.replace(/\.\.\.$/, ''); // It is cut when it is long.
  const isResult = (value: unknown): boolean => {
    if (Array.isArray(value) && value.length === 0) return result === '[]';
    if (typeof value === 'object' && value !== null) return Object.values(value).some(isResult);
    if (typeof value === 'number' && value === Number(result)) return true;
    if (typeof value !== 'string' && typeof value !== 'number') return false;
    const text = JSON.stringify(value);
    return start === result ? text === result : text.startsWith(start);
  };
  return isResult(document);
}
