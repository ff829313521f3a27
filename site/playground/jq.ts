import type { loadJq as load } from 'jq-wasm/inline';
import type { JqOutcome } from '../../src/argocd/jq/worker.js';
import { loadJq } from './jq-wasm.js';

type Jq = Awaited<ReturnType<typeof load>>;

let jq: Jq | undefined;
let isMissed = false;

/** The result with jq, if an expression needs it; few do, and loading it takes a while. */
export async function withJq<Result>(run: () => Result): Promise<Result> {
  isMissed = false;
  const result = run();
  if (!isMissed) return result;
  jq ??= await loadJq();
  return run();
}

/**
 * Replaces src/argocd/jq/worker.ts: the linter already runs in a thread, which the page terminates at its time limit.
 */
export function runJq(program: string, input: string): JqOutcome | 'absent' {
  if (!jq) {
    isMissed = true;
    return 'absent';
  }
  try {
    return jq.raw(input, program, ['-c']);
  } catch {
    jq = undefined; // Its state is undefined after an error.
    return 'absent';
  }
}
