// Shared code of scripts that run upstream code: Go modules, and programs that are built from them.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { isOnPath } from './modules.mjs';

const root = join(import.meta.dirname, '..');

/** Exits as skipped, because something that the script needs is missing. @param {string} why @returns {never} */
export function skip(why) {
  console.log(`skipped: ${why}`);
  process.exit(77);
}

/** Exits with a message if Go is not installed. */
export function needGo() {
  if (!isOnPath('go')) skip('there is no Go to build with');
}

/**
 * Builds a program in Go. `module` is its folder, relative to the root of the project.
 * @param {string} module its folder, from the root of the project @param {string} program
 * @param {string} [source] what is built, from that folder
 */
export function builtWithGo(module, program, source = '.') {
  needGo();
  goBuild(join(root, module), ['-o', program, source]);
  return program;
}

/** Runs `go build`, and exits with a message if it fails. @param {string} cwd @param {readonly string[]} args */
export function goBuild(cwd, args) {
  try {
    execFileSync('go', ['build', ...args], { cwd, stdio: ['ignore', 'inherit', 'pipe'] });
  } catch (error) {
    const said = String(/** @type {{ stderr?: Buffer }} */ (error).stderr ?? '').trim();
    // A module may need a newer Go release, which GOTOOLCHAIN=auto fetches.
    const newer = /go\.mod requires go .*/.exec(said)?.[0];
    if (newer !== undefined) skip(newer);
    console.error(`${said}\n${cwd} could not be built.`);
    process.exit(1);
  }
}

/**
 * The folder of a module, which is downloaded if it is not in Go's cache: `go list -m` returns no folder for a module
 * that was never downloaded.
 * @param {string} module with its version, unless `cwd` is a module that requires it
 * @param {string} [cwd]
 * @returns {string}
 */
export function folderOfModule(module, cwd = root) {
  needGo();
  try {
    return JSON.parse(
      execFileSync('go', ['mod', 'download', '-json', module], { cwd, encoding: 'utf8', stdio: 'pipe' }),
    ).Dir;
  } catch (error) {
    const { stdout = '', stderr = '' } = /** @type {{ stdout?: string, stderr?: string }} */ (error);
    // If the release of Go is the reason, the output has no error for the module.
    const why = /"Error": "([^"]*)/.exec(stdout)?.[1] ?? stderr.trim().split('\n').at(-1);
    return skip(`Go has no ${module} and cannot download it: ${why || 'no answer'}`);
  }
}
