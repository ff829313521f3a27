import { version } from '../../package.json';

/** Runs the command line and returns the exit code. */
export function main(argv: string[]): number {
  if (argv.includes('--version')) console.log(version);
  return 0;
}
