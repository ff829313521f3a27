import type { loadJq as load } from 'jq-wasm/inline';
import type { JqOutcome } from '../../src/argocd/jq/worker.js';
import { loadJq } from './jq-wasm.js';

type Jq = Awaited<ReturnType<typeof load>>;

let jq: Jq | undefined;
let isMissed = false;

/** What comes out with jq where it takes one: few expressions do, and it is there only after a while. */
export async function withJq<Result>(run: () => Result): Promise<Result> {
  isMissed = false;
  const result = run();
  if (!isMissed) return result;
  jq ??= await loadJq();
  return run();
}

/** In place of src/argocd/jq/worker.ts: this is in a thread already, which the page gives up when time is over. */
export function runJq(program: string, input: string): JqOutcome | 'absent' {
  if (!jq) {
    isMissed = true;
    return 'absent';
  }
  try {
    return jq.raw(input, program, ['-c']);
  } catch {
    jq = undefined; // It is in no state to go on.
    return 'absent';
  }
}
