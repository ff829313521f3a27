/** Prints a line on standard error: `cdk8s synth` keeps standard output to itself. */
export function warn(line: string): void {
  process.stderr.write(`${line}\n`);
}
