import path from 'node:path';
import { cannotRepeat } from '../model/repeatable.js';
import { existsSync, lstatSync } from '../repository/files/disk.js';
import { decode } from '../repository/files/decode.js';
import { UnreadError, UsageError } from './exit.js';
import { programAt } from './program-at.js';
import { shellWord } from '../lint/project/shell-word.js';
import type { Surroundings } from './surroundings.js';

/** A file that differs between two states of a repository. Absolute path, with `/` between segments. */
export interface ChangedFile {
  readonly path: string;
  readonly status: 'added' | 'deleted' | 'modified';
  /** The object with its content in the first state, if it is a regular file there. */
  readonly before: string | undefined;
}

/** A file in a state of the repository. */
export interface TreeEntry {
  readonly path: string;
  /** As in Git: `100644`, `100755`, or `120000` for a symbolic link. */
  readonly mode: string;
  /** The ID of the object with its content. */
  readonly object: string;
}

/** Larger than any manifest or list of files. */
const maxBuffer = 2 ** 30;
/** The contents of files are requested in chunks of this size. */
const chunkBytes = 64 * 2 ** 20;

/**
 * Options that prevent git from starting programs, whatever the configuration says. A bare repository can be committed
 * as a folder of another repository. fsmonitor is a command; old releases accept an empty value, too. Showing a
 * signature starts gpg. git never gets working files, so it runs no filters: see working-files.ts.
 */
const alone = [
  '--no-pager',
  '--literal-pathspecs',
  ...[
    'safe.bareRepository=explicit',
    'core.fsmonitor=',
    'core.hooksPath=/dev/null',
    'core.quotePath=off',
    'color.ui=false',
    'diff.ignoreSubmodules=all',
    'log.showSignature=false',
    'submodule.recurse=false',
  ].flatMap((setting) => ['-c', setting]),
];

/** Forbids all transports, whatever the configuration allows, so that git fetches nothing and asks for no password. */
const gitEnvironment = {
  LC_ALL: 'C',
  GIT_ALLOW_PROTOCOL: '',
  GIT_NO_LAZY_FETCH: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
};

/** The environment in which git is looked up and run. */
type GitEnvironment = Pick<Surroundings, 'folder' | 'environment'>;

/**
 * The user's `git`, run without a shell in one folder. Read-only, and without starting other programs, unless a method
 * says otherwise.
 */
export class Git {
  private constructor(
    private readonly folder: string,
    private readonly around: GitEnvironment,
    /** The root of the working tree. */
    readonly root: string,
  ) {}

  /**
   * The repository that contains a folder.
   * @throws {UsageError} with advice if no trusted repository is found, or git is not installed
   */
  static around(folder: string, around: GitEnvironment, advice?: string): Git {
    const bare = around.environment['GIT_DIR'] === undefined ? bareAround(folder) : undefined;
    if (bare !== undefined)
      throw new UsageError(
        `${bare} is itself a bare Git repository. Any commit can add such a folder, so its configuration is not used; run this from the parent folder.`,
      );
    const { status, stdout, stderr } = start(folder, around, [...alone, 'rev-parse', '--show-toplevel']);
    if (status === undefined)
      throw new UsageError(`git is required, but is not found in PATH.${after(advice)}`);
    const root = stdout.toString().replace(/\n$/, '');
    const [, stranger] = /dubious ownership in repository at '(.*)'/.exec(stderr) ?? [];
    if (stranger !== undefined)
      throw new UsageError(
        `The repository ${stranger} belongs to another user, so Git does not use it. If you trust its configuration: git config --global --add safe.directory ${shellWord(stranger)}`,
      );
    if (status !== 0 || root === '')
      throw new UsageError(
        `${folder} is not in a Git repository.${isNoRepository(stderr) ? '' : gitMessage(stderr)}${after(advice)}`,
      );
    return new Git(folder, around, root);
  }

  /** The output of a command. Throws the message of git if the command fails. */
  run(args: readonly string[], input?: string): string {
    return this.bytes(args, input).toString();
  }

  /** The output of a command, or undefined if it fails: for questions that may have no answer. */
  ask(...args: readonly string[]): string | undefined {
    const { status, stdout } = start(this.folder, this.around, [...alone, ...args]);
    return status === 0 ? stdout.toString().trimEnd() : undefined;
  }

