import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';
import { programCalled } from '../support/programs.js';

function kill(...args: readonly string[]) {
  const script = path.join(__dirname, '../../scripts/kill.mjs');
  return spawnSync(process.execPath, [script, ...args, '--seed', '7'], { encoding: 'utf8' });
}

it('each file is old or new when a command is killed, and the next run finishes', () => {
  const { stdout, stderr } = kill('--runs', '12', '--only', 'init --force,drift,migrate');
  expect(`${stderr}${stdout}`).toMatch(/\n12 killed, 0 problems\n$/);
}, 300_000);

it.runIf(programCalled('strace'))(
  'a writer that is killed amid a file is caught',
  () => {
    const { stdout, stderr } = kill('--bad', '--runs', '6', '--only', 'style=yaml,drift');
    expect(`${stderr}${stdout}`).toMatch(/\n6 killed, [1-6] with a torn file; 0 commands not caught\n$/);
  },
  300_000,
);
