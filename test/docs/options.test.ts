import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type CommandName, commands, inputOptions } from '../../src/cli/commands.js';

const root = path.join(__dirname, '../..');

/** The options of the first table of a page whose head begins with "Option". */
function tableOf(page: string): readonly string[] {
  const text = readFileSync(path.join(root, page), 'utf8');
  const rows = /^\| Option.*\n\| -.*\n((?:\|.*\n)+)/m.exec(text)?.[1] ?? '';
  return rows.split('\n').flatMap((row) => {
    const [, first = ''] = row.split(/(?<!\\)\|/);
    return [...first.matchAll(/--([a-z][-a-z]*)/g)].map(([, name = '']) => name);
  });
}

/** What stands in docs/lint.md and is not told again. */
const told = new Set([...Object.keys(inputOptions), 'no-color']);

describe('the table of options', () => {
  it('of lint has all', () => {
    expect([...tableOf('docs/lint.md')].sort()).toEqual(Object.keys(commands.lint.options).sort());
  });

  it.each<[CommandName, string]>([
    ['simulate', 'docs/simulate.md'],
    ['drift', 'docs/drift.md'],
    ['protect', 'docs/protect.md'],
    ['new', 'docs/new.md'],
    ['rollback', 'docs/rollback.md'],
    ['init', 'docs/ci.md'],
  ])('of %s has all that is its own', (command, page) => {
    const table = tableOf(page).filter((name) => !told.has(name));
    const own = Object.keys(commands[command].options).filter((name) => !told.has(name));
    expect(own.length).toBeGreaterThan(0);
    expect([...table].sort()).toEqual(own.sort());
  });
});
