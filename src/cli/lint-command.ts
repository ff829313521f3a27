import { type Engine, lintAs } from './lint.js';
import { optionsOfLint, readArguments } from './lint-options.js';
import { tellOutcome } from './lint-report.js';
import { remembered } from './remembered.js';
import type { Surroundings } from './surroundings.js';
import { watch } from './watch.js';

export function lintCommand(args: string[], around: Surroundings): number | Promise<number> {
  const { values, positionals } = readArguments(args, around);
  const lints = (to: Surroundings, engine?: Engine): number | Promise<number> => {
    const options = optionsOfLint(values, positionals, to);
    if (options.watches) return watch(args, to);
    return lintAs(options, to, (outcome) => tellOutcome(outcome, options, to), engine);
  };
  const writes = values.watch ?? values.fix ?? values.suppress;
  if (writes !== undefined) return lints(around);
  const isOfChange = values.staged === true || values.changed !== undefined;
  const asked = { args: ['lint', ...args], paths: positionals, around } as const;
  return remembered({ ...asked, lints: isOfChange ? 'change' : 'all' }, values, lints);
}
