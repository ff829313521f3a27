import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What gojq itself made of an expression; conformance/gojq records it. */
export interface RecordedCase {
  readonly expression: string;
  readonly document: string;
  readonly outcome: 'ok' | 'parse' | 'compile' | 'run' | 'timeout';
  readonly message?: string;
  /** Absent where the document stays as it was. */
  readonly result?: unknown;
}

export const recording = JSON.parse(readFileSync(join(__dirname, 'gojq-recorded.json'), 'utf8')) as {
  readonly documents: Readonly<Record<string, unknown>>;
  readonly cases: readonly RecordedCase[];
};
