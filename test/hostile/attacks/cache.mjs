// Repositories that bring a cache with them, and caches that were tampered with.
import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { secret } from '../world.mjs';

/** @typedef {import('../world.mjs').World} World */
/** @typedef {import('../attack.mjs').Attack} Attack */
/** @typedef {Record<string, unknown>} Entry */

const on = { ROLLOUTKIT_CACHE: '1' };
const lie = '✓ 1 resource, 1 Rollout, 1 rule, 0.01 s\n';
/** Where rolloutkit keeps its entries in the home of the user. */
const own = '.cache/rolloutkit';
const caches = /^\.cache\/rolloutkit/;

/**
 * What rolloutkit would keep of a lint, in a folder of the attacker's machine.
 * @param {World} world
 */
async function entryOf(world) {
  const folder = mkdtempSync(path.join(world.root, 'attacker-'));
  const command = [path.join(world.installation, 'bin/rolloutkit.js'), 'lint', '.'];
  await world.run('node', command, { env: { ...on, XDG_CACHE_HOME: folder } });
  const name = readdirSync(path.join(folder, 'rolloutkit')).find((file) => file.endsWith('.json')) ?? '';
  const text = readFileSync(path.join(folder, 'rolloutkit', name), 'utf8');
  const value = /** @type {Entry} */ (JSON.parse(text.split('\n')[1] ?? ''));
  return { name, value, folder: path.join(folder, 'rolloutkit') };
}

/** @param {string} body */
const signed = (body) => `rolloutkit-cache 2 ${createHash('sha256').update(body).digest('base64')}\n${body}`;

/**
 * An entry of which each fact holds in this checkout, and that says that all is well.
 * @param {World} world
 */
async function lying(world) {
  const { name, value } = await entryOf(world);
  return { name, text: signed(JSON.stringify({ ...value, output: [['stdout', lie]], code: 0 })) };
}

/** In the folder of the user, it would be believed. @type {Attack['proof']} */
async function isBelieved(world) {
  const { name, text } = await lying(world);
  const folder = path.join(world.root, 'believed');
  mkdirSync(path.join(folder, 'rolloutkit'), { recursive: true, mode: 0o700 });
  writeFileSync(path.join(folder, 'rolloutkit', name), text);
  const command = [path.join(world.installation, 'bin/rolloutkit.js'), 'lint', '.'];
  const { output } = await world.run('node', command, { env: { ...on, XDG_CACHE_HOME: folder } });
  return output.includes('✓ 1 resource');
}

/**
 * A repository that has an entry in a folder, and how the user comes to use it.
 * @param {string} name
 * @param {string} folder in the repository
 * @param {Attack['runs'][number]} run
 * @returns {Attack}
 */
const brought = (name, folder, run) => ({
  name: `cache: ${name}`,
  async build(world) {
    world.checkOut();
    const { name: file, text } = await lying(world);
    mkdirSync(path.join(world.repo, folder), { recursive: true, mode: 0o700 });
    writeFileSync(path.join(world.repo, folder, file), text, { mode: 0o600 });
  },
  runs: [run],
  proof: isBelieved,
});

/**
 * A cache of the user in which an entry was changed.
 * @param {string} name
 * @param {(entry: Entry, world: World) => string} change the text of the file
 * @returns {Attack}
 */
const tampered = (name, change) => ({
  name: `cache: ${name}`,
  async build(world) {
    world.checkOut();
    const { name: file, value } = await entryOf(world);
    const folder = path.join(world.home, own);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(path.join(folder, file), change(value, world));
  },
  runs: [{ args: ['lint', '.'], env: on, exit: [1], caches, reads: [caches] }],
  proof: isBelieved,
});

/**
 * A cache of the user in which what a run has found out was changed, and a manifest that has changed since, so that the next run
 * would begin from it.
 * @param {string} name
 * @param {(state: { values: Entry, rest: Buffer, id: string }, file: string) => Buffer | undefined} change the new file, unless
 *   it was written
 * @returns {Attack}
 */
