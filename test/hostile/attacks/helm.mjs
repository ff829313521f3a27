// Charts and Applications: what they make helm do, execute, read, write, contact and take in time and memory.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { secret } from '../world.mjs';
import { application, chart, packed, zeros } from '../pieces.mjs';

/** @typedef {import('../world.mjs').World} World */

const rendering = [{ args: ['lint', '--render', '.'], exit: [1, 4] }];

/**
 * What the real helm does with a chart of the repository.
 * @param {World} world
 * @param {string[]} args
 */
const helm = (world, ...args) =>
  world.run('helm', ['template', ...args], { cwd: path.join(world.repo, 'chart'), seconds: 5 });

/**
 * An attack by the name of an Application, which is that of the release.
 * @param {string} name
 * @param {string} what
 * @param {(world: World) => string} release
 * @param {(world: World) => boolean | Promise<boolean>} proof
 * @returns {import('../attack.mjs').Attack}
 */
const byRelease = (name, what, release, proof) => ({
  name: `helm: ${name}`,
  programs: ['helm'],
  build(world) {
    chart(world, 'chart');
    world.write('chart/evil.sh', world.script, 0o755);
    world.write('rolloutkit.yaml', 'render: true\n');
    const given = release(world);
    const app =
      what === 'name'
        ? application({ name: given, path: 'chart' })
        : application({ name: 'shop', path: 'chart', helm: { releaseName: given } });
    world.write('app.yaml', app);
  },
  runs: [
    { args: ['lint', '.'], exit: [4] },
    ...rendering,
    { args: ['simulate', '--render', '.'], exit: [1, 4] },
    { args: ['drift', '--render', '.'], exit: [0, 1, 2, 4], finds: false },
  ],
  proof,
});

/** A chart that is bad in itself.
 * @param {string} name
 * @param {(world: World) => void} build
 * @param {(world: World) => boolean | Promise<boolean>} proof
 * @param {Partial<import('../attack.mjs').Run>} [run]
 * @returns {import('../attack.mjs').Attack}
 */
const byChart = (name, build, proof, run = {}) => ({
  name: `helm: ${name}`,
  programs: ['helm'],
  build(world) {
    chart(world, 'chart');
    build(world);
  },
  runs: [{ args: ['lint', '--render', '--render-timeout', '8', '.'], exit: [1, 4], seconds: 30, ...run }],
  proof,
});

