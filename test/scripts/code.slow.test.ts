import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = path.join(__dirname, '../..');
const examples = path.join(root, 'examples');

describe('the code that a build keeps', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'rolloutkit-code-'));
    for (const part of ['bin', 'dist', 'package.json'])
      cpSync(path.join(root, part), path.join(folder, part), { recursive: true });
    symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Those with code: it is kept for what is called often. */
  const bundles = (): readonly string[] =>
    readdirSync(path.join(root, 'dist')).flatMap((name) => /^(cli.*\.js)\.code$/.exec(name)?.[1] ?? []);
  const node = (args: readonly string[]) =>
    spawnSync(process.execPath, args, {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1' },
    });
  const lint = () => node(['bin/rolloutkit.js', 'lint', examples]);

  test('is taken by the Node that built it, for each bundle', () => {
    expect(bundles()).toEqual(expect.arrayContaining(['cli.js', 'cli-simulate.js', 'cli-yaml.js']));
    for (const name of bundles()) {
      const { stdout } = node([
        '--print',
        `const { codeOf, compile } = require('./bin/load.js');
         const source = require('node:fs').readFileSync('./dist/${name}');
         compile('./dist/${name}', source, codeOf('./dist/${name}', source)).cachedDataRejected`,
      ]);
      expect(stdout.trim(), name).toBe('false');
    }
  });

  test('lets jq run, which it has to find', () => {
    const { stdout } = node([
      '--eval',
      `const { compile, run } = require('./bin/load.js');
       const path = require('node:path').resolve('dist/cli-jq.js');
       const { runJq } = run(path, compile(path, require('node:fs').readFileSync(path)), () => undefined);
       console.log(runJq('.a + 1', '{"a":1}', 20000).stdout);
       process.exit();`,
    ]);
    expect(stdout.trim()).toBe('2');
  });

  test('does not say where it was built', () => {
    for (const name of bundles()) {
      const code = readFileSync(path.join(root, 'dist', `${name}.code`), 'latin1');
      expect(code.includes(root), name).toBe(false);
      expect(code, name).toContain(`rolloutkit/dist/${name}`);
    }
  });

  test('never runs in place of a source that was changed, even to one as long', () => {
    const bundle = path.join(folder, 'dist/cli.js');
    const source = readFileSync(bundle, 'utf8');
    const [from, to] = ['Unknown command', 'UNKNOWN COMMAND'];
    expect(source).toContain(from);
    expect(node(['bin/rolloutkit.js', 'nonsense']).stderr).toContain(from);
    writeFileSync(bundle, source.replaceAll(from, to));
    try {
      expect(node(['bin/rolloutkit.js', 'nonsense']).stderr).toContain(to);
    } finally {
      writeFileSync(bundle, source);
    }
  });

  test('changes nothing that is printed, whether it is there, cut off or of another release', () => {
    const expected = lint();
    expect(expected.stdout).toContain('istio/');
    const answers = ['cut', 'other', 'gone'].map((state) => {
      for (const name of bundles()) {
        const code = path.join(folder, 'dist', `${name}.code`);
        if (state === 'cut') writeFileSync(code, Buffer.alloc(0));
        else if (state === 'other') writeFileSync(code, Buffer.alloc(4096, 7));
        else rmSync(code);
      }
      return lint();
    });
    for (const { stdout, stderr, status } of answers) {
      expect(stderr).toBe(expected.stderr);
      expect(status).toBe(expected.status);
      expect(withoutTime(stdout)).toBe(withoutTime(expected.stdout));
    }
  });
});

function withoutTime(text: string): string {
  return text.replaceAll(/\d+(\.\d+)? m?s\b/g, '');
}
