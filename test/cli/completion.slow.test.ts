import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { commands } from '../../src/cli/commands.js';
import { folderOf, run } from '../support/command.js';
import { programCalled } from '../support/programs.js';

const names = Object.keys(commands);

function scriptFor(shell: string): string {
  const { code, stdout } = run(folderOf({}), 'completion', shell);
  expect(code).toBe(0);
  return stdout;
}

/** Runs a script of a shell in a folder with one file, where `rolloutkit` is a command that lists two rules or two Rollouts. */
function inShell(shell: string, args: readonly string[], script: string): readonly string[] {
  const folder = folderOf({
    completion: scriptFor(shell),
    'rollout.yaml': '',
    'bin/rolloutkit': `#!/bin/sh
if [ "$1 $2" = "completion rollouts" ]; then printf "cart\\ncheckout\\n"
else printf "istio/route-exists  error  A\\nsteps/one-action  error  B\\n"; fi
`,
  });
  spawnSync('chmod', ['+x', path.join(folder, 'bin/rolloutkit')]);
  const { stdout, stderr } = spawnSync(shell, [...args, script], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, HOME: folder, PATH: `${path.join(folder, 'bin')}:${process.env['PATH']}` },
  });
  expect(stderr).toBe('');
  return stdout.split('\n').filter((line) => line !== '');
}

/** What bash offers for the last of these words. It splits at the equals sign before it asks. */
function offeredByBash(...words: readonly string[]): readonly string[] {
  const given = words.map((word) => `'${word}'`).join(' ');
  const ask = `COMP_WORDS=(rolloutkit ${given}); COMP_CWORD=${words.length}; _rolloutkit; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return inShell('bash', ['--norc', '-c'], `source ./completion; ${ask}`);
}

describe('bash offers', () => {
  it.each<[readonly string[], readonly string[]]>([
    [[''], [...names, 'help', '--help', '--version']],
    [['ro'], ['rollback']],
    [
      ['lint', '--format', ''],
      ['text', 'concise', 'json', 'sarif', 'github', 'gitlab', 'junit', 'markdown'],
    ],
    [
      ['lint', '--format', '=', 'j'],
      ['json', 'junit'],
    ],
    [
      ['lint', '--format', '='],
      ['text', 'concise', 'json', 'sarif', 'github', 'gitlab', 'junit', 'markdown'],
    ],
    [
      ['simulate', '--f'],
      ['--fail', '--format'],
    ],
    [
      ['rollback', '--'],
      ['--to', '--commit', '--dry-run', '--no-color', '--help'],
    ],
    [['explain', 'istio'], ['istio/route-exists']],
    [
      ['lint', '--only', ''],
      ['istio/route-exists', 'steps/one-action'],
    ],
    [
      ['rules', ''],
      ['istio', 'steps'],
    ],
    [['completion', 'z'], ['zsh']],
    [['lint', '--changed', ''], []],
    [['lint', 'roll'], []],
    [
      ['simulate', 'c'],
      ['cart', 'checkout', 'completion'],
    ],
    [
      ['drift', '--rollout', ''],
      ['cart', 'checkout'],
    ],
    [['rollback', 'roll'], ['rollout.yaml']],
  ])('after %j', (words, offered) => {
    expect(offeredByBash(...words)).toEqual(offered);
  });
});

describe.runIf(programCalled('fish'))('fish offers', () => {
  it.each<[string, readonly string[]]>([
    ['ro', ['rollback']],
    ['lint --format ', ['concise', 'github', 'gitlab', 'json', 'junit', 'markdown', 'sarif', 'text']],
    ['explain istio', ['istio/route-exists']],
    ['rules ', ['istio', 'steps']],
    ['rollback --c', ['--commit']],
    ['lint roll', ['rollout.yaml']],
    ['simulate --rollout ', ['cart', 'checkout']],
    ['rollback ch', ['checkout']],
  ])('after "%s"', (line, offered) => {
    const script = `source ./completion; complete --do-complete 'rolloutkit ${line}'`;
    const found = inShell('fish', ['--no-config', '-c'], script).map((one) => one.split('\t')[0]);
    expect(found.sort()).toEqual([...offered].sort());
  });
});

describe.runIf(programCalled('zsh'))('zsh', () => {
  it('reads the script, and defines the completion', () => {
    const script =
      'autoload -U compinit; compinit -u -D; source ./completion; print -r -- $_comps[rolloutkit]';
    expect(inShell('zsh', ['-f', '-c'], script)).toEqual(['_rolloutkit']);
  });
});

describe('the names of Rollouts', () => {
  const rollout = (name: string): string =>
    `apiVersion: argoproj.io/v1alpha1\nkind: Rollout\nmetadata: {name: '${name}'}\nspec: {}\n`;

  it('are those of the working folder', () => {
    const folder = folderOf({
      'a.yaml': rollout('web'),
      'b/b.yaml': rollout('cart'),
      'c.yaml': rollout('web'),
    });
    expect(run(folder, 'completion', 'rollouts')).toEqual({ code: 0, stdout: 'cart\nweb\n', stderr: '' });
  });

  it('are no text that a shell evaluates', () => {
    const hostile = [
      '$(touch hit)',
      '`touch hit`',
      'a;touch hit',
      '-x',
      'a b',
      '~',
      '*',
      'A',
      '{a,b}',
      "a''b",
    ];
    const files = Object.fromEntries(hostile.map((name, index) => [`${index}.yaml`, rollout(name)]));
    expect(run(folderOf({ ...files, 'good.yaml': rollout('good') }), 'completion', 'rollouts').stdout).toBe(
      'good\n',
    );
  });

  it('are none, without a word, where a configuration is broken', () => {
    const folder = folderOf({ 'a.yaml': rollout('web'), 'rolloutkit.yaml': 'nonsense: true\n' });
    expect(run(folder, 'completion', 'rollouts')).toEqual({ code: 0, stdout: '', stderr: '' });
  });
});

describe('the script for PowerShell', () => {
  // No PowerShell runs here: what is looked at is that quotes and brackets are closed and every command is in it.
  it('names every command and closes what it opens', () => {
    const script = scriptFor('powershell');
    for (const name of names) expect(script).toContain(`'${name}'`);
    const bare = script.replaceAll(/'(?:[^']|'')*'|"[^"]*"|#.*/g, '');
    expect(bare).not.toMatch(/['"]/);
    for (const [open, close] of ['()', '{}', '[]'] as const)
      expect(bare.split(open!).length).toBe(bare.split(close!).length);
  });
});

describe('wrong usage', () => {
  it.each([
    [['completion'], 'completion takes one shell: bash, zsh, fish, powershell.'],
    [
      ['completion', 'zhs'],
      'The shell is "zhs"; it must be one of bash, zsh, fish, powershell. Did you mean "zsh"?',
    ],
  ])('%j', (args, message) => {
    expect(run(folderOf({}), ...args)).toEqual({
      code: 2,
      stdout: '',
      stderr: `${message}\nSee: rolloutkit completion --help\n`,
    });
  });
});
