import { lintAs } from './lint.js';
import { readOptions } from './lint-options.js';
import { tellOutcome } from './lint-report.js';
import type { Surroundings } from './surroundings.js';
import { watch } from './watch.js';

export function lintCommand(args: string[], around: Surroundings): number | Promise<number> {
  const options = readOptions(args, around);
  if (options.watches) return watch(args, around);
  return lintAs(options, around, (outcome) => tellOutcome(outcome, options, around));
}
