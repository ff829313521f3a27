import { cannotRepeat } from '../model/repeatable.js';
import { programAt } from './program-at.js';
import type { Scratch } from './scratch.js';
import type { Surroundings } from './surroundings.js';

/** How a program ended. */
export type ProgramOutcome =
  | { readonly kind: 'done'; readonly stdout: string }
  | { readonly kind: 'failed'; readonly stderr: string }
  /** It exceeded a limit: time, memory or output. */
  | { readonly kind: 'ended'; readonly limit: 'time' | 'memory' | 'output' }
  | { readonly kind: 'absent' };

export interface ProgramOptions {
  /** The working folder. */
  readonly folder: string;
  readonly seconds: number;
  readonly env: NodeJS.ProcessEnv;
  /** Records the running program, so that it ends with this process. */
  readonly scratch: Scratch;
  /** The environment whose PATH is used. */
  readonly around: Pick<Surroundings, 'folder' | 'environment'>;
}

/** Equal to the limit for inputs, because the output becomes one. */
export const maxOutputMegabytes = 64;

/** Many times what the largest charts need; a template can allocate any amount. */
export const maxMemoryMegabytes = 2048;

/**
 * Records the process group, limits the memory and executes the program with unchanged arguments. The limit is for the
 * data segment, because Go programs reserve far more address space than they use. The kernel counts a mapping in a
 * reserved range only at the next one, so a single block can exceed the limit.
 */
const limited = 'echo $$ > "$1" || exit 125; ulimit -d "$2"; shift 2; exec "$@"';

/** Runs a program without standard input. Kills its process group when it ends or its time is over. */
export function runProgram(
  program: string,
  args: readonly string[],
  options: ProgramOptions,
): ProgramOutcome {
  cannotRepeat(); // It reads what it wants.
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
  const detached = { detached: true }; // A process group of its own; Node supports the option here, but its types do not.
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
  // The messages of the Go runtime when it gets no memory.
  if (/^(fatal error: |runtime: )(.*out of memory|cannot allocate memory)/m.test(stderr))
    return { kind: 'ended', limit: 'memory' };
  return {
    kind: 'failed',
    stderr: stderr.trim() || `it ended with ${signal ?? `code ${status ?? 'unknown'}`}`,
  };
}

/** Kills the processes that a program left behind. */
function endGroup(pid: number): void {
  if (process.platform === 'win32' || pid === 0) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has no process left.
  }
}
