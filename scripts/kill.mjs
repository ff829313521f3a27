// Kills every writing command with SIGKILL, at each of its system calls and at random moments. Each file must be as
// before or as after, and the next run must succeed:
//   npm run kill -- --runs 300 [--only drift,rollback] [--seed 7] [--bad]
// --runs is the number of kills. A seed gives the same moments again, as far as the machine allows. --bad makes the
// commands write unsafely, and fails unless every such command is detected.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildBadWriter } from './kill/bad-writer.mjs';
import { momentsAtCalls, strace } from './kill/moments.mjs';

/**
 * @typedef {object} Command
 * @property {string} name
 * @property {string[]} args
 * @property {(folder: string) => void} prepare
 * @property {boolean} [restores] Whether what is in Git is put back before the command is run again, as it asks for.
 */
/** @typedef {{ calls: string } | { after: number }} Moment Of strace's `inject`, or milliseconds. */
/** @typedef {Map<string, string>} Texts The files of a folder. */

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '300' },
    only: { type: 'string', default: '' },
    seed: { type: 'string', default: `${Math.floor(Math.random() * 2 ** 31)}` },
    bad: { type: 'boolean', default: false },
  },
});
/** The folder without symbolic links, as strace prints it. */
const work = realpathSync(mkdtempSync(path.join(tmpdir(), 'rolloutkit-kill-')));
let bin = path.join(import.meta.dirname, '../bin/rolloutkit.js');
/** Temporary files that a killed run may leave behind. */
const leftover = /(^|\/)\.rolloutkit-[0-9a-f-]{36}\.tmp$/;
const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')),
);

const service = ['checkout', '--router=istio-subset', '--image=a/checkout:1', '--namespace=shop'];
const repository = ['--argocd-repo=https://git.example.com/shop.git'];

/** @type {Command[]} */
const commands = [
  ...['yaml', 'kustomize', 'helm', 'cdk8s'].map((style) => ({
    name: `new --style=${style}`,
    args: ['new', ...service, ...repository, `--style=${style}`],
    prepare: () => {},
  })),
  { name: 'init', args: ['init', '--ci=github', '--ci=gitlab'], prepare: commitRollout },
  {
    name: 'init --force',
    args: ['init', '--ci=github', '--ci=gitlab', '--force'],
    prepare(folder) {
      write(folder, { '.pre-commit-config.yaml': 'repos: []\n', '.gitlab-ci.yml': 'stages: [test]\n' });
      commitRollout(folder);
    },
  },
  { name: 'drift --write', args: ['drift', '--write'], prepare: forgetDifferences },
  { name: 'lint --fix', args: ['lint', '--fix', '--quiet'], prepare: misspell },
  { name: 'rollback', args: ['rollback', 'web'], prepare: commitRollout, restores: true },
  {
    name: 'rollback --commit',
    args: ['rollback', 'web', '--commit'],
    prepare: commitRollout,
    restores: true,
  },
  {
    name: 'migrate --commit',
    args: ['migrate', 'web', '--commit'],
    prepare: commitDeployment,
    restores: true,
  },
];

/**
 * A Deployment with a Service and an Ingress. The first step of its migration adds a Rollout. @param {string} folder
 */
