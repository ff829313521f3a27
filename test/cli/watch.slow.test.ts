import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { folderOf, rolloutText } from '../support/command.js';

it('the process lints until it is interrupted', async () => {
  const folder = folderOf({ 'rollout.yaml': rolloutText('web', 'stableService: gone') });
  const bin = path.join(__dirname, '../../bin/rolloutkit.js');
  const child = spawn(process.execPath, [bin, 'lint', '--watch', '--format', 'concise'], { cwd: folder });
  let output = '';
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  const ended = new Promise((done) => child.on('exit', (code, signal) => done(code ?? signal)));
  const says = async (text: RegExp): Promise<void> => {
    await expect.poll(() => output, { timeout: 20_000 }).toMatch(text);
    output = '';
  };
  await says(/Service "gone"[^]*1 error/);
  const file = path.join(folder, 'rollout.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replace('stableService: gone', 'maxSurge: 1'));
  await says(/✓ 1 resource/);
  child.kill('SIGINT');
  expect(await ended).toBe('SIGINT');
}, 60_000);
