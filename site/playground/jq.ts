import type { loadJq } from 'jq-wasm/inline';
import type { JqOutcome } from '../../src/jq/worker.js';

type Jq = Awaited<ReturnType<typeof loadJq>>;

let jq: Jq | undefined;

/** Has jq ready. It is a file of its own, which most visits do not need. */
export async function loadJqOnce(): Promise<void> {
  jq ??= await (await import('jq-wasm/inline')).loadJq();
}

/** In place of src/jq/worker.ts: this is in a thread already, which the page gives up when time is over. */
export function runJq(program: string, input: string): JqOutcome | 'absent' {
  if (!jq) return 'absent';
  try {
    return jq.raw(input, program, ['-c']);
  } catch {
    jq = undefined; // It is in no state to go on.
    return 'absent';
  }
}
