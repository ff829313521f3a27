// Synthesizes examples/cdk8s and fails when the result is not what is expected/ holds; --write puts it there.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
const root = join(import.meta.dirname, '..');
const expected = join(root, 'examples/cdk8s/expected');
const made = mkdtempSync(join(tmpdir(), 'rolloutkit-synth-'));

/** @param {string} folder */
const read = (folder) =>
  new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));

try {
  execFileSync(
    process.execPath,
    [join(root, 'node_modules/cdk8s-cli/bin/cdk8s'), 'synth', '--output', made],
    {
      cwd: root,
      env: { ...process.env, CDK8S_CHECK_UPGRADE: 'false' },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  if (values.write) {
    rmSync(expected, { recursive: true, force: true });
    cpSync(made, expected, { recursive: true });
  }
  const [want, got] = [read(expected), read(made)];
  const names = [...new Set([...want.keys(), ...got.keys()])];
  const differing = names.filter((name) => want.get(name) !== got.get(name));
  for (const name of differing)
    console.log(
      `examples/cdk8s/expected/${name} differs from what was synthesized:\n${got.get(name) ?? 'nothing'}`,
    );
  console.log(`${got.size} manifests`);
  process.exitCode = differing.length > 0 ? 1 : 0;
} finally {
  rmSync(made, { recursive: true, force: true });
}
