// Workloads, files and histories for migrate, which writes manifests and commits them.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { object, service } from '../pieces.mjs';
import { config, fires, isThere } from '../repositories.mjs';

/** @typedef {import('../world.mjs').World} World */
/** @typedef {import('../attack.mjs').Attack} Attack */

/** A Deployment, its Service and its route, which migrate makes a Rollout of. @param {World} world @param {string} [name] @param {string} [file] */
function api(world, name = 'api', file = 'web/deployment.yaml') {
  const labels = { app: 'api' };
  const containers = [{ name: 'api', image: 'api:1', ports: [{ containerPort: 8080 }] }];
  const template = { metadata: { labels }, spec: { containers } };
  const spec = { replicas: 2, selector: { matchLabels: labels }, template };
  world.write(file, `${object('apps/v1', 'Deployment', { name, namespace: 'shop' }, spec)}`);
  const ports = [{ name: 'http', port: 80, targetPort: 8080 }];
  world.write('web/service.yaml', service('api', { selector: labels, ports }));
  const route = { hosts: ['api'], http: [{ route: [{ destination: { host: 'api' } }] }] };
  const named = { name: 'api', namespace: 'shop' };
  world.write('web/route.yaml', object('networking.istio.io/v1', 'VirtualService', named, route));
}

/** What may be written where a step is committed. */
const own = [/^web\/[\w.-]+$/, /^web\/\.[^/]*$/, /^\.git\//];
const commits = [/^\/usr\/lib\/git-core\/git$/];

/** @param {World} world @param {string} name */
const outside = (world, name) => readFileSync(path.join(world.outside, name), 'utf8');

/** The lines of an output that say to run something, as a shell would be given them. @param {string} output */
const linesToCopy = (output) =>
  [...output.replaceAll(/\n {2}/g, ' ').matchAll(/(?:kubectl|rolloutkit) [^\n]*/g)].map(([line]) => line);

/** @type {Attack[]} */
export default [
  {
    name: 'migrate: the file of the new Rollout is a link that leads out',
    programs: ['git'],
    build(world) {
      api(world);
      for (const name of ['rollout', 'service-canary', 'api-rollout', 'api'])
        world.link(`web/${name}.yaml`, '../../outside/victim.yaml');
    },
    runs: [
      { args: ['migrate', 'api', '.'], exit: [0, 1, 4], finds: false },
      {
        args: ['migrate', 'api', '--commit', '.'],
        exit: [0, 1, 2, 4],
        finds: false,
        writes: own,
        programs: commits,
      },
    ],
    async proof(world) {
      const before = outside(world, 'victim.yaml');
      await world.run('sh', ['-c', 'echo overwritten > web/rollout.yaml']);
      return outside(world, 'victim.yaml') !== before;
    },
  },
  {
    name: 'migrate: the Deployment is in a file that is a link that leads out',
    programs: ['git'],
    build(world) {
      api(world, 'api', '../outside/deployment.yaml');
      world.link('web/deployment.yaml', '../../outside/deployment.yaml');
    },
    runs: [
      { args: ['migrate', 'api', '.'], exit: [2, 4], finds: false },
      { args: ['migrate', 'api', '--commit', '.'], exit: [2, 4], finds: false },
    ],
    async proof(world) {
      const { output } = await world.run('cat', ['web/deployment.yaml']);
      return output.includes('Deployment');
    },
  },
  {
    name: 'migrate: names are commands of the shell, and lines with them are copied',
    programs: ['git'],
    build(world) {
      api(world, 'api', "web/$(echo>fired) ;'x.yaml");
      world.write(
        'web/other.yaml',
        object('apps/v1', 'Deployment', { name: '$(echo>fired)' }, { replicas: 2 }),
      );
    },
    runs: [
      { name: '$(echo>fired)', options: [], exit: [1], finds: /has no usable name/ },
      { name: 'api', options: [], exit: [0], finds: /To commit the next step/ },
      { name: 'api', options: ['--commit', '--dry-run'], exit: [0], finds: /rollout\.yaml/ },
      { name: 'api', options: ['--commit'], exit: [0], finds: /Committed/ },
      { name: 'api', options: ['--undo'], exit: [0], finds: /rollout\.yaml/ },
    ].map(({ name, options, exit, finds }) => ({
      args: ['migrate', name, ...options, '.'],
      exit,
      finds,
      ...(options.length === 1 && options[0] === '--commit'
        ? { writes: [/^web\//, /^\.git\//], programs: commits }
        : {}),
      async check(/** @type {World} */ world, /** @type {string} */ output) {
        for (const line of linesToCopy(output)) await world.run('sh', ['-c', line], { cwd: world.tmp });
        const { output: found } = await world.run('ls', ['-a'], { cwd: world.tmp });
        return found.includes('fired') ? ['a line to copy runs a command'] : [];
      },
    })),
    async proof(world) {
      await world.run('sh', ['-c', 'true $(echo>fired)']);
      return isThere(world, 'fired');
    },
  },
  {
    name: 'migrate: a history tells of steps whose files lead out, and forges its lines',
    programs: ['git'],
    build(world) {
      api(world);
      world.commit('First');
      world.link('web/rollout.yaml', '../../outside/victim.yaml');
      world.write('legit/service.yaml', '# changed\n');
      const told = ['beside', 'routes-both', 'split', 'emptied', 'left']
        .map((id) => `Rolloutkit-Migrate: ${id} api "web/deployment.yaml"`)
        .join('\n');
      world.commit(`Nothing\n\n${told}\n\u001e${'0'.repeat(40)}\u001f${told}\n\u001b]0;pwned\u0007`);
    },
    runs: [
      { args: ['migrate', 'api', '--undo', '.'], exit: [0, 1, 2, 4], finds: false },
      {
        args: ['migrate', 'api', '--undo', '--commit', '.'],
        exit: [0, 1, 2, 4],
        finds: false,
        writes: [...own, /^legit\//],
        programs: commits,
      },
    ],
    async proof(world) {
      const { output } = await world.run('git', ['log', '--format=%B']);
      return output.includes('Rolloutkit-Migrate: beside api') && output.includes('\u001b');
    },
  },
  {
    name: 'migrate: the clone has an fsmonitor, a filter and a signature program while it plans',
    programs: ['git'],
    build(world) {
      api(world);
      world.write('.gitattributes', '*.yaml filter=evil diff=evil\n');
      world.checkOut();
      config(
        world,
        `[core]\n\tfsmonitor = "${world.shot}; false"\n\tpager = "${world.shot}"\n[filter "evil"]\n\tclean = "${world.shot}; cat"\n\tsmudge = "${world.shot}; cat"\n[diff "evil"]\n\ttextconv = "${world.shot};cat"\n[log]\n\tshowSignature = true\n[gpg]\n\tprogram = "${world.shot}"\n`,
      );
    },
    runs: [
      { args: ['migrate', 'api', '.'], exit: [0], finds: false },
      { args: ['migrate', 'api', '--commit', '--dry-run', '.'], exit: [0, 1, 2], finds: false },
      { args: ['migrate', 'api', '--undo', '.'], exit: [0, 1, 2], finds: false },
      { args: ['migrate', 'api', '--render', '.'], exit: [0, 1, 2, 4], finds: false },
    ],
    proof: (world) => fires(world, 'status'),
  },
];
