import type { ReadStream, WriteStream } from 'node:tty';

/** The type of standard input. */
export type Input = NodeJS.ReadableStream & Partial<Pick<ReadStream, 'isTTY'>>;

/** The type of an output stream. */
export type Output = Pick<NodeJS.WritableStream, 'write'> & Partial<Pick<WriteStream, 'isTTY' | 'columns'>>;

/** The environment of a run. Commands do not access the process in any other way, so tests can run them in process. */
export interface Surroundings {
  /** The absolute working folder, to which relative paths are relative. */
  readonly folder: string;
  /** Whether the folder is all that may be rendered, whatever repository is around it. */
  readonly isRoot?: boolean;
  readonly environment: NodeJS.ProcessEnv;
  readonly stdin: Input;
  /** The file descriptor for reading standard input synchronously. */
  readonly descriptor: number;
  readonly stdout: Output;
  readonly stderr: Output;
  /** Learns how long a command took, in the words of its output. */
  readonly onTook?: (took: string) => void;
}

/** The environment of this process. */
export function ofProcess(): Surroundings {
  return {
    folder: process.cwd(),
    environment: process.env,
    get stdin() {
      return process.stdin; // Lazy: reading `process.stdin` opens it and makes a pipe nonblocking.
    },
    descriptor: 0,
    stdout: process.stdout,
    stderr: process.stderr,
  };
}
