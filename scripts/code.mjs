// Writes V8's code cache of the bundles in dist/, taken while they lint and simulate the examples; bin/load.js loads
// it.
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { compile, keyOf, run } from '../bin/load.js';

const root = join(import.meta.dirname, '..');
/** @type {Map<string, { source: Buffer, script: import('node:vm').Script }>} */
const compiled = new Map();

/** @param {string} path */
function load(path) {
  const source = readFileSync(path);
  if (source.some((byte) => byte > 0x7f)) throw new Error(`${path} is not ASCII.`);
  const script = compile(path, source);
  compiled.set(path, { source, script });
  return run(path, script, load);
}

/** @param {string} path */
function cacheOf(path) {
  const { source, script } = /** @type {{ source: Buffer, script: import('node:vm').Script }} */ (
    compiled.get(path)
  );
  // V8 takes a cache only with the flags with which it was written, and a lint of many files sets this one (src/cli/frugal.ts).
  setFlagsFromString('--max-inlined-bytecode-size-cumulative=920');
  // A lint that begins from an earlier one sets these.
  if (process.versions.v8.startsWith('11.')) setFlagsFromString(`--interrupt-budget=${66 * 1024}`);
  setFlagsFromString('--semi-space-growth-factor=2');
  return Buffer.concat([keyOf(source), script.createCachedData()]);
}

/** Lints with a cache, before and after a change of one file, and once more. */
function lintAgain() {
  const folder = mkdtempSync(join(tmpdir(), 'rolloutkit-code-'));
  try {
    const copy = join(folder, 'examples');
    cpSync(examples, copy, { recursive: true });
    const lint = () => main(['lint', copy, '--cache-dir', join(folder, 'cache')]);
    lint();
    const files = readdirSync(copy, { recursive: true, encoding: 'utf8' });
    const rollout = files.find((file) => /rollout[^/]*\.yaml$/.test(file));
    if (rollout === undefined) throw new Error('The examples have no file of a Rollout.');
    appendFileSync(join(copy, rollout), '# changed\n');
    lint();
    lint();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const { main } = load(join(root, 'dist/cli.js'));
const examples = join(root, 'examples');
main(['lint', examples]);
lintAgain();
// Each start loads this cache whole: what only simulations call is compiled when they do.
const ofLint = cacheOf(join(root, 'dist/cli.js'));
for (const args of [
  ['lint', join(root, 'test/rules/analysis/queries-see-canary')], // The examples have no metrics.
  ['simulate', examples],
  ['drift', examples],
  ['lint', '--render', join(examples, 'istio-host')], // Its folder contains nothing to render, so this starts no program.
])
  main(args);
// What few runs need, and of which they call a few functions: with its code in a cache, a run is faster by 10 ms at most.
const withoutCache = ['cli-cel.js', 'cli-document.js', 'cli-pattern.js', 'cli-yaml.js'];
for (const path of compiled.keys()) if (withoutCache.includes(basename(path))) compiled.delete(path);
for (const path of compiled.keys())
  writeFileSync(`${path}.code`, path.endsWith('/cli.js') ? ofLint : cacheOf(path));
execFileSync(process.execPath, [
  '-e',
  `const { codeOf, compile } = require(${JSON.stringify(join(root, 'bin/load.js'))});
   for (const path of process.argv.slice(1)) {
     const source = require('node:fs').readFileSync(path);
     if (compile(path, source, codeOf(path, source)).cachedDataRejected)
       throw new Error('V8 does not take the code cache of ' + path);
   }`,
  ...compiled.keys(),
]);
