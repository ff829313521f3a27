// Commands that write, where a commit has prepared the place.
import { lstatSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { application, object, rollout, service } from '../pieces.mjs';

/** @typedef {import('../world.mjs').World} World */
/** @typedef {import('../attack.mjs').Attack} Attack */

/** An Application that lacks what drift --write puts into it; in block style, for others are not edited. */
const lacking = `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata:
  name: web
  namespace: argocd
spec:
  project: default
  destination:
    namespace: shop
  source:
    repoURL: https://example.com/shop.git
    path: shop
`;

/** @param {World} world */
function shop(world) {
  const routed = {
    stableService: 'stable',
    canaryService: 'canary',
    trafficRouting: { istio: { virtualService: { name: 'web' } } },
  };
  world.write('shop/rollout.yaml', rollout('web', {}, routed));
  world.write('shop/services.yaml', `${service('stable')}---\n${service('canary')}`);
  const route = ['stable', 'canary'].map((host, index) => ({
    destination: { host },
    weight: index === 0 ? 100 : 0,
  }));
  world.write(
    'shop/virtual-service.yaml',
    object(
      'networking.istio.io/v1',
      'VirtualService',
      { name: 'web', namespace: 'shop' },
      { hosts: ['web'], http: [{ route }] },
    ),
  );
}

/** @param {World} world @param {string} name */
const outside = (world, name) => readFileSync(path.join(world.outside, name), 'utf8');

/** The `sh` that a plain write through a link is made with.
 * @param {string} file
 */
const writesThrough = (file) => async (/** @type {World} */ world) => {
  const before = world.snapshot().join('\n');
  await world.run('sh', ['-c', `mkdir -p "$(dirname '${file}')"; echo overwritten > '${file}'`]);
  return world.snapshot().join('\n') !== before;
};

const newService = [
  'new',
  'checkout',
  '--style',
  'kustomize',
  '--router',
  'none',
  '--image',
  'web:1',
  '--namespace',
  'shop',
];

/** @type {Attack[]} */
export default [
  {
    name: 'writing: the Application that drift --write edits is a link that leads out',
    build(world) {
      shop(world);
      writeFileSync(path.join(world.outside, 'app.yaml'), lacking);
      world.link('app.yaml', '../outside/app.yaml');
      world.link('apps/app.yaml', '../../outside/app.yaml');
    },
    runs: [{ args: ['drift', '--write', '.'], exit: [0, 1, 4], finds: false }],
    proof: writesThrough('app.yaml'),
  },
  {
    name: 'writing: temporary files of drift --write are there before, as links',
    build(world) {
      shop(world);
      world.write('app.yaml', lacking);
      for (let pid = process.pid; pid < process.pid + 3000; pid += 1)
        world.link(`app.yaml.${pid}.tmp`, '../outside/victim.yaml');
      for (const name of ['.app.yaml.tmp', 'app.yaml.tmp', 'app.yaml~', '.app.yaml.swp', 'app.yaml.new'])
        world.link(name, '../outside/victim.yaml');
    },
    runs: [
      {
        args: ['drift', '--write', '.'],
        exit: [1],
        finds: /app\.yaml: written\./,
        writes: [/^app\.yaml$/, /^\.rolloutkit-[\w-]+\.tmp$/],
        seconds: 10,
      },
    ],
    async proof(world) {
      const before = outside(world, 'victim.yaml');
      await world.run('node', [
        '-e',
        `const fs = require('node:fs'); fs.writeFileSync('app.yaml.${process.pid}.tmp', 'x')`,
      ]);
      return outside(world, 'victim.yaml') !== before;
    },
    after: (world) =>
      lstatSync(path.join(world.repo, 'app.yaml')).isSymbolicLink() ? ['app.yaml has become a link'] : [],
  },
  {
    name: 'writing: the folder of an Application becomes a link that leads out, over and over',
    build(world) {
      shop(world);
      world.write('apps/app.yaml', lacking);
      writeFileSync(path.join(world.outside, 'folder/app.yaml'), lacking);
    },
    meanwhile: (world) =>
      world.background(`
        const { renameSync, symlinkSync, unlinkSync } = require('node:fs');
        for (;;) try {
          renameSync('apps', 'away');
          symlinkSync('../outside/folder', 'apps');
          unlinkSync('apps');
          renameSync('away', 'apps');
        } catch {}`),
    runs: Array.from({ length: 4 }, () => ({
      args: ['drift', '--write', '.'],
      exit: [0, 1, 2, 4],
      finds: /** @type {const} */ (false),
      isRace: true,
      writes: [/^(apps|away)(\/|$)/],
    })),
    proof(world) {
      symlinkSync('../outside/folder', path.join(world.repo, 'there'));
      return writesThrough('there/app.yaml')(world);
    },
  },
  {
    name: 'writing: the folder of a new service is a link that leads out',
    build(world) {
      world.link('checkout', '../outside/folder');
      world.link('services/checkout', '../../outside/folder');
    },
    runs: [
      { args: newService, exit: [1, 2, 4], finds: false },
      { args: [...newService, '--force'], exit: [1, 2, 4], finds: false },
      { args: [...newService, '--out', 'services'], exit: [1, 2, 4], finds: false },
      { args: [...newService, '--out', 'checkout'], exit: [1, 2, 4], finds: false },
      { args: ['new', '../../outside/x', ...newService.slice(2)], exit: [2], finds: false },
    ],
    proof: writesThrough('checkout/rollout.yaml'),
  },
  {
    name: 'writing: files of a new service are links that lead out, one of them to nothing yet',
    build(world) {
      world.link('checkout/base/rollout.yaml', '../../../outside/victim.yaml');
      world.link('checkout/base/kustomization.yaml', '../../../outside/not-yet.yaml');
      world.link('checkout/base/service.yaml', '/dev/zero');
    },
    runs: [
      { args: newService, exit: [1, 2, 4], finds: false, writes: [/^checkout(\/|$)/] },
      { args: [...newService, '--force'], exit: [0, 1, 2, 4], finds: false, writes: [/^checkout(\/|$)/] },
    ],
    proof: writesThrough('checkout/base/kustomization.yaml'),
  },
  {
    name: 'writing: what init writes is there as links that lead out',
    build(world) {
      world.link('.github', '../outside/folder');
      world.link('.gitlab', '../outside/folder');
      world.link('.pre-commit-config.yaml', '../outside/victim.yaml');
      world.link('.gitlab-ci.yml', '../outside/not-yet.yml');
      world.link('rolloutkit.yaml', '../outside/not-yet.yaml');
    },
    runs: [
      { args: ['init', '--ci', 'github,gitlab'], exit: [0, 1, 2, 4], finds: false },
      { args: ['init', '--ci', 'github,gitlab', '--force', '--kustomize'], exit: [0, 1, 2, 4], finds: false },
    ],
    proof: writesThrough('.github/workflows/rolloutkit.yaml'),
  },
  {
    name: 'writing: init reads what is there from a file of the machine',
    build(world) {
      for (const name of [
        'package.json',
        '.gitlab-ci.yml',
        '.pre-commit-config.yaml',
        'overlay/kustomization.yaml',
      ])
        world.link(name, `${'../'.repeat(name.split('/').length)}outside/credentials`);
    },
    runs: [
      {
        args: ['init', '--dry-run', '--ci', 'github,gitlab', '--kustomize'],
        exit: [0, 1, 2, 4],
        finds: false,
      },
      {
        args: ['init', '--ci', 'gitlab'],
        exit: [0, 1, 2, 4],
        finds: false,
        writes: [/^(rolloutkit\.yaml|\.gitlab(\/.*)?|\.rolloutkit.*|.*\.tmp)$/],
      },
    ],
    proof: async (world) => (await world.run('cat', ['package.json'])).output.includes('aws_access_key_id'),
  },
  {
    name: 'writing: what rollback puts back is a link that leads out',
    programs: ['git'],
    build(world) {
      for (const image of ['web:1', 'web:2']) {
        world.write('real/rollout.yaml', rollout('web').replace('web:1', image));
        world.commit(image);
      }
      writeFileSync(path.join(world.outside, 'rollout.yaml'), rollout('web'));
      world.checkOut();
      // A commit can bring a link in place of the file; the history before it is of the file.
      world.git('rm', '--quiet', 'real/rollout.yaml');
      world.link('real/rollout.yaml', '../../outside/rollout.yaml');
      world.commit('Link');
      world.gitIn(world.repo, 'pull', '--quiet');
    },
    runs: [
      { args: ['rollback', 'web'], exit: [1, 2, 4], finds: false },
      { args: ['rollback', '--commit', 'web'], exit: [1, 2, 4], finds: false },
    ],
    proof: writesThrough('real/rollout.yaml'),
  },
  {
    name: 'writing: rollback edits a values file through a folder that leads out',
    programs: ['git'],
    build(world) {
      world.write('chart/Chart.yaml', 'apiVersion: v2\nname: web\nversion: 1.0.0\n');
      world.write(
        'chart/templates/rollout.yaml',
        'apiVersion: argoproj.io/v1alpha1\nkind: Rollout\nmetadata: { name: web }\nspec: { template: { spec: { containers: [{ name: web, image: "{{ .Values.image }}" }] } } }\n',
      );
      for (const tag of ['1', '2']) {
        world.write('chart/values.yaml', `image: web:${tag}\n`);
        world.commit(tag);
      }
      writeFileSync(path.join(world.outside, 'values.yaml'), `image: web:2\n`);
      world.write(
        'app.yaml',
        application({
          name: 'web',
          path: 'chart',
          helm: { valueFiles: ['../../outside/values.yaml', 'prod/values.yaml', '/dev/zero'] },
        }),
      );
      world.link('chart/prod', '../../outside');
    },
    runs: [
      { args: ['rollback', '--dry-run', 'web'], exit: [0, 1, 2, 4], finds: false },
      { args: ['rollback', 'web'], exit: [0, 1, 2, 4], finds: false, writes: [/^chart\/[^/]*$/] },
    ],
    proof: writesThrough('chart/prod/values.yaml'),
  },
];
