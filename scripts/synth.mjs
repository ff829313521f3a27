// Runs `cdk8s synth` over examples/cdk8s and fails if an object differs from the same one in examples/*/corrected, with
// the API server's defaults for container ports.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { dump, loadAll } from 'js-yaml';
import { withProtocols } from './synth/protocols.mjs';

const root = join(import.meta.dirname, '..');
const examples = join(root, 'examples');

/**
 * The objects in all files of the folders, by kind, namespace and name.
 * @param {string[]} folders
 */
function objectsIn(folders) {
  const objects = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => file.endsWith('.yaml'))
      .flatMap((file) => loadAll(readFileSync(join(folder, file), 'utf8'))),
  );
  return new Map(
    objects.map((object) => {
      const { kind, metadata } = /** @type {{ kind: string, metadata: Record<string, string> }} */ (object);
      return [`${kind} ${metadata['namespace'] ?? '-'}/${metadata['name']}`, withProtocols(object)];
    }),
  );
}

const made = mkdtempSync(join(tmpdir(), 'rolloutkit-synth-'));
try {
  const { status, stdout } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/cdk8s-cli/bin/cdk8s'), 'synth', '--output', made],
    {
      cwd: root,
      env: { ...process.env, CDK8S_CHECK_UPGRADE: 'false' },
      stdio: ['ignore', 'pipe', 'inherit'],
      encoding: 'utf8',
    },
  );
  if (status !== 0) throw new Error(`cdk8s synth exits with ${status}:\n${stdout}`);
  if (!/ rollouts +│ [1-9]/.test(stdout)) throw new Error(`Our plugin has seen no Rollout:\n${stdout}`);
  const wanted = objectsIn(
    readdirSync(examples)
      .map((name) => join(examples, name, 'corrected'))
      .filter((folder) => existsSync(folder)),
  );
  const got = objectsIn([made]);
  const names = [...new Set([...wanted.keys(), ...got.keys()])];
  const differing = names.filter((name) => !isDeepStrictEqual(wanted.get(name), got.get(name)));
  for (const name of differing)
    console.log(
      `${name} is another one by hand than as a construct.\nBy hand:\n${dump(wanted.get(name))}\nAs a construct:\n${dump(got.get(name))}`,
    );
  console.log(`${got.size} objects as constructs, ${wanted.size} by hand`);
  process.exitCode = differing.length > 0 || got.size === 0 ? 1 : 0;
} finally {
  rmSync(made, { recursive: true, force: true });
}
