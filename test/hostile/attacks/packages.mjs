// What Node, npm and npx take from the folder that they run in.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { application, chart, rollout } from '../pieces.mjs';

/** @typedef {import('../world.mjs').World} World */
/** @typedef {import('../attack.mjs').Attack} Attack */

/** @param {World} world @param {string} name */
function fakePackage(world, name) {
  const script = `require('node:fs').appendFileSync(${JSON.stringify(world.canary)}, 'fired\\n');`;
  world.write(
    `node_modules/${name}/package.json`,
    JSON.stringify({
      name,
      version: ownVersion,
      main: 'x.js',
      bin: { [name]: 'x.js' },
      scripts: { preinstall: 'node x.js', install: 'node x.js' },
    }),
  );
  world.write(`node_modules/${name}/x.js`, `#!/usr/bin/env node\n${script}\n`, 0o755);
  world.write(`node_modules/.bin/${name}`, `#!/usr/bin/env node\n${script}\n`, 0o755);
}

const root = path.join(import.meta.dirname, '../../..');
/** @type {{ version: string }} */
const { version: ownVersion } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

/** Every command once, as far as it loads parts of its own. */
const commands = [
  { args: ['lint', '.'], exit: [1, 4] },
  { args: ['lint', '--render', '.'], exit: [1, 4] },
  { args: ['lint', '--format', 'json', '.'], exit: [1, 4] },
  { args: ['simulate', '.'], exit: [1, 4] },
  { args: ['drift', '.'], exit: [0, 1, 2, 4], finds: /** @type {const} */ (false) },
  { args: ['rollback', '--dry-run', 'legit'], exit: [1, 2], finds: /** @type {const} */ (false) },
  { args: ['init', '--dry-run'], exit: [0, 1], finds: /** @type {const} */ (false) },
  {
    args: [
      'new',
      'web',
      '--style',
      'cdk8s',
      '--router',
      'none',
      '--image',
      'a:1',
      '--namespace',
      'shop',
      '--dry-run',
    ],
    exit: [0, 2],
    finds: /** @type {const} */ (false),
  },
];

/** @type {Attack[]} */
export default [
  {
    name: 'packages: node_modules of the repository has what rolloutkit itself needs',
    programs: ['npx'],
    build(world) {
      for (const name of [
        'rolloutkit',
        'ignore',
        'js-yaml',
        'jq-wasm',
        'argparse',
        'cdk8s',
        'constructs',
        'cdk8s-plus-27',
        'yaml',
        'ajv',
        're2js',
        're2',
      ])
        fakePackage(world, name);
      world.write(
        'package.json',
        JSON.stringify({
          name: 'x',
          type: 'module',
          imports: { '#x': './x.js' },
          dependencies: { rolloutkit: '*' },
          scripts: { prepare: world.shot, postinstall: world.shot },
          workspaces: ['*'],
        }),
      );
      world.write('.npmrc', `node-options=--require ./evil.cjs\nscript-shell=./evil.sh\n`);
      world.write('.noderc', '--require ./evil.cjs\n');
      world.write('node.config.json', JSON.stringify({ nodeOptions: { import: ['./evil.cjs'] } }));
      world.write('.env', `NODE_OPTIONS=--require ./evil.cjs\nROLLOUTKIT_RENDER=1\nPATH=.\n`);
      world.write(
        'evil.cjs',
        `require('node:fs').appendFileSync(${JSON.stringify(world.canary)}, 'fired\\n');\n`,
      );
      world.write('evil.sh', world.script, 0o755);
      world.write(
        'app.yaml',
        application({
          name: 'web',
          path: '.',
          spec: { ignoreDifferences: [{ group: '*', kind: '*', jqPathExpressions: ['.spec'] }] },
        }),
      );
      world.write('cdk8s.yaml', 'app: node evil.cjs\nlanguage: typescript\n');
    },
    runs: commands,
    async proof(world) {
      await world.run('npx', ['--yes', `rolloutkit@${ownVersion}`, 'lint', '.']);
      return world.fired;
    },
  },
  {
    name: 'packages: programs of the repository have the names of those that rolloutkit starts',
    programs: ['git', 'helm', 'kustomize'],
    build(world) {
      for (const folder of ['.', 'bin', 'node_modules/.bin', 'chart', 'base'])
        for (const name of ['git', 'helm', 'kustomize', 'kubectl', 'node', 'sh', 'git.cmd', 'helm.exe'])
          world.write(`${folder}/${name}`, world.script, 0o755);
      world.write('rollout.yaml', rollout('web'));
      world.commit('First');
      chart(world, 'chart');
      world.write('base/kustomization.yaml', 'resources: [service.yaml]\n');
      world.write('base/service.yaml', 'apiVersion: v1\nkind: Service\nmetadata: { name: a }\n');
    },
    runs: [
      { args: ['lint', '--render', '.'], exit: [1, 4] },
      { args: ['lint', '--render', '--changed=HEAD~1', '.'], exit: [0, 1, 4], finds: false },
      { args: ['impact', '--render', '--base', 'HEAD~1', '.'], exit: [0, 1, 4], finds: false },
      { args: ['lint', '--render', '.'], cwd: 'chart', exit: [0, 1, 4], finds: false },
      { args: ['rollback', '--dry-run', 'web'], cwd: 'bin', exit: [0, 1, 2], finds: false },
    ],
    async proof(world) {
      await world.run('sh', ['-c', 'PATH=.:$PATH git status < /dev/null']);
      return world.fired;
    },
  },
  {
    name: 'packages: the user has folders of the project in the PATH, and the repository fills them',
    programs: ['git', 'helm', 'kustomize'],
    build(world) {
      for (const folder of ['bin', 'node_modules/.bin', 'chart/bin', 'chart'])
        for (const name of ['git', 'helm', 'kustomize', 'kubectl'])
          world.write(`${folder}/${name}`, world.script, 0o755);
      world.env['PATH'] = `./bin:node_modules/.bin::.:${world.repo}/bin:${world.env['PATH']}`;
      world.env['NODE_OPTIONS'] = '';
      chart(world, 'chart');
      world.write('base/kustomization.yaml', 'resources: [service.yaml]\n');
      world.write('base/service.yaml', 'apiVersion: v1\nkind: Service\nmetadata: { name: a }\n');
      // The attacker's own shell is not the user's.
      const given = world.env['PATH'];
      world.env['PATH'] = given.replace(/^.*?\/bin:(?=\/)/, '');
      world.checkOut();
      world.env['PATH'] = given;
    },
    runs: [
      { args: ['lint', '--render', '.'], exit: [1, 4] },
      { args: ['lint', '--staged', '.'], exit: [0, 1], finds: false },
    ],
    async proof(world) {
      await world.run('sh', ['-c', 'helm < /dev/null']);
      return world.fired;
    },
  },
];
