// Runs the fast tests on each line of Node that package.json supports, apart from the one that runs this. Files of tests can
// be named. Needs a package registry; otherwise, it is skipped.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { isThisNode, nodeOf, skipped, supported } from './nodes.mjs';

const root = join(import.meta.dirname, '..');
const temporary = mkdtempSync(join(tmpdir(), 'rolloutkit-nodes-'));

/**
 * How many tests passed on a release; 0 if any failed.
 * @param {string} node
 */
function passedOn(node) {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const { status, stdout, stderr } = spawnSync(
    node,
    [vitest, 'run', '--project', 'fast', '--reporter=dot', ...process.argv.slice(2)],
    {
      cwd: root,
      encoding: 'utf8',
      // Tests start programs by their names, too.
      env: { ...process.env, NO_COLOR: '1', PATH: [dirname(node), process.env.PATH].join(delimiter) },
      maxBuffer: 2 ** 30,
    },
  );
  const passed = Number(/^ *Tests .*?(\d+) passed/m.exec(stdout)?.[1] ?? 0);
  if (status === 0 && passed > 0) return passed;
  console.log(stderr + stdout);
  return 0;
}

try {
  let all = 0;
  for (const { major } of supported()) {
    if (isThisNode(major)) continue;
    const node = nodeOf(major, temporary);
    if (node === undefined) {
      console.log('skipped: the package registry cannot be reached, so no other Node was had.');
      process.exitCode ||= skipped;
      break;
    }
    const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim();
    const passed = passedOn(node);
    console.log(`${passed > 0 ? 'passed' : 'FAILED'}  Node ${version}: ${passed} tests`);
    if (passed === 0) process.exitCode = 1;
    all += passed;
  }
  if (process.exitCode !== skipped) console.log(`${all} tests`);
} finally {
  rmSync(temporary, { recursive: true, force: true });
}
