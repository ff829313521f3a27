import { createHash } from 'node:crypto';
import { withSortedKeys } from '../../../src/argocd/jq/values.js';
import { deletePaths } from '../../../src/argocd/jq/jq.js';
import { judgeJq } from '../../../src/argocd/jq/syntax.js';
import type { RandomCase } from './grammar.js';

export { randomCases } from './grammar.js';

/** What gojq makes of a case; conformance/gojq says it. */
export interface GojqAnswer {
  readonly outcome: string; // ok, parse, compile, run, timeout or panic
  readonly message?: string;
  readonly result?: unknown;
}

/** Whether we say the same; why it is not known; or what we say instead. */
export type Comparison = 'same' | { readonly unknown: string } | { readonly ours: string };

/** An answer in a word, with a digest of the result: `ok 0a1b2c3d`. */
export function inShort({ outcome, result }: GojqAnswer): string {
  return outcome === 'ok' ? `ok ${digestOf(result)}` : outcome;
}

/** Errors have words of their own; whether there is one has to be the same. */
export function compare({ expression, document }: RandomCase, gojq: string): Comparison {
  const { verdict } = judgeJq(expression);
  if (gojq === 'parse' || gojq === 'compile' || verdict !== 'ok')
    return verdict === gojq ? 'same' : { ours: `is judged ${verdict}` };
  const deletion = deletePaths(expression, document);
  if ('unknown' in deletion) return deletion;
  const ours = 'error' in deletion ? { outcome: 'run' } : { outcome: 'ok', result: deletion.ok };
  return inShort(ours) === gojq ? 'same' : { ours: JSON.stringify(deletion) };
}

/** A digest of a value after a way through JSON, which knows no -0. */
export function digestOf(value: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(withSortedKeys(value ?? null)))
    .digest('hex')
    .slice(0, 8);
}
