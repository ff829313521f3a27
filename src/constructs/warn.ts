import { printable } from '../report/printable.js';
import { quoted } from '../report/quoted.js';

/** Prints a line on standard error: `cdk8s synth` keeps standard output to itself. */
export function warn(line: string): void {
  process.stderr.write(`${printable(line.replaceAll('\n', quoted))}\n`);
}
