// Packs the published files: those that package.json lists, and a package.json without development settings. Otherwise,
// npm would run the script "prepare" when the package is installed from Git or a folder, where nothing is to be built.
//   node scripts/pack.mjs [folder]    prints the tarball that it writes there
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const root = join(import.meta.dirname, '..');

/**
 * @param {string} destination
 * @returns {{ tarball: string, files: string[] }}
 */
export function pack(destination) {
  const { scripts, devDependencies, overrides, ...published } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  if (!scripts || !devDependencies || !overrides)
    throw new Error('package.json has not what is left out of it.');
  if (!existsSync(join(root, 'dist/cdk8s/index.js')))
    throw new Error('There is no dist/cdk8s/index.js; npm run build comes first.');
  const stage = mkdtempSync(join(tmpdir(), 'rolloutkit-pack-'));
  try {
    const whole = published.files.filter((/** @type {string} */ path) => !path.startsWith('!'));
    for (const path of [...whole, 'LICENSE', 'README.md'])
      cpSync(join(root, path), join(stage, path), { recursive: true });
    writeFileSync(join(stage, 'package.json'), `${JSON.stringify(published, undefined, 2)}\n`);
    const [packed] = JSON.parse(
      execFileSync(
        'npm',
        ['pack', '--ignore-scripts', '--json', '--pack-destination', resolve(destination)],
        {
          cwd: stage,
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'pipe'],
        },
      ),
    );
    return {
      tarball: join(resolve(destination), packed.filename),
      files: packed.files.map((/** @type {{ path: string }} */ { path }) => path),
    };
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

if (process.argv[1] === import.meta.filename) {
  const { positionals } = parseArgs({ allowPositionals: true });
  console.log(pack(positionals[0] ?? '.').tarball);
}
