// Repositories that make git itself execute, read, write or fetch, where rolloutkit asks it.
import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rollout } from '../pieces.mjs';

/** @typedef {import('../world.mjs').World} World */
/** @typedef {import('../attack.mjs').Attack} Attack */
/** @typedef {import('../attack.mjs').Run} Run */

/** What reads a repository. `rollback` writes nothing with --dry-run. */
const readers = /** @type {Run[]} */ ([
  { args: ['lint', '--changed=HEAD~1', '.'], exit: [0, 1], finds: false },
  { args: ['lint', '--staged', '.'], exit: [0, 1], finds: false },
  { args: ['lint', '--changed=HEAD~1', '--render', '.'], exit: [0, 1], finds: false },
  { args: ['rollback', '--dry-run', 'web'], exit: [0, 1], finds: false },
]);

/**
 * Two commits that change what a Rollout runs, so that there is a change to look at and a state to go back to.
 * @param {World} world
 */
function twice(world) {
  world.write('web/kustomization.yaml', 'resources: [rollout.yaml]\n');
  world.write('web/rollout.yaml', rollout('web'));
  world.commit('First');
  world.write('web/rollout.yaml', rollout('web').replace('web:1', 'web:2'));
}

/**
 * @param {string} name
 * @param {(world: World) => void} build before the clone
 * @param {(world: World) => void} configure what the user has in the clone, or the machine has in the home
 * @param {(world: World) => boolean | Promise<boolean>} proof
 * @param {Partial<Attack>} [rest]
 * @returns {Attack}
 */
const attack = (name, build, configure, proof, rest = {}) => ({
  name: `git: ${name}`,
  programs: ['git'],
  build(world) {
    twice(world);
    build(world);
    world.checkOut();
    // Something is staged, and the file of the attack has another time: git has to look into it.
    appendFileSync(path.join(world.repo, 'legit/service.yaml'), '# staged\n');
    world.gitIn(world.repo, 'add', 'legit/service.yaml');
    configure(world);
    const file = path.join(world.repo, 'legit/rollout.yaml');
    writeFileSync(file, readFileSync(file));
    rmSync(world.canary, { force: true });
  },
  runs: readers,
  proof,
  ...rest,
});

/** @param {World} world @param {string[]} args */
const fires = async (world, ...args) => {
  await world.run('git', args);
  return world.fired;
};

/** @param {World} world @param {string} text */
const config = (world, text) => appendFileSync(path.join(world.repo, '.git/config'), text);

/**
 * A folder of the repository that is a bare repository, and a work tree of itself.
 * @param {World} world
 * @param {string} folder
 * @param {string} core further lines of its configuration
 */
function bare(world, folder, core) {
  const inner = path.join(world.root, 'inner');
  mkdirSync(inner);
  world.gitIn(inner, 'init', '--quiet');
  for (const image of ['web:1', 'web:2']) {
    writeFileSync(path.join(inner, 'rollout.yaml'), rollout('web').replace('web:1', image));
    world.gitIn(inner, 'add', '--all');
    world.gitIn(inner, 'commit', '--quiet', '--message', image);
  }
  const target = path.join(world.origin, folder);
  mkdirSync(target, { recursive: true });
  for (const name of ['HEAD', 'config', 'objects', 'refs', 'index'])
    cpSync(path.join(inner, '.git', name), path.join(target, name), { recursive: true });
  // Git keeps no empty folders.
  for (const name of ['objects/info', 'objects/pack', 'refs/tags']) world.write(`${folder}/${name}/keep`, '');
  cpSync(path.join(inner, 'rollout.yaml'), path.join(target, 'rollout.yaml'));
  const text = readFileSync(path.join(target, 'config'), 'utf8');
  world.write(`${folder}/config`, `${text}[core]\n\tbare = false\n\tworktree = .\n${core}`);
  rmSync(inner, { recursive: true });
}

/**
 * @param {string} name
 * @param {(world: World) => string} core
 * @param {string[]} bareGit
 * @returns {Attack}
 */
const inBare = (name, core, bareGit) => ({
  name: `git: the working folder is a bare repository with ${name}`,
  programs: ['git'],
  build(world) {
    bare(world, 'apps', core(world));
    world.checkOut();
    appendFileSync(path.join(world.repo, 'apps/rollout.yaml'), '# changed\n');
  },
  runs: [
    ...readers.map((run) => ({ ...run, cwd: 'apps', exit: [0, 1, 2, 4] })),
    { args: ['init', '--dry-run'], cwd: 'apps', exit: [0, 1, 2, 4], finds: false },
    { args: ['lint', '..'], cwd: 'apps', exit: [1] },
    { args: ['rollback', 'web'], cwd: 'apps', exit: [0, 1, 2, 4], finds: false },
  ],
  async proof(world) {
    await world.run('git', bareGit, { cwd: path.join(world.repo, 'apps') });
    return world.fired;
  },
});

