import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOf, run } from '../support/command.js';

/**
 * The table of docs/reports.md, held against its counts and against what the command says of the systems beside this file. A
 * row is held where its last column begins with a rule or with a sentence of simulate or impact, and where it is silent.
 */
const page = readFileSync(path.join(__dirname, '../../docs/reports.md'), 'utf8');
const verdicts = ['explained', 'frame', 'silent', 'missed', 'wrong'];

interface Row {
  readonly id: string;
  readonly first: string;
  readonly now: string;
  readonly said: string;
}

const cells = (line: string): readonly string[] =>
  line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim());

const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| [') && line.includes('](https://github.com/'))
  .map((line): Row => {
    const [link = '', , , first = '', now = '', said = ''] = cells(line);
    const found = /github\.com\/[^/]+\/([^/]+)\/issues\/(\d+)/.exec(link);
    return { id: `${found?.[1]}-${found?.[2]}`, first, now, said };
  });

const folderNamed = (id: string): string => path.join(__dirname, id);

interface Found {
  readonly rule: string;
  readonly severity: string;
}

function lintOf(id: string): readonly Found[] {
  const { stdout } = run(folderNamed(id), 'lint', '--format', 'json');
  return (JSON.parse(stdout) as { readonly findings: readonly Found[] }).findings;
}

/** The rules that a text names. */
const rulesIn = (text: string): readonly string[] =>
  [...text.matchAll(/`([a-z\d]+\/[a-z\d-]+)`/g)].map(([, rule = '']) => rule);

/** What a command prints, without its line breaks. */
const printed = (folder: string, command: string): string =>
  run(folder, command).stdout.replaceAll(/\s+/g, ' ');

/** A repository with the system before a change in its only commit, and the changed one in its files. */
function changed(id: string): string {
  const folder = folderOf({});
  const git = (...args: readonly string[]): void => {
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
      cwd: folder,
      stdio: 'ignore',
    });
  };
  git('init', '-q');
  cpSync(path.join(folderNamed(id), 'before'), folder, { recursive: true });
  git('add', '-A');
  git('commit', '-qm', 'before');
  for (const entry of readdirSync(folder))
    if (entry !== '.git') rmSync(path.join(folder, entry), { recursive: true });
  cpSync(path.join(folderNamed(id), 'now'), folder, { recursive: true });
  return folder;
}

describe('docs/reports.md', () => {
  it('has at least 150 reports, each once, with known verdicts', () => {
    expect(rows.length).toBeGreaterThanOrEqual(150);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    for (const { first, now } of rows) {
      expect(verdicts).toContain(first);
      expect(verdicts).toContain(now);
    }
  });

  it('counts them', () => {
    const written = page
      .split('\n')
      .filter((line) => /^\| (?:explained|frame|silent|missed|wrong|all) +\|/.test(line))
      .map((line) => cells(line).slice(0, 3));
    const count = (of: (row: Row) => string, verdict: string): string =>
      `${rows.filter((row) => of(row) === verdict).length}`;
    expect(written).toEqual([
      ...verdicts.map((verdict) => [
        verdict,
        count(({ first }) => first, verdict),
        count(({ now }) => now, verdict),
      ]),
      ['all', `${rows.length}`, `${rows.length}`],
    ]);
  });

  const held = rows.filter(({ id }) => existsSync(folderNamed(id)));

  it('has no system without a row', () => {
    const folders = readdirSync(__dirname).filter((name) => !name.includes('.'));
    expect(held.map(({ id }) => id).toSorted()).toEqual(folders.toSorted());
  });

  const explained = held.filter(({ now }) => now === 'explained');
  const byRule = explained.filter(({ said }) => said.startsWith('`') && !said.includes('--render'));

  it.each(byRule)('$id: $said', ({ id, said }) => {
    const [rule] = rulesIn(said);
    expect(lintOf(id).map((finding) => finding.rule)).toContain(rule);
  });

  it.each(explained.filter(({ said }) => said.startsWith('simulate: "')))('$id: $said', ({ id, said }) => {
    expect(printed(folderNamed(id), 'simulate')).toContain(/"(.*)"/.exec(said)?.[1]);
  });

  it.each(explained.filter(({ said }) => said.startsWith('impact: "')))('$id: $said', ({ id, said }) => {
    expect(printed(changed(id), 'impact')).toContain(/"(.*)"/.exec(said)?.[1]);
  });

  it.each(held.filter(({ now }) => now === 'silent'))('$id: silent', ({ id, said }) => {
    const named = rulesIn(said);
    const loud = lintOf(id).filter(({ severity, rule }) => severity !== 'info' && !named.includes(rule));
    expect(loud.map(({ rule }) => rule)).toEqual([]);
  });
});