/** @type {import('../attack.mjs').Attack[]} */
export default [
  byRelease(
    'the name of an Application is --post-renderer',
    'name',
    () => '--post-renderer=./evil.sh',
    async (world) => {
      await helm(world, '--post-renderer=./evil.sh', '.');
      return world.fired;
    },
  ),
  byRelease(
    'the name of a release is --post-renderer',
    'release',
    () => '--post-renderer=./evil.sh',
    async (world) => {
      await helm(world, '--post-renderer=./evil.sh', '.');
      return world.fired;
    },
  ),
  byRelease(
    'the name of a release is --output-dir',
    'release',
    (world) => `--output-dir=${world.outside}/written`,
    async (world) => {
      await helm(world, `--output-dir=${world.outside}/written`, '.');
      return existsSync(path.join(world.outside, 'written/chart/templates/service.yaml'));
    },
  ),
  byRelease(
    'the name of a release is --repo with a port of this machine',
    'release',
    (world) => `--repo=http://127.0.0.1:${world.port}`,
    async (world) => {
      await helm(world, `--repo=http://127.0.0.1:${world.port}`, 'x', 'shop');
      return world.contacts > 0;
    },
  ),
  byRelease(
    'the name of a release is --set-file with a file of the machine',
    'release',
    (world) => `--set-file=name=${world.outside}/credentials`,
    async (world) => {
      const file = path.join(world.repo, 'chart/templates/service.yaml');
      writeFileSync(file, 'data: {{ .Values.name | quote }}\n');
      const { output } = await helm(world, `--set-file=name=${world.outside}/credentials`, '.');
      return output.includes(secret);
    },
  ),
  byRelease(
    'the name of a release has a NUL, which no program can be given',
    'release',
    () => 'shop\0--post-renderer=./evil.sh',
    async (world) => {
      try {
        await helm(world, 'shop\0', '.');
        return false;
      } catch (error) {
        return /null bytes/.test(String(error)); // What ended a whole run.
      }
    },
  ),
  {
    name: 'helm: values of an Application outside of the repository',
    programs: ['helm'],
    build(world) {
      chart(world, 'chart', {
        'leak.yaml':
          'apiVersion: v1\nkind: Service\nmetadata: { name: {{ .Values.auths | toJson | quote }} }\n',
      });
      world.write(
        'app.yaml',
        application({ name: 'shop', path: 'chart', helm: { valueFiles: ['../../outside/values.yaml'] } }),
      );
    },
    runs: [
      ...rendering,
      { args: ['simulate', '--render', '.'], exit: [1, 4] },
      { args: ['lint', '--render', '--format', 'json', '.'], exit: [1, 4] },
      { args: ['lint', '--render', '.'], cwd: 'chart', exit: [0, 1, 4], finds: false },
    ],
    proof: async (world) =>
      (await helm(world, 'x', '.', '--values', '../../outside/values.yaml')).output.includes(secret),
  },
  {
    name: 'helm: values that rolloutkit.yaml names outside of the repository',
    programs: ['helm'],
    build(world) {
      chart(world, 'chart', {
        'leak.yaml':
          'apiVersion: v1\nkind: Service\nmetadata: { name: {{ .Values.auths | toJson | quote }} }\n',
      });
      world.write(
        'rolloutkit.yaml',
        `render: true\nhelmValues: [[../outside/values.yaml], ["${world.outside}/values.yaml"]]\n`,
      );
    },
    runs: [{ args: ['lint', '.'], exit: [4] }, ...rendering],
    proof: async (world) =>
      (await helm(world, 'x', '.', '--values', '../../outside/values.yaml')).output.includes(secret),
  },
  {
    name: 'helm: values behind a link that leads out',
    programs: ['helm'],
    build(world) {
      chart(world, 'chart', {
        'leak.yaml':
          'apiVersion: v1\nkind: Service\nmetadata: { name: {{ .Values.auths | toJson | quote }} }\n',
      });
      world.link('chart/values-prod.yaml', '../../outside/values.yaml');
      world.link('chart/values.yaml', '../../outside/values.yaml');
    },
    runs: rendering,
    proof: async (world) => (await helm(world, 'x', '.')).output.includes(secret),
  },
  {
    name: 'helm: values from a port of this machine',
    programs: ['helm'],
    build(world) {
      chart(world, 'chart');
      const url = `http://127.0.0.1:${world.port}/values.yaml`;
      world.write('app.yaml', application({ name: 'shop', path: 'chart', helm: { valueFiles: [url] } }));
      world.write('rolloutkit.yaml', `render: true\nhelmValues: [["${url}"]]\n`);
    },
    runs: rendering,
    async proof(world) {
      await helm(world, 'x', '.', '--values', `http://127.0.0.1:${world.port}/values.yaml`);
      return world.contacts > 0;
    },
  },
  byChart(
    'a schema of values refers to a port of this machine',
    (world) =>
      world.write('chart/values.schema.json', `{"$ref":"http://127.0.0.1:${world.port}/schema.json"}`),
    async (world) => {
      await helm(world, 'x', '.');
      return world.contacts > 0;
    },
  ),
  byChart(
    'a schema of values refers to a file of the machine',
    (world) => {
      const rest = `file://${world.outside}/schema.json`;
      // A reference may stand anywhere, in other words, and in a chart in the chart.
      world.write(
        'chart/values.schema.json',
        `{"properties":{"a":{"allOf":[{"\\u0024ref":"${rest}"}]}},"$ref":"${rest}"}`,
      );
      chart(world, 'chart/charts/sub');
      world.write(
        'chart/charts/sub/values.schema.json',
        `{"$schema":"http://json-schema.org/draft-07/schema#","$ref":"${rest}"}`,
      );
      writeFileSync(path.join(world.outside, 'schema.json'), `{"required":["${secret}"]}`);
    },
    async (world) => (await helm(world, 'x', '.')).output.includes(secret),
  ),
  byChart(
    'a chart has links to files and folders of the machine',
    (world) => {
      world.write(
        'chart/templates/leak.yaml',
        'apiVersion: v1\nkind: Service\nmetadata: { name: {{ .Files.Get "one" | quote }}, labels: { a: {{ .Files.Get "all/credentials" | quote }} } }\n',
      );
      world.link('chart/one', '../../outside/credentials');
      world.link('chart/all', '../../outside');
      world.link('chart/templates/_linked.tpl', '../../../outside/credentials');
    },
    async (world) => (await helm(world, 'x', '.')).output.includes(secret),
  ),
  byChart(
    'a chart has a link to an endless device',
    (world) => world.link('chart/zero', '/dev/zero'),
    async (world) => /irregular file/.test((await helm(world, 'x', '.')).output),
  ),
  byChart(
    'charts/ has an archive of zeros',
    (world) =>
      world.write(
        'chart/charts/sub-1.0.0.tgz',
        packed({
          'sub/Chart.yaml': 'apiVersion: v2\nname: sub\nversion: 1.0.0\n',
          ...Object.fromEntries(
            Array.from({ length: 40 }, (_, index) => [`sub/files/${index}`, zeros(5_000_000)]),
          ),
        }),
      ),
    async (world) => {
      const { output } = await world.run('sh', ['-c', 'gzip -dc chart/charts/sub-1.0.0.tgz | wc -c']);
      return Number(output) > 200_000_000;
    },
  ),
  byChart(
    'charts/ has an archive whose names lead out',
    (world) =>
      world.write(
        'chart/charts/sub-1.0.0.tgz',
        packed({
          'sub/Chart.yaml': 'apiVersion: v2\nname: sub\nversion: 1.0.0\n',
          'sub/../../../../outside/written': 'x',
          '../../../outside/written': 'x',
          'sub/templates/a.yaml': { link: '../../../../outside/credentials' },
        }),
      ),
    async (world) => {
      // The names are real: tar, told to trust them, writes there.
      const folder = path.join(world.root, 'one/two/three');
      mkdirSync(folder, { recursive: true });
      await world.run('tar', ['-xPf', path.join(world.repo, 'chart/charts/sub-1.0.0.tgz')], { cwd: folder });
      return existsSync(path.join(world.root, 'outside/written'));
    },
  ),
  byChart(
    'dependencies are folders outside, and nobody fetched them',
    (world) => {
      world.write(
        'chart/Chart.yaml',
        `apiVersion: v2\nname: shop\nversion: 1.0.0\ndependencies: [{ name: sub, version: 1.0.0, repository: "file://../../outside/sub" }, { name: b, version: 1.0.0, repository: "http://127.0.0.1:${world.port}" }]\n`,
      );
      mkdirSync(path.join(world.outside, 'sub'));
      writeFileSync(
        path.join(world.outside, 'sub/Chart.yaml'),
        'apiVersion: v2\nname: sub\nversion: 1.0.0\n',
      );
    },
    async (world) => {
      const text = readFileSync(path.join(world.repo, 'chart/Chart.yaml'), 'utf8');
      writeFileSync(path.join(world.repo, 'chart/Chart.yaml'), text.replace(/, \{ name: b.*?\}/, ''));
      await helm(world, '--dependency-update', 'x', '.');
      return existsSync(path.join(world.repo, 'chart/charts/sub-1.0.0.tgz'));
    },
  ),
  byChart(
    'a template never ends',
    (world) =>
      world.write(
        'chart/templates/loop.yaml',
        '{{ range $i := until 100000 }}{{ range $j := until 100000 }}{{ end }}{{ end }}\n',
      ),
    async (world) => (await helm(world, 'x', '.')).isLate,
    { exit: [4] },
  ),
  byChart(
    'a template writes gigabytes',
    (world) =>
      world.write(
        'chart/templates/much.yaml',
        'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: much }\ndata:\n{{ range $i := until 100000 }}  k{{ $i }}: {{ repeat 100000 "a" }}\n{{ end }}\n',
      ),
    async (world) => {
      const { isLate, status } = await helm(world, 'x', '.');
      return isLate || status !== 0;
    },
    { exit: [4], megabytes: 2200 },
  ),
  byChart(
    'values are a bomb of aliases',
    (world) => {
      const levels = Array.from(
        { length: 9 },
        (_, index) =>
          `a${index + 1}: &a${index + 1} [${Array.from({ length: 9 }, () => `*a${index}`).join(', ')}]`,
      );
      world.write('chart/values.yaml', `a0: &a0 [x, x, x, x, x, x, x, x, x]\n${levels.join('\n')}\n`);
    },
    async (world) => /excessive aliasing/.test((await helm(world, 'x', '.')).output),
  ),
  byChart(
    'a chart asks the cluster and the names of hosts',
    (world) => {
      world.write(
        'chart/templates/ask.yaml',
        'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ask }\ndata: { a: {{ lookup "v1" "Secret" "kube-system" "" | toJson | quote }}, b: {{ getHostByName "attacker.example" | quote }} }\n',
      );
    },
    async (world) => {
      const { output } = await helm(world, 'x', '.', '--enable-dns', '--dry-run=server');
      return /:8080|no such host|cluster unreachable/i.test(output);
    },
  ),
];
