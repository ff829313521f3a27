import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { main } from '../../src/cli/main.js';
import type { Output } from '../../src/cli/surroundings.js';
import {
  edited,
  type File,
  fixtures,
  type Random,
  randomFrom,
  renamed,
} from '../support/random-repository.js';

/** What a sequence of changes by chance has shown. */
export interface Sequence {
  readonly steps: readonly string[];
  /** How often the cache has answered. */
  readonly hits: number;
  /** How often a run began from what an earlier one had kept or read. */
  readonly later: number;
  /** What a run with the cache and one without do not have in common. */
  readonly difference: string | undefined;
}

/** What a run prints, and its exit code. */
interface Told {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Repositories by chance of the fixtures in a folder, changed again and again and linted with and without a cache. */
export function* sequences(folder: string, count: number, seed: number, length = 5): Generator<Sequence> {
  const random = randomFrom(seed);
  const systems = fixtures(folder);
  for (let made = 0; made < count; made++) {
    // In a small repository, a change reaches nearly all of it.
    const size = 1 + (random.below(3) === 0 ? 8 + random.below(20) : random.below(3));
    const chosen = Array.from({ length: size }, (_, index) => renamed(random.pick(systems), index));
    const files = chosen.flat().map((file) => ({ ...file, path: file.path.slice('/repository/'.length) }));
    const world = new World(files, systems, random);
    try {
      yield world.sequence(length);
    } finally {
      world.remove();
    }
  }
}

type Snapshot = ReadonlyMap<string, string>;

const options: readonly (readonly string[])[] = [
  [],
  [],
  [],
  ['--format', 'json'],
  ['--format', 'github'],
  ['--quiet'],
  ['--only', 'istio,schema'],
  ['--fail-on', 'warning'],
  ['system-0'],
  ['--no-baseline'],
  ['--changed'],
  ['--fix', '--dry-run'],
];

const configurations = [
  'rules:\n  schema/fields-known: off\n',
  'extends: strict\n',
  'ignore: [system-0]\n',
  'rules:\n  rollout/has-replicas: error\n',
  'assume: [Service/web]\n',
  'rules: [\n',
  'overrides:\n  - paths: [system-1/**]\n    rules:\n      schema/fields-known: off\n',
];

/** Options of lints that compare two states. */
const changes: readonly (readonly string[])[] = [
  ['--staged'],
  ['--staged'],
  ['--staged', '--quiet'],
  ['--changed'],
  ['--changed', 'HEAD~1'],
  ['--changed', '--format', 'json'],
  ['--staged', 'system-0'],
];

const commands: readonly (readonly string[])[] = [
  ['simulate'],
  ['drift'],
  ['drift', '--format', 'json'],
  ['protect'],
  ['protect', '--format', 'json'],
];

/** A repository, its cache, and what was in it before. */
class World {
  private readonly root = realpathSync(mkdtempSync(path.join(tmpdir(), 'rolloutkit-cache-law-')));
  private readonly folder = path.join(this.root, 'repository');
  private readonly cache = path.join(this.root, 'cache');
  private readonly snapshots: Snapshot[] = [];
  private readonly steps: string[] = [];
  private environment: NodeJS.ProcessEnv = { HOME: path.join(this.root, 'home'), PATH: process.env['PATH'] };
  /** Mostly a lint, with options. */
  private command: readonly string[];
  private hits = 0;
  private later = 0;
  private readonly isOfEdits: boolean;
  /** Whether the repository is one of Git, of which changes are linted. */
  private readonly isOfGit: boolean;
  /** How far the clock of a run is off, in milliseconds. */
  private clock: number;
  private meanwhile: (() => void) | undefined;

  constructor(
    private readonly files: readonly File[],
    private readonly systems: readonly (readonly File[])[],
    private readonly random: Random,
  ) {
    this.clock = random.pick([0, 10_000]);
    this.isOfEdits = random.below(2) === 0;
    this.isOfGit = random.below(4) === 0;
    this.command = random.below(8) === 0 ? random.pick(commands) : ['lint'];
    if (this.isOfGit) this.command = ['lint', ...random.pick(changes)];
    else {
      this.write('.git/HEAD', 'ref: refs/heads/main\n');
      this.write('.git/config', '[remote "origin"]\n\turl = https://example.com/deploy.git\n');
    }
    for (const { path: file, text } of files) this.write(file, text);
    if (!this.isOfGit) return;
    this.git('init', '--quiet', '--initial-branch', 'main');
    for (const message of ['first', 'second']) this.git('commit', '--quiet', '--allow-empty', '-m', message);
    this.git('add', '.');
    this.git('commit', '--quiet', '--amend', '--no-edit');
  }

