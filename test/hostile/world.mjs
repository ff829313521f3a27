// A repository of an attacker, checked out by real git, and around it what must not be touched.
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';

/** What stands in everything that nobody may see. */
export const secret = 'S3CR3T-MARKER-7f1e';

/** A finding of the repository that no attack may silence. */
const legitimate = {
  'legit/rollout.yaml': `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: { name: legit, namespace: legit }
spec:
  replicas: 2
  selector: { matchLabels: { app: legit } }
  template:
    metadata: { labels: { app: legit } }
    spec: { containers: [{ name: legit, image: "legit:1" }] }
  strategy:
    canary:
      canaryService: legit-canary
      stableService: legit-stable-is-absent
      steps: [{ setWeight: 20 }, { pause: {} }]
`,
  'legit/service.yaml': `apiVersion: v1
kind: Service
metadata: { name: legit-canary, namespace: legit }
spec: { selector: { app: legit }, ports: [{ port: 80 }] }
`,
};

const system = ['/usr/bin', '/bin'];

export class World {
  /** @type {import('node:http').Server | undefined} */
  #server;
  /** Requests and connections that reached the port. */
  contacts = 0;
  port = 0;

  /**
   * @param {string} root a new folder
   * @param {Record<string, string>} programs paths of the real programs, by name
   * @param {string} installation the folder of rolloutkit
   */
  constructor(root, programs, installation) {
    this.root = root;
    this.programs = programs;
    this.installation = installation;
    /** Where the attacker works; what is committed there is cloned to `repo`. */
    this.origin = path.join(root, 'origin');
    this.repo = path.join(root, 'repo');
    this.outside = path.join(root, 'outside');
    this.home = path.join(root, 'home');
    this.tmp = path.join(root, 'tmp');
    /** A file that only code of the attacker writes. */
    this.canary = path.join(root, 'canary', 'fired');
    for (const folder of [this.origin, this.outside, this.home, this.tmp, path.dirname(this.canary)])
      mkdirSync(folder, { recursive: true });
    /** @type {Record<string, string>} */
    this.env = {
      HOME: this.home,
      LANG: 'C.UTF-8',
      NO_COLOR: '1',
      PATH: [
        // Those of the system last: there may be another kubectl among them than the one that was chosen.
        ...new Set(
          Object.values(programs)
            .map((file) => path.dirname(file))
            .filter((one) => !system.includes(one)),
        ),
        ...system,
      ].join(':'),
      TMPDIR: this.tmp,
      TOKEN_OF_CI: secret,
    };
    const files = {
      credentials: `[default]\naws_access_key_id = ${secret}\n`,
      'manifest.yaml': `apiVersion: v1\nkind: Service\nmetadata: { name: "${secret}" }\nspec: [${secret}\n`,
      'values.yaml': `auths: { ghcr.io: { auth: ${secret} } }\n`,
      'victim.yaml': `apiVersion: v1\nkind: Secret # ${secret}\n`,
      'folder/inner.yaml': `apiVersion: v1\nkind: Service\nmetadata: { name: ${secret} }\nspec: [${secret}\n`,
    };
    for (const [name, text] of Object.entries(files)) this.#writeAt(path.join(this.outside, name), text);
    this.#writeAt(path.join(this.home, '.docker/config.json'), `{"auths":{"x":{"auth":"${secret}"}}}`);
    this.#writeAt(path.join(this.home, '.netrc'), `machine 127.0.0.1 login a password ${secret}\n`);
    const user = '[user]\n\tname = Tester\n\temail = tester@example.com\n[init]\n\tdefaultBranch = main\n';
    this.#writeAt(path.join(this.home, '.gitconfig'), user);
    for (const [name, text] of Object.entries(legitimate)) this.write(name, text);
  }

  /**
   * @param {string} file
   * @param {string | Buffer} text
   */
  #writeAt(file, text) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  /**
   * Writes a file of the attacker's repository; a script if `mode` says so.
   * @param {string} name
   * @param {string | Buffer} text
   * @param {number} [mode]
   */
  write(name, text, mode) {
    const file = path.join(this.origin, name);
    this.#writeAt(file, text);
    if (mode !== undefined) chmodSync(file, mode);
  }

  /**
   * @param {string} name
   * @param {string} target
   */
  link(name, target) {
    const file = path.join(this.origin, name);
    mkdirSync(path.dirname(file), { recursive: true });
    symlinkSync(target, file);
  }

  /** A text of the repository as it is checked out. @param {string} name */
  textOf(name) {
    return readFileSync(path.join(this.repo, name), 'utf8');
  }

