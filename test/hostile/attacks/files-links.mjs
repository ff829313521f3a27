// Links, devices and settings that lead out of the repository.
import { secret } from '../world.mjs';
import { service } from '../pieces.mjs';
import { commands, printsSecret, neverEnds, attack } from '../files.mjs';

/** @type {import('../attack.mjs').Attack[]} */
export default [
  attack(
    'manifests are links to files of the machine',
    (world) => {
      world.link('a.yaml', '../outside/credentials');
      world.link('b.yaml', '../outside/manifest.yaml');
      world.link('deep/er/c.json', '../../../outside/values.yaml');
      world.link('chain1.yaml', 'chain2.yaml');
      world.link('chain2.yaml', `${world.outside}/victim.yaml`);
      world.link('Chart.yaml', '../outside/victim.yaml');
      world.link('values.yaml', '../outside/values.yaml');
    },
    printsSecret('chain1.yaml'),
    {
      runs: [
        ...commands,
        { args: ['lint', '--render', '.'], exit: [1, 4] },
        { args: ['lint', '--staged', '.'], exit: [0, 1, 4], finds: false },
        { args: ['lint', '--changed=HEAD', '.'], exit: [0, 1, 4], finds: false },
        { args: ['impact', '.'], exit: [0, 1, 4], finds: false },
      ],
    },
  ),
  attack(
    'folders are links to folders of the machine',
    (world) => {
      world.link('apps', '../outside/folder');
      world.link('root', '/');
      world.link('up', '..');
      world.link('self', '.');
      world.link('home', `${world.root}/home`);
    },
    printsSecret('apps/inner.yaml'),
    {
      runs: [
        ...commands,
        { args: ['lint', '--render', '.'], exit: [1, 4] },
        // The command line names a folder of the repository; where a commit leads it is not what it names.
        { args: ['lint', 'apps', 'legit'], exit: [1, 4] },
        { args: ['lint', 'apps/inner.yaml', 'legit'], exit: [1, 4] },
        { args: ['lint', 'up/outside/folder', 'legit'], exit: [1, 4] },
      ],
    },
  ),
  attack(
    'manifests are links to the environment of the process, and to what it has open',
    (world) => {
      const targets = [
        '/proc/self/environ',
        '/proc/self/cmdline',
        '/proc/self/fd/0',
        '/proc/self/fd/3',
        '/dev/stdin',
        '/dev/fd/0',
        '/proc/self/mem',
        '/proc/self/cwd/../outside/credentials',
        '/proc/self/root/etc/passwd',
        '/proc/1/environ',
        '/dev/tty',
        '/dev/mem',
      ];
      for (const [index, target] of targets.entries()) world.link(`p${index}.yaml`, target);
      world.link('rolloutkit.yml', '/proc/self/environ');
    },
    async (world) => (await world.run('cat', ['p0.yaml'])).output.includes(secret),
    {
      runs: commands.map((run) => ({
        ...run,
        input: `apiVersion: v1\nkind: Service\nmetadata: { name: "${secret}" }\nspec: [\n`,
      })),
    },
  ),
  attack(
    '.gitignore is a link to an endless device',
    (world) => world.link('.gitignore', '/dev/zero'),
    neverEnds('.gitignore'),
    { runs: [...commands, { args: ['lint', '.'], cwd: 'legit', exit: [1, 4] }] },
  ),
  attack(
    'rolloutkit.yaml is a link to an endless device',
    (world) => world.link('rolloutkit.yaml', '/dev/zero'),
    neverEnds('rolloutkit.yaml'),
    {
      runs: [
        { args: ['lint', '.'], exit: [1, 2, 4], finds: false },
        { args: ['lint', '.'], cwd: 'legit', exit: [1, 2, 4], finds: false },
        { args: ['drift', '.'], exit: [0, 1, 2, 4], finds: false },
      ],
    },
  ),
  attack(
    'rolloutkit.yaml is a link to a file of the machine',
    (world) => world.link('rolloutkit.yaml', '../outside/credentials'),
    printsSecret('rolloutkit.yaml'),
    {
      runs: [
        { args: ['lint', '.'], exit: [1, 2, 4], finds: false },
        { args: ['init', '--dry-run'], exit: [0, 1, 2, 4], finds: false },
      ],
    },
  ),
  attack(
    'manifests are links to endless devices',
    (world) => {
      for (const name of [
        'a.yaml',
        'kustomization.yaml',
        'Chart.yaml',
        'values.yaml',
        'cdk8s.yaml',
        'package.json',
        '.pre-commit-config.yaml',
        '.gitlab-ci.yml',
        'rolloutkit.json',
      ])
        world.link(name, '/dev/zero');
      world.link('random.json', '/dev/urandom');
      world.link('full.yaml', '/dev/full');
    },
    neverEnds('a.yaml'),
    {
      runs: [
        ...commands,
        {
          args: ['init', '--ci', 'github,gitlab', '--kustomize', '--dry-run'],
          exit: [0, 1, 2, 4],
          finds: false,
        },
      ],
    },
  ),
  attack(
    'the output of cdk8s is the whole disk, or a folder of the machine',
    (world) => {
      for (const [index, output] of [
        '/',
        '../outside',
        '../../..',
        `${world.outside}/folder`,
        'linked',
        '.',
        '..',
      ].entries())
        world.write(`cdk8s-${index}/cdk8s.yaml`, `app: sh -c "${world.shot}"\noutput: ${output}\n`);
      world.link('cdk8s-4/linked', '../../outside/folder');
      world.write('meta/cdk8s.yaml', 'app: x\noutput: dist\n');
      world.write('meta/dist/a.yaml', service('web'));
      world.link('meta/dist/construct-metadata.json', '../../../outside/credentials');
    },
    printsSecret('cdk8s-4/linked/inner.yaml'),
    {
      runs: [
        { args: ['lint', '--render', '.'], exit: [1, 4] },
        { args: ['lint', '.'], exit: [1, 4] },
      ],
    },
  ),
  attack(
    'what settings of the repository name is outside',
    (world) =>
      world.write(
        'rolloutkit.yaml',
        `ignore: ["!../outside", "../**", "/"]\nassume: [Service/../outside]\nhelmValues: [["/etc/passwd"], ["--post-renderer=./x"]]\n`,
      ),
    printsSecret('../outside/values.yaml'),
    {
      runs: [
        { args: ['lint', '.'], exit: [1, 2, 4], finds: false },
        { args: ['lint', '--render', '.'], exit: [1, 2, 4], finds: false },
      ],
    },
  ),
];
