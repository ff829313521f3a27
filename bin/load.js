// Loads a bundle with the code that V8 made of it when it was built (scripts/code.mjs): to compile it anew would take
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
 * What a bundle exports. It is read once: its functions are asked for at each call.
 * @param {string} path
 * @returns {Exports}
 */
function load(path) {
  const known = modules.get(path);
  if (known) return known.exports;
  // A part has to get what it shares from the bundle that asks for it, and not from a second one.
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
 * What the code of a source begins with. V8 itself compares no more of a source than its length. A sum is enough to find
 * changes that nobody hides, and node:crypto would take longer to load than most bundles.
 * @param {Buffer} source
 */
function keyOf(source) {
  const key = Buffer.alloc(64);
  key.write(`${crc32(source).toString(16)} ${source.length} ${process.version} ${process.arch}`);
  return key;
}

/**
 * The code of this very source, for this release of Node; undefined where there is none.
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
  // The code keeps the name: one without the folder of whoever built it, which a slice of the path would still hold.
  const filename = Buffer.from(`rolloutkit/dist/${basename(path)}`).toString();
  return new Script(Module.wrap(source.toString('latin1')), { filename, cachedData }); // A bundle is ASCII.
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
    if (!/^\.\/cli[-.]/.test(id)) return ordinary(id);
    const part = join(dirname(path), id);
    return modules.get(part)?.exports ?? loadPart(part);
  };
  const required = Object.assign(requireFrom, { resolve: ordinary.resolve });
  script.runInThisContext()(module.exports, required, module, path, dirname(path));
  return module.exports;
}

module.exports = { codeOf, compile, keyOf, load, run };
