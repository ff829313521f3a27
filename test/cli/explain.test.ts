import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
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

it('prints a rule for programs, with its page', () => {
  for (const { name, severity, links } of all) {
    const { code, stdout } = run(docs, 'explain', name, '--format', 'json');
    const page = readFileSync(path.join(docs, `${name}.md`), 'utf8');
    expect(JSON.parse(stdout)).toMatchObject({ version: 1, name, severity, links, page });
    expect(code).toBe(0);
  }
  const area = run(docs, 'explain', 'yaml', '--format', 'json').stdout;
  expect((JSON.parse(area) as { rules: { name: string }[] }).rules.map(({ name }) => name)).toEqual(
    all.flatMap(({ name }) => (name.startsWith('yaml/') ? [name] : [])),
  );
});

describe('rules', () => {
  const sorted = all.map(({ name }) => name).sort();

  it('prints all rules for programs', () => {
    const { code, stdout } = run(docs, 'rules', '--format', 'json');
    const listed = JSON.parse(stdout) as {
      version: number;
      rules: { name: string; area: string; fixes: string[] }[];
    };
    expect({ code, version: listed.version }).toEqual({ code: 0, version: 1 });
    expect(listed.rules.map(({ name }) => name)).toEqual(sorted);
    expect(listed.rules.filter(({ fixes }) => fixes.length > 0).length).toBeGreaterThan(10);
    expect(listed.rules.every(({ name, area }) => name.startsWith(`${area}/`))).toBe(true);
  });

  it('prints them as a table of Markdown, each in a row of four cells', () => {
    const [, , ...rows] = run(docs, 'rules', '--format', 'markdown').stdout.trimEnd().split('\n');
    expect(rows).toHaveLength(sorted.length);
    for (const [index, row] of rows.entries()) {
      expect(row.replaceAll('\\|', '').match(/\|/g)).toHaveLength(5);
      expect(row.startsWith(`| \`${sorted[index]}\` | `)).toBe(true);
    }
  });

  it('takes a format or the name of a tool', () => {
    expect(run(docs, 'rules', '--like', 'kiali', '--format', 'json')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--like and --format json cannot be used together.') as string,
    });
  });
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
