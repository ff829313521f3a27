// Kustomizations: what they make kustomize execute, read, fetch and match.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { secret } from '../world.mjs';
import { rollout, service } from '../pieces.mjs';

/** @typedef {import('../world.mjs').World} World */
/** @typedef {import('../attack.mjs').Attack} Attack */

const rendering = [{ args: ['lint', '--render', '--render-timeout', '8', '.'], exit: [1, 4], seconds: 20 }];

/**
 * @param {string} name
 * @param {(world: World) => void} build
 * @param {(world: World) => boolean | Promise<boolean>} proof
 * @param {Partial<Attack>} [rest]
 * @returns {Attack}
 */
const attack = (name, build, proof, rest = {}) => ({
  name: `kustomize: ${name}`,
  programs: ['kustomize'],
  build(world) {
    world.write('base/service.yaml', service('web'));
    build(world);
  },
  runs: rendering,
  proof,
  ...rest,
});

/** @param {World} world @param {string[]} args */
const kustomize = (world, ...args) => world.run('kustomize', ['build', ...args, 'base'], { seconds: 5 });

/**
 * A field of a kustomization that takes an address.
 * @param {string} what
 * @param {(url: string) => string} text
 */
const fetched = (what, text) =>
  attack(
    `${what} from a port of this machine`,
    (world) =>
      world.write(
        'base/kustomization.yaml',
        `resources: [service.yaml]\n${text(`http://127.0.0.1:${world.port}/x.yaml`)}\n`,
      ),
    async (world) => {
      await kustomize(world);
      return world.contacts > 0;
    },
  );

/** An executable function, as kustomize takes it from a file. */
const execFunction = `apiVersion: v1
kind: ConfigMap
metadata:
  name: function
  annotations: { config.kubernetes.io/function: "exec: { path: ./evil.sh }" }
`;

