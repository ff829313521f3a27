import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { folderOf } from '../support/command.js';
import { Repository } from '../support/repository.js';

const root = path.join(__dirname, '../..');
const textOf = (file: string): string => readFileSync(path.join(root, file), 'utf8');

interface Step {
  readonly name?: string;
  readonly run?: string;
}

interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>;
}

const jenkinsfile = textOf('templates/pipelines/Jenkinsfile');
const workflow = parse(textOf('templates/pipelines/github-release.yaml')) as Workflow;

/** The scripts that a stage of the Jenkinsfile hands to the shell. */
function stage(name: string): string {
  const from = jenkinsfile.indexOf(`stage('${name}')`);
  return /sh '''([^]*?)'''/.exec(jenkinsfile.slice(from))?.[1] ?? '';
}

function step(job: string, name: string): string {
  return workflow.jobs[job]?.steps.find((one) => one.name === name)?.run ?? '';
}

/** Programs by name that note how they are called, in a folder for the PATH. */
function programs(scripts: Readonly<Record<string, string>>): { readonly folder: string; calls(this: void): string[] } {
  const folder = folderOf({});
  for (const [name, script] of Object.entries(scripts))
    writeFileSync(path.join(folder, name), `#!/bin/bash\necho "${name} $*" >> '${folder}/calls'\n${script}\n`, { mode: 0o755 });
  const file = path.join(folder, 'calls');
  return { folder, calls: () => (existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : []) };
}

function bash(script: string, cwd: string, env: Readonly<Record<string, string>>, folder: string) {
  const { status, stdout, stderr } = spawnSync('bash', ['-e', '-o', 'pipefail', '-c', script], {
    cwd,
    encoding: 'utf8',
    env: {
      ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'))),
      ...env,
      PATH: `${folder}:${process.env['PATH']}`,
    },
  });
  return { status, output: `${stdout}${stderr}` };
}

/** `npm install --global --prefix …` installs what was built here. */
const npm = `mkdir -p "$4/bin"; ln -s '${path.join(root, 'bin/rolloutkit.js')}' "$4/bin/rolloutkit"; pwd >> "$4/from"`;

const overlay = (tag: string): string => `resources: [../../base]\nimages:\n  - name: shop/checkout\n    newTag: ${tag}\n`;

/** A repository that has been released once, and a clone of it. */
function clone(): { readonly origin: Repository; readonly folder: string; readonly before: string } {
  const origin = new Repository({
    'base/kustomization.yaml': 'resources: [rollout.yaml]\n',
    'base/rollout.yaml':
      'apiVersion: argoproj.io/v1alpha1\nkind: Rollout\nmetadata:\n  name: checkout\nspec:\n  template:\n    spec:\n      containers:\n        - name: app\n          image: shop/checkout\n',
    'overlays/production/kustomization.yaml': overlay('v1'),
  });
  origin.git('config', 'receive.denyCurrentBranch', 'updateInstead');
  const before = origin.git('rev-parse', 'HEAD');
  const folder = path.join(folderOf({}), 'clone');
  mkdirSync(folder);
  origin.git('clone', '--quiet', origin.folder, folder);
  for (const [key, value] of [['user.name', 'Sam'], ['user.email', 'sam@example.com']] as const)
    spawnSync('git', ['config', key, value], { cwd: folder });
  return { origin, folder, before };
}

const kustomize = 'sed -i "s/newTag: .*/newTag: ${4##*:}/" kustomization.yaml';

beforeAll(() => {
  if (!existsSync(path.join(root, 'dist/cli.js'))) throw new Error('npm run build comes first.');
});

describe.each([
  ['the Jenkinsfile', stage('Deploy'), stage('Roll back')],
  ['the workflow', step('deploy', 'Write the tag'), step('roll-back-unless-promoted', 'Roll back')],
])('%s', (_name, deploy, rollBack) => {
  it('releases through Git, and goes back through Git', () => {
    const { origin, folder, before } = clone();
    const { folder: bin, calls } = programs({ kustomize, npm, kubectl: 'exit 1' });
    const outside = folderOf({});
    const env = { ROLLOUT: 'checkout', NAMESPACE: 'shop', BRANCH: 'main', TAG: 'v2', BEFORE: before, RUNNER_TEMP: outside, WORKSPACE_TMP: outside };
    const kustomization = path.join(origin.folder, 'overlays/production/kustomization.yaml');

    expect(bash(deploy, folder, env, bin)).toMatchObject({ status: 0 });
    expect(readFileSync(kustomization, 'utf8')).toBe(overlay('v2'));
    const result = bash(rollBack, folder, env, bin);
    expect(result.output).toContain('+    newTag: v1');
    expect(result.status).toBe(0);
    expect(readFileSync(kustomization, 'utf8')).toBe(overlay('v1'));
    expect(origin.git('log', '--format=%s')).toBe('Roll back checkout to v1\nRelease checkout v2\nFirst');
    expect(calls()).toContain('kubectl argo rollouts abort checkout --namespace shop');
    expect(calls()).toContain(
      `npm install --global --prefix ${outside}/rolloutkit --ignore-scripts rolloutkit@latest`,
    );
    // npm reads the .npmrc of the folder it runs in, and npx the node_modules.
    expect(readFileSync(path.join(outside, 'rolloutkit/from'), 'utf8')).toBe('/\n');
    expect(rollBack).not.toContain('npx');
  });
});

describe('the Jenkinsfile', () => {
  it('waits half an hour at most, and promotes only when told to', () => {
    expect(jenkinsfile).toContain("timeout(time: 30, unit: 'MINUTES')");
    expect(stage('Promote')).toContain('kubectl argo rollouts promote "$ROLLOUT"');
    for (const name of ['Deploy', 'Promote', 'Roll back'])
      expect(spawnSync('bash', ['-n', '-c', stage(name)]).status).toBe(0);
  });
});

describe('the workflow', () => {
  const wait = step('roll-back-unless-promoted', 'Wait at most 30 minutes for a decision');

  it.each([
    ['success', false],
    ['failure', true],
    ['cancelled', true],
    ['waiting', true],
  ])('decides when the promotion is %s', (state, rollsBack) => {
    expect(wait).toContain('30 * 60');
    const { folder } = programs({ gh: `echo ${state}`, sleep: 'exec /bin/sleep 0.2' });
    const output = path.join(folder, 'output');
    writeFileSync(output, '');
    const { status } = bash(wait.replace('30 * 60', '2'), folder, { GITHUB_OUTPUT: output, GITHUB_REPOSITORY: 'a/b', GITHUB_RUN_ID: '1' }, folder);
    expect(status).toBe(0);
    expect(readFileSync(output, 'utf8')).toBe(rollsBack ? 'roll-back=true\n' : '');
  });
});
