import { spawnSync } from 'node:child_process';

/** What became of a program. */
export type Outcome =
  | { readonly kind: 'done'; readonly stdout: string }
  | { readonly kind: 'failed'; readonly stderr: string }
  | { readonly kind: 'late' }
  | { readonly kind: 'absent' };

/** More than any repository renders to. */
const maxBytes = 512 * 2 ** 20;

/** Runs a program without a shell and without standard input, and ends it when its time is over. */
export function runProgram(
  program: string,
  args: readonly string[],
  folder: string,
  seconds: number,
): Outcome {
  const { error, status, signal, stdout, stderr } = spawnSync(program, args, {
    cwd: folder,
    timeout: seconds * 1000,
    killSignal: 'SIGKILL',
    encoding: 'utf8',
    maxBuffer: maxBytes,
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  });
  const code = error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return { kind: 'absent' };
  if (code === 'ETIMEDOUT') return { kind: 'late' };
  if (error) return { kind: 'failed', stderr: error.message };
  if (status === 0) return { kind: 'done', stdout };
  return {
    kind: 'failed',
    stderr: stderr.trim() || `it ended with ${signal ?? `code ${status ?? 'unknown'}`}`,
  };
}
