// Names, sizes and numbers of files, and such that change meanwhile.
import { appendFileSync, existsSync, readFileSync, symlinkSync, unlinkSync } from 'node:fs';
import path from 'node:path';
import { secret } from '../world.mjs';
import { object, rollout, service } from '../pieces.mjs';
import { commands, attack } from '../files.mjs';

/** @typedef {import('../attack.mjs').Run} Run */

/** @type {import('../attack.mjs').Attack[]} */
export default [
  attack(
    'a name has a line break, escape codes and commands of a CI',
    (world) => {
      for (const name of [
        '::add-mask::e.yaml',
        '##[error]x.yaml',
        'a\n::error::b.yaml',
        '\u001b[2J\u001b]0;pwned\u0007.yaml',
        '\u202egnp.yaml',
        '%0A::set-env name=A::b.yaml',
        '##vso[task.setvariable variable=A]b.yaml',
        '\r::stop-commands::x.yaml',
        '\u009b31m.yaml',
        'a\u2028::debug::.yaml',
        '::group::/x.yaml',
        '`$(id)`.yaml',
      ])
        world.write(name, rollout('web', {}, { stableService: 'nope' }));
      world.link('\u001b[31m\n::add-mask::broken\n.yaml', 'nowhere');
      world.link('\u001b[31m\n::add-mask::folder\n', '..');
      world.write('bad\u001b[31m\n::warning::.yaml', 'a: [\n');
    },
    async (world) => (await world.run('sh', ['-c', 'printf "%s\\n" *'])).output.includes('\u001b[2J'),
    {
      runs: [
        {},
        { GITHUB_ACTIONS: 'true', CI: 'true' },
        { GITLAB_CI: 'true', CI: 'true' },
        { TF_BUILD: 'True' },
      ].flatMap((env) =>
        commands.slice(0, 3).map((run) => ({ ...run, env: /** @type {Record<string, string>} */ (env) })),
      ),
    },
  ),
  attack(
    'a name is an option',
    (world) => {
      for (const name of [
        '--help.yaml',
        '-.yaml',
        '--output=x.yaml',
        '-/x.yaml',
        '--git-dir=evil.yaml',
        '--upload-pack=sh.yaml',
        '--ext-diff.yaml',
        '-o.yaml',
      ])
        world.write(name, rollout('web', {}, { stableService: 'nope' }));
      world.write('--post-renderer=x/kustomization.yaml', 'resources: [rollout.yaml]\n');
      world.write('--post-renderer=x/rollout.yaml', rollout('other', {}, { stableService: 'nope' }));
      world.write('--enable-exec/Chart.yaml', 'apiVersion: v2\nname: shop\nversion: 1.0.0\n');
    },
    async (world) => !/no such/i.test((await world.run('sh', ['-c', 'git diff *'])).output),
    {
      programs: ['git', 'helm', 'kustomize'],
      runs: [
        { args: ['lint', '.'], exit: [1] },
        { args: ['lint', '--render', '.'], exit: [1, 4] },
        { args: ['lint', '--staged', '.'], exit: [0, 1], finds: false },
        { args: ['lint', '--changed=HEAD', '--render', '.'], exit: [0, 1, 4], finds: false },
        { args: ['impact', '--render', '.'], exit: [0, 1, 4], finds: false },
      ],
    },
  ),
  attack(
    'a name is not UTF-8',
    (world) => {
      world.write('plain.yaml', service('plain'));
      world.commit('Plain');
      // The index takes bytes: é of Latin-1, which no text of JavaScript can say.
      const blob = world.git('rev-parse', 'HEAD:plain.yaml').trim();
      const index = Buffer.from(`100644 ${blob}\tcaf\xe9.yaml\0`, 'latin1');
      world.gitWith(index, 'update-index', '-z', '--index-info');
      world.git('commit', '--quiet', '--message', 'Bytes');
      world.git('reset', '--quiet', '--hard');
    },
    async (world) => (await world.run('sh', ['-c', 'ls -b'])).output.includes('caf\\351.yaml'),
    // It cannot be read by its name, and so it must be said.
    {
      runs: [
        { args: ['lint', '.'], exit: [1, 4] },
        { args: ['simulate', '--rollout', 'legit/legit', '.'], exit: [1, 4] },
      ],
    },
  ),
  attack(
    'names differ in case and in the form of Unicode alone',
    (world) => {
      for (const name of [
        'caf\u00e9.yaml',
        'cafe\u0301.yaml',
        'A.yaml',
        'a.yaml',
        'a.YAML',
        'K.yaml',
        '\u212a.yaml',
        'ß.yaml',
        'SS.yaml',
      ])
        world.write(
          name,
          rollout(
            `r-${[...name].map((one) => one.codePointAt(0)).join('-')}`.slice(0, 60),
            {},
            { stableService: `absent-${Buffer.from(name).toString('hex')}` },
          ),
        );
    },
    async (world) => (await world.run('sh', ['-c', 'ls caf*.yaml | wc -l'])).output.trim() === '2',
    {
      runs: [
        {
          args: ['lint', '.'],
          exit: [1],
          finds: /absent-636166c3a9[^]*absent-63616665cc81|absent-63616665cc81[^]*absent-636166c3a9/,
        },
      ],
    },
  ),
  attack(
    'a path is as long as the system lets it be',
    (world) => {
      const deep = Array.from({ length: 500 }, () => 'd').join('/');
      world.write(`${deep}/rollout.yaml`, rollout('deep', {}, { stableService: 'absent-in-the-deep' }));
      world.write(`${'n'.repeat(250)}.yaml`, service('long'));
    },
    (world) => existsSync(path.join(world.repo, Array.from({ length: 500 }, () => 'd').join('/'))),
    {
      runs: [
        {
          args: ['lint', '.'],
          exit: [1],
          finds: /absent-in-the-deep[^]*legit-stable-is-absent|legit-stable-is-absent[^]*absent-in-the-deep/,
        },
        { args: ['rollback', '--dry-run', 'legit'], exit: [1, 2], finds: false },
      ],
    },
  ),
  attack(
    'a file is larger than any manifest',
    (world) =>
      world.write('huge.yaml', Buffer.concat([Buffer.from('a: "'), Buffer.alloc(90 * 2 ** 20, 'x')])),
    (world) => readFileSync(path.join(world.repo, 'huge.yaml')).length > 90 * 2 ** 20,
    {
      runs: [
        { args: ['lint', '.'], exit: [4] },
        { args: ['simulate', '.'], exit: [4] },
      ],
    },
  ),
  attack(
    'settings and ignore files are larger than any memory likes',
    (world) => {
      world.write('.gitignore', 'never-there-*-x\n'.repeat(100_000));
      world.write(
        'sub/.gitignore',
        '**/**/**/**/**/**/**/**/**/**/x\n'.repeat(2000) + `${'*a'.repeat(40)}\n`.repeat(20),
      );
      world.write(`sub/${'a'.repeat(120)}b.yaml`, service('web'));
    },
    (world) => readFileSync(path.join(world.repo, '.gitignore')).length > 1_000_000,
    { runs: [{ args: ['lint', '.'], exit: [1, 4] }] },
  ),
  attack(
    'thousands of files',
    (world) => {
      for (let index = 0; index < 5000; index += 1)
        world.write(`m/${index % 100}/${index}.yaml`, service(`s-${index}`));
    },
    (world) => existsSync(path.join(world.repo, 'm/99/4999.yaml')),
    { runs: [{ args: ['lint', '.'], exit: [1, 4], seconds: 20 }] },
  ),
  attack(
    'a file becomes a link to a file of the machine, over and over',
    (world) => {
      for (let index = 0; index < 40; index += 1) world.write(`race/${index}.yaml`, service('web'));
      world.write('race/rollout.yaml', rollout('web'));
    },
    (world) => {
      unlinkSync(path.join(world.repo, 'race/0.yaml'));
      symlinkSync('../../outside/manifest.yaml', path.join(world.repo, 'race/0.yaml'));
      return readFileSync(path.join(world.repo, 'race/0.yaml'), 'utf8').includes(secret);
    },
    {
      meanwhile: (world) =>
        world.background(`
        const { renameSync, symlinkSync, writeFileSync } = require('node:fs');
        for (let round = 0; ; round += 1)
          for (let index = 0; index < 40; index += 1) {
            const file = 'race/' + index + '.yaml';
            try {
              symlinkSync(round % 3 === 2 ? '/dev/zero' : '../../outside/manifest.yaml', file + '.link');
              renameSync(file + '.link', file);
              writeFileSync(file + '.plain', 'apiVersion: v1\\nkind: Service\\nmetadata: { name: web }\\n');
              renameSync(file + '.plain', file);
            } catch {}
          }`),
      runs: Array.from({ length: 4 }, () => /** @type {Run} */ ({ args: ['lint', '.'], exit: [1, 4] })),
    },
  ),
  attack(
    'a folder becomes a link to a folder of the machine, over and over',
    (world) => {
      for (let index = 0; index < 20; index += 1) world.write(`race/${index}/inner.yaml`, service('web'));
    },
    (world) => {
      symlinkSync('../../outside/folder', path.join(world.repo, 'race/link'));
      return readFileSync(path.join(world.repo, 'race/link/inner.yaml'), 'utf8').includes(secret);
    },
    {
      meanwhile: (world) =>
        world.background(`
        const { renameSync, symlinkSync, unlinkSync } = require('node:fs');
        for (;;)
          for (let index = 0; index < 20; index += 1) {
            const folder = 'race/' + index;
            try {
              renameSync(folder, folder + '.away');
              symlinkSync('../../outside/folder', folder);
              unlinkSync(folder);
              renameSync(folder + '.away', folder);
            } catch {}
          }`),
      runs: Array.from(
        { length: 4 },
        () => /** @type {Run} */ ({ args: ['lint', '.'], exit: [1, 4], isRace: true }),
      ),
    },
  ),
  attack(
    'an ignore file hides nothing that is asked for by a link',
    (world) => {
      world.write('.gitignore', `${object('v1', 'x', {}, {})}\n\\\n[\n[]\n!\n!!\n**\0\n`);
      appendFileSync(path.join(world.origin, '.gitignore'), Buffer.from([0xff, 0xfe, 0x0a]));
    },
    (world) => readFileSync(path.join(world.repo, '.gitignore')).includes(0xff),
    { runs: commands.slice(0, 1) },
  ),
];
