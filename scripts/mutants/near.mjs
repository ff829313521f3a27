// Which test files are tried first: those that stand where a source stands, because they find most of what is wrong with it.
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** All fast test files. @param {string} root @returns {readonly string[]} */
export function fastTests(root) {
  return readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts') && !name.endsWith('.slow.test.ts'))
    .map((name) => `test/${name}`);
}

/**
 * Those of the folder of a source, or of the next folder above that has some, and those that are called like it. Of a rule,
 * these are its own alone, because the folders of rules hold hundreds.
 * @param {readonly string[]} tests @param {string} file below src/ @returns {readonly string[]}
 */
export function nearTo(tests, file) {
  const name = basename(file, '.ts');
  const named = tests.filter((test) => basename(test, '.test.ts') === name);
  if (/^src\/rules\/(?!facts\/)[^/]+\//.test(file) && named.length > 0) return named;
  let folder = dirname(file).replace(/^src/, 'test');
  const inFolder = () => tests.filter((test) => test.startsWith(`${folder}/`));
  while (folder !== 'test' && inFolder().length === 0) folder = dirname(folder);
  return folder === 'test' ? named : [...new Set([...named, ...inFolder()])];
}
