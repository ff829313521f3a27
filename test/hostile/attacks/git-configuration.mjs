// Configurations, attributes and hooks that start programs under git.
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rollout } from '../pieces.mjs';
import { attack, fires, config, inBare } from '../repositories.mjs';

/** @type {import('../attack.mjs').Attack[]} */
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
];
