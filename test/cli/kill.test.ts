import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';

it('each file is old or new when a command is killed, and the next run finishes', () => {
  const script = path.join(__dirname, '../../scripts/kill.mjs');
  const args = ['--runs', '8', '--only', 'init --force,drift', '--seed', '7'];
  const { stdout, stderr } = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' });
  expect(`${stderr}${stdout}`).toMatch(/\n8 killed, 0 problems\n$/);
}, 300_000);
