// Prints the CycloneDX SBOM of a packed package: what npm installs with it, without development dependencies.
//   node scripts/sbom.mjs <tarball>
import { execFileSync } from 'node:child_process';
import { mkdtempSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

/** @param {string} tarball */
export function sbom(tarball) {
  const temporary = mkdtempSync(join(tmpdir(), 'rolloutkit-sbom-'));
  const folder = join(temporary, 'rolloutkit'); // The folder's name becomes the name of the component.
  /** @param {string[]} args */
  const npm = (...args) =>
    execFileSync('npm', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  try {
    mkdirSync(folder);
    execFileSync('tar', ['-xzf', resolve(tarball), '--strip-components=1'], { cwd: folder });
    npm('install', '--ignore-scripts', '--omit=peer', '--prefer-offline', '--no-audit', '--no-fund');
    // Without --omit=peer: npm would leave out packages that are both our dependency and a peer of one.
    return npm('sbom', '--sbom-format=cyclonedx', '--sbom-type=application');
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

if (process.argv[1] === import.meta.filename) {
  const { positionals } = parseArgs({ allowPositionals: true });
  if (positionals[0] === undefined) throw new Error('node scripts/sbom.mjs <tarball>');
  process.stdout.write(sbom(positionals[0]));
}
