// Names and values that reach helm as options, or lead out.
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { secret } from '../world.mjs';
import { application, chart } from '../pieces.mjs';
import { rendering, helm, byRelease } from '../charts.mjs';

/** @type {import('../attack.mjs').Attack[]} */
export default [
  ...[
    ['the name of an Application', 'name'],
    ['the name of a release', 'release'],
  ].map(([what, where]) =>
    byRelease(
      `${what} is --post-renderer`,
      /** @type {'name' | 'release'} */ (where),
      () => '--post-renderer=./evil.sh',
      async (world) => {
        await helm(world, '--post-renderer=./evil.sh', '.');
        return world.fired;
      },
    ),
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
    runs: [{ args: ['lint', '.'], exit: [1] }, ...rendering],
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
];
