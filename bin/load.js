// Loads a bundle with the code that V8 made of it when it was built (scripts/code.mjs): to compile it anew would take
// most of the time of a run over few files.
const { readFileSync } = require('node:fs');
const Module = require('node:module');
const { dirname, join } = require('node:path');
const { Script } = require('node:vm');

/** @typedef {{ main: (args: string[]) => number | Promise<number>, watchStreams: () => void }} Exports */

/** @type {Map<string, { exports: Exports }>} */
const modules = new Map();

/** @param {string} path @returns {Exports} */
function load(path) {
  const code = codeOf(path);
  const script = code && compile(path, code);
  // V8 refuses the code of other releases of itself, and of other sources.
  if (script && !script.cachedDataRejected) return run(path, script, load);
  /** @type {{ enableCompileCache?: () => void }} */ (Module).enableCompileCache?.(); // Since Node 22.
  return require(path);
}

/** @param {string} path */
function codeOf(path) {
  try {
    return readFileSync(`${path}.code`);
  } catch {
    return undefined;
  }
}

/**
 * @param {string} path
 * @param {Buffer} [cachedData]
 */
function compile(path, cachedData) {
  const source = readFileSync(path, 'latin1'); // A bundle is ASCII, and this is the fastest way to read it.
  return new Script(Module.wrap(source), { filename: path, cachedData });
}

/**
 * What a bundle exports; it loads the bundles beside it as it was loaded.
 * @param {string} path
 * @param {Script} script
 * @param {(path: string) => Exports} loadPart
 * @returns {Exports}
 */
function run(path, script, loadPart) {
  const module = { exports: /** @type {Exports} */ ({}) };
  modules.set(path, module);
  const ordinary = Module.createRequire(path);
  /** @param {string} id */
  const requireFrom = (id) => {
    if (!id.startsWith('./cli-')) return ordinary(id);
    const part = join(dirname(path), id);
    return modules.get(part)?.exports ?? loadPart(part);
  };
  const required = Object.assign(requireFrom, { resolve: ordinary.resolve });
  script.runInThisContext()(module.exports, required, module, path, dirname(path));
  return module.exports;
}

module.exports = { compile, load, run };