function commitDeployment(folder) {
  write(folder, {
    'deployment.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: shop }
spec:
  replicas: 2
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      containers:
        - name: web
          image: web:1
          ports: [{ name: http, containerPort: 8080 }]
          readinessProbe: { httpGet: { path: /ready, port: http } }
`,
    'service.yaml': `apiVersion: v1
kind: Service
metadata: { name: web, namespace: shop }
spec:
  selector: { app: web }
  ports: [{ name: http, port: 80, targetPort: http }]
`,
    'ingress.yaml': `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { name: web, namespace: shop }
spec:
  ingressClassName: nginx
  rules:
    - host: web.example.com
      http:
        paths:
          - { path: /, pathType: Prefix, backend: { service: { name: web, port: { name: http } } } }
`,
  });
  commitAll(folder, 'The service');
}

/** Commits the content of a folder, in a new repository if needed. @param {string} folder @param {string} message */
function commitAll(folder, message) {
  /** @param {string[]} args */
  const git = (...args) => execFileSync('git', args, { cwd: folder, stdio: 'pipe', env: environment });
  git('init', '--quiet', '--initial-branch=main');
  const settings = {
    'user.name': 'Sam',
    'user.email': 'sam@example.com',
    'commit.gpgSign': 'false',
    'gc.auto': '0',
  };
  for (const setting of Object.entries(settings)) git('config', ...setting);
  git('add', '--all');
  git('commit', '--quiet', '--message', message);
}

/** A Rollout in two states, each in two files. @param {string} folder */
function commitRollout(folder) {
  for (const version of [1, 2]) {
    write(folder, {
      'kustomization.yaml': `resources: [rollout.yaml]\nimages:\n  - name: side\n    newTag: "${version}"\n`,
      'rollout.yaml': `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: { name: web }
spec:
  selector: { matchLabels: { app: web } }
  strategy: { canary: {} }
  template:
    metadata: { labels: { app: web } }
    spec:
      containers:
        - name: web
          image: web:${version}
        - name: side
          image: side
`,
    });
    commitAll(folder, `Version ${version}`);
  }
}

/** An Application without the required ignoreDifferences. @param {string} folder */
function forgetDifferences(folder) {
  rolloutkit(folder, 'new', ...service, ...repository, '--style=yaml');
  for (const [name, text] of texts(folder))
    if (name.includes('application'))
      write(folder, { [name]: text.replace(/^ {2}ignoreDifferences:\n(?: {4}.*\n| {2}-.*\n)*/m, '') });
}

/** A service with a fixable mistake in each of several files. @param {string} folder */
function misspell(folder) {
  rolloutkit(folder, 'new', ...service, ...repository, '--style=yaml');
  for (const [name, text] of texts(folder))
    write(folder, {
      [name]: text
        .replace('stableService: checkout-stable', 'stableService: checkout-stabel')
        .replace(/^( +stableSubsetName: stable)$/m, '$1e')
        .replaceAll(/^( +targetPort: http)$/gm, '$1p')
        .replace(/^( +weight: )100$/m, '$150'),
    });
}

/** @param {string} folder @param {Record<string, string>} files */
function write(folder, files) {
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
}

/** @param {string} folder @param {string[]} args */
function rolloutkit(folder, ...args) {
  return spawnSync(process.execPath, [bin, ...args], { cwd: folder, encoding: 'utf8', env: environment });
}

/** The content of a folder, without `.git`. @param {string} folder @returns {Texts} */
function texts(folder) {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .filter((name) => !name.startsWith(`.git${path.sep}`))
    .sort();
  return new Map(names.map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]));
}

let state = Number(options.seed);
/** Mulberry32. */
function random() {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), state | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}

/**
 * Kills a command at a moment. Returns its duration if it ended earlier.
 * @param {string} folder @param {string[]} args @param {Moment} moment
 */
async function kill(folder, args, moment) {
  const traced = 'calls' in moment ? strace('/dev/null', moment.calls) : [];
  const [program = '', ...rest] = [...traced, process.execPath, bin, ...args];
  const started = performance.now();
  const child = spawn(program, rest, { cwd: folder, stdio: 'ignore', detached: true, env: environment });
  const timer = 'after' in moment && setTimeout(() => child.kill('SIGKILL'), moment.after);
  const signal = await new Promise((resolve) => child.on('exit', (_, by) => resolve(by)));
  const took = performance.now() - started;
  if (timer) clearTimeout(timer);
  // A git process that it has started may continue, so wait for the final state.
  for (let waited = 0; waited < 10_000 && isAlive(-Number(child.pid)); waited += 10)
    await new Promise((resolve) => setTimeout(resolve, 10));
  return signal === 'SIGKILL' ? undefined : took;
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** @type {string[]} */
const problems = [];
const totals = { runs: 0, killed: 0, calls: 0, before: 0, amid: 0, after: 0, torn: 0, leftovers: 0 };

/**
 * Returns the command's duration if it ended before it was killed.
 * @param {Command} command @param {string} origin @param {Texts} outcome @param {Moment} moment
 */
async function attempt({ name: title, args, restores }, origin, outcome, moment) {
  const folder = path.join(work, 'run');
  rmSync(folder, { recursive: true, force: true });
  cpSync(origin, folder, { recursive: true });
  totals.runs += 1;
  const took = await kill(folder, args, moment);
  if (took !== undefined) return took;
  totals.killed += 1;
  if ('calls' in moment) totals.calls += 1;
  /** @param {string} what */
  const say = (what) => problems.push(`${title}, ${JSON.stringify(moment)}: ${what}`);

  const old = texts(origin);
  const found = texts(folder);
  let changed = 0;
  const told = problems.length;
  for (const [name, text] of found) {
    if (leftover.test(name)) totals.leftovers += 1;
    else if (text === outcome.get(name) && text !== old.get(name)) changed += 1;
    else if (text !== old.get(name)) say(`${name} is neither old nor new:\n${text}`);
  }
  for (const name of old.keys()) if (!found.has(name)) say(`${name} is gone`);
  const all = [...outcome].filter(([name, text]) => old.get(name) !== text).length;
  if (problems.length > told) totals.torn += 1;
  else totals[changed === 0 ? 'before' : changed === all ? 'after' : 'amid'] += 1;
  if (options.bad) return undefined; // An unsafe command need not succeed in the next run.

  if (restores) {
    /** @param {string[]} git */
    const git = (...git) => spawnSync('git', git, { cwd: folder, encoding: 'utf8', env: environment }).stdout;
    if (/^(?:Roll back|Migrate)/.test(git('log', '--format=%s', '-1'))) return undefined; // The command is complete.
    git('reset', '--quiet');
    git('checkout', '--quiet', '--', '.');
    git('clean', '--quiet', '--force');
  }
  const { stderr } = rolloutkit(folder, ...args);
  const end = new Map([...texts(folder)].filter(([name]) => !leftover.test(name)));
  for (const [name, text] of outcome)
    if (end.get(name) !== text) say(`the next run does not finish ${name}: ${stderr}`);
  if (end.size !== outcome.size) say(`the next run leaves ${[...end.keys()].join(', ')}`);
  return undefined;
}

const only = options.only.split(',');
const chosen = commands.filter(({ name }) => only.some((part) => name.includes(part)));
const share = Math.ceil(Number(options.runs) / chosen.length);
const hasStrace = spawnSync('strace', ['-V']).status === 0;
if (!hasStrace) console.log('skipped: kills at system calls, for there is no strace');
console.log(`seed ${options.seed}`);
let uncaught = 0;
try {
  if (options.bad) bin = buildBadWriter(path.join(work, 'bad'));
  for (const [index, command] of chosen.entries()) {
    const origin = path.join(work, `${index}`);
    mkdirSync(origin);
    command.prepare(origin);
    const done = path.join(work, `${index}-done`);
    cpSync(origin, done, { recursive: true });
    const started = performance.now();
    const { status, stderr } = rolloutkit(done, ...command.args);
    let took = performance.now() - started;
    const outcome = texts(done);
    const old = texts(origin);
    if (![...outcome].some(([name, text]) => old.get(name) !== text))
      problems.push(`${command.name} writes nothing (${status}): ${stderr}`);

    const before = { ...totals };
    /** @param {keyof typeof totals} key */
    const since = (key) => totals[key] - before[key];
    const counted = path.join(work, `${index}-counted`);
    cpSync(origin, counted, { recursive: true });
    const moments = hasStrace
      ? momentsAtCalls(counted, [process.execPath, bin, ...command.args], environment)
      : [];
    // Random moments rarely fall between two calls.
    const atCalls = options.bad ? share : Math.ceil(share / 2);
    for (let wanted = Math.min(moments.length, atCalls); wanted > 0; wanted -= 1)
      for (const moment of moments.splice(Math.floor(random() * moments.length), 1))
        await attempt(command, origin, outcome, moment);
    // Files are written at the end, which comes sooner when the machine is less busy.
    while (since('killed') < share && since('runs') < 3 * share) {
      const after = Math.round(took * (0.4 + 0.6 * random()));
      took = (await attempt(command, origin, outcome, { after })) ?? took;
    }
    console.log(
      `${command.name.padEnd(22)} ${since('runs')} runs, ${since('killed')} killed, ${since('calls')} of them at system calls: ` +
        `${since('before')} before, ${since('amid')} amid and ${since('after')} after the files, ${since('torn')} with a torn one; ` +
        `${since('leftovers')} temporary files left`,
    );
    if (since('torn') === 0) uncaught += 1;
    if (since('killed') < share) problems.push(`${command.name} was killed only ${since('killed')} times`);
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
if (options.bad) {
  console.log(`${totals.killed} killed, ${totals.torn} with a torn file; ${uncaught} commands not caught`);
  process.exitCode = uncaught > 0 ? 1 : 0;
} else {
  for (const problem of problems) console.log(problem);
  console.log(`${totals.killed} killed, ${problems.length} problems`);
  process.exitCode = problems.length > 0 || totals.killed === 0 ? 1 : 0;
}
