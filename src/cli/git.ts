import path from 'node:path';
import { UsageError } from '../model/usage-error.js';

/** A file that two states of a repository have in different forms: absolute, with `/` between segments. */
export interface ChangedFile {
  readonly path: string;
  readonly status: 'added' | 'deleted' | 'modified';
}

/** Far more than any manifest, or any list of files. */
const maxBuffer = 2 ** 30;

/** The user's `git`, run without a shell in one folder. It changes nothing but where a method says so. */
export class Git {
  private constructor(
    private readonly folder: string,
    /** The folder that holds the repository's files. */
    readonly root: string,
  ) {}

  /** The repository around a folder; wrong usage if there is none, or no git. */
  static around(folder: string): Git {
    const { status, stdout, stderr } = start(folder, ['rev-parse', '--show-toplevel']);
    if (status === undefined) throw new UsageError('This needs git, and there is no such command.');
    const root = stdout.replace(/\n$/, '');
    if (status !== 0 || root === '')
      throw new UsageError(`${folder} is in no Git repository.${said(stderr)}`);
    return new Git(folder, root);
  }

  /** What a command prints; throws what git says if it fails. */
  run(args: readonly string[], input?: string, env: NodeJS.ProcessEnv = {}): string {
    const { status, stdout, stderr } = start(this.folder, args, input, env);
    if (status !== 0) throw new UsageError(`"git ${args.join(' ')}" failed.${said(stderr)}`);
    return stdout;
  }

  /** What a command prints, or undefined if it fails: for questions to which git may know no answer. */
  ask(...args: readonly string[]): string | undefined {
    const { status, stdout } = start(this.folder, args);
    return status === 0 ? stdout.trimEnd() : undefined;
  }

  /** The full name of the commit that a revision means; undefined if it means none. */
  commit(revision: string): string | undefined {
    return this.ask('rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`);
  }

  /** The name of the tree without files, whatever hashes the repository has. */
  get emptyTree(): string {
    return this.run(['hash-object', '-t', 'tree', '--stdin'], '').trim();
  }

  /** The files in which two states differ, as `git diff` is told to compare them; a renamed file is two. */
  diff(...args: readonly string[]): ChangedFile[] {
    const words = this.run([
      'diff',
      '--no-ext-diff',
      '--no-renames',
      '--ignore-submodules',
      '--name-status',
      '-z',
      ...args,
      '--',
    ]).split('\0');
    const files: ChangedFile[] = [];
    for (let index = 0; index + 1 < words.length; index += 2) {
      const [status = '', name = ''] = [words[index], words[index + 1]];
      files.push({ path: this.absolute(name), status: statuses[status] ?? 'modified' });
    }
    return files;
  }

  /** The files that are neither known to Git nor ignored. */
  untracked(): string[] {
    const names = this.run(['ls-files', '--others', '--exclude-standard', '--full-name', '-z', this.root]);
    return names
      .split('\0')
      .filter((name) => name !== '' && !name.endsWith('/'))
      .map((name) => this.absolute(name));
  }

  /** The text of a file in a state: a commit, or "" for what is staged; undefined where it has none. */
  show(state: string, file: string): string | undefined {
    const { status, stdout } = start(this.folder, [
      'show',
      '--no-textconv',
      `${state}:${this.relative(file)}`,
    ]);
    return status === 0 ? stdout : undefined;
  }

  /** Writes all files of a state into a folder; `index` is a file of its own for that. The repository stays as it is. */
  checkOut(state: string, folder: string, index: string): void {
    const all = ['-C', this.root, 'checkout-index', '--all', '--force', `--prefix=${folder}/`];
    if (state === '') {
      this.run(all);
      return;
    }
    this.run(['-C', this.root, 'read-tree', state], undefined, { GIT_INDEX_FILE: index });
    this.run(all, undefined, { GIT_INDEX_FILE: index });
  }

  /** A file as Git calls it: from the root of the repository. */
  relative(file: string): string {
    return path.relative(this.root, file).split(path.sep).join('/');
  }

  /** The path of a file that Git names. */
  absolute(name: string): string {
    return `${this.root === '/' ? '' : this.root}/${name}`;
  }
}

const statuses: Readonly<Record<string, ChangedFile['status']>> = { A: 'added', D: 'deleted' };

interface Answer {
  /** Undefined when git could not be started. */
  readonly status: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

function start(cwd: string, args: readonly string[], input?: string, env: NodeJS.ProcessEnv = {}): Answer {
  // Few runs ask git, and to load this takes longer than to lint a few files.
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  const { status, stdout, stderr, error } = spawnSync('git', ['-c', 'core.quotePath=off', ...args], {
    cwd,
    encoding: 'utf8',
    maxBuffer,
    env: { ...process.env, LC_ALL: 'C', GIT_OPTIONAL_LOCKS: '0', GIT_PAGER: 'cat', ...env },
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    ...(input === undefined ? {} : { input }),
  });
  if (error && (error as NodeJS.ErrnoException).code === 'ENOENT')
    return { status: undefined, stdout: '', stderr: '' };
  if (error) return { status: -1, stdout: '', stderr: error.message };
  return { status: status ?? -1, stdout, stderr };
}

/** What git said, as the end of a message of ours. */
function said(stderr: string): string {
  const words = stderr.trim();
  return words === '' ? '' : ` Git says: ${words}`;
}
