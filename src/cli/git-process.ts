import path from 'node:path';
import { cannotRepeat } from '../model/repeatable.js';
import { existsSync, lstatSync } from '../repository/files/disk.js';
import { programAt } from './program-at.js';
import type { Surroundings } from './surroundings.js';

/** Larger than any manifest or list of files. */
const maxBuffer = 2 ** 30;

/**
 * Options that prevent git from starting programs, whatever the configuration says. A bare repository can be committed
 * as a folder of another repository. fsmonitor is a command; old releases accept an empty value, too. Showing a
 * signature starts gpg. git never gets working files, so it runs no filters: see working-files.ts.
 */
export const alone = [
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
export const gitEnvironment = {
  LC_ALL: 'C',
  GIT_ALLOW_PROTOCOL: '',
  GIT_NO_LAZY_FETCH: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
};

/** The environment in which git is looked up and run. */
export type GitEnvironment = Pick<Surroundings, 'folder' | 'environment'>;

/** The bare repository that any release of git would find first, searching upwards from a folder. */
export function bareAround(folder: string): string | undefined {
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

export function start(
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
export function after(advice: string | undefined): string {
  return advice === undefined ? '' : ` ${advice}`;
}

/** Whether git reported that the folder is not a repository; its own message adds no information. */
export function isNoRepository(stderr: string): boolean {
  return stderr.startsWith('fatal: not a git repository');
}

export function gitMessage(stderr: string): string {
  const words = stderr.trim();
  return words === '' ? '' : ` Git says: ${words}`;
}

/** Whether git needed to fetch objects that a partial clone does not have. */
export function lacksObjects(stderr: string): boolean {
  return /could not fetch \w+ from promisor remote|lazy fetching disabled/.test(stderr);
}

export function missingObject(stderr: string): string {
  const [, object] = /could not fetch (\w+)/.exec(stderr) ?? [];
  return `This clone is partial and lacks ${object === undefined ? 'some objects' : `object ${object}`}; rolloutkit does not fetch them. Run first: git fetch --refetch --no-filter`;
}
