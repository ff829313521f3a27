import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { folderOf } from '../../support/command.js';

const root = path.join(__dirname, '../../..');

/** The example as a package of its own, with rolloutkit as it is built. */
function installed(): string {
  const folder = folderOf({});
  cpSync(path.join(root, 'examples/plugin'), folder, { recursive: true });
  mkdirSync(path.join(folder, 'node_modules'));
  symlinkSync(root, path.join(folder, 'node_modules/rolloutkit'));
  return folder;
}

it('the example of a plugin passes its own test', () => {
  const output = execFileSync(process.execPath, ['--test', '--test-reporter', 'tap'], {
    cwd: installed(),
    encoding: 'utf8',
  });
  expect(output).toContain('# pass 4\n# fail 0\n');
});

it('the built command line loads CommonJS, ES modules, packages and what imports the types', () => {
  const rollout = 'apiVersion: argoproj.io/v1alpha1\nkind: Rollout\nmetadata: { name: web }\n';
  const own = (head: string, tail: string): string =>
    `${head} { apiVersion: 1, prefix: 'own', rules: [{ name: 'one', description: 'D.', why: 'W.', severity: 'error',
    messages: { bad: 'Bad.' }, check({ graph, report }) { report(graph.objects[0], 'bad'); } }] }${tail}`;
  const folder = installed();
  const there = folderOf({
    'web.yaml': rollout,
    'own.cjs': own('module.exports =', ';'),
    'own.mjs': own('export default', ';'),
    'typed.cjs': own("module.exports = require('rolloutkit/plugin').definePlugin(", ');'),
    'node_modules/rolloutkit-plugin-own/package.json': '{"main":"x.js"}',
    'node_modules/rolloutkit-plugin-own/x.js': own('module.exports =', ';'),
  });
  symlinkSync(path.join(folder, 'node_modules/rolloutkit'), path.join(there, 'node_modules/rolloutkit'));
  for (const plugin of ['own.cjs', './own.mjs', 'typed.cjs', 'rolloutkit-plugin-own']) {
    const args = [
      'lint',
      '--plugin',
      plugin,
      '--only',
      'own',
      '--format',
      'concise',
      '--fail-on',
      'never',
      'web.yaml',
    ];
    const output = execFileSync(process.execPath, [path.join(root, 'bin/rolloutkit.js'), ...args], {
      cwd: there,
      encoding: 'utf8',
      stdio: 'pipe',
    });
    expect(output).toContain('Bad.');
  }
});
