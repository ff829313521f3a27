import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../support/command.js';

const root = path.join(__dirname, '../..');
const page = readFileSync(path.join(root, 'docs/simulate.md'), 'utf8');

describe('docs/simulate.md', () => {
  it('shows the frames as they are printed', () => {
    const [, folder = '', shown = ''] = /<!-- simulate (.+) -->\n\n```text\n([^]*?)\n```/.exec(page) ?? [];
    const { stdout } = run(root, 'simulate', folder);
    expect(stdout.replace(/\n+✓.*\n$/, '')).toBe(shown);
  });

  it('shows a difference as it is printed', () => {
    const [, command = '', shown = ''] = /```console\n\$ rolloutkit (.+)\n([^]*?)```/.exec(page) ?? [];
    const { stdout } = run(root, ...command.split(' '));
    expect(stdout.startsWith(shown)).toBe(true);
  });
});
