// Prints the CycloneDX SBOM of a packed package: what npm installs with it, without development dependencies.
//   node scripts/sbom.mjs <tarball>
import { execFileSync } from 'node:child_process';
import { mkdtempSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
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
    const installed = npm('sbom', '--sbom-format=cyclonedx', '--sbom-type=application');
    return withBundled(installed, readFileSync(join(folder, 'dist/bundled.json'), 'utf8'));
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/**
 * The SBOM with the packages whose code is in the bundles, apart from those that are installed, too.
 * @param {string} text @param {string} bundled
 */
export function withBundled(text, bundled) {
  const bom = JSON.parse(text);
  const root = bom.metadata?.component?.['bom-ref'];
  for (const { name, version, license } of JSON.parse(bundled)) {
    const [, group, rest = name] = /^(@[^/]+)\/(.+)$/.exec(name) ?? [];
    const purl = `pkg:npm/${group === undefined ? '' : `${encodeURIComponent(group)}/`}${rest}@${version}`;
    if (bom.components.some((/** @type {{ purl?: string }} */ one) => one.purl === purl)) continue;
    const ref = `${name}@${version}`;
    bom.components.push({
      'bom-ref': ref,
      type: 'library',
      name,
      version,
      scope: 'required',
      purl,
      properties: [{ name: 'cdx:npm:package:bundled', value: 'true' }],
      licenses: [{ license: { id: license } }],
    });
    bom.dependencies?.find((/** @type {{ ref: string }} */ one) => one.ref === root)?.dependsOn?.push(ref);
    bom.dependencies?.push({ ref, dependsOn: [] });
  }
  return `${JSON.stringify(bom, undefined, 2)}\n`;
}

if (process.argv[1] === import.meta.filename) {
  const { positionals } = parseArgs({ allowPositionals: true });
  if (positionals[0] === undefined) throw new Error('node scripts/sbom.mjs <tarball>');
  process.stdout.write(sbom(positionals[0]));
}
