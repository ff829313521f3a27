import type { ReadStream, WriteStream } from 'node:tty';

/** Where answers come from. */
export type Input = NodeJS.ReadableStream & Partial<Pick<ReadStream, 'isTTY'>>;

/** What goes out. */
export type Output = Pick<NodeJS.WritableStream, 'write'> & Partial<Pick<WriteStream, 'isTTY' | 'columns'>>;

/** What a run has around it. Commands know nothing else of the process, so a test can run them where it is. */
export interface Surroundings {
  /** The working folder, absolute: relative paths are relative to it. */
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly stdin: Input;
  /** By which standard input is read at once. */
  readonly descriptor: number;
  readonly stdout: Output;
  readonly stderr: Output;
}

/** Those of the process itself. */
export function ofProcess(): Surroundings {
  return {
    folder: process.cwd(),
    environment: process.env,
    get stdin() {
      return process.stdin; // To touch it opens it, and makes a pipe one that is not waited for.
    },
    descriptor: 0,
    stdout: process.stdout,
    stderr: process.stderr,
  };
}
