// The installed package on the oldest and the newest of each line of Node that is supported: what it says of the examples is the
// same on all of them.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const examples = readdirSync(join(root, 'examples'), { withFileTypes: true })
  .filter(({ name }) => !['cdk8s', 'plugin'].includes(name))
  .map(({ name }) => `examples/${name}`);

/** What is asked of all, and how it exits. */
const commands = [
  { args: ['lint', ...examples.map((name) => `${name}/as-published`), '--format', 'json'], expected: 1 },
  { args: ['lint', ...examples.map((name) => `${name}/corrected`), '--format', 'json'], expected: 0 },
  ...examples.map((name) => ({ args: ['simulate', `${name}/corrected`, '--format', 'json'], expected: 0 })),
  ...examples.map((name) => ({ args: ['drift', `${name}/as-published`, '--format', 'json'], expected: 1 })),
];

/**
 * @param {import('./new.mjs').Tools} tools
 * @param {readonly { name: string, node: string }[]} nodes
 */
export async function checkExamples({ tarball, temporary, run, check, install }, nodes) {
  const folder = join(temporary, 'examples-on-nodes');
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  await check('examples: install', () => install(folder, tarball));
  const command = join(folder, 'node_modules/rolloutkit/bin/rolloutkit.js');
  /** @type {string[]} */
  const first = [];
  for (const { name, node } of nodes)
    await check(`examples, ${name}: lint, simulate and drift`, async () => {
      for (const [index, { args, expected }] of commands.entries()) {
        const printed = await run({ cwd: root, node, expected }, node, command, ...args);
        const output = printed.replaceAll(/"milliseconds": \d+/g, '');
        first[index] ??= output;
        if (output === '' || output !== first[index])
          throw new Error(
            `${args.join(' ')} says something else than on ${nodes[0]?.name}:\n${output.slice(0, 2000)}`,
          );
      }
    });
}
