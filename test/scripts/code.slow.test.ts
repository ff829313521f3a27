import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
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
  afterAll(() => rmSync(folder, { recursive: true }), 60_000);

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
    expect(bundles()).toEqual(expect.arrayContaining(['cli.js', 'cli-simulate.js']));
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

  describe('is read once for each run, however often what is in a bundle is called', () => {
    // Each Service is matched with the patterns of a generator, each Widget with a definition, each object with a schema.
    const names = Array.from({ length: 8 }, (_, index) => `app-${index}`);
    const files = {
      'counting.cjs': counting,
      'generated/set.yaml': generated,
      'generated/crd.yaml': widgets,
      'schemas/example.com/gadget_v1.json': '{ "type": "object", "required": ["spec"] }',
      ...Object.fromEntries(
        names.flatMap((name) => [
          [`generated/apps/${name}/service.yaml`, named('v1', 'Service', name)],
          [`generated/apps/${name}/widget.yaml`, named('example.com/v1', 'Widget', name)],
          [`generated/apps/${name}/gadget.yaml`, named('example.com/v1', 'Gadget', name)],
          [`generated/apps/${name}/rollout.yaml`, patchedRollout(name)],
        ]),
      ),
    };
    beforeAll(() => {
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(path.join(folder, path.dirname(name)), { recursive: true });
        writeFileSync(path.join(folder, name), text);
      }
    });

    /** How often each file of the program is read. */
    const reads = (args: readonly string[]): ReadonlyMap<string, number> => {
      const { stderr } = node(['--require', './counting.cjs', 'bin/rolloutkit.js', ...args]);
      const [, told] = /^READS (.*)$/m.exec(stderr) ?? [];
      return new Map(JSON.parse(told ?? '') as [string, number][]);
    };

    test.each([
      ['a generator and a definition', ['lint', 'generated'], ['cli-pattern.js', 'cli-definitions.js']],
      ['schemas', ['lint', '--schemas', 'schemas', 'generated'], ['cli-schemas.js']],
      ['edits', ['lint', '--fix', '--dry-run', 'generated'], ['cli-fix.js']],
      ['a simulation', ['simulate', 'generated'], ['cli-simulate.js']],
      ['a drift', ['drift', 'generated'], ['cli-simulate.js']],
      ['code climate', ['lint', '--format', 'gitlab', 'generated'], ['cli-fingerprint.js']],
    ])('%s', (_, args, needed) => {
      const counted = reads(args);
      expect([...counted.keys()]).toEqual(expect.arrayContaining(['cli.js', ...needed]));
      expect([...counted].filter(([, times]) => times > 1)).toEqual([]);
    });
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

/** Counts what is read of the program itself, also by Node's own loader. */
const counting = `
const fs = require('node:fs');
const path = require('node:path');
const dist = path.join(__dirname, 'dist');
const counts = new Map();
const read = fs.readFileSync;
fs.readFileSync = (file, ...options) => {
  if (path.dirname(String(file)) === dist) {
    const name = path.basename(String(file));
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return read(file, ...options);
};
process.on('exit', () => fs.writeSync(2, 'READS ' + JSON.stringify([...counts]) + '\\n'));
`;

const generated = `apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: { name: apps, namespace: argocd }
spec:
  generators:
    - git: { repoURL: https://example.com/r.git, revision: HEAD, directories: [{ path: generated/apps/* }] }
  template:
    metadata: { name: '{{path.basename}}' }
    spec:
      project: default
      source: { repoURL: https://example.com/r.git, targetRevision: HEAD, path: '{{path}}' }
      destination: { namespace: shop, server: https://kubernetes.default.svc }
`;

const widgets = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: widgets.example.com }
spec:
  group: example.com
  names: { kind: Widget, plural: widgets }
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: true
      schema: { openAPIV3Schema: { type: object, properties: { spec: { type: object } } } }
`;

const named = (apiVersion: string, kind: string, name: string): string =>
  `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: { name: ${name} }\nspec: {}\n`;

/** With a mistake that can be corrected. */
const patchedRollout = (name: string): string => `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: { name: ${name} }
spec:
  selector: { matchLabels: { app: ${name} } }
  template:
    metadata: { labels: { app: ${name} } }
    spec: { containers: [{ name: web, image: 'web:1' }] }
  strategy: { canary: { canaryService: ${name}s, stableService: ${name}, stepz: [] } }
`;
