import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildSync } from 'esbuild';
import { afterAll, expect, it } from 'vitest';
import { unbuffered } from '../../src/cli/output.js';
import type { Surroundings } from '../../src/cli/surroundings.js';

const folder = mkdtempSync(path.join(tmpdir(), 'rolloutkit-output-'));
afterAll(() => rmSync(folder, { recursive: true }));
const module = path.join(folder, 'output.cjs');
buildSync({
  entryPoints: [path.join(__dirname, '../../src/cli/output.ts')],
  bundle: true,
  platform: 'node',
  outfile: module,
});

/** What a shell prints into whose pipe a script writes. */
function piped(script: string, reader: string): { readonly read: string; readonly told: string } {
  const code = `const { unbuffered, watchStreams } = require(${JSON.stringify(module)});
    watchStreams();
    ${script}`;
  const { stdout, stderr } = spawnSync('sh', ['-c', `"$NODE" -e "$CODE" | ${reader}`], {
    encoding: 'utf8',
    env: { ...process.env, NODE: process.execPath, CODE: code },
  });
  return { read: stdout.trim(), told: stderr };
}

const writing = (to: string): string =>
  `const to = ${to}; for (let part = 0; part < 800; part += 1) to.write('x'.repeat(1_000_000));`;

it('a pipe takes more than the stream of Node can keep', () => {
  // What it is for: without it all but the first megabyte is lost.
  expect(piped(writing('process.stdout'), 'wc -c').told).toContain('ENOBUFS');
  expect(piped(writing('unbuffered({ stdout: process.stdout }).stdout'), 'wc -c')).toEqual({
    read: '800000000',
    told: '',
  });
});

it('a reader that is slow gets all, one that has gone ends nothing', () => {
  const few = "for (let part = 0; part < 50; part += 1) to.write('ä'.repeat(100_000));";
  const to = 'const to = unbuffered({ stdout: process.stdout }).stdout;';
  expect(piped(`${to} ${few}`, '(sleep 1; wc -c)')).toEqual({ read: '10000000', told: '' });
  expect(piped(`${to} ${few} process.stderr.write('on')`, 'head -c 4')).toEqual({ read: 'ää', told: 'on' });
});

it('what was printed before comes first, and any other output stays what it is', () => {
  const script =
    "process.stdout.write('a'); const to = unbuffered({ stdout: process.stdout }).stdout; to.write('b'); to.write('c')";
  expect(piped(script, 'cat').read).toBe('abc');
  const around = { stdout: { write: () => true } } as unknown as Surroundings;
  expect(unbuffered(around)).toBe(around);
});
