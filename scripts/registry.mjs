// Writes src/rules/registry.ts, which is not in Git: the rules in the folders of src/rules/, and the type of their
// names. Building, testing and checking call it first, so that a new rule needs no list.
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of code that rules share. */
const shared = 'facts';

/** @param {string} [root] of the project */
export function writeRegistry(root = join(import.meta.dirname, '..')) {
  const folder = join(root, 'src/rules');
  const file = join(folder, 'registry.ts');
  const text = registryText(ruleNames(folder));
  if (textOf(file) === text) return;
  // Several processes may do this at once.
  const own = `${file}.${process.pid}`;
  writeFileSync(own, text);
  renameSync(own, file);
}

if (process.argv[1] === import.meta.filename) writeRegistry();

/** The sorted names of rules: `area/rule` for the file `area/rule.ts`. @param {string} folder */
function ruleNames(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== shared)
    .flatMap(({ name: area }) =>
      readdirSync(join(folder, area))
        .filter((file) => file.endsWith('.ts'))
        .map((file) => `${area}/${file.slice(0, -'.ts'.length)}`),
    )
    .sort();
}

/** @param {readonly string[]} names */
function registryText(names) {
  const ids = names.map((name) => name.replaceAll(/[^a-z0-9]+(.)/g, (_, letter) => letter.toUpperCase()));
  return [
    '// Written by scripts/registry.mjs, and not in Git.',
    "import type { Rule } from './rule.js';",
    ...names.map((name, index) => `import ${ids[index]} from './${name}.js';`),
    '',
    '/** The rules that are files of these folders, sorted by name. */',
    'export const rules: readonly Rule[] = [',
    ...ids.map((id) => `  ${id},`),
    '];',
    '',
    '/** Their names. */',
    'export type NameInFolder =',
    `${names.map((name) => `  | '${name}'`).join('\n')};`,
    '',
  ].join('\n');
}

/** @param {string} file */
function textOf(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
