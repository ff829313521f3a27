import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { run } from '../support/command.js';
import { Repository } from '../support/repository.js';

type Files = Readonly<Record<string, string>>;

const rollout = (container = ''): string => `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: { name: checkout }
spec:
  selector: { matchLabels: { app: checkout } }
  strategy: { canary: { steps: [{ setWeight: 10 }] } }
  template:
    metadata: { labels: { app: checkout } }
    spec:
      containers:
        - name: app
          image: shop/checkout
          envFrom: [{ configMapRef: { name: settings } }]
          volumeMounts: [{ name: scratch, mountPath: /tmp }]
${container}      volumes: [{ name: scratch, emptyDir: {} }]
`;

const overlay = (tag: string, more = ''): string => `resources: [../../base]
images: [{ name: shop/checkout, newTag: ${tag} }]
${more}`;

const base = (more = ''): string => `resources: [rollout.yaml]\n${more}`;

/** Base and one overlay in its first release; other files beside or instead. */
const first = (others: Files = {}): Files => ({
  'base/kustomization.yaml': base(),
  'base/rollout.yaml': rollout(),
  'overlays/prod/kustomization.yaml': overlay('v1'),
  ...others,
});

/** A repository with the first release, and the second one with a change of other files. */
function released(before: Files, change: Files): Repository {
  const repository = new Repository(first(before));
  repository.write({ 'overlays/prod/kustomization.yaml': overlay('v2'), ...change });
  repository.commit('v2');
  return repository;
}

/** What rollback says, without the diff. */
function told(repository: Repository, ...args: string[]): string {
  const { code, stdout, stderr } = run(repository.folder, 'rollback', 'checkout', ...args);
  expect(stderr).toBe('');
  expect(code).toBe(0);
  return stdout;
}

const sure = 'With other fields the pods are those of a new revision, so the rollback is a whole update.';
const perhaps =
  'If any of them changes the pods, they are those of a new revision, and the rollback is a whole update.';
const steps = 'a rollback to the stable version skips all steps';

