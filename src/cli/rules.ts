import { problemRules } from '../parse/problems.js';
import { rules } from '../rules/index.js';
import { exitCodes, UsageError } from './exit.js';
import { print } from './output.js';

export function rulesCommand(args: string[]): number {
  if (args.length > 0) throw new UsageError('"rolloutkit rules" takes no arguments.');
  const all = [...rules.map(({ meta }) => meta), ...problemRules].sort((left, right) =>
    left.name < right.name ? -1 : 1,
  );
  const width = Math.max(...all.map(({ name }) => name.length));
  print(
    all.map(
      ({ name, severity, description }) =>
        `${name.padEnd(width)}  ${severity.padEnd('warning'.length)}  ${description}`,
    ),
  );
  return exitCodes.clean;
}
