import { hostname } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { existsSync } from '../repository/files/disk.js';
import type { Rule } from '../rules/rule.js';

/** The package's own folder: the command runs from `dist/cli.js`, its source is in `src/cli/`. */
const root = [path.join(__dirname, '..'), path.join(__dirname, '../..')].find((folder) =>
  existsSync(path.join(folder, 'package.json')),
);

/** The file with the documentation of a rule. */
export function pageFile(rule: string): string {
  return documentationFile(`rules/${rule}.md`);
}

/** A page of the documentation, by its path in docs. */
export function documentationFile(page: string): string {
  return path.join(root ?? '', 'docs', page);
}

/** The address that a terminal opens for a rule: its page, or the documentation that a plugin gives. */
export function addressIn(rules: readonly Rule[]): (rule: string) => string | undefined {
  const known = new Map<string, string | undefined>();
  return (rule) => {
    if (!known.has(rule)) known.set(rule, addressOf(rule, rules));
    return known.get(rule);
  };
}

function addressOf(rule: string, rules: readonly Rule[]): string | undefined {
  const file = pageFile(rule);
  // The host name tells a terminal on another machine that it does not have the file.
  if (existsSync(file)) return `file://${encodeURIComponent(hostname())}${pathToFileURL(file).pathname}`;
  const found = rules.find(({ meta }) => meta.name === rule);
  return found?.meta.links.find((link) => /^https?:\/\//.test(link));
}
