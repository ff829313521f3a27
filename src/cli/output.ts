import { writeSync } from 'node:fs';
import { printable } from '../report/printable.js';
import { quoted } from '../report/quoted.js';
import { exitCodes } from './exit.js';
import { ofProcess, type Output, type Surroundings } from './surroundings.js';

/** Prints lines on standard output. What a file has put into one cannot break it, nor steer a terminal or a CI system. */
export function print({ stdout }: Surroundings, lines: readonly string[]): void {
  stdout.write(textOf(lines));
}

/** Prints a diff, in which lines of files may end in a carriage return, as it is when it is applied. */
export function printDiff({ stdout }: Surroundings, lines: readonly string[]): void {
  for (const line of lines) {
    const isOfWindows = line.endsWith('\r');
    stdout.write(`${printable(isOfWindows ? line.slice(0, -1) : line)}${isOfWindows ? '\r' : ''}\n`);
  }
}

/** Prints a text whose line breaks are ours, such as JSON, a page or the documentation of a rule. */
export function printText({ stdout }: Surroundings, text: string): void {
  stdout.write(text.split('\n').map(printable).join('\n'));
}

/** Prints a part of a text of which every line is printable already. */
export function printPart({ stdout }: Surroundings, part: string): void {
  stdout.write(part);
}

/** Prints commands of a CI system, whose values are escaped. */
export function printCommands({ stdout }: Surroundings, commands: readonly string[]): void {
  stdout.write(commands.map((command) => `${command}\n`).join(''));
}

/** Writes a line of a terminal over the one that is there. */
export function overwrite({ stderr }: Surroundings, line: string): void {
  stderr.write(`\r\u001b[K${printable(line)}`);
}

/** Prints lines on standard error. */
export function tell({ stderr }: Surroundings, lines: readonly string[]): void {
  stderr.write(textOf(lines));
}

/** Lines as they are printed. */
export function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${printable(line.replaceAll('\n', quoted))}\n`).join('');
}

/**
 * Standard output that a program reads, without what the stream puts between: that keeps all texts until the command has
 * ended and then writes them in one go, which fails beyond 700 MB. Any other output stays what it is.
 */
export function unbuffered(around: Surroundings): Surroundings {
  const { stdout } = around;
  if (stdout !== process.stdout || stdout.isTTY === true || process.platform === 'win32') return around;
  if (process.stdout.writableLength > 0) return around; // What comes later would come first.
  let isOpen = true;
  const direct: Output = {
    write(part: string | Uint8Array) {
      const bytes = typeof part === 'string' ? Buffer.from(part) : part;
      for (let done = 0; isOpen && done < bytes.length;)
        try {
          done += writeSync(process.stdout.fd, bytes, done);
        } catch (error) {
          // A pipe that does not block is full.
          if ((error as NodeJS.ErrnoException).code === 'EAGAIN') Atomics.wait(pause, 0, 0, 5);
          else {
            isOpen = false;
            process.stdout.emit('error', error);
          }
        }
      return true;
    },
  };
  // Copied it would open standard input.
  return Object.create(around, { stdout: { value: direct } }) as Surroundings;
}

const pause = new Int32Array(new SharedArrayBuffer(4));

/** How wide the terminal is; undefined where there is none. */
export function terminalWidth({ stdout }: Surroundings): number | undefined {
  return stdout.isTTY === true ? stdout.columns : undefined;
}

/** Whether to color what is printed: in a terminal, unless somebody asks for none. */
export function wantsColor({ environment, stdout }: Surroundings, noColor: boolean | undefined): boolean {
  return noColor !== true && !environment['NO_COLOR'] && stdout.isTTY === true;
}

/** Terminals that are known to make links of what is marked as one. */
const linking = {
  TERM_PROGRAM: /^(iTerm\.app|WezTerm|vscode|ghostty|Hyper|Tabby|rio)$/,
  TERM: /^(xterm-kitty|xterm-ghostty|alacritty|foot|contour)(-direct)?$/,
  VTE_VERSION: /^([5-9]\d{3}|\d{5,})$/,
  KONSOLE_VERSION: /^\d/,
  KITTY_WINDOW_ID: /^\d/,
  WT_SESSION: /./,
  DOMTERM: /./,
} as const;

/** Whether standard output is a terminal with links. Others would show the marks, or lose them in a multiplexer. */
export function takesLinks({ environment, stdout }: Surroundings): boolean {
  const { TERM = '', TMUX, CI } = environment;
  if (stdout.isTTY !== true || CI || TMUX || /^(dumb|screen|tmux)/.test(TERM)) return false;
  return Object.entries(linking).some(([name, known]) => known.test(environment[name] ?? ''));
}

/**
 * Sees to it that what could not be written is no success, whatever was found. With `| head` nobody reads the rest, and
 * that is no fault.
 */
export function watchStreams(): void {
  const here = ofProcess();
  for (const stream of [process.stdout, process.stderr])
    stream.once('error', (error: NodeJS.ErrnoException) => {
      stream.on('error', () => {}); // One is enough to know.
      if (error.code === 'EPIPE') return;
      if (stream === process.stdout) tell(here, [`Standard output cannot be written: ${error.message}`]);
      process.on('exit', (code) => {
        if (code === exitCodes.clean || code === exitCodes.findings) process.exitCode = exitCodes.unread;
      });
    });
}
