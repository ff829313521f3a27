// Lints the examples: the published systems, then the corrected ones. Fails if the linter misses a fault in the former
// or reports one in the latter.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const examples = readdirSync(join(root, 'examples'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !['cdk8s', 'plugin'].includes(entry.name))
  .map(({ name }) => `examples/${name}`);

/**
 * Runs the command as a user would. Its output goes to our output, with colors on a terminal.
 * @param {string} folder
 */
const lint = (folder) => {
  console.log(`$ rolloutkit lint ${folder}`);
  const { status } = spawnSync(process.execPath, [join(root, 'bin/rolloutkit.js'), 'lint', folder], {
    cwd: root,
    stdio: 'inherit',
  });
  console.log();
  return status;
};

const published = examples.map((example) => lint(`${example}/as-published`));
const corrected = examples.map((example) => lint(`${example}/corrected`));

const asItShouldBe =
  examples.length > 0 &&
  published.every((status) => status === 1) &&
  corrected.every((status) => status === 0);
console.log(
  asItShouldBe
    ? `${examples.length} systems as published: each has findings. The same systems corrected: none has.`
    : 'This is not as it should be: as-published has findings and corrected has none.',
);
process.exitCode = asItShouldBe ? 0 : 1;
