import { programAt } from './program-at.js';
import type { Scratch } from './scratch.js';
import type { Surroundings } from './surroundings.js';

/** What became of a program. */
export type Outcome =
  | { readonly kind: 'done'; readonly stdout: string }
  | { readonly kind: 'failed'; readonly stderr: string }
  /** It took more than it may: time, memory, or room for what it prints. */
  | { readonly kind: 'ended'; readonly limit: 'time' | 'memory' | 'output' }
  | { readonly kind: 'absent' };

export interface ProgramOptions {
  /** Where it runs. */
  readonly folder: string;
  readonly seconds: number;
  readonly env: NodeJS.ProcessEnv;
  /** Where it is noted as being at work, so that it ends with this process. */
  readonly scratch: Scratch;
  /** Whose PATH leads to it. */
  readonly around: Pick<Surroundings, 'folder' | 'environment'>;
}

/** No input of ours may be larger, and what is printed is one. */
export const maxOutputMegabytes = 64;

/** Many times what the largest charts take; a template can ask for any amount. */
export const maxMemoryMegabytes = 2048;

/**
 * Notes the group, limits the memory and becomes the program; every argument stays one. What is limited is the data segment:
 * programs in Go reserve far more addresses than they ever use, so that a limit of the address space means little to them.
 * The kernel counts a mapping that replaces a reserved one when the next one is made: one block can pass the limit.
 */
const limited = 'echo $$ > "$1" || exit 125; ulimit -d "$2"; shift 2; exec "$@"';

/** Runs a program without standard input, and ends all that it has started when it is over or its time is. */
export function runProgram(program: string, args: readonly string[], options: ProgramOptions): Outcome {
  const file = programAt(program, options.around);
  if (file === undefined) return { kind: 'absent' };
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  const command = [file, ...args];
  const [first, ...rest] =
    process.platform === 'win32'
      ? command
      : [
          '/bin/sh',
          '-c',
          limited,
          'sh',
          options.scratch.group,
          String(maxMemoryMegabytes * 1024),
          ...command,
        ];
  const detached = { detached: true }; // Its own group; Node knows the option here, its types do not.
  const { pid, error, status, signal, stdout, stderr } = spawnSync(first ?? file, rest, {
    ...detached,
    cwd: options.folder,
    env: options.env,
    timeout: options.seconds * 1000,
    killSignal: 'SIGKILL',
    encoding: 'utf8',
    maxBuffer: maxOutputMegabytes * 2 ** 20,
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  });
  endGroup(pid);
  const code = error && 'code' in error ? error.code : undefined;
  if (code === 'ETIMEDOUT') return { kind: 'ended', limit: 'time' };
  if (code === 'ENOBUFS') return { kind: 'ended', limit: 'output' };
  if (error) return { kind: 'failed', stderr: error.message };
  if (status === 0) return { kind: 'done', stdout };
  // What the runtime of Go says when it is refused memory.
  if (/^(fatal error: |runtime: )(.*out of memory|cannot allocate memory)/m.test(stderr))
    return { kind: 'ended', limit: 'memory' };
  return {
    kind: 'failed',
    stderr: stderr.trim() || `it ended with ${signal ?? `code ${status ?? 'unknown'}`}`,
  };
}

/** Ends what a program has left behind. */
function endGroup(pid: number): void {
  if (process.platform === 'win32' || pid === 0) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nothing is left of it.
  }
}
