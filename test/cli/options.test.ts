import { describe, expect, it } from 'vitest';
import { commands, wishes } from '../../src/cli/commands.js';
import { bad, broken, folderOf, good, run, runIn } from '../support/command.js';

/** The rules with findings, one for each finding. */
function rulesMet(files: Parameters<typeof folderOf>[0], ...args: string[]): string[] {
  const { stdout } = run(folderOf(files), 'lint', '--format', 'json', ...args);
  return (JSON.parse(stdout) as { findings: { rule: string }[] }).findings.map(({ rule }) => rule).sort();
}

const files = { 'bad.yaml': bad, 'broken.yaml': broken };

describe('choosing rules', () => {
  it.each<[string[], string[]]>([
    [[], ['schema/fields-known', 'yaml/parses']],
    [['--only', 'yaml'], ['yaml/parses']],
    [['--only', 'schema/fields-known'], ['schema/fields-known']],
    [
      ['--only', 'schema,yaml/parses'],
      ['schema/fields-known', 'yaml/parses'],
    ],
    [
      ['--only', 'schema', '--only', 'yaml'],
      ['schema/fields-known', 'yaml/parses'],
    ],
    [['--skip', 'yaml'], ['schema/fields-known']],
    [['--skip', 'yaml,schema/fields-known'], []],
    [['--only', 'yaml', '--skip', 'yaml/parses'], []],
    [['--rule', 'yaml/parses=off'], ['schema/fields-known']],
    [
      ['--rule', 'yaml=off', '--rule', 'yaml/parses=info'],
      ['schema/fields-known', 'yaml/parses'],
    ],
  ])('%j', (args, expected) => {
    expect(rulesMet(files, ...args)).toEqual(expected);
  });

  it('counts the rules that were run', () => {
    expect(run(folderOf({ 'a.yaml': good }), 'lint', '--only', 'yaml/parses').stdout).toMatch(/, 1 rule, /);
  });

  it('gives a rule another severity', () => {
    const { stdout } = run(folderOf({ 'a.yaml': bad }), 'lint', '--rule', 'schema/fields-known=info');
    expect(stdout).toMatch(/^a\.yaml:11:7 {2}info {2}schema\/fields-known\n/);
  });
});

describe('wrong usage', () => {
  it.each<[string[], string]>([
    [['--only', 'yaml/parse'], 'Unknown rule or area "yaml/parse". Did you mean "yaml/parses"?'],
    [
      ['--skip', 'schema/field-known'],
      'Unknown rule or area "schema/field-known". Did you mean "schema/fields-known"?',
    ],
    [['--rule', 'yanl=off'], 'Unknown rule or area "yanl". Did you mean "yaml"?'],
    [['--only', 'KSV001/something-else'], 'Unknown rule or area "KSV001/something-else".'],
    [['--rule', 'yaml'], '--rule needs a rule and its severity, such as "yaml=warning".'],
    [
      ['--rule', 'yaml=fatal'],
      'The severity of "yaml" is "fatal"; it must be one of off, info, warning, error.',
    ],
    [['--fail-on', 'none'], '--fail-on is "none"; it must be one of info, warning, error, never.'],
    [
      ['--format', 'xml'],
      '--format is "xml"; it must be one of text, concise, json, sarif, github, gitlab, junit, markdown.',
    ],
    [['--fail-en=never'], 'Unknown option "--fail-en". Did you mean "--fail-on"?'],
    [['-x'], 'Unknown option "-x".'],
    [['--format'], '--format needs a value: --format FORMAT[:FILE],….'],
  ])('%j', (args, message) => {
    expect(run(folderOf({}), 'lint', ...args)).toEqual({
      code: 2,
      stdout: '',
      stderr: `${message}\nSee: rolloutkit lint --help\n`,
    });
  });

  it.each<[string[], string]>([
    [['lnit'], 'Unknown command "lnit". Did you mean "lint"?'],
    [['toString'], 'Unknown command "toString".'],
    [['manifests'], 'Unknown command "manifests". To lint a path: rolloutkit lint manifests'],
    [['rules', 'yanl'], 'Unknown area "yanl". Did you mean "yaml"?'],
  ])('rolloutkit %j', (args, message) => {
    const { code, stderr } = run(folderOf({ 'manifests/a.yaml': good }), ...args);
    expect(code).toBe(2);
    expect(stderr).toBe(`${message}\nSee: rolloutkit${args[0] === 'rules' ? ' rules' : ''} --help\n`);
  });
});

