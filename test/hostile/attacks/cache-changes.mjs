// Caches of lints of a change that were tampered with.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { secret } from '../world.mjs';

/** @typedef {import('../world.mjs').World} World */
/** @typedef {import('../attack.mjs').Attack} Attack */
/** @typedef {Record<string, unknown>} Values */
/** @typedef {{ entry: Values, values: Values, words: Buffer, file: string, state: string }} Parts */

const on = { ROLLOUTKIT_CACHE: '1' };
/** Where rolloutkit keeps its entries in the home of the user. */
const own = '.cache/rolloutkit';
const caches = /^\.cache\/rolloutkit/;

/** @param {string | Buffer} bytes */
const hashed = (bytes) => createHash('sha256').update(bytes).digest('base64');

/** @param {World} world @param {string} caches of the user */
const lintStaged = (world, caches) =>
  world.run('node', [path.join(world.installation, 'bin/rolloutkit.js'), 'lint', '--staged', '.'], {
    env: { ...on, XDG_CACHE_HOME: caches },
  });

/**
 * What rolloutkit keeps of a lint of what is staged, changed, in a folder of its own in a folder.
 * @param {World} world @param {string} folder @param {(parts: Parts) => void} change
 */
async function tamper(world, folder, change) {
  appendFileSync(path.join(world.repo, 'legit/rollout.yaml'), '# staged\n');
  world.gitIn(world.repo, 'add', 'legit/rollout.yaml');
  const from = mkdtempSync(path.join(world.root, 'attacker-'));
  await lintStaged(world, from);
  const kept = path.join(from, 'rolloutkit');
  const name = readdirSync(kept).find((file) => file.endsWith('.files')) ?? '';
  const entry = /** @type {Values} */ (
    JSON.parse(readFileSync(path.join(kept, name), 'utf8').split('\n')[1] ?? '')
  );
  const stateName = name.replace('.files', '.state');
  const bytes = readFileSync(path.join(kept, stateName));
  const start = bytes.indexOf('\n') + 1;
  const end = start + Number(bytes.subarray(0, start).toString().split(' ')[3]);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const parts = {
    entry,
    values: /** @type {Values} */ (JSON.parse(bytes.subarray(start, end).toString())),
    words: bytes.subarray(end),
    file: path.join(folder, name),
    state: path.join(folder, stateName),
  };
  write(parts);
  change(parts);
}

/** Writes an entry and a state that say of themselves that they are whole. @param {Parts} parts */
function write({ entry, values, words, file, state }) {
  const body = JSON.stringify(entry);
  writeFileSync(file, `rolloutkit-cache 2 ${hashed(body)}\n${body}`);
  const bytes = Buffer.from(JSON.stringify(values));
  const sizes = `${bytes.length} ${words.length} ${hashed(bytes)} ${hashed(words)}`;
  const head = Buffer.from(`rolloutkit-state 1 ${String(entry['id'])} ${sizes}\n`);
  writeFileSync(state, Buffer.concat([head, bytes, words]));
}

/** A state without the objects of files. @param {Parts} parts */
const withoutObjects = (parts) => {
  const { flags } = /** @type {{ flags: number[] }} */ (/** @type {unknown} */ (parts.values));
  const counts = flags.map(() => 0);
  write({ ...parts, values: { ...parts.values, objects: [], counts, strings: [] } });
};

/**
 * A cache of the user of which something was changed, and another change of the manifest since.
 * @param {string} name
 * @param {(parts: Parts) => void} change
 * @returns {Attack}
 */
const tampered = (name, change) => ({
  name: `cache of changes: ${name}`,
  programs: ['git'],
  async build(world) {
    world.checkOut();
    await tamper(world, path.join(world.home, own), change);
    appendFileSync(path.join(world.repo, 'legit/rollout.yaml'), '# staged, too\n');
    world.gitIn(world.repo, 'add', 'legit/rollout.yaml');
  },
  runs: [{ args: ['lint', '--staged', '.'], env: on, exit: [1], caches, reads: [caches] }],
  /** What the cache says of files that have not changed is believed. */
  async proof(world) {
    const believed = path.join(world.root, 'believed');
    await tamper(world, path.join(believed, 'rolloutkit'), withoutObjects);
    return !(await lintStaged(world, believed)).output.includes('legit-stable-is-absent');
  },
});

/** @type {Attack[]} */
export default [
  tampered('the hashes of files are those of others', (parts) => {
    const facts = /** @type {unknown[][]} */ (parts.entry['facts']);
    write({
      ...parts,
      entry: { ...parts.entry, facts: facts.map(([question, file]) => [question, file, hashed('')]) },
    });
  }),
  tampered('files lie elsewhere', (parts) => {
    const facts = /** @type {unknown[][]} */ (parts.entry['facts']);
    write({
      ...parts,
      entry: {
        ...parts.entry,
        facts: facts.map(([question], index) => [question, `/dev/zero/${secret}/${index}`, hashed('')]),
      },
    });
  }),
  tampered('questions are others', (parts) => {
    const facts = /** @type {unknown[][]} */ (parts.entry['facts']);
    write({
      ...parts,
      entry: { ...parts.entry, facts: facts.map(([, file]) => ['exists', file, 'true']) },
    });
  }),
  tampered('a state has fewer files', (parts) =>
    write({ ...parts, values: { ...parts.values, flags: [], counts: [], wordCounts: [], textLengths: [] } }),
  ),
  tampered('numbers of objects lead nowhere', (parts) => {
    const objects = /** @type {number[]} */ (parts.values['objects']).map((number) => number * 1e6);
    write({ ...parts, values: { ...parts.values, objects } });
  }),
  tampered('the list of files is a pipe', ({ file }) => {
    rmSync(file);
    execFileSync('mkfifo', [file]);
  }),
];
