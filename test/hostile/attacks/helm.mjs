import { application, chart } from '../pieces.mjs';

/** @type {import('../attack.mjs').Attack[]} */
export default [
  {
    name: 'helm: the name of an Application is --post-renderer',
    programs: ['helm'],
    build(world) {
      chart(world, 'chart');
      world.write('chart/evil.sh', world.script, 0o755);
      world.write('rolloutkit.yaml', 'render: true\n');
      world.write('app.yaml', application({ name: '--post-renderer=./evil.sh', path: 'chart' }));
    },
    runs: [
      { args: ['lint', '.'], exit: [4] },
      { args: ['lint', '--render', '.'], exit: [1, 4] },
      { args: ['simulate', '--render', '.'], exit: [1, 4] },
      { args: ['drift', '--render', '.'], exit: [1, 4], finds: false },
    ],
    proof(world) {
      world.run('helm', ['template', '--post-renderer=./evil.sh', '.'], { cwd: `${world.repo}/chart` });
      return world.fired;
    },
  },
];
