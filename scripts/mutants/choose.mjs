// Which mutants are tried: as many of each room, by chance that a seed repeats.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { mutantsOf } from './find.mjs';

/** @typedef {import('./find.mjs').Mutant} Mutant */

/**
 * @param {string} root
 * @param {readonly string[]} rooms folders of src/
 * @param {number} count
 * @param {{ below: (end: number) => number }} random
 * @returns {readonly Mutant[]}
 */
export function chosen(root, rooms, count, random) {
  const compiles = compilerOf(root);
  const pools = rooms.map((room) => candidatesOf(root, room));
  /** @type {Mutant[]} */
  const taken = [];
  while (taken.length < count && pools.some((pool) => pool.length > 0))
    for (const pool of pools) {
      if (taken.length >= count) break;
      const next = nextOf(pool, taken, random, compiles);
      if (next) taken.push(next);
    }
  return taken;
}

/**
 * All mutants of some lines that the compiler accepts.
 * @param {string} root @param {readonly string[]} places such as `src/a.ts:12` or `src/a.ts:12-14`
 * @returns {readonly Mutant[]}
 */
export function chosenAt(root, places) {
  const compiles = compilerOf(root);
  return places.flatMap((place) => {
    const [, file, from, to = from] = /^(.+):(\d+)(?:-(\d+))?$/.exec(place) ?? [];
    if (file === undefined) throw new Error(`${place} is not like src/a.ts:12 or src/a.ts:12-14.`);
    return mutantsOf(file, readFileSync(join(root, file), 'utf8')).filter(
      (mutant) => mutant.line >= Number(from) && mutant.line <= Number(to) && compiles(mutant),
    );
  });
}

/** @param {string} root @param {string} room @returns {Mutant[]} */
function candidatesOf(root, room) {
  return readdirSync(join(root, 'src', room), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
    .toSorted()
    .map((name) => `src/${room}/${name}`)
    .flatMap((file) => mutantsOf(file, readFileSync(join(root, file), 'utf8')));
}

/**
 * Takes one out of the pool that overlaps none of those taken, and that the compiler accepts: what it refuses needs no test.
 * @param {Mutant[]} pool @param {readonly Mutant[]} taken @param {{ below: (end: number) => number }} random
 * @param {(mutant: Mutant) => boolean} compiles
 */
function nextOf(pool, taken, random, compiles) {
  while (pool.length > 0) {
    const [mutant] = pool.splice(random.below(pool.length), 1);
    if (!mutant) return undefined;
    const overlaps = taken.some(
      ({ file, start, end }) => file === mutant.file && start < mutant.end && mutant.start < end,
    );
    if (!overlaps && compiles(mutant)) return mutant;
  }
  return undefined;
}

/** Whether a file with a mutant has no more errors than before. @param {string} root @returns {(mutant: Mutant) => boolean} */
function compilerOf(root) {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options, fileNames } = ts.parseJsonConfigFileContent({ ...config, include: ['src'] }, ts.sys, root);
  /** @type {Map<string, { version: number, text: string }>} */
  const changed = new Map();
  const service = ts.createLanguageService({
    ...ts.sys,
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    getCompilationSettings: () => options,
    getCurrentDirectory: () => root,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    getScriptFileNames: () => fileNames,
    getScriptVersion: (path) => String(changed.get(path)?.version ?? 0),
    getScriptSnapshot: (path) => {
      const text = changed.get(path)?.text ?? ts.sys.readFile(path);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
  });
  let version = 0;
  return ({ file, start, end, to }) => {
    const path = join(root, file);
    const text = readFileSync(path, 'utf8');
    version += 1;
    changed.set(path, { version, text: `${text.slice(0, start)}${to}${text.slice(end)}` });
    const errors = [...service.getSyntacticDiagnostics(path), ...service.getSemanticDiagnostics(path)];
    version += 1;
    changed.set(path, { version, text });
    return errors.length === 0;
  };
}