beforeEach(() => {
  for (const name of Object.keys(process.env)) if (name.startsWith('GIT_')) vi.stubEnv(name, undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

describe('rollback tells what of the pods it does not restore', () => {
  const generator = (value: string, more = ''): string =>
    base(`configMapGenerator: [{ name: settings, literals: [LEVEL=${value}]${more} }]\n`);
  const fromEnvs = base('configMapGenerator: [{ name: settings, envs: [app.env] }]\n');
  const patched = (file: string, tag: string): string => overlay(tag, `patches: [{ path: ${file} }]\n`);
  const patch = (spec: string): string =>
    `apiVersion: argoproj.io/v1alpha1\nkind: Rollout\nmetadata: { name: checkout }\nspec: ${spec}\n`;
  const memory = (amount: string): string =>
    patch(
      `{ template: { spec: { containers: [{ name: app, resources: { limits: { memory: ${amount} } } }] } } }`,
    );
  const labels = (value: string): string =>
    base(`labels: [{ pairs: { team: ${value} }, includeTemplates: true }]\n`);
  const taught = 'configurations: [fields.yaml]\n';
  const fields =
    'labels: [{ path: spec/template/metadata/labels, create: true, kind: Rollout, group: argoproj.io }]\n';

  // kustomize appends a hash of the data to the name, which the pods refer to: kustomize's api/hasher/hasher.go.
  it.each<[string, Files, Files, string, string]>([
    [
      'literals of a generator in a base',
      { 'base/kustomization.yaml': generator('info') },
      { 'base/kustomization.yaml': generator('debug') },
      'configMapGenerator "settings" in base/kustomization.yaml',
      sure,
    ],
    [
      'a file of envs in a base',
      { 'base/kustomization.yaml': fromEnvs, 'base/app.env': 'LEVEL=info\n' },
      { 'base/app.env': '# More of it.\nLEVEL=debug\n' },
      'the content of base/app.env',
      sure,
    ],
    [
      'the content of a patch file',
      {
        'overlays/prod/kustomization.yaml': patched('memory.yaml', 'v1'),
        'overlays/prod/memory.yaml': memory('1Gi'),
      },
      {
        'overlays/prod/kustomization.yaml': patched('memory.yaml', 'v2'),
        'overlays/prod/memory.yaml': memory('2Gi'),
      },
      'the content of overlays/prod/memory.yaml',
      sure,
    ],
    [
      'labels of pods in a base',
      { 'base/kustomization.yaml': labels('shop') + taught, 'base/fields.yaml': fields },
      { 'base/kustomization.yaml': labels('payments') + taught },
      'labels in base/kustomization.yaml',
      perhaps,
    ],
    [
      'a field of the manifest in the base',
      {},
      { 'base/rollout.yaml': rollout('          workingDir: /srv\n') },
      'spec.template.spec.containers[app].workingDir in base/rollout.yaml',
      sure,
    ],
    [
      'a component of the base',
      {
        'base/kustomization.yaml': base('components: [../tls]\n'),
        'tls/kustomization.yaml':
          'apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\npatches: [{ path: tls.yaml }]\n',
        'tls/tls.yaml': memory('1Gi'),
      },
      { 'tls/tls.yaml': memory('2Gi') },
      'the content of tls/tls.yaml',
      sure,
    ],
  ])('%s', (_name, before, change, what, course) => {
    const repository = released(before, change);
    const stdout = told(repository, '--dry-run');
    expect(stdout).toMatch(/^Images of Rollout "checkout" restored to [0-9a-f]+ of [-\d]+: First\n/);
    expect(stdout).toContain(`These fields also differ, and are not changed: ${what}; see: git diff `);
    expect(stdout).toContain(course);
    expect(stdout).not.toContain(steps);
    // The command shows the difference.
    const [, commit = '', file = ''] = /see: git diff (\S+) -- (\S+)\./.exec(stdout) ?? [];
    expect(repository.git('diff', '--name-only', commit, '--', file)).toBe(file);
  });

  it.each<[string, Files, Files]>([
    ['nothing but the tag', {}, {}],
    [
      'comments of a file of envs',
      { 'base/kustomization.yaml': fromEnvs, 'base/app.env': 'LEVEL=info\n' },
      { 'base/app.env': '# More of it.\n\nLEVEL=info\n' },
    ],
    [
      'a generator whose names have no hash',
      { 'base/kustomization.yaml': generator('info', ', options: { disableNameSuffixHash: true }') },
      { 'base/kustomization.yaml': generator('debug', ', options: { disableNameSuffixHash: true }') },
    ],
    [
      'a generator that the pods do not use',
      { 'base/kustomization.yaml': generator('info').replace('settings', 'dashboard') },
      { 'base/kustomization.yaml': generator('debug').replace('settings', 'dashboard') },
    ],
    [
      'a patch of replicas',
      {
        'overlays/prod/kustomization.yaml': patched('size.yaml', 'v1'),
        'overlays/prod/size.yaml': patch('{ replicas: 2 }'),
      },
      {
        'overlays/prod/kustomization.yaml': patched('size.yaml', 'v2'),
        'overlays/prod/size.yaml': patch('{ replicas: 3 }'),
      },
    ],
    [
      'labels of objects alone',
      { 'base/kustomization.yaml': base('labels: [{ pairs: { team: shop } }]\n') },
      { 'base/kustomization.yaml': base('labels: [{ pairs: { team: payments } }]\n') },
    ],
    [
      'the name of a patch file',
      {
        'overlays/prod/kustomization.yaml': patched('memory.yaml', 'v1'),
        'overlays/prod/memory.yaml': memory('1Gi'),
      },
      {
        'overlays/prod/kustomization.yaml': patched('limits.yaml', 'v2'),
        'overlays/prod/limits.yaml': memory('1Gi'),
      },
    ],
  ])('and does not where the pods are the same: %s', (_name, before, change) => {
    const stdout = told(released(before, change), '--dry-run');
    expect(stdout).toMatch(/^Rollout "checkout" restored to /);
    expect(stdout).not.toContain('also differ');
    expect(stdout).toContain(steps);
  });

  it('compares with the last commit before the next release, because the pods had that', () => {
    const repository = new Repository(first({ 'base/kustomization.yaml': generator('info') }));
    repository.write({ 'base/kustomization.yaml': generator('debug') });
    repository.commit('Debug');
    repository.write({ 'overlays/prod/kustomization.yaml': overlay('v2') });
    repository.commit('v2');
    expect(told(repository, '--dry-run')).toContain(steps);
    // The first commit had another configuration.
    const start = repository.git('rev-parse', 'HEAD~2');
    expect(told(repository, '--dry-run', '--to', start)).toContain(
      'are not changed: configMapGenerator "settings" in base/kustomization.yaml;',
    );
  });

  it('compares the base that two overlays share, although it is not edited', () => {
    const repository = released(
      { 'overlays/dev/kustomization.yaml': overlay('v1') },
      { 'base/rollout.yaml': rollout('          workingDir: /srv\n') },
    );
    expect(told(repository, 'overlays/prod')).toContain(
      'are not changed: spec.template.spec.containers[app].workingDir in base/rollout.yaml;',
    );
    expect(repository.git('status', '--porcelain').trim()).toBe('M overlays/prod/kustomization.yaml');
  });

  it('follows a base that was renamed', () => {
    const repository = new Repository(first({ 'base/kustomization.yaml': generator('info') }));
    repository.move('base', 'common');
    const moved = (tag: string): string => overlay(tag).replace('../../base', '../../common');
    repository.write({ 'overlays/prod/kustomization.yaml': moved('v2') });
    repository.commit('v2');
    expect(told(repository, '--dry-run')).toContain(steps);
    repository.write({ 'common/kustomization.yaml': generator('debug') });
    repository.commit('Debug');
    expect(told(repository)).toContain('configMapGenerator "settings" in common/kustomization.yaml');
    expect(readFileSync(path.join(repository.folder, 'overlays/prod/kustomization.yaml'), 'utf8')).toBe(
      moved('v1'),
    );
  });

  it('of a chart: other values and templates, which may change the pods', () => {
    const template = (more: string): string => `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: { name: checkout }
spec:
  template:
    spec:
      containers:
        - name: app
          image: "shop/checkout:{{ .Values.image.tag }}"
          resources: {{ toJson .Values.resources }}
${more}`;
    const values = (tag: string, memory: string): string =>
      `image: { tag: ${tag} }\nresources: { limits: { memory: ${memory} } }\n`;
    const repository = new Repository({
      'chart/Chart.yaml': 'apiVersion: v2\nname: checkout\nversion: 1.0.0\n',
      'chart/README.md': 'Old.\n',
      'chart/templates/rollout.yaml': template(''),
      'chart/values.yaml': values('v1', '1Gi'),
    });
    repository.write({
      'chart/README.md': 'New.\n',
      'chart/templates/rollout.yaml': template('          workingDir: /srv\n'),
      'chart/values.yaml': values('v2', '2Gi'),
    });
    repository.commit('v2');
    const stdout = told(repository);
    expect(stdout).toMatch(/^Images of Rollout "checkout" restored to /);
    expect(stdout).toContain(
      'are not changed: resources.limits.memory, the content of chart/templates/rollout.yaml; see: git diff ',
    );
    expect(stdout).toContain(perhaps);
    expect(readFileSync(path.join(repository.folder, 'chart/values.yaml'), 'utf8')).toBe(values('v1', '2Gi'));
  });
});
