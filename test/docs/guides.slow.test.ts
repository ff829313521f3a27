import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { blocksOf } from '../support/blocks.js';
import { packedModules, packedPrograms } from '../support/packed.js';

const root = path.join(__dirname, '../..');
const folder = path.join(root, 'docs/guides');
const guides = readdirSync(folder).filter((name) => name.endsWith('.md'));

/** What runs TypeScript in a project of `new` and is no dependency of ours: the same by esbuild. */
const standIn = {
  'package.json': '{ "name": "tsx", "type": "module", "exports": "./index.js" }',
  'index.js': "import { register } from 'node:module'; register('./hooks.js', import.meta.url);",
  'hooks.js': `import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
const { transformSync } = createRequire(${JSON.stringify(`${root}/package.json`)})('esbuild');
export const resolve = (name, context, next) =>
  /^\\.+\\/.*\\.js$/.test(name) && context.parentURL?.endsWith('.ts') ? next(name.replace(/js$/, 'ts'), context) : next(name, context);
export const load = (url, context, next) => {
  if (!url.endsWith('.ts')) return next(url, context);
  const { code } = transformSync(readFileSync(new URL(url), 'utf8'), { loader: 'ts', format: 'esm' });
  return { format: 'module', source: code, shortCircuit: true };
};
`,
};

/** A command line in front of others, as it is installed for people. */
function programs(): string {
  const bin = packedPrograms();
  // What a registry would bring is here already.
  const npm = execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim();
  const modules = path.join(root, 'node_modules');
  const links = `for each in "${modules}"/* "${modules}"/.bin; do ln -s "$each" node_modules/; done`;
  const install = `mkdir node_modules && ${links} && cp -r "${packedModules()}/rolloutkit" node_modules/ && cp -r "${bin}/tsx" node_modules/`;
  mkdirSync(path.join(bin, 'tsx'));
  for (const [name, text] of Object.entries(standIn)) writeFileSync(path.join(bin, 'tsx', name), text);
  writeFileSync(
    path.join(bin, 'npm'),
    `#!/bin/sh\nif [ "$1" = install ]; then ${install}; else exec "${npm}" "$@"; fi\n`,
    { mode: 0o755 },
  );
  return bin;
}

describe('guides', () => {
  const made: string[] = [];
  afterEach(() => {
    for (const one of made.splice(0)) rmSync(one, { recursive: true, force: true });
  });

  it('are eight', () => {
    expect(guides.length).toBeGreaterThanOrEqual(8);
  });

  it.each(guides)('%s does what it says, from an empty folder', { timeout: 300_000 }, (guide) => {
    const bin = programs();
    const here = mkdtempSync(path.join(tmpdir(), 'rolloutkit-guide-'));
    made.push(bin, here);
    const environment = { ...process.env, PATH: `${bin}:${process.env['PATH']}`, GITHUB_ACTIONS: '', CI: '' };
    let [commands, printed] = [0, ''];
    for (const { language, title, exits, text } of blocksOf(readFileSync(path.join(folder, guide), 'utf8'))) {
      if (title !== undefined) {
        const file = path.join(here, title);
        mkdirSync(path.dirname(file), { recursive: true });
        writeFileSync(file, text);
      } else if (language === 'sh') {
        const { status, stdout, stderr } = spawnSync('bash', ['-euo', 'pipefail', '-c', text], {
          cwd: here,
          encoding: 'utf8',
          env: environment,
        });
        expect([status, text, stdout, stderr]).toEqual([exits, text, stdout, stderr]);
        commands += 1;
        printed = stdout;
      } else if (language === 'text') {
        const squeezed = printed.replaceAll(/\s+/g, ' ');
        for (const line of text.trim().split('\n'))
          expect(squeezed).toContain(line.trim().replaceAll(/\s+/g, ' '));
      }
    }
    expect(commands).toBeGreaterThan(1);
  });
});