/** @type {import('../attack.mjs').Attack[]} */
export default [
  attack(
    'a transformer is an executable of the repository',
    (world) => {
      world.write('base/evil.sh', world.script, 0o755);
      world.write('base/function.yaml', execFunction);
      world.write('base/kustomization.yaml', 'resources: [service.yaml]\ntransformers: [function.yaml]\n');
    },
    async (world) => {
      await world.run('kustomize', ['build', '--enable-alpha-plugins', '--enable-exec', '.'], {
        cwd: `${world.repo}/base`,
      });
      return world.fired;
    },
  ),
  attack(
    'a generator in the kustomization is an executable of the repository',
    (world) => {
      world.write('base/evil.sh', world.script, 0o755);
      world.write(
        'base/kustomization.yaml',
        `resources: [service.yaml]\ngenerators:\n- |-\n  ${execFunction.trimEnd().replaceAll('\n', '\n  ')}\n`,
      );
    },
    async (world) => {
      await world.run('kustomize', ['build', '--enable-alpha-plugins', '--enable-exec', '.'], {
        cwd: `${world.repo}/base`,
      });
      return world.fired;
    },
  ),
  attack(
    'helmCharts are inflated by what the repository calls helm',
    (world) => {
      world.write('base/helm', world.script, 0o755);
      world.write(
        'base/kustomization.yaml',
        'resources: [service.yaml]\nhelmGlobals: { chartHome: charts }\nhelmCharts: [{ name: shop, releaseName: "--post-renderer=./evil.sh" }]\n',
      );
      world.write('base/charts/shop/Chart.yaml', 'apiVersion: v2\nname: shop\nversion: 1.0.0\n');
    },
    async (world) => {
      await world.run('kustomize', ['build', '--enable-helm', '--helm-command', './helm', '.'], {
        cwd: `${world.repo}/base`,
      });
      return world.fired;
    },
  ),
  attack(
    'resources are a folder outside of the repository',
    (world) => {
      world.write('base/kustomization.yaml', 'resources: [service.yaml, ../../outside/kustomized]\n');
      kustomized(world);
    },
    async (world) => (await kustomize(world)).output.includes(secret),
    {
      runs: [
        ...rendering,
        { args: ['simulate', '--render', '.'], exit: [1, 4] },
        { args: ['lint', '.'], exit: [1] },
        { args: ['lint', '--render', 'base'], exit: [0, 1, 4], finds: false },
      ],
    },
  ),
  attack(
    'resources are a link that leads out',
    (world) => {
      world.write('base/kustomization.yaml', 'resources: [service.yaml, linked]\n');
      world.link('base/linked', '../../outside/kustomized');
      kustomized(world);
    },
    async (world) => (await kustomize(world)).output.includes(secret),
  ),
  attack(
    'the base of a base is outside, by the way of a component',
    (world) => {
      world.write('base/kustomization.yaml', 'resources: [service.yaml]\ncomponents: [../one]\n');
      world.write(
        'one/kustomization.yaml',
        'apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nresources: [./../two/../one/../two]\n',
      );
      world.write('two/kustomization.yaml', 'bases: [../../outside/kustomized]\n');
      kustomized(world);
    },
    async (world) => (await kustomize(world)).output.includes(secret),
  ),
  attack(
    'files of a generator, crds, openapi, patches and replacements are outside',
    (world) => {
      const out = '../../outside/values.yaml';
      world.write(
        'base/kustomization.yaml',
        `resources: [service.yaml]\nconfigMapGenerator: [{ name: a, files: [${out}], envs: [${out}] }]\ncrds: [${out}]\nopenapi: { path: ${out} }\npatches: [{ path: ${out} }]\nreplacements: [{ path: ${out} }]\nconfigurations: [${out}]\n`,
      );
    },
    async (world) => {
      writeFileSync(
        path.join(world.repo, 'base/kustomization.yaml'),
        'configMapGenerator: [{ name: a, files: [../../outside/values.yaml] }]\n',
      );
      return (await kustomize(world, '--load-restrictor', 'LoadRestrictionsNone')).output.includes(secret);
    },
  ),
  attack(
    'the kustomization is a link to a file of the machine',
    (world) => world.link('base/kustomization.yaml', '../../outside/credentials'),
    async (world) => (await world.run('cat', ['base/kustomization.yaml'])).output.includes(secret),
    {
      runs: [
        ...rendering,
        { args: ['lint', '.'], exit: [1, 4] },
        { args: ['simulate', '.'], exit: [1, 4] },
        { args: ['drift', '.'], exit: [0, 1, 2, 4], finds: false },
      ],
    },
  ),
  fetched('resources', (url) =>
    `# resources\nresources: [service.yaml, "${url}"]`.replace('# resources\n', ''),
  ),
  fetched('files of a generator', (url) => `configMapGenerator: [{ name: a, files: ["${url}"] }]`),
  fetched('a patch', (url) => `patches: [{ path: "${url}" }]`),
  fetched('configurations', (url) => `configurations: ["${url}"]`),
  fetched('the schema of OpenAPI', (url) => `openapi: { path: "${url}" }`),
  fetched('definitions of kinds', (url) => `crds: ["${url}"]`),
  fetched('replacements', (url) => `replacements: [{ path: "${url}" }]`),
  fetched('a repository of Git', (url) => `components: ["${url.replace('/x.yaml', '/shop.git?ref=main')}"]`),
  attack(
    'a base is a repository of Git on the machine',
    (world) => {
      world.write(
        'base/kustomization.yaml',
        `resources: [service.yaml, "file://${world.outside}/git?ref=main"]\n`,
      );
      kustomized(world, 'git');
      world.gitIn(path.join(world.outside, 'git'), 'init', '--quiet');
      world.gitIn(path.join(world.outside, 'git'), 'add', '--all');
      world.gitIn(path.join(world.outside, 'git'), 'commit', '--quiet', '--message', 'All');
    },
    async (world) => (await kustomize(world)).output.includes(secret),
  ),
  attack(
    'a kustomization builds on itself, and folders on each other',
    (world) => {
      world.write('base/kustomization.yaml', 'resources: [service.yaml, ../other]\n');
      world.write('other/kustomization.yaml', 'resources: [../base]\n');
      world.write('self/kustomization.yaml', 'resources: [../self, .]\n');
    },
    async (world) => /cycle/.test((await kustomize(world)).output),
    { runs: [...rendering, { args: ['lint', '.'], exit: [1] }, { args: ['simulate', '.'], exit: [1] }] },
  ),
  attack(
    'each of twenty-four kustomizations builds twice on the next',
    (world) => {
      // Upstream refuses objects that come twice, so each way gives them another name.
      for (let level = 0; level < 24; level += 1) {
        const next = level === 23 ? '../base' : `../a${level + 1}, ../b${level + 1}`;
        for (const side of ['a', 'b'])
          world.write(`${side}${level}/kustomization.yaml`, `namePrefix: ${side}-\nresources: [${next}]\n`);
      }
      world.write('base/rollout.yaml', rollout('web', {}, { stableService: 'nope' }));
      world.write('base/kustomization.yaml', 'resources: [service.yaml, rollout.yaml]\n');
    },
    async (world) => (await world.run('kustomize', ['build', 'a0'], { seconds: 5 })).isLate,
    {
      runs: [
        { args: ['lint', '.'], exit: [1, 4] },
        { args: ['simulate', '--rollout', 'legit/legit', '.'], exit: [1, 4] },
      ],
    },
  ),
  attack(
    'the target of a patch is an expression that backtracks',
    (world) => {
      world.write('base/rollout.yaml', rollout(`${'a'.repeat(43)}b`, {}, { stableService: 'nope' }));
      world.write(
        'base/kustomization.yaml',
        'resources: [service.yaml, rollout.yaml]\npatches: [{ target: { kind: Rollout, name: "(a+)+c" }, patch: "- { op: replace, path: /spec/replicas, value: 2 }" }, { target: { kind: "(R|o|l|u|t|.)*!", namespace: "(.*)*x", group: "([a-z.]+)+=" }, patch: "- { op: replace, path: /spec/replicas, value: 3 }" }]\n',
      );
    },
    hangs('^(?:(a+)+c)$', `${'a'.repeat(43)}b`),
    {
      runs: [
        { args: ['lint', '.'], exit: [1] },
        { args: ['simulate', '--rollout', 'legit/legit', '.'], exit: [1] },
        ...rendering,
      ],
    },
  ),
  attack(
    'a patch is an expression of many open ends',
    (world) => {
      world.write('base/rollout.yaml', rollout(`x${'a'.repeat(200)}`, {}, { stableService: 'nope' }));
      const bad = [
        '(',
        '[',
        '(?<name>a)',
        '(?=a)',
        '\\\\p{Greek}',
        'a{1000}{1000}',
        '(a?){200}a{200}',
        '[[:alpha:]]+',
        '(?i)A',
        '\\\\Qa\\\\E',
        'a**',
        '(((a*)*)*)*b',
        '(x+x+)+y',
        '.*.*.*.*.*.*.*z',
      ];
      const patches = bad.map(
        (name) =>
          `- { target: { kind: Rollout, name: "${name}" }, patch: "- { op: replace, path: /spec/replicas, value: 2 }" }`,
      );
      world.write(
        'base/kustomization.yaml',
        `resources: [service.yaml, rollout.yaml]\npatches:\n${patches.join('\n')}\n`,
      );
    },
    hangs('^(?:(x+x+)+y)$', 'x'.repeat(40)),
    { runs: [{ args: ['lint', '.'], exit: [1, 4] }, ...rendering] },
  ),
];

/**
 * Whether Node's own expressions do not end, as they did in earlier versions.
 * @param {string} pattern
 * @param {string} text
 * @returns {(world: World) => Promise<boolean>}
 */
function hangs(pattern, text) {
  const script = `new RegExp(${JSON.stringify(pattern)}).test(${JSON.stringify(text)})`;
  return async (world) => (await world.run('node', ['-e', script], { seconds: 3 })).isLate;
}

/** @param {World} world */
function kustomized(world, name = 'kustomized') {
  const folder = path.join(world.outside, name);
  if (existsSync(folder)) return;
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'kustomization.yaml'), 'resources: [service.yaml]\n');
  writeFileSync(
    path.join(folder, 'service.yaml'),
    service(secret.toLowerCase()).replace('"selector"', `"x${secret}":1,"selector"`),
  );
}