/** @type {Attack[]} */
export default [
  inBare('fsmonitor', (world) => `\tfsmonitor = "${world.shot.replaceAll('"', '\\"')}; false"\n`, ['status']),
  inBare(
    'an external diff and a pager',
    (world) =>
      `\tpager = "${world.shot}"\n[diff]\n\texternal = "${world.shot};:"\n[pager]\n\tdiff = "${world.shot}"\n`,
    ['diff'],
  ),
  inBare(
    'a filter and its attributes',
    (world) => {
      world.write('apps/.gitattributes', '*.yaml filter=evil\n');
      return `[filter "evil"]\n\tclean = "${world.shot}; cat"\n\tsmudge = "${world.shot}; cat"\n`;
    },
    ['hash-object', '--path=rollout.yaml', 'rollout.yaml'],
  ),
  inBare(
    'aliases, hooks and a helper for credentials',
    (world) =>
      `\thooksPath = hooks\n\tsshCommand = "${world.shot}"\n[alias]\n\tdiff = "!${world.shot}"\n\tx = "!${world.shot}"\n[credential]\n\thelper = "!${world.shot}"\n`,
    ['x'],
  ),
  attack(
    'the clone has an fsmonitor',
    () => undefined,
    (world) => config(world, `[core]\n\tfsmonitor = "${world.shot}; false"\n`),
    (world) => fires(world, 'status'),
  ),
  attack(
    'attributes ask for a filter that the user has, such as that of LFS',
    (world) => {
      world.write('.gitattributes', '* filter=evil\n');
      world.write('.lfsconfig', `[lfs]\n\turl = http://127.0.0.1:${world.port}\n`);
    },
    (world) => {
      const lines = `[filter "evil"]\n\tclean = "${world.shot}; cat"\n\tsmudge = "${world.shot}; cat"\n\trequired = true\n`;
      appendFileSync(path.join(world.home, '.gitconfig'), lines);
    },
    (world) => fires(world, 'checkout-index', '--all', '--force', `--prefix=${world.root}/there/`),
  ),
  attack(
    'attributes ask for a filter that is a process',
    (world) => world.write('.gitattributes', '*.yaml filter=evil diff=evil merge=evil\n'),
    (world) => {
      config(world, `[filter "evil"]\n\tprocess = "${world.shot}"\n\trequired = false\n`);
    },
    (world) => fires(world, 'checkout-index', '--all', '--force', `--prefix=${world.root}/there/`),
  ),
  attack(
    'attributes ask for an external diff and a textconv',
    (world) => world.write('.gitattributes', '*.yaml diff=evil\n'),
    (world) =>
      config(
        world,
        `[diff "evil"]\n\tcommand = "${world.shot};:"\n\ttextconv = "${world.shot};cat"\n\tcachetextconv = true\n[diff]\n\texternal = "${world.shot};:"\n`,
      ),
    (world) => fires(world, 'diff', 'HEAD~1'),
  ),
  attack(
    'hooks are a folder of the repository, as husky has them',
    (world) => {
      for (const name of [
        'post-index-change',
        'post-checkout',
        'reference-transaction',
        'fsmonitor-watchman',
        'pre-auto-gc',
      ])
        world.write(`.hooks/${name}`, `#!/bin/sh\n${world.shot}\n`, 0o755);
    },
    (world) => config(world, '[core]\n\thooksPath = .hooks\n'),
    (world) => fires(world, 'read-tree', 'HEAD'),
  ),
  attack(
    'a commit is signed, and signatures are shown',
    (world) => {
      world.commit('Signed');
      const signed = world
        .git('cat-file', 'commit', 'HEAD')
        .replace('\n\n', '\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n\n');
      writeFileSync(path.join(world.root, 'commit'), signed);
      world.git(
        'reset',
        '--quiet',
        '--hard',
        world.git('hash-object', '-t', 'commit', '-w', path.join(world.root, 'commit')).trim(),
      );
    },
    (world) => {
      writeFileSync(path.join(world.root, 'gpg'), world.script, { mode: 0o755 });
      config(world, `[log]\n\tshowSignature = true\n[gpg]\n\tprogram = ${world.root}/gpg\n`);
    },
    (world) => fires(world, 'log', '--max-count=3'),
  ),
  attack(
    'a submodule has changes and a configuration of its own',
    (world) => {
      const sub = path.join(world.root, 'sub');
      mkdirSync(sub);
      writeFileSync(path.join(sub, 'inner.yaml'), rollout('inner'));
      world.gitIn(sub, 'init', '--quiet');
      world.gitIn(sub, 'add', '--all');
      world.gitIn(sub, 'commit', '--quiet', '--message', 'All');
      world.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', sub, 'sub');
    },
    (world) => {
      world.gitIn(world.repo, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'update', '--init');
      appendFileSync(
        path.join(world.repo, '.git/modules/sub/config'),
        `[core]\n\tfsmonitor = "${world.shot}; false"\n`,
      );
      appendFileSync(path.join(world.repo, 'sub/inner.yaml'), '# changed\n');
      config(
        world,
        '[diff]\n\tsubmodule = diff\n\tignoreSubmodules = none\n[status]\n\tsubmoduleSummary = true\n[submodule]\n\trecurse = true\n',
      );
    },
    (world) => fires(world, '-C', 'sub', 'status'),
  ),
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

/** @param {World} world @param {string} name */
function isThere(world, name) {
  return existsSync(path.join(world.repo, name));
}
