// Writes what V8 makes of the bundles of dist/ while they lint and simulate the examples, for bin/load.js to load it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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

const { main } = load(join(root, 'dist/cli.js'));
const examples = join(root, 'examples');
for (const args of [
  ['lint', examples],
  ['simulate', examples],
  ['drift', examples],
  ['lint', '--render', join(examples, 'istio-host')], // There is nothing in it to start a program for.
])
  main(args);
// The examples are written as nearly all manifests are, and do not need it.
const parser = join(root, 'dist/cli-yaml.js');
if (!compiled.has(parser)) load(parser);
for (const [path, { source, script }] of compiled)
  writeFileSync(`${path}.code`, Buffer.concat([keyOf(source), script.createCachedData()]));
