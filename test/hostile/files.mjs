// Which commands meet files, and how a link shows itself.
import { secret } from './world.mjs';

/** @typedef {import('./world.mjs').World} World */
/** @typedef {import('./attack.mjs').Attack} Attack */
/** @typedef {import('./attack.mjs').Run} Run */

/** Every command that only reads. */
export const commands = /** @type {Run[]} */ ([
  { args: ['lint', '.'], exit: [1, 4] },
  { args: ['simulate', '--rollout', 'legit/legit', '.'], exit: [1, 4] },
  { args: ['drift', '.'], exit: [0, 1, 2, 4], finds: false },
  { args: ['rollback', '--dry-run', 'legit'], exit: [1, 2, 4], finds: false },
  { args: ['init', '--dry-run'], exit: [0, 1, 2, 4], finds: false },
]);

/** @param {string} file */
export const printsSecret = (file) => async (/** @type {World} */ world) =>
  (await world.run('cat', [file])).output.includes(secret);

/** @param {string} file */
export const neverEnds = (file) => async (/** @type {World} */ world) => {
  const script = `const b = Buffer.alloc(1 << 20); const fs = require('node:fs'); const f = fs.openSync(process.argv[1]); for (;;) if (fs.readSync(f, b) === 0) break;`;
  return (await world.run('node', ['-e', script, file], { seconds: 1 })).isLate;
};

/**
 * @param {string} name
 * @param {(world: World) => void} build
 * @param {(world: World) => boolean | Promise<boolean>} proof
 * @param {Partial<Attack>} [rest]
 * @returns {Attack}
 */
export const attack = (name, build, proof, rest = {}) => ({
  name: `files: ${name}`,
  build,
  proof,
  runs: commands,
  ...rest,
});
