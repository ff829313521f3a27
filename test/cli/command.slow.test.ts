import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { version } from '../../package.json';
import { bad, folderOf, good } from '../support/command.js';

const root = path.join(__dirname, '../..');
const bin = path.join(root, 'bin/rolloutkit.js');

beforeAll(() => {
  if (!existsSync(path.join(root, 'dist/cli.js'))) throw new Error('npm run build comes first.');
});

/** Runs the command as it is installed: what was built, in a process of its own. */
function rolloutkit(folder: string, args: string[], input?: string) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], {
    cwd: folder,
    encoding: 'utf8',
    input,
  });
  return { status, stdout, stderr };
}

/** Runs a command of the shell in which `rolloutkit` is the command. */
function shell(folder: string, command: string) {
  const { status, stdout, stderr } = spawnSync('bash', ['-o', 'pipefail', '-c', command], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, PATH: `${binFolder(folder)}:${process.env['PATH']}` },
  });
  return { status, stdout, stderr };
}

function binFolder(folder: string): string {
  const place = path.join(folder, '.bin');
  mkdirSync(place, { recursive: true });
  writeFileSync(path.join(place, 'rolloutkit'), `#!/bin/sh\nexec '${process.execPath}' '${bin}' "$@"\n`, {
    mode: 0o755,
  });
  return place;
}

describe('the command', () => {
  it('tells its version', () => {
    expect(rolloutkit(root, ['--version'])).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
  });

  it('is one quiet line and 0 when nothing is found', () => {
    const { status, stdout, stderr } = rolloutkit(folderOf({ 'a.yaml': good }), ['lint', '--only', 'schema']);
    expect(stdout).toMatch(/^✓ 1 resource, 1 Rollout, \d+ rules, \d+\.\d\d s\n$/);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it.each([
    [1, ['lint', '--only', 'schema']],
    [2, ['lint', '--frobnicate']],
    [4, ['lint', 'gone.yaml']],
  ])('exits with %i after %j', (code, args) => {
    expect(rolloutkit(folderOf({ 'a.yaml': bad }), args).status).toBe(code);
  });

  it.each(['>', '2>'])('keeps its exit code where nobody reads what it writes to %s', (stream) => {
    const command = `rolloutkit lint gone.yaml --only steps/frobnicate ${stream} >(exec true); echo "exit $?" >&9`;
    const { stdout } = shell(folderOf({ 'a.yaml': bad }), `{ ${command}; } 9>&1`);
    expect(stdout).toBe('exit 2\n');
  });

  it.each([
    ['lint --only schema', 4],
    ['rules', 4],
    ['--version', 4],
    ['simulate --format json', 4],
    ['lint --frobnicate', 2],
  ])('%s is no success where its output cannot be written', (args, code) => {
    const folder = folderOf({ 'a.yaml': good });
    const { status, stderr } = shell(folder, `rolloutkit ${args} > /dev/full`);
    expect(status).toBe(code);
    expect(stderr).toBe(
      code === 2
        ? 'Unknown option "--frobnicate".\nSee: rolloutkit lint --help\n'
        : 'Standard output cannot be written: ENOSPC: no space left on device, write\n',
    );
    expect(shell(folder, `rolloutkit ${args} > /dev/full 2> /dev/full`)).toEqual({
      status: code,
      stdout: '',
      stderr: '',
    });
  });

  it('reads standard input', () => {
    const { status, stdout } = rolloutkit(folderOf({}), ['lint', '--only', 'schema', '-'], bad);
    expect(stdout).toMatch(/^<stdin>:11:7 {2}error {2}schema\/fields-known\n/);
    expect(stdout).toContain('11 │       maxsurge: 1\n');
    expect(status).toBe(1);
  });

  it('reads standard input together with files', () => {
    const folder = folderOf({ 'a.yaml': good });
    expect(rolloutkit(folder, ['lint', '--only', 'schema', '-', 'a.yaml'], bad).stdout).toContain(
      '2 Rollouts',
    );
  });

  it('checks a part of an object from standard input, and says as what', () => {
    const { status, stdout } = rolloutkit(folderOf({}), ['lint', '-'], 'steps:\n- setWeight: 120\n');
    expect(stdout).toMatch(/^<stdin>:2:14 {2}error {2}steps\/weight-in-range\n/);
    expect(stdout).toContain(
      'i Standard input is not a whole object. It was checked as spec.strategy.canary of a Rollout; the objects that it refers to were not.\n',
    );
    expect(status).toBe(1);
  });

  it('leaves files of a repository that are no objects to what uses them', () => {
    const { status, stdout } = rolloutkit(folderOf({ 'a.yaml': 'steps:\n- setWeight: 120\n' }), ['lint'], '');
    expect(stdout).toMatch(/^i No Kubernetes resource was found/);
    expect(status).toBe(0);
  });

  it('reads empty standard input', () => {
    const { status, stdout } = rolloutkit(folderOf({}), ['lint', '-'], '');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^i No Kubernetes resource was found/);
  });
});

describe.skipIf(process.platform === 'win32')('in a shell, the command', () => {
  it('reads pipes that have a name', () => {
    const { status, stdout } = shell(
      folderOf({ 'a.yaml': bad }),
      'rolloutkit lint --only schema <(cat a.yaml)',
    );
    expect(stdout).toMatch(/^\/dev\/fd\/\d+:11:7 {2}error /);
    expect(stdout).toContain('11 │       maxsurge: 1\n');
    expect(status).toBe(1);
  });

  it('does not wait for a pipe that lies in a folder', () => {
    const folder = folderOf({ 'a.yaml': good });
    expect(shell(folder, 'mkfifo pipe.yaml && rolloutkit lint --only schema').status).toBe(0);
  });

  it('does not mind that nobody reads on', () => {
    const files = Array.from({ length: 300 }, (_, index) => [`${index}.yaml`, bad] as const);
    const folder = folderOf(Object.fromEntries(files));
    const { stdout, stderr } = shell(folder, 'rolloutkit lint --only schema | head -n 1');
    expect(stdout).toMatch(/^0\.yaml:11:7 {2}error {2}schema\/fields-known\n$/);
    expect(stderr).toBe('');
  });
});
