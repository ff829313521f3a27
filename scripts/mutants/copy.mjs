// A copy of the checkout whose sources hold all chosen mutants at once, each asleep until the environment names it.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** @typedef {import('./find.mjs').Mutant} Mutant */

/** @param {string} root @param {string} folder @param {readonly Mutant[]} mutants */
export function copyWith(root, folder, mutants) {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  for (const file of listed.split('\0').filter(Boolean)) {
    const to = join(folder, file);
    mkdirSync(dirname(to), { recursive: true });
    copyFileSync(join(root, file), to);
  }
  // A test asks Git for the files of the project.
  for (const args of [
    ['init', '--quiet'],
    ['add', '--all'],
  ])
    execFileSync('git', args, { cwd: folder });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const file of new Set(mutants.map((one) => one.file))) {
    const path = join(folder, file);
    writeFileSync(path, withAsleep(readFileSync(path, 'utf8'), file, mutants));
  }
}

/** @param {string} text @param {string} file @param {readonly Mutant[]} mutants */
function withAsleep(text, file, mutants) {
  const own = mutants
    .map((mutant, index) => ({ ...mutant, index }))
    .filter((mutant) => mutant.file === file)
    // An expression stands before those within it.
    .toSorted((one, other) => one.start - other.start || other.end - one.end);
  return between(text, 0, text.length, own);
}

/**
 * A stretch of a text with the mutants in it, some of which may be within others.
 * @param {string} text @param {number} from @param {number} to @param {readonly (Mutant & { index: number })[]} mutants
 * @returns {string}
 */
function between(text, from, to, mutants) {
  const [first] = mutants;
  if (!first) return text.slice(from, to);
  const { start, end } = first;
  const isHere = (/** @type {Mutant} */ one) => one.start === start && one.end === end;
  const inside = mutants.filter((one) => one.end <= end);
  const awake = inside
    .filter(isHere)
    .map(({ index, to: other }) => `globalThis.isMutant(${index}) ? (${other}) : `);
  const asleep = between(
    text,
    start,
    end,
    inside.filter((one) => !isHere(one)),
  );
  const after = between(text, end, to, mutants.slice(inside.length));
  return `${text.slice(from, start)}(${awake.join('')}(${asleep}))${after}`;
}
