import { printable } from '../report/printable.js';
import { quoted } from '../report/quoted.js';
import { exitCodes } from './exit.js';

/** Prints lines on standard output. What a file has put into one cannot break it, nor steer a terminal or a CI system. */
export function print(lines: readonly string[]): void {
  process.stdout.write(textOf(lines));
}

/** Prints a text whose line breaks are ours, such as JSON, a page or the documentation of a rule. */
export function printText(text: string): void {
  process.stdout.write(text.split('\n').map(printable).join('\n'));
}

/** Prints lines on standard error. */
export function tell(lines: readonly string[]): void {
  process.stderr.write(textOf(lines));
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${printable(line.replaceAll('\n', quoted))}\n`).join('');
}

/** How wide the terminal is; undefined where there is none. */
export function terminalWidth(): number | undefined {
  return process.stdout.isTTY ? process.stdout.columns : undefined;
}

/** Whether to color what is printed: in a terminal, unless somebody asks for none. */
export function wantsColor(noColor: boolean | undefined): boolean {
  return noColor !== true && !process.env['NO_COLOR'] && process.stdout.isTTY;
}

/** Where to ask questions: what comes out belongs to standard output. */
export function questionStream(): NodeJS.WriteStream {
  return process.stderr;
}

/**
 * Sees to it that what could not be written is no success, whatever was found. With `| head` nobody reads the rest, and
 * that is no fault.
 */
export function watchStreams(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.once('error', (error: NodeJS.ErrnoException) => {
      stream.on('error', () => {}); // One is enough to know.
      if (error.code === 'EPIPE') return;
      if (stream === process.stdout) tell([`Standard output cannot be written: ${error.message}`]);
      process.on('exit', (code) => {
        if (code === exitCodes.clean || code === exitCodes.findings) process.exitCode = exitCodes.unread;
      });
    });
}
