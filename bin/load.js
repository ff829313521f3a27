// Loads a bundle with the V8 code cache that was created when it was built (scripts/code.mjs). Compiling it would take
// most of the time of a run over few files.
const { existsSync, readFileSync } = require('node:fs');
const Module = require('node:module');
const { basename, dirname, join } = require('node:path');
const { Script } = require('node:vm');
const { crc32 } = require('node:zlib');

/** @typedef {{ main: (args: string[]) => number | Promise<number> }} Exports */

/** @type {Map<string, { exports: Exports }>} */
const modules = new Map();

/**
 * The exports of a bundle, which is loaded once.
 * @param {string} path
 * @returns {Exports}
 */
function load(path) {
  const known = modules.get(path);
  if (known) return known.exports;
  // A part must get shared modules from the bundle that loads it, not from a second instance.
  const isPart = modules.size > 0;
  const source = (isPart || existsSync(`${path}.code`)) && readFileSync(path);
  const code = source ? codeOf(path, source) : undefined;
  const script = source && (code || isPart) ? compile(path, source, code) : undefined;
  if (script && (isPart || !script.cachedDataRejected)) return run(path, script, load);
  /** @type {{ enableCompileCache?: () => void }} */ (Module).enableCompileCache?.(); // Since Node 22.
  const exports = require(path);
  modules.set(path, { exports });
  return exports;
}

/**
 * A key for the code cache. V8 itself compares only the length of a source. A checksum detects all changes that are not
 * made on purpose, and loading node:crypto takes longer than loading most bundles.
 * @param {Buffer} source
 */
function keyOf(source) {
  const key = Buffer.alloc(64);
  key.write(`${crc32(source).toString(16)} ${source.length} ${process.version} ${process.arch}`);
  return key;
}

/**
 * The code cache for exactly this source and release of Node; undefined if none exists.
 * @param {string} path
 * @param {Buffer} source
 */
function codeOf(path, source) {
  let kept;
  try {
    kept = readFileSync(`${path}.code`);
  } catch {
    return undefined;
  }
  const key = keyOf(source);
  return kept.subarray(0, key.length).equals(key) ? kept.subarray(key.length) : undefined;
}

/**
 * @param {string} path
 * @param {Buffer} source
 * @param {Buffer} [cachedData]
 */
function compile(path, source, cachedData) {
  // The cache contains the name, so it must not contain the folder of the build machine; a slice of the path would keep
  // it alive.
  const filename = Buffer.from(`rolloutkit/dist/${basename(path)}`).toString();
  return new Script(Module.wrap(source.toString('latin1')), { filename, cachedData }); // A bundle contains only ASCII.
}

/**
 * The exports of a bundle. It loads other bundles in the same way.
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
    if (!/^\.\/cli[-.]/.test(id)) return ordinary(id);
    const part = join(dirname(path), id);
    return modules.get(part)?.exports ?? loadPart(part);
  };
  const required = Object.assign(requireFrom, { resolve: ordinary.resolve });
  script.runInThisContext()(module.exports, required, module, path, dirname(path));
  return module.exports;
}

module.exports = { codeOf, compile, keyOf, load, run };
