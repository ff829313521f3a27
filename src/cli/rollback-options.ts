import { UsageError } from './exit.js';
import { parse } from './options.js';
import { wantsColor } from './output.js';
import type { Surroundings } from './surroundings.js';

export interface Options {
  readonly name: string;
  readonly paths: readonly string[];
  readonly to: string | undefined;
  readonly commits: boolean;
  readonly isDry: boolean;
  readonly isColored: boolean;
}

export function readOptions(args: string[], around: Surroundings): Options {
  const { values, positionals } = parse('rollback', args);
  const [name, ...paths] = positionals;
  if (name === undefined)
    throw new UsageError('rollback needs the name of a Rollout, such as "rolloutkit rollback checkout".');
  return {
    name,
    paths: paths.length > 0 ? paths : ['.'],
    to: values.to,
    commits: values.commit === true,
    isDry: values['dry-run'] === true,
    isColored: wantsColor(around, values['no-color']),
  };
}
