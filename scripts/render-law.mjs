// Lints checkouts unrendered and rendered: each finding of plain lint is also in the rendered run, unless the build
// disproves it:
//   npm run law:render -- FOLDER…
// Each FOLDER is a repository. Needs helm and kustomize on the PATH.
import path from 'node:path';
import { imported, isOnPath } from './modules.mjs';

const folders = process.argv.slice(2);
if (!isOnPath('helm') || !isOnPath('kustomize')) {
  console.log('helm or kustomize is not on the PATH.');
  process.exit(1);
}
/** @type {typeof import('../test/laws/render-law.js')} */
const { compareRendered } = await imported('test/laws/render-law.ts');
let [plain, units, disproved, lost, rendered] = [0, 0, 0, 0, 0];
for (const folder of folders) {
  const result = compareRendered(path.resolve(folder));
  plain += result.plain;
  units += result.units;
  rendered += result.rendered;
  disproved += result.disproved.length;
  lost += result.lost.length;
  if (process.env['VERBOSE'])
    console.log(path.basename(folder), result.plain, result.rendered, result.units, result.failures.length);
  if (process.env['DISPROVED'])
    for (const one of result.disproved) console.log(`~ ${path.basename(folder)}: ${one}`);
  for (const { finding, built, near } of result.lost) {
    console.log(`× ${path.basename(folder)}: ${finding}`);
    for (const one of built) console.log(`    built: ${one}`);
    for (const one of near.slice(0, 4)) console.log(`    near: ${one}`);
  }
}
console.log(
  `${folders.length} folders, ${units} renderings, ${plain} findings of plain lint, ${rendered} of the rendered run: ${disproved} disproved by a build, ${lost} lost`,
);
process.exitCode = lost > 0 || units === 0 ? 1 : 0;
