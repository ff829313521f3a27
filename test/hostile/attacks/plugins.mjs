// Repositories whose configuration wants code of theirs to be loaded.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** @typedef {import('../world.mjs').World} World */
/** @typedef {import('../attack.mjs').Attack} Attack */

const code = 'lint/own.js';

/** A plugin whose code fires as soon as it is loaded, and again when a rule of it runs. @param {World} world */
function plugin(world) {
  const fire = `require('node:fs').appendFileSync(${JSON.stringify(world.canary)}, 'fired\\n');`;
  world.write(
    code,
    `${fire}
module.exports = { apiVersion: 1, prefix: 'own', rules: [{ name: 'one', description: 'D.', why: 'W.', severity: 'error',
  messages: { bad: 'Bad.' }, check() { ${fire} } }] };
`,
  );
  world.write('node_modules/rolloutkit-plugin-own/package.json', '{"main":"x.js"}');
  world.write('node_modules/rolloutkit-plugin-own/x.js', fire);
}

const refused = /a repository cannot load plugins/;
const commands = [
  ['lint', '.'],
  ['lint', '--render', '.'],
  ['baseline', 'show'],
  ['doctor'],
  ['config'],
  ['simulate', '.'],
];

/** Whoever names the code on the command line has it run. @type {Attack['proof']} */
const runs = async (world) => {
  await world.run('node', [
    path.join(world.installation, 'bin/rolloutkit.js'),
    'lint',
    '--plugin',
    code,
    '.',
  ]);
  return world.fired;
};

/** @type {Attack[]} */
export default [
  {
    name: 'plugins: rolloutkit.yaml names code of the repository',
    build(world) {
      plugin(world);
      world.write('rolloutkit.yaml', `plugins: [./${code}, rolloutkit-plugin-own]\nplugin: ${code}\n`);
    },
    runs: commands.map((args) => ({
      args,
      exit: [2],
      finds: false,
      check: (_, output) =>
        refused.test(output) ? [] : ['it is not told that a repository cannot load plugins'],
    })),
    proof: runs,
  },
  {
    name: 'plugins: a configuration in the repository that looks like that of the user',
    build(world) {
      plugin(world);
      world.write('.config/rolloutkit/config.yaml', `plugins: [../../${code}]\nschemas: [/]\n`);
    },
    runs: [
      { args: ['lint', '.'], env: { XDG_CONFIG_HOME: '.config' }, exit: [1, 4] },
      { args: ['lint', '.'], exit: [1, 4] },
    ],
    proof: runs,
  },
  {
    name: 'plugins: what the user has in mind is exchanged for code of the repository',
    build(world) {
      plugin(world);
      world.checkOut();
      const folder = path.join(world.home, '.config/rolloutkit');
      mkdirSync(folder, { recursive: true });
      // A link, or a path of a time before the checkout was there.
      writeFileSync(path.join(folder, 'config.yaml'), `plugins: [${path.join(world.repo, code)}]\n`);
    },
    runs: [
      {
        args: ['lint', '.'],
        exit: [2],
        finds: false,
        reads: [/\.config\/rolloutkit/],
        check: (_, output) =>
          output.includes('it is in the repository that is linted')
            ? []
            : ['it is not told why the plugin is not loaded'],
      },
    ],
    proof: runs,
  },
];
