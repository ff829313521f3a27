import { createHash } from 'node:crypto';
import { readQuery } from '../../../../src/rollouts/analysis/promql/query.js';

/** A letter for what each query is, and a digest of the queries. */
export interface Recorded {
  readonly seed: number;
  readonly digest: string;
  readonly answers: string;
}

/** A letter for what Prometheus' parser says of a query: the type of its answer, or that it is refused. */
export function inShort(upstream: string): string {
  const [word = ''] = upstream.split(' ');
  return { scalar: 's', vector: 'v', matrix: 'm', string: 't', error: 'e' }[word] ?? '?';
}

/** The same of what is said here, u where the query is unknown. */
export function answerOf(query: string): string {
  const read = readQuery(query);
  if (read.kind === 'taken') return inShort(read.type);
  return read.kind === 'refused' ? 'e' : 'u';
}

/** Whether an answer is wrong. That some refusals are not seen is no wrong answer: nothing is said of the query. */
export function isWrong(ours: string, upstream: string): boolean {
  return ours !== 'u' && ours !== upstream && upstream !== 'e';
}

export function digestOf(queries: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(queries)).digest('hex').slice(0, 16);
}
