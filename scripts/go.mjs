// What scripts share that ask upstream's code: Go modules, and programs that are built from them.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { isOnPath } from './modules.mjs';

const root = join(import.meta.dirname, '..');

/** Ends as whatever cannot do its work here does. @param {string} why @returns {never} */
export function skip(why) {
  console.log(`skipped: ${why}`);
  process.exit(77);
}

/** Ends in words where there is no Go. */
export function needGo() {
  if (!isOnPath('go')) skip('there is no Go to build with');
}

/** Builds a program in Go. @param {string} module its folder, from the root of the project @param {string} program */
export function builtWithGo(module, program) {
  needGo();
  goBuild(join(root, module), ['-o', program, '.']);
  return program;
}

/** Runs `go build`, and ends in words where it fails. @param {string} cwd @param {readonly string[]} args */
export function goBuild(cwd, args) {
  try {
    execFileSync('go', ['build', ...args], { cwd, stdio: ['ignore', 'inherit', 'pipe'] });
  } catch (error) {
    const said = String(/** @type {{ stderr?: Buffer }} */ (error).stderr ?? '').trim();
    // A module may need a newer Go than the one that is here, which GOTOOLCHAIN=auto fetches.
    const newer = /go\.mod requires go .*/.exec(said)?.[0];
    if (newer !== undefined) skip(newer);
    console.error(`${said}\n${cwd} could not be built.`);
    process.exit(1);
  }
}

/**
 * Where the files of a module are, which is downloaded where the cache of Go lacks it: `go list -m` has no folder of one that
 * was never downloaded.
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
    // Where the release of Go itself is the reason, nothing is said of the module.
    const why = /"Error": "([^"]*)/.exec(stdout)?.[1] ?? stderr.trim().split('\n').at(-1);
    return skip(`Go has no ${module} and cannot download it: ${why || 'no answer'}`);
  }
}