it('shows the overview of the commands if none is given, as --help does, and fails', () => {
  const folder = folderOf({});
  const { stdout } = run(folder, '--help');
  expect(stdout).toContain('rolloutkit lint');
  expect(run(folder)).toEqual({ code: 2, stdout: '', stderr: stdout });
});

describe('--quiet', () => {
  it('prints nothing when Rollouts were checked and nothing is found', () => {
    expect(run(folderOf({ 'a.yaml': good }), 'lint', '--quiet').stdout).toBe('');
  });

  it('prints that there was no Rollout to check', () => {
    const { stdout } = run(folderOf({}), 'lint', '--quiet');
    expect(stdout).toMatch(/^! .*no Rollout was found.*\n$/);
  });

  it('prints what makes the exit code 1, without notes', () => {
    const folder = folderOf({ ...files, 'gone.yaml': { link: 'nowhere' } });
    const { stdout } = run(folder, 'lint', '--quiet', '--rule', 'yaml/parses=warning');
    expect(stdout).toContain('schema/fields-known');
    expect(stdout).not.toContain('yaml/parses');
    expect(stdout).not.toContain('gone.yaml');
  });

  it('prints warnings when they make the exit code 1', () => {
    const folder = folderOf({ 'a.yaml': bad });
    const args = ['--quiet', '--rule', 'schema/fields-known=warning', '--fail-on', 'warning'];
    expect(run(folder, 'lint', ...args).stdout).toContain('schema/fields-known');
  });

  it('prints errors when nothing makes the exit code 1', () => {
    expect(run(folderOf({ 'a.yaml': bad }), 'lint', '--quiet', '--fail-on', 'never').stdout).toContain(
      'maxsurge',
    );
  });

  it('prints inputs that could not be read', () => {
    expect(run(folderOf({}), 'lint', '--quiet', 'gone').stdout).toMatch(
      /^× gone: file or folder not found\.\n× 1 input not read in /,
    );
  });
});

describe('colors', () => {
  const isColored = (environment: NodeJS.ProcessEnv, columns?: number, ...args: string[]): boolean => {
    const folder = folderOf({ 'a.yaml': bad });
    const around = { folder, environment, ...(columns !== undefined && { columns }) };
    return runIn(around, 'lint', ...args).stdout.includes('\u001b[');
  };

  it('are left out when the output is no terminal', () => {
    expect(isColored({})).toBe(false);
  });

  it('are shown on a terminal, unless the user does not want them', () => {
    expect(isColored({}, 80)).toBe(true);
    expect(isColored({}, 80, '--no-color')).toBe(false);
    expect(isColored({}, 80, '--format', 'json')).toBe(false);
    expect(isColored({ NO_COLOR: '1' }, 80)).toBe(false);
  });
});

describe('what there is', () => {
  it.each([['--help'], ['-h'], ['help']])('is told by %s', (...args) => {
    const { code, stdout } = run(folderOf({}), ...args);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^rolloutkit \d+\.\d+\.\d+: .+\n\nFind mistakes before they are merged\n {2}rolloutkit lint /,
    );
    for (const wish of wishes) expect(stdout).toContain(`\n\n${wish}\n  rolloutkit `);
    for (const { usage } of Object.values(commands)) expect(stdout).toContain(`  rolloutkit ${usage}`);
  });

  it.each(Object.keys(commands))('of %s is told in a few lines, with all that it takes', (command) => {
    const { code, stdout } = run(folderOf({}), command, '--help');
    expect(run(folderOf({}), 'help', command).stdout).toBe(stdout);
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`^rolloutkit ${command}\\b.*: .+\n`));
    const lines = stdout.trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(50);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100);
  });

  it.each(['--version', '-v'])('has a version, told by %s', (option) => {
    expect(run(folderOf({}), option).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it('has rules, listed in columns and sorted', () => {
    const lines = run(folderOf({}), 'rules').stdout.trimEnd().split('\n');
    const names = lines.map((line) => line.split(' ')[0]!);
    expect(names).toEqual([...names].sort());
    expect(names).toContain('yaml/parses');
    const columns = lines.map((line) => /^\S+ +(?:error|warning|info) +/.exec(line)?.[0].length);
    expect(new Set(columns).size).toBe(1);
    expect(columns[0]).toBeGreaterThan(0);
  });
});
