import { existsSync, lstatSync } from 'node:fs';
import path from 'node:path';
import { decode } from '../repository/files/decode.js';
import { UnreadError, UsageError } from './exit.js';
import { programAt } from './program-at.js';
import { shellWord } from '../lint/project/shell-word.js';
import type { Surroundings } from './surroundings.js';

/** A file that two states of a repository have in different forms: absolute, with `/` between segments. */
export interface ChangedFile {
  readonly path: string;
  readonly status: 'added' | 'deleted' | 'modified';
  /** The object that has its text in the first of the states, where it is a regular file there. */
  readonly before: string | undefined;
}

/** A file in a state of the repository. */
export interface Entry {
  readonly path: string;
  /** As Git writes it: `100644`, `100755`, `120000` for a link. */
  readonly mode: string;
  /** The name of the object that has its content. */
  readonly object: string;
}

/** Far more than any manifest, or any list of files. */
const maxBuffer = 2 ** 30;
/** So much of the contents of files is asked for at once. */
const chunkBytes = 64 * 2 ** 20;

/**
 * What keeps git from starting anything, whatever a configuration says. A folder that is itself a bare repository can be
 * committed into another one; fsmonitor is a command, and empty means none to old releases, too; a signature is shown by
 * starting gpg. Working files are never given to git, so that filters have nothing to do: see working-files.ts.
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

/** No transport is allowed, whatever a configuration allows, so that nothing is fetched and nobody is asked for a password. */
const environment = {
  LC_ALL: 'C',
  GIT_ALLOW_PROTOCOL: '',
  GIT_NO_LAZY_FETCH: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
};

/** Whose git it is, and what it is given. */
type Around = Pick<Surroundings, 'folder' | 'environment'>;

/** The user's `git`, run without a shell in one folder. It reads and starts nothing but where a method says so. */
export class Git {
  private constructor(
    private readonly folder: string,
    private readonly around: Around,
    /** The folder that holds the repository's files. */
    readonly root: string,
  ) {}

  /** The repository around a folder; wrong usage, with what to do, if there is none that git and we trust, or no git. */
  static around(folder: string, around: Around, advice?: string): Git {
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
        `${folder} is not in a Git repository.${isNoRepository(stderr) ? '' : said(stderr)}${after(advice)}`,
      );
    return new Git(folder, around, root);
  }

  /** What a command prints; throws what git says if it fails. */
  run(args: readonly string[], input?: string): string {
    return this.bytes(args, input).toString();
  }

  /** What a command prints, or undefined if it fails: for questions to which git may know no answer. */
  ask(...args: readonly string[]): string | undefined {
    const { status, stdout } = start(this.folder, this.around, [...alone, ...args]);
    return status === 0 ? stdout.toString().trimEnd() : undefined;
  }

  /** The full name of the commit that a revision means; undefined if it means none. */
  commit(revision: string): string | undefined {
    return this.ask('rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`);
  }

  /** The name of the tree without files, whatever hashes the repository has. */
  get emptyTree(): string {
    return this.run(['hash-object', '-t', 'tree', '--stdin'], '').trim();
  }

  /** The files in which the index differs from a tree; a renamed file is two. */
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
      if (object === now && status === 'M') continue; // Another mode is no other text.
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

  /** The files that are neither known to Git nor ignored. */
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

  /** The files of the index with what `ls-files --debug` tells of each. */
  index(): string {
    return this.run(['ls-files', '--stage', '--debug', '--full-name', '-z', '--', this.root]);
  }

  /** Where the index is. */
  get indexFile(): string {
    return path.resolve(this.folder, this.run(['rev-parse', '--git-path', 'index']).replace(/\n$/, ''));
  }

  /** Those of some files that pass through a filter on their way into the repository, as attributes say. */
  filtered(files: Iterable<string>): ReadonlySet<string> {
    const input = [...files].map((file) => `${file}\0`).join('');
    const words = this.run(['check-attr', '--stdin', '-z', 'filter'], input).split('\0');
    return new Set(
      words.filter((_, index) => index % 3 === 0 && !/^(unspecified|unset|)$/.test(words[index + 2] ?? '')),
    );
  }

  /** All files of a commit or tree, without submodules. */
  files(tree: string): Entry[] {
    const lines = this.run(['ls-tree', '-r', '-z', '--full-tree', tree]).split('\0');
    return lines.flatMap((line) => {
      const [, mode = '', object = '', name = ''] = /^(\d+) blob (\w+)\t([^]*)$/.exec(line) ?? [];
      return name === '' ? [] : [{ path: this.absolute(name), mode, object }];
    });
  }

  /** The contents of objects one after the other, so that not all of them are in memory. */
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

  /** How many bytes each of the objects has. */
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

  /** The text of a file in a commit; undefined where it has none. */
  show(commit: string, file: string): string | undefined {
    const name = this.relative(file);
    if (name.startsWith('../')) return undefined;
    const args = ['cat-file', 'blob', `${commit}:${name}`];
    const { status, stdout, stderr } = start(this.folder, this.around, [...alone, ...args]);
    if (lacksObjects(stderr)) throw new UnreadError(missing(stderr));
    return status === 0 ? decode(stdout) : undefined;
  }

  /** Commits files as their user does: with the hooks, the signature and the filters that are configured. */
  commitFiles(files: readonly string[], ...messages: readonly string[]): void {
    const says = messages.flatMap((message) => ['--message', message]);
    this.asUser('commit', ['--quiet', ...says], files);
  }

  /** Tells the index of new files, which could not be committed by name otherwise. */
  announce(files: readonly string[]): void {
    if (files.length > 0) this.asUser('add', ['--intent-to-add'], files);
  }

  /** Lets the index have files as HEAD does. */
  unstage(files: readonly string[]): void {
    if (files.length > 0) this.asUser('reset', ['--quiet'], files);
  }

  private asUser(command: string, options: readonly string[], files: readonly string[]): void {
    const paths = files.map((file) => `:(top,literal)${this.relative(file)}`);
    const args = ['-c', 'safe.bareRepository=explicit', command, ...options, '--', ...paths];
    const { status, stderr } = start(this.folder, this.around, args, {});
    if (status !== 0) throw new UsageError(`"git ${command}" failed.${said(stderr)}`);
  }

  /** A file as Git calls it: from the root of the repository. */
  relative(file: string): string {
    return path.relative(this.root, file).split(path.sep).join('/');
  }

  /** The path of a file that Git names. */
  absolute(name: string): string {
    return `${this.root === '/' ? '' : this.root}/${name}`;
  }

  private bytes(args: readonly string[], input?: string): Buffer {
    const { status, stdout, stderr } = start(
      this.folder,
      this.around,
      [...alone, ...args],
      environment,
      input,
    );
    if (status === 0) return stdout;
    if (lacksObjects(stderr)) throw new UnreadError(missing(stderr));
    throw new UsageError(`"git ${args.join(' ')}" failed.${said(stderr)}`);
  }
}