  /** A script that leaves the canary, and hands on what it is given, as a filter or a post-renderer has to. */
  get script() {
    return `#!/bin/sh\necho fired >> '${this.canary}'\ncat\n`;
  }

  /** A line of the shell that does the same. */
  get shot() {
    return `echo fired >> '${this.canary}'`;
  }

  get fired() {
    return existsSync(this.canary);
  }

  /**
   * Runs a real program as its user would, without any of our care.
   * @param {string} program
   * @param {string[]} args
   * @returns {Promise<{ output: string, status: number | null, isLate: boolean }>}
   */
  run(program, args, { cwd = this.repo, env = {}, seconds = 20, input = '' } = {}) {
    return new Promise((resolve) => {
      const child = spawn(this.programs[program] ?? program, args, {
        cwd,
        detached: true,
        env: { ...this.env, ...env },
        stdio: ['pipe', 'pipe', 'pipe'],
      });
      let output = '';
      let isLate = false;
      const end = () => {
        isLate = true;
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      };
      const ending = setTimeout(end, seconds * 1000);
      const add = (/** @type {Buffer} */ chunk) => {
        if (output.length < 2 ** 22) output += chunk.toString('utf8');
      };
      child.stdout.on('data', add);
      child.stderr.on('data', add);
      child.stdin.on('error', () => undefined);
      child.stdin.end(input);
      child.on('error', (error) => (output += String(error)));
      child.on('close', (status) => {
        clearTimeout(ending);
        resolve({ output, status, isLate });
      });
    });
  }

  /** @param {string[]} args */
  git(...args) {
    return this.gitIn(this.origin, ...args);
  }

  /**
   * @param {string} cwd
   * @param {string[]} args
   */
  gitIn(cwd, ...args) {
    return execFileSync(this.programs['git'] ?? 'git', args, {
      cwd,
      encoding: 'utf8',
      env: this.env,
      maxBuffer: 2 ** 28,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  /**
   * Git with bytes as its input.
   * @param {Buffer} input
   * @param {string[]} args
   */
  gitWith(input, ...args) {
    execFileSync(this.programs['git'] ?? 'git', args, { cwd: this.origin, env: this.env, input });
  }

  /**
   * A program that changes the repository while others look at it.
   * @param {string} script of Node
   * @returns {() => void} ends it
   */
  background(script) {
    const child = spawn(process.execPath, ['-e', script], { cwd: this.repo, stdio: 'ignore' });
    return () => void child.kill('SIGKILL');
  }

  /** @param {string} [message] */
  commit(message = 'Change') {
    if (!existsSync(path.join(this.origin, '.git'))) this.git('init', '--quiet');
    // What a checkout refuses on other systems is committed all the same: an attacker does not run our git.
    const lenient = ['-c', 'core.protectNTFS=false', '-c', 'core.protectHFS=false'];
    this.git(...lenient, 'add', '--all', '--force');
    this.git(...lenient, 'commit', '--quiet', '--allow-empty', '--message', message);
  }

  /**
   * Commits all and clones it to where the user has it.
   * @param {string[]} flags of git clone
   */
  checkOut(...flags) {
    this.commit('All');
    this.gitIn(this.root, 'clone', '--quiet', ...flags, this.origin, this.repo);
  }

  /**
   * Opens a port that only this machine reaches.
   * @param {(url: string) => string} [answer] to a request
   */
  async listen(answer = () => `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${secret} }\n`) {
    const server = createServer((request, response) => response.end(answer(request.url ?? '')));
    server.on('connection', () => (this.contacts += 1));
    this.#server = server;
    await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
    const address = server.address();
    if (typeof address === 'object' && address !== null) this.port = address.port;
  }

  close() {
    this.#server?.closeAllConnections();
    this.#server?.close();
  }

  /** What is outside: one line for each file, with what is in it. */
  snapshot() {
    return ['outside', 'canary', 'home'].flatMap((name) => linesOf(path.join(this.root, name)));
  }
}

/** @param {string} folder @returns {string[]} */
function linesOf(folder) {
  return readdirSync(folder).flatMap((name) => {
    const file = path.join(folder, name);
    const stats = lstatSync(file);
    if (stats.isDirectory()) return [`${file} ${stats.mode}`, ...linesOf(file)];
    const content = stats.isSymbolicLink() ? readlinkSync(file) : stats.isFile() ? readFileSync(file) : '';
    return [`${file} ${stats.mode} ${createHash('sha256').update(content).digest('hex')}`];
  });
}
