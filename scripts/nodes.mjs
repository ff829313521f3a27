// The releases of Node that package.json promises, and their binaries from a package registry. The package `node` would find
// the binary of this machine by a script at its installation; the packages of platforms have it in them, so no script runs.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const manifest = join(import.meta.dirname, '../package.json');

/** The exit code that tells check.mjs that nothing could be checked. */
export const skipped = 77;

/** The errors of npm without a network, or with a proxy that has none. */
const unreachable =
  /\b(E?AI_AGAIN|ENOTFOUND|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT|FETCH_TIMEOUT|E50[234])\b|network timeout/i;

/** @typedef {{ major: string, oldest: string }} Line a line of releases, and the oldest of it that is supported */

/**
 * The lines of releases in `engines`, such as "^20.19.0 || >=24".
 * @param {string} engines
 * @returns {Line[]}
 */
export function linesOf(engines) {
  return engines.split('||').map((range) => {
    const [, major = '', minor = '0', patch = '0'] =
      /^(?:\^|>=)(\d+)(?:\.(\d+))?(?:\.(\d+))?$/.exec(range.trim()) ?? [];
    if (major === '')
      throw new Error(`engines has "${range.trim()}", which is neither ^ nor >= of a release.`);
    return { major, oldest: `${major}.${minor}.${patch}` };
  });
}

/** The lines of releases that are supported. */
export const supported = () => linesOf(JSON.parse(readFileSync(manifest, 'utf8')).engines.node);

/** @param {string} version such as 24, for the newest of that line, or 24.0.0 */
export const isThisNode = (version) => `${process.versions.node}.`.startsWith(`${version}.`);

/**
 * npm's output; undefined if no registry can be reached, and any other error is thrown.
 * @param {string} cwd @param {readonly string[]} args
 */
function npm(cwd, args) {
  const { status, stdout, stderr, error } = spawnSync('npm', [...args, '--loglevel=error'], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  });
  if (status === 0) return stdout.trim();
  if (unreachable.test(stderr)) return undefined;
  throw error ?? new Error(`npm ${args.join(' ')}:\n${stderr}`);
}

/** The newest Node in the registry; undefined if the registry cannot be reached. @param {string} cwd */
export const newestNode = (cwd) =>
  npm(cwd, ['view', 'node', 'version', '--fetch-retries=0', '--fetch-timeout=20000']);

/**
 * The binary of a release, which is this one's where it fits; undefined if the registry cannot be reached.
 * @param {string} version such as 24, for the newest of that line, or 24.0.0
 * @param {string} folder where it is installed
 */
export function nodeOf(version, folder) {
  if (isThisNode(version)) return process.execPath;
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const cwd = join(folder, `node-${version}`);
  mkdirSync(cwd, { recursive: true });
  writeFileSync(join(cwd, 'package.json'), '{ "private": true }\n');
  const flags = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
  const output = npm(cwd, ['install', ...flags, `${name}@${version}`]);
  return output === undefined ? undefined : join(cwd, 'node_modules', name, 'bin/node');
}