const statuses: Readonly<Record<string, ChangedFile['status']>> = { A: 'added', D: 'deleted' };

/** The bare repository that git of any release would find first, looking from a folder upwards. */
function bareAround(folder: string): string | undefined {
  for (let level = folder; ; level = path.dirname(level)) {
    if (existsSync(path.join(level, '.git'))) return undefined;
    const has = (name: string): boolean =>
      lstatSync(path.join(level, name), { throwIfNoEntry: false }) !== undefined;
    if (has('HEAD') && ((has('objects') && has('refs')) || has('commondir'))) return level;
    if (level === path.dirname(level)) return undefined;
  }
}

interface Answer {
  /** Undefined when git could not be started. */
  readonly status: number | undefined;
  readonly stdout: Buffer;
  readonly stderr: string;
}

function start(
  cwd: string,
  around: Around,
  args: readonly string[],
  env: Readonly<Record<string, string>> = environment,
  input?: string,
): Answer {
  const nothing = Buffer.alloc(0);
  const program = programAt('git', around);
  if (program === undefined) return { status: undefined, stdout: nothing, stderr: '' };
  // Few runs ask git, and to load this takes longer than to lint a few files.
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

/** What git said, as the end of a message of ours. */
function after(advice: string | undefined): string {
  return advice === undefined ? '' : ` ${advice}`;
}

/** Git's own words for it tell nothing more. */
function isNoRepository(stderr: string): boolean {
  return stderr.startsWith('fatal: not a git repository');
}

function said(stderr: string): string {
  const words = stderr.trim();
  return words === '' ? '' : ` Git says: ${words}`;
}

/** Whether git wanted to fetch what a partial clone does not have. */
function lacksObjects(stderr: string): boolean {
  return /could not fetch \w+ from promisor remote|lazy fetching disabled/.test(stderr);
}

function missing(stderr: string): string {
  const [, object] = /could not fetch (\w+)/.exec(stderr) ?? [];
  return `This clone is partial and lacks ${object === undefined ? 'some objects' : `object ${object}`}; rolloutkit does not fetch them. Run first: git fetch --refetch --no-filter`;
}