  /** The full ID of the commit that a revision names; undefined if it names none. */
  commit(revision: string): string | undefined {
    return this.ask('rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`);
  }

  /** The branches and tags, up to a number that no user reads. */
  get names(): readonly string[] {
    const format = '--format=%(refname:short)';
    const refs = this.ask('for-each-ref', '--count=2000', format, 'refs/heads', 'refs/remotes', 'refs/tags');
    return refs === undefined || refs === '' ? [] : refs.split('\n');
  }

  /** The ID of the empty tree under the repository's hash algorithm. */
  get emptyTree(): string {
    return this.run(['hash-object', '-t', 'tree', '--stdin'], '').trim();
  }

  /** The files in which the index differs from a tree. A renamed file counts as two. */
  staged(tree: string): ChangedFile[] {
    const words = this.run([
      'diff-index',
      '--cached',
      '--raw',
      '-z',
      '--no-renames',
      '--no-relative',
      '--ignore-submodules=all',
      '--ita-invisible-in-index',
      tree,
      '--',
    ]).split('\0');
    const files: ChangedFile[] = [];
    for (let index = 0; index + 1 < words.length; index += 2) {
      const [was = '', , object = '', now = '', status = ''] = (words[index] ?? '').split(' ');
      if (object === now && status === 'M') continue; // A change of the mode alone does not change the content.
      const name = words[index + 1] ?? '';
      const isInConflict = status === 'U';
      files.push({
        path: this.absolute(name),
        status: statuses[status] ?? 'modified',
        before: isInConflict
          ? this.ask('rev-parse', '--verify', '--quiet', '--end-of-options', `${tree}:${name}`)
          : was.startsWith(':100')
            ? object
            : undefined,
      });
    }
    return files;
  }

  /** The files that Git neither tracks nor ignores. */
  untracked(): string[] {
    const names = this.run([
      'ls-files',
      '--others',
      '--exclude-standard',
      '--full-name',
      '-z',
      '--',
      this.root,
    ]);
    return names
      .split('\0')
      .filter((name) => name !== '' && !name.endsWith('/'))
      .map((name) => this.absolute(name));
  }

  /** The index as `ls-files --debug` prints it. */
  index(): string {
    return this.run(['ls-files', '--stage', '--debug', '--full-name', '-z', '--', this.root]);
  }

  /** The path of the index. */
  get indexFile(): string {
    return path.resolve(this.folder, this.run(['rev-parse', '--git-path', 'index']).replace(/\n$/, ''));
  }

  /** The files for which Git attributes set a filter. */
  filtered(files: Iterable<string>): ReadonlySet<string> {
    const input = [...files].map((file) => `${file}\0`).join('');
    const words = this.run(['check-attr', '--stdin', '-z', 'filter'], input).split('\0');
    return new Set(
      words.filter((_, index) => index % 3 === 0 && !/^(unspecified|unset|)$/.test(words[index + 2] ?? '')),
    );
  }

  /** All files of a commit or tree, except submodules. */
  files(tree: string): TreeEntry[] {
    const lines = this.run(['ls-tree', '-r', '-z', '--full-tree', tree]).split('\0');
    return lines.flatMap((line) => {
      const [, mode = '', object = '', name = ''] = /^(\d+) blob (\w+)\t([^]*)$/.exec(line) ?? [];
      return name === '' ? [] : [{ path: this.absolute(name), mode, object }];
    });
  }

  /** The contents of objects, one at a time, so that they are not all in memory. */
  *contents(objects: readonly string[]): Iterable<Buffer> {
    const sizes = this.sizes(objects);
    for (let from = 0; from < objects.length;) {
      let to = from;
      for (let bytes = 0; to < objects.length && (to === from || bytes < chunkBytes); to += 1)
        bytes += sizes[to] ?? 0;
      yield* this.chunk(objects.slice(from, to));
      from = to;
    }
  }

  /** The size of each object in bytes. */
  sizes(objects: readonly string[]): number[] {
    if (objects.length === 0) return [];
    const lines = this.run(['cat-file', '--batch-check'], `${objects.join('\n')}\n`).split('\n');
    return objects.map((object, index) => {
      const [, size] = /^\w+ blob (\d+)$/.exec(lines[index] ?? '') ?? [];
      if (size === undefined)
        throw new UnreadError(`The repository has no file ${object}: ${lines[index] ?? ''}`);
      return Number(size);
    });
  }

  private *chunk(objects: readonly string[]): Iterable<Buffer> {
    const bytes = this.bytes(['cat-file', '--batch'], `${objects.join('\n')}\n`);
    let at = 0;
    for (let count = 0; count < objects.length; count += 1) {
      const start = bytes.indexOf('\n', at) + 1;
      const size = Number(bytes.toString('latin1', at, start).split(' ')[2]);
      yield bytes.subarray(start, start + size);
      at = start + size + 1;
    }
  }

  /** The text of a file in a commit; undefined if the commit does not contain it. */
  show(commit: string, file: string): string | undefined {
    const name = this.relative(file);
    if (name.startsWith('../')) return undefined;
    const args = ['cat-file', 'blob', `${commit}:${name}`];
    const { status, stdout, stderr } = start(this.folder, this.around, [...alone, ...args]);
    if (lacksObjects(stderr)) throw new UnreadError(missing(stderr));
    return status === 0 ? decode(stdout) : undefined;
  }

  /** Commits files as the user would: with the configured hooks, signature and filters. */
  commitFiles(files: readonly string[], ...messages: readonly string[]): void {
    const says = messages.flatMap((message) => ['--message', message]);
    this.asUser('commit', ['--quiet', ...says], files);
  }

  /** Adds new files to the index by name (`--intent-to-add`), because git commits only known files by name. */
  announce(files: readonly string[]): void {
    if (files.length > 0) this.asUser('add', ['--intent-to-add'], files);
  }

  /** Resets files in the index to HEAD. */
  unstage(files: readonly string[]): void {
    if (files.length > 0) this.asUser('reset', ['--quiet'], files);
  }

  private asUser(command: string, options: readonly string[], files: readonly string[]): void {
    const paths = files.map((file) => `:(top,literal)${this.relative(file)}`);
    const args = ['-c', 'safe.bareRepository=explicit', command, ...options, '--', ...paths];
    const { status, stderr } = start(this.folder, this.around, args, {});
    if (status !== 0) throw new UsageError(`"git ${command}" failed.${gitMessage(stderr)}`);
  }

  /** The path of a file relative to the root, as Git writes it. */
  relative(file: string): string {
    return path.relative(this.root, file).split(path.sep).join('/');
  }

  /** The absolute path of a file that Git names. */
  absolute(name: string): string {
    return `${this.root === '/' ? '' : this.root}/${name}`;
  }

  private bytes(args: readonly string[], input?: string): Buffer {
    const { status, stdout, stderr } = start(
      this.folder,
      this.around,
      [...alone, ...args],
      gitEnvironment,
      input,
    );
    if (status === 0) return stdout;
    if (lacksObjects(stderr)) throw new UnreadError(missing(stderr));
    throw new UsageError(`"git ${args.join(' ')}" failed.${gitMessage(stderr)}`);
  }
}

const statuses: Readonly<Record<string, ChangedFile['status']>> = { A: 'added', D: 'deleted' };

/** The bare repository that any release of git would find first, searching upwards from a folder. */
function bareAround(folder: string): string | undefined {
  for (let level = folder; ; level = path.dirname(level)) {
    if (existsSync(path.join(level, '.git'))) return undefined;
    const has = (name: string): boolean =>
      lstatSync(path.join(level, name), { throwIfNoEntry: false }) !== undefined;
    if (has('HEAD') && ((has('objects') && has('refs')) || has('commondir'))) return level;
    if (level === path.dirname(level)) return undefined;
  }
}

interface GitAnswer {
  /** Undefined if git could not be started. */
  readonly status: number | undefined;
  readonly stdout: Buffer;
  readonly stderr: string;
}

function start(
  cwd: string,
  around: GitEnvironment,
  args: readonly string[],
  env: Readonly<Record<string, string>> = gitEnvironment,
  input?: string,
): GitAnswer {
  const nothing = Buffer.alloc(0);
  cannotRepeat(); // It reads what it wants.
  const program = programAt('git', around);
  if (program === undefined) return { status: undefined, stdout: nothing, stderr: '' };
  // Loaded lazily: few runs need git, and loading this module takes longer than linting a few files.
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    maxBuffer,
    env: { ...around.environment, ...env },
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    ...(input === undefined ? {} : { input }),
  });
  if (error) return { status: -1, stdout: nothing, stderr: error.message };
  return { status: status ?? -1, stdout, stderr: stderr.toString() };
}

/** The output of git as the end of an error message. */
function after(advice: string | undefined): string {
  return advice === undefined ? '' : ` ${advice}`;
}

/** Whether git reported that the folder is not a repository; its own message adds no information. */
function isNoRepository(stderr: string): boolean {
  return stderr.startsWith('fatal: not a git repository');
}

function gitMessage(stderr: string): string {
  const words = stderr.trim();
  return words === '' ? '' : ` Git says: ${words}`;
}

/** Whether git needed to fetch objects that a partial clone does not have. */
function lacksObjects(stderr: string): boolean {
  return /could not fetch \w+ from promisor remote|lazy fetching disabled/.test(stderr);
}

function missing(stderr: string): string {
  const [, object] = /could not fetch (\w+)/.exec(stderr) ?? [];
  return `This clone is partial and lacks ${object === undefined ? 'some objects' : `object ${object}`}; rolloutkit does not fetch them. Run first: git fetch --refetch --no-filter`;
}
