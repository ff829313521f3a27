import { createHash } from 'node:crypto';
import { Condition } from '../../../../src/rollouts/analysis/expression/condition.js';
import { fromJson, GoList, type Value } from '../../../../src/rollouts/analysis/expression/values.js';
import type { RolloutsVersion } from '../../../../src/kubernetes/objects/version.js';
import type { Case, Measured } from './grammar.js';

/** What the evaluator of Argo Rollouts answers: `true`, `false`, or `error` with its message. */
export type Upstream = string;

/** A letter for each answer, and a digest of what was asked. */
export interface Recorded {
  readonly seed: number;
  readonly digest: string;
  readonly answers: string;
}

/** A letter for an answer: t, f or e. */
export function inShort(upstream: Upstream): string {
  return upstream.startsWith('panic') ? 'e' : upstream.slice(0, 1);
}

export function digestOf(cases: readonly Case[]): string {
  return createHash('sha256').update(JSON.stringify(cases)).digest('hex').slice(0, 16);
}

/** What a condition answers here: the same words without messages, or `unknown` with the reason. */
export function answerOf({ condition, ...measured }: Case, version: RolloutsVersion = '1.9'): string {
  const answer = new Condition(condition, version).answer(valueOf(measured));
  if (answer.kind === 'unknown') return `unknown ${answer.why}`;
  return answer.kind === 'error' ? `error ${answer.message}` : answer.kind;
}

/** Whether both answer alike. A panic of the checker ends the controller's measurement in an error, too. */
export function areAlike(ours: string, upstream: Upstream): boolean {
  return inShort(ours) === inShort(upstream);
}

function valueOf({ type, value }: Measured): Value {
  if (type === 'nil') return null;
  if (type === 'float') return floatOf(value);
  if (type === 'floats') return new GoList((value as unknown[]).map(floatOf), 'float');
  return fromJson(value);
}

function floatOf(value: unknown): number {
  return typeof value === 'number' ? value : Number(String(value).replace('Inf', 'Infinity'));
}
