import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { problemRules } from '../parse/problems.js';
import { rules } from '../rules/index.js';
import { nearestName } from '../model/nearest-name.js';
import { exitCodes, UsageError } from './exit.js';

/** The package's own folder: the command runs from `dist/cli.js`, the library's copy from `dist/cli/`. */
const root = [path.join(__dirname, '..'), path.join(__dirname, '../..')].find((folder) =>
  existsSync(path.join(folder, 'package.json')),
);

/** Prints the page of a rule, the same as in docs/rules. */
export function explainCommand(args: string[]): number {
  const [name] = args;
  if (name === undefined || args.length > 1) throw new UsageError('"rolloutkit explain" takes the name of one rule.');
  const all = [...rules.map(({ meta }) => meta), ...problemRules];
  const rule = all.find((meta) => meta.name === name || meta.aliases?.includes(name));
  if (!rule) {
    const nearest = nearestName(name, all.map((meta) => meta.name));
    throw new UsageError(`There is no rule "${name}".${nearest === undefined ? '' : ` Is it "${nearest}"?`}`);
  }
  process.stdout.write(readFileSync(path.join(root ?? '', 'docs', 'rules', `${rule.name}.md`), 'utf8'));
  return exitCodes.clean;
}
