// Names of manifests that reach kubectl, where the command line says --context.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rollout } from '../pieces.mjs';

/** @typedef {import('../world.mjs').World} World */

/**
 * A configuration of kubectl: the user's own, or one of the attacker that runs a program to log in.
 * @param {string} server
 * @param {object} user
 */
const kubeconfig = (server, user) =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'prod',
    clusters: [{ name: 'c', cluster: { server } }],
    contexts: [{ name: 'prod', context: { cluster: 'c', user: 'u' } }],
    users: [{ name: 'u', user }],
  });

/**
 * @param {string} name
 * @param {(world: World) => { spec?: object, canary?: object, more?: string }} build what is put into a Rollout
 * @param {(world: World) => string[]} bare arguments of kubectl that older versions made of it
 * @returns {import('../attack.mjs').Attack}
 */
const attack = (name, build, bare) => ({
  name: `kubectl: ${name}`,
  programs: ['kubectl'],
  build(world) {
    const exec = {
      apiVersion: 'client.authentication.k8s.io/v1',
      command: 'sh',
      args: ['-c', world.shot],
      interactiveMode: 'Never',
    };
    world.write('evil/kubeconfig', kubeconfig('https://127.0.0.1:9', { exec }));
    const folder = path.join(world.home, '.kube');
    mkdirSync(folder);
    writeFileSync(path.join(folder, 'config'), kubeconfig(`http://127.0.0.1:${world.port}`, {}));
    const { spec, canary, more = '' } = build(world);
    world.write('rollout.yaml', rollout('web', spec, canary) + more);
  },
  runs: [
    {
      args: ['lint', '--context', 'prod', '.'],
      exit: [1, 2, 4],
      finds: false,
      reads: [/^\.kube\//],
      // What kubectl remembers of a cluster.
      caches: /^\.kube\/cache\b/,
      // It may ask this cluster, and no other; how long it looks for it is kubectl's.
      contacts: (world) => [new RegExp(`sin6?_port=htons\\(${world.port}\\)`)],
    },
  ],
  async proof(world) {
    const home = path.join(world.root, 'nobody');
    mkdirSync(home);
    const { output } = await world.run(
      'kubectl',
      ['--context', 'prod', 'get', 'service', '--namespace', 'shop', ...bare(world)],
      { env: { HOME: home } },
    );
    return world.fired || world.contacts > 0 || /evil\/kubeconfig/.test(output);
  },
});

/** @type {import('../attack.mjs').Attack[]} */
export default [
  attack(
    'a Service is called --kubeconfig',
    () => ({ canary: { stableService: '--kubeconfig=./evil/kubeconfig', canaryService: 'web' } }),
    () => ['--kubeconfig=./evil/kubeconfig', '--context=prod'],
  ),
  attack(
    'a Service is called --server',
    (world) => ({
      canary: { stableService: `--server=http://127.0.0.1:${world.port + 1}`, canaryService: '--token=x' },
    }),
    (world) => [`--server=http://127.0.0.1:${world.port}`, '--context='],
  ),
  attack(
    'the kind of a workload is an option',
    () => ({
      spec: {
        template: undefined,
        workloadRef: {
          apiVersion: 'evil/kubeconfig/v1',
          kind: '--kubeconfig=./evil/kubeconfig#',
          name: 'web',
        },
      },
    }),
    () => ['--kubeconfig=./evil/kubeconfig', '--context=prod'],
  ),
  attack(
    'a template is called --filename',
    (world) => ({
      canary: {
        stableService: '-fevil/kubeconfig',
        canaryService: `--filename=http://127.0.0.1:${world.port + 1}/x.yaml`,
        steps: [{ analysis: { templates: [{ templateName: '--raw=/api/v1/secrets' }] } }],
      },
    }),
    () => ['--kubeconfig=evil/kubeconfig'],
  ),
  attack(
    'names have what no argument can have',
    () => ({
      canary: {
        stableService: 'a\0b',
        canaryService: 'a\nb',
        steps: [{ analysis: { templates: [{ templateName: 'x'.repeat(300_000) }] } }],
      },
    }),
    () => ['--kubeconfig=./evil/kubeconfig', '--context=prod'],
  ),
];