  private git(...args: string[]): string {
    const user = ['-c', 'user.name=law', '-c', 'user.email=law@example.com', '-c', 'commit.gpgsign=false'];
    try {
      execFileSync('git', [...user, ...args], {
        cwd: this.folder,
        env: this.environment,
        stdio: 'ignore',
      });
    } catch {
      // There is nothing to commit, or no commit to go to.
    }
    return `git ${args.join(' ')}`;
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }

  sequence(length: number): Sequence {
    let difference = this.compared();
    for (let left = length; left > 0 && difference === undefined; left--) {
      this.snapshots.push(this.snapshot());
      this.steps.push(this.step());
      // Most changes are staged, and some are committed.
      if (this.isOfGit && this.random.below(3) > 0) this.steps.push(this.git('add', '.'));
      if (this.isOfGit && this.random.below(6) === 0) this.steps.push(this.git('commit', '-qm', 'more'));
      difference = this.compared();
    }
    return { steps: this.steps, hits: this.hits, later: this.later, difference };
  }

  /** Runs with the cache, sometimes twice, and without it. */
  private compared(): string | undefined {
    for (let left = 1 + this.random.below(2); left > 0; left--) {
      const [before, laterBefore] = [this.newest('json'), this.newest('last')];
      const [filesBefore, stateBefore] = [this.newest('files'), this.newest('state')];
      const cached = this.run('--cache-dir', this.cache);
      const [after, laterAfter] = [this.newest('json'), this.newest('last')];
      const isLater = laterAfter !== undefined && laterAfter.ino !== laterBefore?.ino;
      const isOfEntry = before !== undefined && before.ino === after?.ino && before.mtimeMs !== after.mtimeMs;
      const [filesAfter, stateAfter] = [this.newest('files'), this.newest('state')];
      const isCompared =
        filesBefore !== undefined &&
        filesBefore.mtimeMs !== filesAfter?.mtimeMs &&
        stateBefore?.ino === stateAfter?.ino;
      if (isLater || isCompared) this.later += 1;
      else if (isOfEntry) this.hits += 1;
      if (this.meanwhile) {
        this.meanwhile = undefined; // What was told is of a state that is gone.
        continue;
      }
      const plain = this.run('--no-cache');
      for (const part of ['code', 'stdout', 'stderr'] as const)
        if (cached[part] !== plain[part])
          return `${part} of ${this.command.join(' ')}: ${differing(String(cached[part]), String(plain[part]))}`;
    }
    return undefined;
  }

  private newest(
    kind: 'json' | 'last' | 'state' | 'files',
  ): { readonly ino: number; readonly mtimeMs: number } | undefined {
    return this.entries()
      .filter((file) => file.endsWith(`.${kind}`))
      .map((file) => statSync(file))
      .sort((left, right) => right.mtimeMs - left.mtimeMs)[0];
  }

  private entries(): readonly string[] {
    if (!existsSync(this.cache)) return [];
    return readdirSync(this.cache)
      .filter((name) => /\.(?:json|state|last|files)$/.test(name))
      .map((name) => path.join(this.cache, name));
  }

  private run(...more: string[]): Told {
    const told = { stdout: '', stderr: '' };
    const into = (name: keyof typeof told): Output => ({
      write: (text: string | Uint8Array) => {
        told[name] += String(text);
        this.meanwhile?.();
        return true;
      },
    });
    const now = Date.now;
    Date.now = () => now() + this.clock;
    try {
      const code = main([...this.command, ...more], {
        folder: this.folder,
        environment: this.environment,
        stdin: Readable.from([]),
        descriptor: 0,
        stdout: into('stdout'),
        stderr: into('stderr'),
      });
      return { code: Number(code), stdout: timeless(told.stdout), stderr: untold(told.stderr) };
    } finally {
      Date.now = now;
    }
  }

