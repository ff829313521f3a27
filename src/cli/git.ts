import path from 'node:path';
import { decode } from '../repository/files/decode.js';
import { UnreadError, UsageError } from './exit.js';
import { shellWord } from '../lint/project/shell-word.js';
import {
  alone,
  gitEnvironment,
  type GitEnvironment,
  bareAround,
  start,
  after,
  isNoRepository,
  gitMessage,
  lacksObjects,
  missingObject,
} from './git-process.js';

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

/** The contents of files are requested in chunks of this size. */
const chunkBytes = 64 * 2 ** 20;

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

  /** The files below a folder that differ between two commits. A renamed file counts as two. */
  differing(from: string, to: string, folder: string): string[] {
    const names = this.run(['diff-tree', '-r', '-z', '--name-only', '--no-renames', from, to, '--', folder]);
    return names.split('\0').flatMap((name) => (name === '' ? [] : [this.absolute(name)]));
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
    if (lacksObjects(stderr)) throw new UnreadError(missingObject(stderr));
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
    if (lacksObjects(stderr)) throw new UnreadError(missingObject(stderr));
    throw new UsageError(`"git ${args.join(' ')}" failed.${gitMessage(stderr)}`);
  }
}

const statuses: Readonly<Record<string, ChangedFile['status']>> = { A: 'added', D: 'deleted' };
