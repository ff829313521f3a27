import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { folderOf } from '../support/command.js';

const root = path.join(__dirname, '../..');

interface Run {
  readonly cwd: string;
  readonly args: readonly string[];
}

/** Runs the file that action.yml names, with a command line in place of ours that notes how it is called. */
function runAction(inputs: Readonly<Record<string, string>>, command = '') {
  const { inputs: known, runs } = parse(readFileSync(path.join(root, 'action.yml'), 'utf8')) as {
    inputs: Readonly<Record<string, { readonly default: string }>>;
    runs: { readonly main: string };
  };
  const folder = folderOf({
    'own/scripts/prepare.mjs': '',
    'own/bin/rolloutkit.js': `require('node:fs').writeFileSync(process.env.CALLED, JSON.stringify({ cwd: process.cwd(), args: process.argv.slice(2) }));${command}`,
    'own/package.json': '{}',
    'own/tsconfig.json': '{}',
    'checkout/apps/rollout.yaml': '',
  });
  for (const part of ['temp', 'own/docs/rules', 'own/examples', 'own/src', 'own/templates'])
    mkdirSync(path.join(folder, part), { recursive: true });
  cpSync(path.join(root, path.dirname(runs.main)), path.join(folder, 'own', path.dirname(runs.main)), {
    recursive: true,
  });
  // The text of a comment is read in the same way on GitHub and GitLab.
  cpSync(path.join(root, 'bin/comment-text.mjs'), path.join(folder, 'own/bin/comment-text.mjs'));
  const [summary, called] = [path.join(folder, 'summary'), path.join(folder, 'called')];
  const { status, stdout } = spawnSync(process.execPath, [path.join(folder, 'own', runs.main)], {
    cwd: path.join(folder, 'checkout'),
    encoding: 'utf8',
    maxBuffer: 2 ** 24,
    env: {
      PATH: process.env['PATH'],
      CALLED: called,
      GITHUB_WORKSPACE: path.join(folder, 'checkout'),
      GITHUB_STEP_SUMMARY: summary,
      RUNNER_TEMP: path.join(folder, 'temp'),
      GITHUB_BASE_REF: 'main',
      ...Object.fromEntries(
        Object.entries({
          ...Object.fromEntries(Object.entries(known).map(([name, one]) => [name, one.default])),
          ...inputs,
        }).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]),
      ),
    },
  });
  const read = (file: string): string => {
    try {
      return readFileSync(file, 'utf8');
    } catch {
      return '';
    }
  };
  const noted = read(called);
  return {
    status,
    stdout,
    summary: read(summary),
    left: readdirSync(path.join(folder, 'temp')),
    call:
      noted === '' ? undefined : { ...(JSON.parse(noted) as Run), checkout: path.join(folder, 'checkout') },
  };
}

describe('the action', () => {
  it('lints everything with what it is, and leaves nothing behind', () => {
    const { status, call, summary, left } = runAction({});
    const reports: unknown = expect.stringMatching(
      /^github:\S+\/annotations\.txt,markdown:\S+\/summary\.md$/,
    );
    expect(call?.args).toEqual(['lint', '--no-color', '--format', reports, '--', '.']);
    expect(call?.cwd).toBe(call?.checkout);
    expect({ status, summary, left }).toEqual({ status: 0, summary: '', left: [] });
  });

  it.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
    ['paths between spaces', { paths: 'apps argocd' }, ['--', 'apps', 'argocd']],
    ['each line of paths', { paths: 'apps\ninfra\r\nplatform\n' }, ['--', 'apps', 'infra', 'platform']],
    ['a path with a space', { paths: `"my apps"\n'it is'/b` }, ['--', 'my apps', 'it is/b']],
    ['everything where paths are empty', { paths: ' \n' }, ['--', '.']],
    ['a path that looks like an option', { paths: '--version' }, ['--', '--version']],
    [
      'arguments on lines',
      { arguments: '--fail-on\nwarning\n', paths: 'apps' },
      ['--fail-on', 'warning', '--', 'apps'],
    ],
    ['nothing to a shell', { paths: '$(touch a) `b` ; c' }, ['--', '$(touch', 'a)', '`b`', ';', 'c']],
    ['that it may render', { render: 'true' }, ['--render', '--', '.']],
    ['the branch that a pull request is for', { changed: 'true' }, ['--changed=origin/main', '--', '.']],
  ])('passes %s', (_what, inputs, args) => {
    expect(runAction(inputs).call?.args.slice(4)).toEqual(args);
  });

  it('runs where it is told to', () => {
    const { call } = runAction({ 'working-directory': 'apps' });
    expect(call?.cwd).toBe(path.join(call?.checkout ?? '', 'apps'));
  });

  it.each([
    ['a quote that is not closed', { paths: `apps "my infra` }],
    ['what is neither true nor false', { render: 'yes' }],
    ['a folder that is not there', { 'working-directory': 'nowhere' }],
  ])('is red for %s, and runs nothing', (_what, inputs) => {
    const { status, call } = runAction(inputs);
    expect(status).toBe(2);
    expect(call).toBeUndefined();
  });

  it('is red when the command is ended', () => {
    expect(runAction({}, 'process.kill(process.pid, "SIGKILL")').status).toBe(3);
  });

  it('lets no line of the report be a command to the runner', () => {
    const { status, stdout } = runAction(
      {},
      'console.log("::add-mask::a\\n##[error]b"); console.error("c"); process.exit(1)',
    );
    const [, token, report] = /^::stop-commands::([\da-f-]{36})\n([^]*)\n::\1::\n$/.exec(stdout) ?? [];
    expect(report).toBe('::add-mask::a\n##[error]b\nc');
    expect(token).not.toBe(/^::stop-commands::(.*)$/m.exec(runAction({}).stdout)?.[1]);
    expect(status).toBe(1);
  });

  it('makes annotations and the summary of what the command wrote', () => {
    const { stdout, summary } = runAction(
      { sarif: 'out.sarif' },
      `const files = process.argv[5].split(',').map((one) => one.replace(/^\\w+:/, ''));
       console.log('::error::no');
       files.forEach((file, index) => require('node:fs').writeFileSync(file, '::notice::' + index + '\\n'));
       process.exit(1);`,
    );
    expect(stdout).toMatch(/^::stop-commands::(\S+)\n::error::no\n::\1::\n::notice::0\n$/);
    expect(summary).toBe('::notice::1\n');
    expect(runAction({ sarif: 'out.sarif' }).call?.args[3]).toMatch(/,sarif:out\.sarif$/);
  });

  it('puts findings into the summary, in a fence that none of their lines closes', () => {
    const { summary } = runAction({}, 'console.log("````\\n<script>"); process.exit(1)');
    expect(summary).toBe('`````text\n````\n<script>\n`````\n');
  });

  it('keeps the summary below what GitHub takes', () => {
    const { summary, stdout } = runAction(
      {},
      'require("node:fs").writeSync(1, "é".repeat(39).concat("\\n").repeat(20000)); process.exitCode = 1',
    );
    expect(Buffer.byteLength(summary)).toBeLessThan(2 ** 20);
    expect(Buffer.byteLength(summary)).toBeGreaterThan(800_000);
    expect(summary).not.toContain('�');
    expect(summary).toMatch(/é\n```\n\nThe log of the job has the rest\.\n$/);
    expect(stdout.match(/é/g)).toHaveLength(39 * 20_000);
  });
});