const tamperedState = (name, change) => ({
  name: `cache: ${name}`,
  async build(world) {
    world.checkOut();
    const { name: file, value, folder: from } = await entryOf(world);
    const folder = path.join(world.home, own);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(path.join(folder, file), signed(JSON.stringify(value)));
    const stateFile = file.replace('.json', '.state');
    const state = readFileSync(path.join(from, stateFile));
    const start = state.indexOf('\n') + 1;
    const [, , id = '', length] = state.subarray(0, start).toString().split(' ');
    const end = start + Number(length);
    const parts = {
      values: JSON.parse(state.subarray(start, end).toString()),
      rest: state.subarray(end),
      id,
    };
    const changed = change(parts, path.join(folder, stateFile));
    if (changed) writeFileSync(path.join(folder, stateFile), changed);
    const manifests = readdirSync(world.repo, { recursive: true }).map(String);
    const manifest = manifests.find((one) => one.endsWith('.yaml') && !one.includes('.git/')) ?? '';
    appendFileSync(path.join(world.repo, manifest), '# changed\n');
  },
  runs: [
    { args: ['lint', '.'], env: on, exit: [1], finds: /legit-stable-is-absent/, caches, reads: [caches] },
  ],
  proof: isBelieved,
});

/** @param {Buffer} bytes */
const hashed = (bytes) => createHash('sha256').update(bytes).digest('base64');

/**
 * A state that says of itself that it is whole.
 * @param {string} id @param {string} values @param {Buffer} words @param {Buffer} [texts]
 */
const signedState = (id, values, words, texts = Buffer.alloc(0)) => {
  const bytes = Buffer.from(values);
  const head = `rolloutkit-state 1 ${id} ${bytes.length} ${words.length} ${hashed(bytes)} ${hashed(words)}\n`;
  return Buffer.concat([Buffer.from(head), bytes, words, texts]);
};

/** @param {{ values: Entry, rest: Buffer }} state */
const partsOf = ({ values, rest }) => {
  const counts = /** @type {number[]} */ (values['wordCounts']);
  const end = counts.reduce((sum, count) => sum + count * 4, 0);
  return { words: rest.subarray(0, end), texts: rest.subarray(end) };
};

/** @param {string} text @param {(entry: Entry) => Entry} [change] */
const printing =
  (text, change = (entry) => entry) =>
  (/** @type {Entry} */ entry) =>
    signed(JSON.stringify({ ...change(entry), output: [['stdout', `${text}\n`]], code: 0 }));

/** @param {readonly unknown[]} facts */
const knowing = (facts) => (/** @type {Entry} */ entry) =>
  signed(JSON.stringify({ ...entry, facts, output: [['stdout', lie]], code: 0 }));

