// The script that npm runs after `npm ci`, and where it installs the project from Git, as pre-commit does; action.yml
// runs it, too. With devDependencies, builds everything. npm leaves them out in a global installation from Git (the
// inner npm that installs them is also told to install globally: npm/cli#8440); then the few packages of action/ are
// enough for the command line.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..');
const modules = join(root, 'node_modules');

/** The npm that runs this script, else the one beside this Node, else the one on the PATH. */
function npm() {
  const beside = dirname(process.execPath);
  const found = [
    process.env['npm_execpath'] ?? '',
    join(beside, '../lib/node_modules/npm/bin/npm-cli.js'),
    join(beside, 'node_modules/npm/bin/npm-cli.js'),
  ].find((file) => /npm-cli\.js$/.test(file) && existsSync(file));
  return found === undefined ? { command: 'npm', first: [] } : { command: process.execPath, first: [found] };
}

/** Installs the packages of action/package-lock.json with its hashes, where the sources find them. */
function installFew() {
  const folder = join(root, 'action');
  const { command, first } = npm();
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync(command, [...first, 'ci', ...options], {
    cwd: folder,
    env: Object.fromEntries(
      Object.entries(process.env).filter(
        ([name]) =>
          !/^npm_config_(global|location|prefix|local_prefix|include|omit|install_links)$/i.test(name),
      ),
    ),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  mkdirSync(modules, { recursive: true });
  for (const name of readdirSync(join(folder, 'node_modules'))) {
    rmSync(join(modules, name), { recursive: true, force: true });
    renameSync(join(folder, 'node_modules', name), join(modules, name));
  }
}

const whole = existsSync(join(modules, 'esbuild')) && existsSync(join(modules, 'typescript'));
if (!whole) installFew();
execFileSync(process.execPath, [join(root, 'scripts/build.mjs'), ...(whole ? [] : ['--cli'])], {
  stdio: 'inherit',
});
