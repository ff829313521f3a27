import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { problemRules } from '../../src/parse/problems.js';
import { rules } from '../../src/rules/index.js';
import { run } from '../support/command.js';

const docs = path.join(__dirname, '../../docs/rules');
const all = [...rules.map(({ meta }) => meta), ...problemRules];

it('prints the page of each rule', () => {
  for (const { name } of all) {
    const { code, stdout } = run(docs, 'explain', name);
    expect(stdout).toBe(readFileSync(path.join(docs, `${name}.md`), 'utf8'));
    expect(code).toBe(0);
  }
});

it('knows what other tools call a rule', () => {
  const aliases = new Map<string, string[]>();
  for (const { name, aliases: own = [] } of all)
    for (const alias of own) aliases.set(alias, [...(aliases.get(alias) ?? []), name]);
  expect(aliases.size).toBeGreaterThan(0);
  for (const [alias, names] of aliases) {
    const { code, stdout } = run(docs, 'explain', alias.toLowerCase());
    expect(code).toBe(0);
    if (names.length === 1) expect(stdout).toMatch(new RegExp(`^# ${names[0]}\n`));
    else expect(stdout.split('\n').filter((line) => names.includes(line))).toEqual(names);
  }
});

it.each([
  [['yaml/pars'], 'Unknown rule "yaml/pars". Did you mean "yaml/parses"?'],
  [['IST9999'], 'Unknown rule "IST9999". Run "rolloutkit rules" for a list.'],
  [[], '"rolloutkit explain" needs the name of one rule; "rolloutkit rules" lists them.'],
  [
    ['yaml/parses', 'yaml/text'],
    '"rolloutkit explain" needs the name of one rule; "rolloutkit rules" lists them.',
  ],
])('refuses %j', (args, message) => {
  const { code, stdout, stderr } = run(docs, 'explain', ...args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr.split('\n')[0]).toBe(message);
});
