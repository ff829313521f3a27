// Clones, names and words of a history.
import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { rollout } from '../pieces.mjs';
import { twice, fires, isThere } from '../repositories.mjs';

/** @type {import('../attack.mjs').Attack[]} */
export default [
  {
    name: 'git: a partial clone lacks what is asked for, and its remote is a command',
    programs: ['git'],
    build(world) {
      twice(world);
      world.git('config', 'uploadpack.allowFilter', 'true');
      world.write('legit/rollout.yaml', rollout('legit', {}, { stableService: 'legit-stable-is-absent' }));
      world.commit('Second');
      world.gitIn(world.root, 'clone', '--quiet', '--filter=blob:none', `file://${world.origin}`, world.repo);
      world.gitIn(world.repo, 'config', 'remote.origin.url', `ext::sh -c touch% ${world.canary}`);
      world.gitIn(world.repo, 'config', 'protocol.ext.allow', 'always');
    },
    runs: [
      { args: ['lint', '--changed=HEAD~1', '.'], exit: [0, 1, 4], finds: false },
      { args: ['lint', '--changed=HEAD~1', '--render', '.'], exit: [1, 4], finds: false },
      { args: ['rollback', '--dry-run', 'web'], exit: [1, 4], finds: false },
      { args: ['impact', '--base', 'HEAD~1', '.'], exit: [0, 1, 4], finds: false },
      { args: ['lint', '.'], exit: [1] },
    ],
    proof: (world) => fires(world, 'show', 'HEAD~1:web/rollout.yaml'),
  },
  {
    name: 'git: names of files are patterns, and --commit takes what it edited alone',
    programs: ['git'],
    build(world) {
      for (const image of ['web:1', 'web:2']) {
        world.write('web/[ab]*.yaml', rollout('web').replace('web:1', image));
        world.write('web/a-mine.yaml', `# ${image}\n`);
        world.commit(image);
      }
      world.checkOut();
      // The user's own work, which no rollback may commit.
      appendFileSync(path.join(world.repo, 'web/a-mine.yaml'), '# mine\n');
    },
    runs: [
      {
        args: ['rollback', '--commit', 'web'],
        exit: [0],
        finds: /web:2 → web:1/,
        writes: [/^web\/\[ab\]\*\.yaml$/, /^web\/[^/]*\.tmp$/, /^web\/\.[^/]*$/, /^\.git\//],
        programs: [/^\/usr\/lib\/git-core\/git$/],
      },
    ],
    async proof(world) {
      const { output } = await world.run('git', ['diff', '--name-only', '--', 'web/[ab]*.yaml']);
      return output.includes('a-mine.yaml');
    },
    after(world) {
      const names = world.gitIn(world.repo, 'show', '--format=', '--name-only', 'HEAD');
      return names.includes('a-mine') ? ['commits what it did not edit'] : [];
    },
  },
  {
    name: 'git: the words of a commit steer the terminal',
    programs: ['git'],
    build(world) {
      world.write('web/rollout.yaml', rollout('web'));
      world.commit('\u001b]0;pwned\u0007\u001b[2J::add-mask::x\r##[error]\u202emoc');
      world.write('web/rollout.yaml', rollout('web').replace('web:1', 'web:2'));
    },
    runs: [
      { args: ['rollback', '--dry-run', 'web'], exit: [0], finds: /web:1/ },
      {
        args: ['rollback', '--dry-run', 'web'],
        env: { GITHUB_ACTIONS: 'true', CI: 'true' },
        exit: [0],
        finds: /web:1/,
      },
    ],
    proof: async (world) => (await world.run('git', ['log', '--format=%s'])).output.includes('\u001b'),
  },
  {
    name: 'git: a file name of the rollback is a command of the shell',
    programs: ['git'],
    build(world) {
      const file = `web/$(> fired) ;'x.yaml`;
      for (const image of ['web:1', 'web:2']) {
        world.write(file, rollout('web').replace('web:1', image));
        world.commit(image);
      }
    },
    runs: [
      {
        args: ['rollback', 'web'],
        exit: [0],
        finds: /git commit/,
        writes: [/^web\//],
        // Whoever copies the line commits, and runs nothing else.
        async check(world, output) {
          const line = /git commit[^]*?(?= && git push)/.exec(output)?.[0] ?? '';
          await world.run('sh', ['-c', line.replaceAll(/\n\s+/g, ' ')]);
          const subject = world.gitIn(world.repo, 'log', '--max-count=1', '--format=%s');
          return [
            ...(isThere(world, 'fired') ? ['the line to copy runs a command'] : []),
            ...(subject.startsWith('Roll back') ? [] : [`the line to copy commits nothing: ${line}`]),
          ];
        },
      },
    ],
    async proof(world) {
      await world.run('sh', ['-c', 'true web/$(> fired) ;true']);
      return isThere(world, 'fired');
    },
  },
  {
    name: 'git: folders that look like .git',
    programs: ['git'],
    build(world) {
      const bad = `[core]\n\tfsmonitor = "${world.shot}; false"\n`;
      for (const name of ['.g\u200cit', 'GIT~1', '.git\u00a0', '.ɡit', '.git ', '.git::$INDEX_ALLOCATION'])
        for (const [file, text] of Object.entries({
          config: bad,
          HEAD: 'ref: refs/heads/main\n',
          'objects/keep': '',
          'refs/keep': '',
          'rollout.yaml': rollout(
            `in-${name.length}-${name.codePointAt(1)}`,
            {},
            { stableService: 'hidden' },
          ),
        }))
          world.write(`${name}/${file}`, text);
      world.commit('All');
      world.checkOut('-c', 'core.protectNTFS=false', '-c', 'core.protectHFS=false');
    },
    runs: [
      // What git takes for files is linted as files: six of them name a Service that is not there.
      { args: ['lint', '.'], exit: [1], finds: /Service "hidden"[^]*legit-stable-is-absent/ },
      { args: ['lint', '--changed=HEAD', '.'], exit: [0], finds: false },
      { args: ['lint', '--staged', '.'], cwd: 'GIT~1', exit: [0, 1, 2, 4], finds: false },
    ],
    async proof(world) {
      await world.run('git', ['--git-dir=GIT~1', '--work-tree=.', 'status']);
      return world.fired;
    },
  },
];
