import { writeSync } from 'node:fs';
import { printable } from '../report/printable.js';
import { quoted } from '../report/quoted.js';
import { exitCodes } from './exit.js';
import { ofProcess, type Output, type Surroundings } from './surroundings.js';

/**
 * Prints lines to standard output. Escapes control characters, so that text from a file cannot break a line or control
 * a terminal or a CI system.
 */
export function print({ stdout }: Surroundings, lines: readonly string[]): void {
  stdout.write(printableText(lines));
}

/** Prints a diff unchanged, because a line of a file may end in a carriage return. */
export function printDiff({ stdout }: Surroundings, lines: readonly string[]): void {
  for (const line of lines) {
    const isOfWindows = line.endsWith('\r');
    stdout.write(`${printable(isOfWindows ? line.slice(0, -1) : line)}${isOfWindows ? '\r' : ''}\n`);
  }
}

/** Prints a string with its own line breaks, such as JSON, a page or the documentation of a rule. */
export function printText({ stdout }: Surroundings, text: string): void {
  stdout.write(text.split('\n').map(printable).join('\n'));
}

/** Prints a part of a string that contains only printable lines. */
export function printPart({ stdout }: Surroundings, part: string): void {
  stdout.write(part);
}

/** Prints commands of a CI system with escaped values. */
export function printCommands({ stdout }: Surroundings, commands: readonly string[]): void {
  stdout.write(commands.map((command) => `${command}\n`).join(''));
}

/** Moves to the start of the line and clears it. */
const clearLine = '\r\u001b[K';

/** Overwrites the current line of the terminal. */
export function overwrite({ stderr }: Surroundings, line: string): void {
  stderr.write(`${clearLine}${printable(line)}`);
}

/** Whether a part of the output is a line that is overwritten later. */
export function isOverwriting(part: string): boolean {
  return part.startsWith(clearLine);
}

/** Prints parts again that these functions have printed before. */
export function printAgain(
  around: Surroundings,
  parts: readonly (readonly [stream: 'stdout' | 'stderr', text: string])[],
): void {
  for (const [stream, text] of parts) around[stream].write(text);
}

/** Prints lines to standard error. */
export function tell({ stderr }: Surroundings, lines: readonly string[]): void {
  stderr.write(printableText(lines));
}

/** The text of lines, with control characters escaped. */
export function printableText(lines: readonly string[]): string {
  return lines.map((line) => `${printable(line.replaceAll('\n', quoted))}\n`).join('');
}

/**
 * Standard output without the buffer of Node's stream. If a program reads it, the stream keeps all texts until the
 * command ends and then writes them at once, which fails beyond 700 MB. Any other output is returned unchanged.
 */
export function unbuffered(around: Surroundings): Surroundings {
  const { stdout } = around;
  if (stdout !== process.stdout || stdout.isTTY === true || process.platform === 'win32') return around;
  if (process.stdout.writableLength > 0) return around; // Direct writes would overtake the buffered text.
  let isOpen = true;
  const direct: Output = {
    write(part: string | Uint8Array) {
      const bytes = typeof part === 'string' ? Buffer.from(part) : part;
      for (let done = 0; isOpen && done < bytes.length;)
        try {
          done += writeSync(process.stdout.fd, bytes, done);
        } catch (error) {
          // A nonblocking pipe is full.
          if ((error as NodeJS.ErrnoException).code === 'EAGAIN') Atomics.wait(pause, 0, 0, 5);
          else {
            isOpen = false;
            process.stdout.emit('error', error);
          }
        }
      return true;
    },
  };
  // Copying the properties would read `stdin`, which opens it.
  return Object.create(around, { stdout: { value: direct } }) as Surroundings;
}

const pause = new Int32Array(new SharedArrayBuffer(4));

/** The width of the terminal; undefined if there is none. */
export function terminalWidth({ stdout }: Surroundings): number | undefined {
  return stdout.isTTY === true ? stdout.columns : undefined;
}

/** Everything about the terminals that output may depend on. */
export function terminals({ stdout, stderr }: Surroundings): readonly (boolean | number | undefined)[] {
  return [stdout.isTTY, stdout.columns, stderr.isTTY];
}

/** Whether to color the output: in a terminal, unless colors are disabled. */
export function wantsColor({ environment, stdout }: Surroundings, noColor: boolean | undefined): boolean {
  return noColor !== true && !environment['NO_COLOR'] && stdout.isTTY === true;
}

/** Terminals that support hyperlinks. */
const linking = {
  TERM_PROGRAM: /^(iTerm\.app|WezTerm|vscode|ghostty|Hyper|Tabby|rio)$/,
  TERM: /^(xterm-kitty|xterm-ghostty|alacritty|foot|contour)(-direct)?$/,
  VTE_VERSION: /^([5-9]\d{3}|\d{5,})$/,
  KONSOLE_VERSION: /^\d/,
  KITTY_WINDOW_ID: /^\d/,
  WT_SESSION: /./,
  DOMTERM: /./,
} as const;

/**
 * Whether standard output is a terminal with hyperlinks. Other terminals would print the escape sequences, and
 * multiplexers drop them.
 */
export function takesLinks({ environment, stdout }: Surroundings): boolean {
  const { TERM = '', TMUX, CI } = environment;
  if (stdout.isTTY !== true || CI || TMUX || /^(dumb|screen|tmux)/.test(TERM)) return false;
  return Object.entries(linking).some(([name, known]) => known.test(environment[name] ?? ''));
}

/** Makes the process fail if output could not be written. A closed pipe, as with `| head`, is not an error. */
export function watchStreams(): void {
  const here = ofProcess();
  for (const stream of [process.stdout, process.stderr])
    stream.once('error', (error: NodeJS.ErrnoException) => {
      stream.on('error', () => {}); // Without a listener, Node would throw the errors after the first one.
      if (error.code === 'EPIPE') return;
      if (stream === process.stdout) tell(here, [`Standard output cannot be written: ${error.message}`]);
      process.on('exit', (code) => {
        if (code === exitCodes.clean || code === exitCodes.findings) process.exitCode = exitCodes.unread;
      });
    });
}
