import { hostname } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { bad, folderOf, rolloutText, run, runIn } from '../support/command.js';

const page = `file://${hostname()}${path.join(__dirname, '../../docs/rules/schema/fields-known.md')}`;
const linked = `\u001b]8;;${page}\u001b\\schema/fields-known\u001b]8;;\u001b\\`;

const lint = (environment: NodeJS.ProcessEnv, ...args: string[]) =>
  runIn({ folder: folderOf({ 'bad.yaml': bad }), environment, columns: 100 }, 'lint', ...args).stdout;

describe('the name of a rule', () => {
  it.each([
    { TERM_PROGRAM: 'iTerm.app' },
    { TERM_PROGRAM: 'vscode', TERM: 'xterm-256color' },
    { VTE_VERSION: '7003' },
    { TERM: 'xterm-kitty' },
    { WT_SESSION: 'a' },
    { KONSOLE_VERSION: '230801' },
  ])('leads to its page in a terminal that can: %o', (environment) => {
    expect(lint(environment)).toContain(linked);
    expect(lint(environment).split('\u001b]8;;').length % 2).toBe(1);
  });

  it.each<NodeJS.ProcessEnv>([
    {},
    { TERM: 'xterm-256color' },
    { TERM: 'dumb', TERM_PROGRAM: 'vscode' },
    { TERM: 'screen-256color', VTE_VERSION: '7003' },
    { TMUX: '/tmp/x', TERM_PROGRAM: 'WezTerm' },
    { VTE_VERSION: '4999' },
    { CI: 'true', TERM_PROGRAM: 'vscode' },
    { NO_COLOR: '1', TERM_PROGRAM: 'vscode' },
  ])('is a name elsewhere: %o', (environment) => {
    expect(lint(environment)).toContain('schema/fields-known');
    expect(lint(environment)).not.toContain('\u001b]');
  });

  it('is one where somebody else reads it: in a pipe, without colors, in a file', () => {
    const environment = { TERM_PROGRAM: 'vscode' };
    expect(runIn({ folder: folderOf({ 'bad.yaml': bad }), environment }, 'lint').stdout).not.toContain(
      '\u001b',
    );
    expect(lint(environment, '--no-color')).not.toContain('\u001b');
    for (const format of ['json', 'sarif', 'markdown', 'junit'])
      expect(lint(environment, '--format', format)).not.toContain('\u001b');
    expect(run(folderOf({ 'bad.yaml': bad }), 'lint').stdout).not.toContain('\u001b');
  });

  it('of a plugin leads to where that says, if it is an address and nothing else', () => {
    const plugin = (link: string): string =>
      `module.exports = { apiVersion: 1, prefix: 'own', rules: [{ name: 'one', description: 'D.', why: 'W.', severity: 'error',
      links: [${JSON.stringify(link)}], messages: { bad: 'Bad.' }, check({ graph, report }) { report(graph.objects[0], 'bad'); } }] };`;
    const told = (link: string): string => {
      const folder = folderOf({ 'own.js': plugin(link), 'a.yaml': rolloutText('a') });
      const environment = { TERM_PROGRAM: 'vscode' };
      return runIn({ folder, environment, columns: 100 }, 'lint', '--plugin', 'own.js', '--only', 'own')
        .stdout;
    };
    expect(told('https://example.com/one')).toContain('\u001b]8;;https://example.com/one\u001b\\own/one');
    for (const link of [
      'https://a\u001b\\ b',
      'https://a\u0007',
      'https://a b',
      'javascript:alert(1)',
      'https://ä',
    ])
      expect(told(link)).not.toContain('\u001b]8');
  });

  it('stays the only link, whatever names have in them', () => {
    const name = '\\e]8;;https://evil.example\\e\\\\x\\e]8;;\\e\\\\\\u009b';
    const text = bad.replaceAll('bad', `"${name}"`).replace('image: "', 'image: "');
    const stdout = runIn(
      { folder: folderOf({ 'bad.yaml': text }), environment: { TERM_PROGRAM: 'vscode' }, columns: 100 },
      'lint',
    ).stdout;
    const links = [...stdout.matchAll(/\u001b\]8;;([^\u001b]*)\u001b\\/g)].map(([, address = '']) => address);
    expect(links.length).toBeGreaterThan(0);
    for (const address of links) expect(address === '' || address.startsWith('file://')).toBe(true);
    expect(stdout.replaceAll(/\u001b(\[\d+m|\]8;;[^\u001b]*\u001b\\)/g, '')).not.toMatch(
      /[\u001b\u0007\u009b]/,
    );
  });
});
