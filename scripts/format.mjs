// Lists the files that Prettier would change, and prints how many it read (its own command does not).
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { check, getFileInfo, resolveConfig } from 'prettier';

const root = join(import.meta.dirname, '..');
const ignorePath = ['.gitignore', '.prettierignore'].map((name) => join(root, name));

/**
 * @param {string} folder
 * @returns {string[]}
 */
const filesIn = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !['.git', 'node_modules', 'dist'].includes(name))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesIn(path) : entry.isFile() ? [path] : [];
    });

let read = 0;
for (const path of filesIn(root)) {
  const { ignored, inferredParser } = await getFileInfo(path, { ignorePath });
  if (ignored || !inferredParser) continue;
  read += 1;
  const options = { ...(await resolveConfig(path, { editorconfig: true })), filepath: path };
  if (await check(readFileSync(path, 'utf8'), options)) continue;
  console.log(`${relative(root, path)} is not formatted; npm run format does it.`);
  process.exitCode = 1;
}
console.log(`${read} files`);
if (read === 0) process.exitCode = 1;
