// The moments at which a command is killed: at each system call that changes its folder.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** System calls that create and change files, under their names on all architectures. */
const calls = [
  ...['mkdir', 'mkdirat', 'open', 'openat', 'creat', 'write', 'pwrite64', 'writev', 'pwritev', 'ftruncate'],
  ...['copy_file_range', 'sendfile', 'fchmod', 'fchown', 'fsync', 'fdatasync', 'close'],
  ...['rename', 'renameat', 'renameat2', 'link', 'linkat', 'unlink', 'unlinkat', 'rmdir'],
];

/**
 * The strace command line; `-y` prints the file of each descriptor.
 * @param {string} output @param {string} expression
 */
export const strace = (output, expression) => ['strace', '-qq', '-y', '-o', output, '-e', expression];

/**
 * Arguments of strace's `inject` that kill a command before each call that changes its folder, and before each close.
 * These are all states that a killed command can leave, because nothing changes between two calls.
 * @param {string} folder where the command runs, and goes on to its end
 * @param {readonly string[]} command
 * @param {NodeJS.ProcessEnv} env
 * @returns {{ calls: string }[]}
 */
export function momentsAtCalls(folder, command, env) {
  const trace = `${folder}.trace`;
  const [program = '', ...args] = [
    ...strace(trace, `trace=${calls.map((name) => `?${name}`).join(',')}`),
    ...command,
  ];
  spawnSync(program, args, { cwd: folder, env });
  /** @type {Map<string, number>} */
  const made = new Map();
  /** @type {Set<string>} Files opened for writing. */
  const written = new Set();
  return readFileSync(trace, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const name = /^\w+(?=\()/.exec(line)?.[0];
      if (name === undefined) return [];
      const count = (made.get(name) ?? 0) + 1;
      made.set(name, count);
      // The base folder of a relative name; all of our names are absolute.
      const files = [...line.replaceAll(/AT_FDCWD<[^>]*>/g, '').matchAll(/"([^"]*)"|<([^>]*)>/g)]
        .map(([, text, opened]) => text ?? opened ?? '')
        .filter((file) => file.startsWith(folder + path.sep) && !isOfGit(file, folder));
      const isOpen = /^(open|creat)/.test(name);
      if (isOpen && /^creat|O_WRONLY|O_RDWR|O_CREAT|O_TRUNC/.test(line))
        for (const file of files) written.add(file);
      const isOfName = /^(mkdir|rename|link|unlink|rmdir)/.test(name);
      return files.some((file) => isOfName || written.has(file))
        ? [{ calls: `inject=${name}:signal=KILL:when=${count}` }]
        : [];
    });
}

/** @param {string} file @param {string} folder */
const isOfGit = (file, folder) => file.startsWith(path.join(folder, '.git') + path.sep);
