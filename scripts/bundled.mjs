// Writes what the bundles contain of other packages: dist/bundled.json, from which the SBOM takes them, and their licenses.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {{ name: string, version: string, license: string }} Bundled */

/**
 * @param {readonly string[]} folders of packages, from the root of the project
 * @param {{ root: string, dist: string }} around
 */
export function writeBundled(folders, { root, dist }) {
  const all = folders.map((folder) => {
    const at = join(root, folder);
    const { name, version, license } = JSON.parse(readFileSync(join(at, 'package.json'), 'utf8'));
    const file = readdirSync(at).find((one) => /^(?:licen[cs]e|copying)/i.test(one));
    if (typeof license !== 'string' || file === undefined) throw new Error(`${folder} states no license.`);
    return { name, version, license, text: readFileSync(join(at, file), 'utf8').trim() };
  });
  const list = all.map(({ text: _, ...one }) => one);
  writeFileSync(join(dist, 'bundled.json'), `${JSON.stringify(list, undefined, 2)}\n`);
  const texts = all.map(({ name, version, text }) => `${name} ${version}\n\n${text}\n`);
  const head = 'The bundles of this folder contain code of these packages.\n';
  writeFileSync(join(dist, 'LICENSES.txt'), [head, ...texts].join(`\n${'-'.repeat(80)}\n\n`));
}