  private step(): string {
    const { random } = this;
    const known = this.manifests();
    const file = known.length === 0 ? 'new.yaml' : random.pick(known);
    const text = this.read(file);
    const edit = (): string =>
      this.change(file, edited(text === '' ? 'a: b\n' : text, this.files, random).text, 'edit');
    // Some sequences are mostly of edits, which later runs begin from.
    if (this.isOfEdits && random.below(10) < 8)
      return random.below(5) > 0 ? edit() : this.restore(random.pick(this.snapshots));
    const steps: readonly (() => string)[] = [
      edit,
      edit,
      () => this.sameSize(file, text),
      () => this.sameSize(file, text),
      () => this.change(file, random.pick(random.pick(this.systems)).text, 'replace'),
      () =>
        this.change(
          `system-${random.below(3)}/added-${random.below(9)}.yaml`,
          random.pick(random.pick(this.systems)).text,
          'add',
        ),
      () => this.gone(file),
      () => this.rename(file, `${path.dirname(file)}/renamed-${random.below(9)}.yaml`),
      () => this.rename(path.dirname(file), `moved-${random.below(9)}`),
      () => this.restore(random.pick(this.snapshots)),
      () => this.restore(random.pick(this.snapshots)),
      () => this.change('rolloutkit.yaml', random.pick(configurations), 'configuration'),
      () => this.gone('rolloutkit.yaml'),
      () =>
        this.change(
          '.gitignore',
          random.pick(['system-0\n', '*.yaml\n', '/system-1/\n!system-1\n', '']),
          'ignore',
        ),
      () => this.gone('.gitignore'),
      () =>
        this.isOfGit
          ? this.git('checkout', '--quiet', '--force', '-B', random.pick(['main', 'other']), 'HEAD~1')
          : this.change('.git/HEAD', `ref: refs/heads/${random.pick(['main', 'other'])}\n`, 'branch'),
      () =>
        this.isOfGit
          ? this.git('reset', '--quiet', random.pick(['--hard', '--mixed']))
          : this.change(
              '.git/config',
              '[remote "origin"]\n\turl = https://example.com/other.git\n',
              'remote',
            ),
      () => this.touch(file),
      () => this.touch(file, random.pick([-3600, -10, 10, 3600])),
      () =>
        this.link(
          `${path.dirname(file)}/link-${random.below(5)}.yaml`,
          random.pick([path.basename(file), 'nowhere.yaml', '../../outside.yaml']),
        ),
      () => this.change('notes/readme.txt', 'no manifest\n', 'other file'),
      () =>
        this.reset(
          'options',
          () =>
            this.command[0] === 'lint' &&
            (this.command = ['lint', ...random.pick(this.isOfGit ? [...options, ...changes] : options)]),
        ),
      () =>
        this.reset('clock', () => (this.clock = random.pick([-86_400_000, -3000, 0, 10_000, 86_400_000]))),
      () =>
        this.reset(
          'environment',
          () =>
            (this.environment = {
              ...this.environment,
              GITHUB_ACTIONS: random.pick([undefined, 'true']),
              XDG_CONFIG_HOME: random.pick([undefined, path.join(this.root, 'home')]),
            }),
        ),
      () => this.damage(),
      () =>
        this.reset(
          'edit meanwhile',
          () => (this.meanwhile = () => this.write(file, `${text}\n# ${random.below(1000)}\n`)),
        ),
    ];
    return random.pick(steps)();
  }

  /** A run trusts stamps from some age on; with another clock, that age may be very low, but not nothing. */
  private pause(): void {
    if (this.clock > 0) Atomics.wait(sleeper, 0, 0, 12);
  }

  private change(file: string, text: string, what: string): string {
    this.pause();
    this.write(file, text);
    return `${what} ${file}`;
  }

  /** An edit that keeps size and time of modification. */
  private sameSize(file: string, text: string): string {
    if (text === '' || !existsSync(path.join(this.folder, file))) return 'nothing';
    const { atime, mtime } = statSync(path.join(this.folder, file));
    this.pause();
    const at = this.random.below(text.length);
    const other = text[at] === 'x' ? 'y' : 'x';
    this.write(file, text[at] === '\n' ? text : `${text.slice(0, at)}${other}${text.slice(at + 1)}`);
    utimesSync(path.join(this.folder, file), atime, mtime);
    return `edit of the same size and time ${file}`;
  }