/** @type {Attack[]} */
export default [
  brought('the home of a CI job is the checkout', own, {
    args: ['lint', '.'],
    env: { ...on, HOME: '.' },
    exit: [1],
  }),
  brought('the folder of caches is in the checkout', 'caches/rolloutkit', {
    command: (world) => [
      'env',
      `XDG_CACHE_HOME=${world.repo}/caches`,
      process.execPath,
      path.join(world.installation, 'bin/rolloutkit.js'),
      'lint',
      '.',
    ],
    env: on,
    exit: [1],
    programs: [/\/env$/],
  }),
  brought('the command line names a folder of the checkout', 'cache', {
    args: ['lint', '--cache-dir', 'cache', '.'],
    exit: [2],
    finds: /is in the repository/,
  }),
  {
    name: 'cache: a folder of the checkout is a link to one outside',
    build(world) {
      world.link('cache', '../outside');
    },
    runs: [{ args: ['lint', '--cache-dir', 'cache', '.'], exit: [2], finds: /is in the repository/ }],
    proof(world) {
      writeFileSync(path.join(world.repo, 'cache', 'written'), '');
      return readdirSync(world.outside).includes('written');
    },
  },
  {
    name: 'cache: a link outside leads into the checkout',
    async build(world) {
      world.checkOut();
      const { name, text } = await lying(world);
      mkdirSync(path.join(world.repo, 'x'), { mode: 0o700 });
      writeFileSync(path.join(world.repo, 'x', name), text);
      symlinkSync(path.join(world.repo, 'x'), path.join(world.root, 'shortcut'));
    },
    runs: [
      { args: ['lint', '--cache-dir', '{root}/shortcut', '.'], exit: [2], finds: /is in the repository/ },
    ],
    proof: isBelieved,
  },
  {
    name: 'cache: others can write to the folder',
    async build(world) {
      world.checkOut();
      const { name, text } = await lying(world);
      const folder = path.join(world.home, own);
      mkdirSync(folder, { recursive: true });
      writeFileSync(path.join(folder, name), text);
      execFileSync('chmod', ['777', folder]);
    },
    runs: [{ args: ['lint', '.'], env: on, exit: [1], reads: [caches] }],
    proof: isBelieved,
  },
  {
    name: 'cache: an entry is a pipe',
    async build(world) {
      world.checkOut();
      const { name } = await entryOf(world);
      mkdirSync(path.join(world.home, own), { recursive: true, mode: 0o700 });
      execFileSync('mkfifo', [path.join(world.home, own, name)]);
    },
    runs: [{ args: ['lint', '.'], env: on, exit: [1], caches, reads: [caches] }],
    proof: async (world) => {
      const pipe = path.join(world.root, 'pipe');
      execFileSync('mkfifo', [pipe]);
      return (await world.run('node', ['-e', `require('fs').readFileSync('${pipe}')`], { seconds: 2 }))
        .isLate;
    },
  },
  tampered('an entry was cut off', (entry) => signed(JSON.stringify(entry)).slice(0, -20)),
  tampered('an entry has other output than it was written with', (entry) =>
    signed(JSON.stringify(entry)).replace('legit-stable-is-absent', 'legit-stable'),
  ),
  tampered('an entry sends sequences to the terminal', printing('\u001b]52;c;cm0gLXJmIC8=\u0007\u001b[2J')),
  tampered(
    'an entry sends commands to the runner',
    printing('::add-mask::x\n##vso[task.setvariable variable=PATH]x'),
  ),
  tampered('an entry overwrites lines', printing('legit-stable-is-absent\r✓ nothing')),
  tampered('an entry holds whatever happens', knowing([])),
  tampered('an entry asks for pipes and devices', (entry, world) => {
    const pipe = path.join(world.home, own, 'pipe');
    execFileSync('mkfifo', [pipe]);
    return knowing([
      ['file', pipe, 'hash'],
      ['file', '/dev/zero', 'hash'],
    ])(entry);
  }),
  tampered('an entry asks for what is not a question', knowing([['run', '/bin/sh', secret]])),
  tampered('an entry is nested without end', () => signed(`{"facts":${'['.repeat(2e6)}${']'.repeat(2e6)}}`)),
  tampered('an entry changes what objects have', (entry) =>
    signed(
      JSON.stringify(entry).replace(/^\{/, '{"__proto__":{"asked":"x"},"constructor":{"prototype":{}},'),
    ).replace(/"asked":"(?:[^"\\]|\\.)*"/, '"asked":"x"'),
  ),
  tampered('an entry is for another command line', (entry) =>
    signed(JSON.stringify({ ...entry, asked: '{"args":["lint"]}', output: [['stdout', lie]], code: 0 })),
  ),
  tamperedState('the findings of a run were removed', ({ values, rest, id }) => {
    const { words, texts } = partsOf({ values, rest });
    const state = signedState(id, JSON.stringify(values), words, texts);
    const at = state.indexOf('"findings":[{');
    return Buffer.concat([state.subarray(0, at), Buffer.from('"findings":[ '), state.subarray(at + 13)]);
  }),
  tamperedState('what a run has found out is a pipe', (_, file) => {
    execFileSync('mkfifo', [file]);
    return undefined;
  }),
  tamperedState('what a run has found out is a link to a device', (_, file) => {
    symlinkSync('/dev/zero', file);
    return undefined;
  }),
  tamperedState('what a run has found out is nested without end', ({ id }) =>
    signedState(id, `{"findings":${'['.repeat(2e6)}${']'.repeat(2e6)}}`, Buffer.alloc(0)),
  ),
  tamperedState('numbers of objects lead nowhere', ({ values, rest, id }) => {
    const { words, texts } = partsOf({ values, rest });
    const objects = /** @type {number[]} */ (values['objects']).map((number) => number * 1e6);
    return signedState(id, JSON.stringify({ ...values, objects }), words, texts);
  }),
  tamperedState('findings are of another form', ({ values, rest, id }) => {
    const { words, texts } = partsOf({ values, rest });
    const findings = [{ rule: { toString: 'x' }, place: ['__proto__', 0, 1e300], labels: {} }];
    return signedState(id, JSON.stringify({ ...values, findings }), words, texts);
  }),
  tamperedState('the texts of a run are those of other files', ({ values, rest, id }) => {
    const { words, texts } = partsOf({ values, rest });
    return signedState(id, JSON.stringify(values), words, Buffer.from(texts.map((byte) => byte ^ 1)));
  }),
  tamperedState('a state is of another run', ({ values, rest, id }) => {
    const { words, texts } = partsOf({ values, rest });
    const other = id.replace(/^./, (first) => (first === '0' ? '1' : '0'));
    return signedState(other, JSON.stringify({ ...values, findings: [] }), words, texts);
  }),
  tamperedState('a state is longer than any', ({ id }) =>
    Buffer.from(`rolloutkit-state 1 ${id} 9999999999 9999999999 ${'x'.repeat(44)} ${'x'.repeat(44)}\n{}`),
  ),
];
