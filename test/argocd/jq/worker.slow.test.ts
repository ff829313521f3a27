import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { expect, it, onTestFinished } from 'vitest';
import { runJq } from '../../../src/argocd/jq/worker.js';

const root = join(__dirname, '../../..');

it('is late where jq does not end, and starts again', () => {
  expect(runJq('[repeat(.)]', '1', 200)).toBe('late');
  expect(runJq('.', '1', 20_000)).toMatchObject({ stdout: '1' });
});

it('runs from a bundle, and lets the process end', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rolloutkit-jq-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const outfile = join(folder, 'bundle.js');
  buildSync({
    stdin: {
      contents: `import { deletePaths } from './src/argocd/jq/jq.js';
        console.log(JSON.stringify(deletePaths('.[] | select(trim == "web")', ['web', 'api'])));`,
      resolveDir: root,
    },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    external: ['jq-wasm'],
  });
  const env = { ...process.env, NODE_PATH: join(root, 'node_modules') };
  expect(execFileSync(process.execPath, [outfile], { env, encoding: 'utf8' })).toBe('{"ok":["api"]}\n');
});
