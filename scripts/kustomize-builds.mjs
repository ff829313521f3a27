// Compares our static build of kustomizations with the output of `kustomize build`:
//   npm run conformance:kustomize -- --checkouts DIR [--reasons]   of repositories, a folder or bare repository each in DIR
//   npm run conformance:kustomize -- [--count 300] [--seed 1]      of kustomizations by chance
// Runs kustomize only on kustomizations with known output, which have no remote base, plugin or chart. --reasons counts
// why others are unknown.
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { imported, isOnPath } from './modules.mjs';

const { values: options } = parseArgs({
  options: {
    checkouts: { type: 'string' },
    count: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    reasons: { type: 'boolean', default: false },
  },
});

/** @typedef {import('../test/repository/render/static-law.js').Known} Known */
/** @type {typeof import('../test/repository/render/static-law.js')} */
const { differences, kustomizationsIn } = await imported('test/repository/render/static-law.ts');
/** @type {typeof import('../src/repository/files/discover.js')} */
const { discover } = await imported('src/repository/files/discover.ts');
/** @type {typeof import('../test/repository/render/random-kustomizations.js')} */
const { randomKustomizations } = await imported('test/repository/render/random-kustomizations.ts');

const counts = {
  repositories: 0,
  kustomizations: 0,
  known: 0,
  overlays: 0,
  equal: 0,
  refused: 0,
  different: 0,
};
/** @type {Map<string, number>} */
const reasons = new Map();

/** @param {string} folder @param {string} name */
function compare(folder, name) {
  counts.repositories++;
  const { sources } = discover([folder], folder);
  for (const { folder: at, build, isOverlay } of kustomizationsIn(
    sources,
    (file) => lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true,
  )) {
    counts.kustomizations++;
    if (!('objects' in build)) {
      const reason = build.reason.replace(/^\S+ /, '').replaceAll(/"[^"]*"/g, '"…"');
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
      continue;
    }
    counts.known++;
    if (isOverlay) counts.overlays++;
    const built = spawnSync('kustomize', ['build', at], {
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      timeout: 60_000,
    });
    const where = `${name}: ${path.relative(folder, at) || '.'}`;
    if (built.status !== 0) {
      counts.refused++;
      console.log(`× ${where}: known here, but kustomize says: ${built.stderr.trim().slice(0, 300)}`);
      continue;
    }
    const found = differences(build, built.stdout);
    if (found.length === 0) counts.equal++;
    else {
      counts.different++;
      console.log(`× ${where}\n  ${found.join('\n  ').slice(0, 3000)}`);
    }
  }
}

/** @param {(folder: string) => void} use */
function temporary(use) {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'rolloutkit-kustomize-')));
  try {
    use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The files of a checkout, or of the last commit of a bare repository. @param {string} folder @param {string} into */
function copied(folder, into) {
  const git = existsSync(path.join(folder, 'repo')) ? path.join(folder, 'repo') : folder;
  const names = ['*.yaml', '*.yml', '*.json', '*Kustomization'];
  // tar reports an error for patterns that match nothing.
  const command = 'git -C "$1" archive HEAD | tar x --no-same-owner --wildcards -C "$2" "$3" "$4" "$5" "$6"';
  spawnSync('sh', ['-c', command, 'sh', git, into, ...names], { stdio: 'ignore' });
}

if (!isOnPath('kustomize')) {
  console.log('kustomize is not found in PATH, so nothing was compared.');
} else if (options.checkouts !== undefined) {
  for (const name of readdirSync(options.checkouts).sort()) {
    const folder = path.join(options.checkouts, name);
    temporary((into) => {
      copied(folder, into);
      compare(into, name);
    });
  }
} else {
  let seed = Number(options.seed);
  for (const files of randomKustomizations(Number(options.seed), Number(options.count))) {
    temporary((into) => {
      for (const [file, text] of Object.entries(files)) {
        mkdirSync(path.dirname(path.join(into, file)), { recursive: true });
        writeFileSync(path.join(into, file), text);
      }
      compare(into, `seed ${seed++}`);
    });
  }
}
if (options.reasons)
  for (const [reason, count] of [...reasons].sort(([, left], [, right]) => right - left))
    console.log(`${count}  ${reason}`);
console.log(
  `${counts.repositories} repositories, ${counts.kustomizations} kustomizations; ${counts.known} known (${counts.overlays} that set or build on something): ${counts.equal} equal, ${counts.different} different, ${counts.refused} refused by kustomize`,
);
if (counts.known === 0) console.log('Nothing was compared, so nothing is known.');
process.exitCode = counts.known === 0 || counts.different + counts.refused > 0 ? 1 : 0;