  private rename(from: string, to: string): string {
    const [old, now] = [from, to].map((name) => path.join(this.folder, name)) as [string, string];
    if (from === '.' || !existsSync(old) || existsSync(now)) return 'nothing';
    this.pause();
    mkdirSync(path.dirname(now), { recursive: true });
    renameSync(old, now);
    return `rename ${from} ${to}`;
  }

  private gone(file: string): string {
    this.pause();
    rmSync(path.join(this.folder, file), { force: true });
    return `delete ${file}`;
  }

  private touch(file: string, seconds = 0): string {
    const now = Date.now() / 1000 + seconds;
    if (existsSync(path.join(this.folder, file))) utimesSync(path.join(this.folder, file), now, now);
    return `touch ${file} ${seconds}`;
  }

  private link(file: string, target: string): string {
    const at = path.join(this.folder, file);
    rmSync(at, { force: true, recursive: true });
    mkdirSync(path.dirname(at), { recursive: true });
    symlinkSync(target, at);
    return `link ${file} → ${target}`;
  }

  private reset(what: string, change: () => unknown): string {
    change();
    return what;
  }

  /** What an interrupted or another writer may leave. */
  private damage(): string {
    const entries = this.entries();
    if (entries.length === 0) return 'nothing';
    const entry = this.random.pick(entries);
    const text = readFileSync(entry, 'latin1');
    const at = this.random.below(text.length);
    const kind = this.random.below(4);
    if (kind === 0) truncateSync(entry, at);
    else if (kind === 1) writeFileSync(entry, `${text.slice(0, at)}0${text.slice(at + 1)}`, 'latin1');
    else if (kind === 2) writeFileSync(entry, '');
    else
      writeFileSync(entry.replace(/\.\w+$/, '-00000000-0000-0000-0000-000000000000.tmp'), text.slice(0, at));
    return 'damage an entry';
  }

  private manifests(): readonly string[] {
    return [...this.snapshot().keys()].filter((file) => /\.ya?ml$/.test(file) && file !== 'rolloutkit.yaml');
  }

  private snapshot(): Snapshot {
    const entries = readdirSync(this.folder, { recursive: true, withFileTypes: true });
    return new Map(
      entries
        .filter((entry) => entry.isFile() && !(this.isOfGit && entry.parentPath.includes('/.git')))
        .map((entry) => path.relative(this.folder, path.join(entry.parentPath, entry.name)))
        .sort()
        .map((file) => [file, this.read(file)]),
    );
  }

  /** As `git checkout` does: only what differs is written. */
  private restore(state: Snapshot): string {
    this.pause();
    const now = this.snapshot();
    for (const file of now.keys()) if (!state.has(file)) rmSync(path.join(this.folder, file));
    for (const [file, text] of state) if (now.get(file) !== text) this.write(file, text);
    return 'back to an earlier state';
  }

  private read(file: string): string {
    try {
      return readFileSync(path.join(this.folder, file), 'utf8');
    } catch {
      return '';
    }
  }

  private write(file: string, text: string): void {
    const at = path.join(this.folder, file);
    try {
      mkdirSync(path.dirname(at), { recursive: true });
      writeFileSync(at, text);
      // Whole milliseconds, which can be set again.
      const now = Math.floor(Date.now()) / 1000;
      utimesSync(at, now, now);
    } catch {
      // A link that leads nowhere.
    }
  }
}

const sleeper = new Int32Array(new SharedArrayBuffer(4));

function timeless(text: string): string {
  return text.replaceAll(/, \d+\.\d\d s/g, ', 0.00 s').replace(/"milliseconds": \d+/, '"milliseconds": 0');
}

/** The first lines that differ. */
function differing(left: string, right: string): string {
  const [ours, theirs] = [left.split('\n'), right.split('\n')];
  const at = ours.findIndex((line, index) => line !== theirs[index]);
  return JSON.stringify([ours[at], theirs[Math.max(at, 0)], ours.length, theirs.length]);
}

/** Without the line on a damaged entry, which a run without a cache does not say. */
function untold(text: string): string {
  return text.replaceAll(/^A cache entry was ignored.*\n/gm, '');
}
