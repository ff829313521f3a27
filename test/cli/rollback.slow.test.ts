import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { folderOf, run } from '../support/command.js';
import { Repository } from '../support/repository.js';

const manifest = (image: string, more = ''): string => `# The shop's checkout.
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout # as the Service is called
spec:
  selector: { matchLabels: { app: checkout } }
  template:
    metadata: { labels: { app: checkout } }
    spec:
      containers:
        - name: app
          image: ${image} # bumped by the pipeline
${more}`;

const kustomization = (tag: string): string => `resources: [../../base]
images:
  - name: other/thing
    newTag: v9
  - name: shop/checkout
    newTag: ${tag} # bumped by the pipeline
`;

const values = (tag: string): string => `replicas: 2
image:
  repository: shop/checkout
  tag: "${tag}" # bumped by the pipeline
`;

const template = `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: {{ include "checkout.fullname" . }}
spec:
  template:
    spec:
      containers:
        - name: {{ .Chart.Name }}
          image: "{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}"
          envFrom:
            - configMapRef:
                name: {{ .Values.config }}
`;

const chart = {
  'chart/Chart.yaml': 'apiVersion: v2\nname: checkout\nversion: 1.0.0\nappVersion: v0\n',
  'chart/templates/rollout.yaml': template,
};

/** A repository in which a file has had ten images, one commit each. */
function bumped(
  file: string,
  text: (version: number) => string,
  others: Readonly<Record<string, string>> = {},
) {
  const repository = new Repository(others);
  for (let version = 1; version <= 10; version++) {
    repository.write({ [file]: text(version) });
    repository.commit(`Release ${version}`);
  }
  return repository;
}

function textIn({ folder }: Repository, file: string): string {
  return readFileSync(path.join(folder, file), 'utf8');
}

/** The lines that `git diff` says were changed, in the working files or by the last commit. */
function changedLines(repository: Repository, ...args: string[]): string[] {
  return repository
    .git('diff', '--unified=0', ...args)
    .split('\n')
    .filter((line) => /^[-+](?![-+])/.test(line));
}

beforeEach(() => {
  for (const name of Object.keys(process.env)) if (name.startsWith('GIT_')) vi.stubEnv(name, undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

describe('rollback after ten releases', () => {
  const base = {
    'base/kustomization.yaml': 'resources: [rollout.yaml]\n',
    'base/rollout.yaml': manifest('shop/checkout'),
  };
  const notations: [string, string, (version: number) => string, Readonly<Record<string, string>>][] = [
    ['plain YAML', 'rollout.yaml', (version) => manifest(`shop/checkout:v${version}`), {}],
    ['kustomize images', 'overlays/prod/kustomization.yaml', (version) => kustomization(`v${version}`), base],
    ['Helm values', 'chart/values.yaml', (version) => values(`v${version}`), chart],
    [
      'Windows line breaks',
      'rollout.yaml',
      (version) => manifest(`shop/checkout:v${version}`).replaceAll('\n', '\r\n'),
      {},
    ],
    [
      'an anchor',
      'rollout.yaml',
      (version) =>
        manifest(`&image shop/checkout:v${version}`, '        - name: second\n          image: *image\n'),
      {},
    ],
    [
      'JSON',
      'rollout.json',
      (version) =>
        JSON.stringify(
          {
            apiVersion: 'argoproj.io/v1alpha1',
            kind: 'Rollout',
            metadata: { name: 'checkout' },
            spec: {
              template: { spec: { containers: [{ name: 'app', image: `shop/checkout:v${version}` }] } },
            },
          },
          null,
          2,
        ),
      {},
    ],
    [
      'digests',
      'rollout.yaml',
      (version) => manifest(`shop/checkout@sha256:${String(version % 10).repeat(64)}`),
      {},
    ],
  ];

  it.each(notations)('%s: one line goes back', (_name, file, text, others) => {
    const repository = bumped(file, text, others);
    const { code, stdout, stderr } = run(repository.folder, 'rollback', 'checkout');
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(textIn(repository, file)).toBe(text(9));
    expect(changedLines(repository)).toHaveLength(2);
    for (const line of changedLines(repository)) expect(stdout).toContain(line.replace('\r', ''));
    expect(repository.git('log', '--format=%s', '--max-count=1')).toBe('Release 10');
  });

  it.each(notations)('%s: to any commit, and committed', (_name, file, text, others) => {
    const repository = bumped(file, text, others);
    const fourth = repository.git('log', '--format=%H', '--grep=^Release 4$');
    repository.write({ 'unrelated.txt': 'left alone' });
    const { code, stdout } = run(repository.folder, 'rollback', 'checkout', '--to', fourth, '--commit');
    expect(code).toBe(0);
    expect(textIn(repository, file)).toBe(text(4));
    expect(changedLines(repository, 'HEAD~', 'HEAD')).toHaveLength(2);
    expect(stdout).toMatch(/^Committed [0-9a-f]+: Roll back checkout to .*4/m);
    expect(repository.git('status', '--porcelain')).toBe('?? unrelated.txt');
  });
});

describe('rollback', () => {
  it('prints what it edits, as it is done', () => {
    const repository = bumped('apps/rollout.yaml', (version) => manifest(`shop/checkout:v${version}`));
    const commit = repository.git('rev-parse', '--short', 'HEAD~');
    const { stdout } = run(path.join(repository.folder, 'apps'), 'rollback', 'checkout');
    expect(stdout).toMatch(
      new RegExp(
        `^Rollout "checkout" restored to ${commit} of 2023-11-14: Release 9\n {2}spec\\.template\\.spec\\.containers\\[app\\]\\.image: shop/checkout:v10 → shop/checkout:v9\n\n`,
      ),
    );
    const { diff } = { diff: repository.git('diff') };
    expect(stdout).toContain(diff.slice(diff.indexOf('---')).replace(/^@@(.*)@@.*$/m, '@@$1@@'));
    expect(stdout).toContain(
      "git commit -m 'Roll back checkout to shop/checkout:v9' -- rollout.yaml && git push",
    );
  });

  it('writes nothing when it is only to show', () => {
    const repository = bumped('rollout.yaml', (version) => manifest(`shop/checkout:v${version}`));
    const { code, stdout } = run(repository.folder, 'rollback', 'checkout', '--dry-run', '--commit');
    expect(stdout).toContain('+          image: shop/checkout:v9 # bumped by the pipeline\n');
    expect(repository.git('status', '--porcelain')).toBe('');
    expect(code).toBe(0);
    expect(repository.git('log', '--format=%s', '--max-count=1')).toBe('Release 10');
  });

  it('follows a file that was renamed', () => {
    const repository = bumped('rollout.yaml', (version) => manifest(`shop/checkout:v${version}`));
    repository.move('rollout.yaml', 'apps/checkout/rollout.yml');
    repository.commit('Tidy up');
    expect(run(repository.folder, 'rollback', 'checkout').code).toBe(0);
    expect(textIn(repository, 'apps/checkout/rollout.yml')).toBe(manifest('shop/checkout:v9'));
    const third = repository.git('log', '--format=%H', '--grep=^Release 3$');
    repository.commit('Back');
    run(repository.folder, 'rollback', 'checkout', '--to', third);
    expect(textIn(repository, 'apps/checkout/rollout.yml')).toBe(manifest('shop/checkout:v3'));
  });

  it('goes back to what the branch had, not to what was tried before a merge', () => {
    const repository = new Repository({ 'rollout.yaml': manifest('shop/checkout:v1') });
    repository.git('switch', '--quiet', '--create', 'feature');
    for (const tag of ['v2-rc1', 'v2-rc2', 'v2']) {
      repository.write({ 'rollout.yaml': manifest(`shop/checkout:${tag}`) });
      repository.commit(tag);
    }
    repository.git('switch', '--quiet', 'main');
    repository.git('merge', '--quiet', '--no-ff', '--message', 'Merge v2', 'feature');
    expect(run(repository.folder, 'rollback', 'checkout').code).toBe(0);
    expect(textIn(repository, 'rollout.yaml')).toBe(manifest('shop/checkout:v1'));
  });

  it('leaves other changes of the file and tells of those of the pods', () => {
    const port = '          ports: [{ containerPort: 80 }]\n';
    const repository = new Repository({ 'rollout.yaml': manifest('shop/checkout:v1') });
    repository.write({ 'rollout.yaml': manifest('shop/checkout:v2') });
    repository.commit('v2');
    repository.write({ 'rollout.yaml': manifest('shop/checkout:v2', port) });
    repository.commit('A port');
    const { stdout } = run(repository.folder, 'rollback', 'checkout');
    expect(textIn(repository, 'rollout.yaml')).toBe(manifest('shop/checkout:v1', port));
    expect(stdout).toContain(
      'also differ, and are not changed: spec.template.spec.containers[app].ports[0].containerPort;',
    );
    expect(stdout).toContain('the pods are those of a new revision, so the rollback is a whole update.');
  });

  it('tells of patches beside the image, without and with a difference of the image', () => {
    const patched = (memory: string): string => `patches:
  - target: { kind: Rollout, name: checkout }
    patch: '[{ op: add, path: /spec/template/metadata/labels/memory, value: ${memory} }]'
`;
    const file = 'overlays/prod/kustomization.yaml';
    const repository = new Repository({
      'base/kustomization.yaml': 'resources: [rollout.yaml]\n',
      'base/rollout.yaml': manifest('shop/checkout'),
      [file]: kustomization('v1') + patched('small'),
    });
    repository.write({ [file]: kustomization('v2') + patched('large') });
    repository.commit('v2');
    const first = repository.git('rev-parse', 'HEAD~1').trim();
    expect(run(repository.folder, 'rollback', 'checkout', '--commit').stdout).toContain(
      'These fields also differ, and are not changed: patches; see: git diff',
    );
    expect(textIn(repository, file)).toBe(kustomization('v1') + patched('large'));
    expect(run(repository.folder, 'rollback', 'checkout', '--to', first).stderr).toContain(
      'already has the images and configuration of',
    );
    expect(run(repository.folder, 'rollback', 'checkout', '--to', first).stderr).toContain(
      'Other fields differ: patches in overlays/prod/kustomization.yaml.',
    );
  });

  // Upstream's rollout/bluegreen.go, isBlueGreenFastTracked, and rollout/analysis.go, rollbackToScaleDownDelay.
  it('says how long a blue-green Rollout is switched back at once', () => {
    const blueGreen = '  strategy: { blueGreen: { activeService: checkout } }\n';
    const repository = new Repository({ 'rollout.yaml': manifest('shop/checkout:v1', blueGreen) });
    repository.write({ 'rollout.yaml': manifest('shop/checkout:v2', blueGreen) });
    repository.commit('v2');
    const { stdout } = run(repository.folder, 'rollback', 'checkout');
    expect(stdout).toContain('scaleDownDelaySeconds after the promotion, 30 by default');
    expect(stdout).not.toContain('steps');
  });

  it('puts configuration back that is named after its content', () => {
    const config = (name: string): string => `          envFrom: [{ configMapRef: { name: ${name} } }]\n`;
    const map = (name: string): string =>
      `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\ndata: {}\n`;
    const repository = new Repository({
      'rollout.yaml': manifest('shop/checkout:v1', config('checkout-v1')),
      'one.yaml': map('checkout-v1'),
    });
    repository.write({
      'rollout.yaml': manifest('shop/checkout:v2', config('checkout-v2')),
      'two.yaml': map('checkout-v2'),
    });
    repository.commit('v2');
    expect(run(repository.folder, 'rollback', 'checkout').code).toBe(0);
    expect(textIn(repository, 'rollout.yaml')).toBe(manifest('shop/checkout:v1', config('checkout-v1')));

    repository.git('checkout', '--quiet', '.');
    repository.remove('one.yaml');
    repository.commit('Nobody needs it');
    const { code, stderr } = run(repository.folder, 'rollback', 'checkout');
    expect(stderr).toContain('The Rollout used "checkout-v1" then, but no file defines it now');
    expect(stderr).toContain('It was in one.yaml at');
    expect(code).toBe(1);
    expect(repository.git('status', '--porcelain')).toBe('');
  });

  it('goes back from a digest to the tag that it took the place of', () => {
    const digest = `sha256:${'a'.repeat(64)}`;
    const overlay = (line: string): string =>
      `resources: [rollout.yaml]\nimages:\n  - name: shop/checkout\n    ${line}\n`;
    const repository = new Repository({
      'rollout.yaml': manifest('shop/checkout'),
      'kustomization.yaml': overlay('newTag: v1'),
    });
    repository.write({ 'kustomization.yaml': overlay(`digest: ${digest}`) });
    repository.commit('By digest');
    const { stdout } = run(repository.folder, 'rollback', 'checkout');
    expect(textIn(repository, 'kustomization.yaml')).toBe(overlay('newTag: v1'));
    expect(stdout).toContain(`newTag or digest: digest ${digest} → newTag v1`);
  });

  it('says what it cannot put back by itself', () => {
    const overlay = (lines: string): string =>
      `resources: [rollout.yaml]\nimages:\n  - name: shop/checkout\n${lines}`;
    const repository = new Repository({
      'rollout.yaml': manifest('shop/checkout'),
      'kustomization.yaml': overlay('    newTag: v1\n'),
    });
    repository.write({ 'kustomization.yaml': overlay('    newName: mirror/checkout\n    newTag: v1\n') });
    repository.commit('A mirror');
    const { code, stderr } = run(repository.folder, 'rollback', 'checkout');
    expect(stderr).toContain(
      'it had newTag or digest "v1" then, and has newName "mirror/checkout", newTag or digest "v1" now',
    );
    expect(code).toBe(1);
  });

  it('edits the overlay that is meant', () => {
    const base = {
      'base/kustomization.yaml': 'resources: [rollout.yaml]\n',
      'base/rollout.yaml': manifest('shop/checkout'),
    };
    const both = (tag: string) => ({
      'overlays/dev/kustomization.yaml': kustomization(tag),
      'overlays/prod/kustomization.yaml': kustomization(tag),
    });
    const repository = new Repository({ ...base, ...both('v1') });
    repository.write(both('v2'));
    repository.commit('v2');
    const { code, stderr } = run(repository.folder, 'rollback', 'checkout');
    expect(stderr).toContain('  overlays/dev/kustomization.yaml\n  overlays/prod/kustomization.yaml\n');
    expect(code).toBe(2);
    expect(run(repository.folder, 'rollback', 'checkout', 'overlays/prod').code).toBe(0);
    expect(repository.git('status', '--porcelain').trim()).toBe('M overlays/prod/kustomization.yaml');
  });

  it('chooses by the namespace that an overlay sets, or an Application of a chart', () => {
    const inNamespace = (tag: string, namespace: string): string =>
      `namespace: ${namespace}\n${kustomization(tag)}`;
    const application = `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: till, namespace: argocd }
spec:
  project: default
  source: { repoURL: https://git.example.com/till.git, path: chart }
  destination: { server: https://kubernetes.default.svc, namespace: till }
`;
    const state = (tag: string): Record<string, string> => ({
      'base/kustomization.yaml': 'resources: [rollout.yaml]\n',
      'base/rollout.yaml': manifest('shop/checkout'),
      ...chart,
      'chart/Chart.yaml': 'apiVersion: v2\nname: till\nversion: 1.0.0\nappVersion: v0\n',
      'chart/values.yaml': values(tag),
      'application.yaml': application,
      'overlays/dev/kustomization.yaml': inNamespace(tag, 'shop-dev'),
      'overlays/prod/kustomization.yaml': inNamespace(tag, 'shop'),
    });
    const repository = new Repository(state('v1'));
    repository.write(state('v2'));
    repository.commit('Second');
    expect(run(repository.folder, 'rollback', 'shop/checkout').code).toBe(0);
    expect(repository.git('status', '--porcelain').trim()).toBe('M overlays/prod/kustomization.yaml');
    expect(run(repository.folder, 'rollback', 'till/till').code).toBe(0);
    expect(textIn(repository, 'chart/values.yaml')).toBe(values('v1'));
    const { code, stderr } = run(repository.folder, 'rollback', 'other/till');
    expect(code).toBe(2);
    // The name in the template is an expression, which is not a name to choose.
    expect(stderr).not.toContain('{{');
  });

  it('edits the patch that decides the image', () => {
    const files = (tag: string) => ({
      'base/kustomization.yaml': 'resources: [rollout.yaml]\n',
      'base/rollout.yaml': manifest('shop/checkout:latest'),
      'prod/kustomization.yaml': 'resources: [../base]\npatches:\n  - path: image.yaml\n',
      'prod/image.yaml': manifest(`shop/checkout:${tag}`),
    });
    const repository = new Repository(files('v1'));
    repository.write(files('v2'));
    repository.commit('v2');
    expect(run(repository.folder, 'rollback', 'checkout').stderr).toBe('');
    expect(repository.git('status', '--porcelain').trim()).toBe('M prod/image.yaml');
    repository.write({
      'prod/kustomization.yaml':
        'resources: [../base]\npatches:\n  - target: { kind: Rollout }\n    patch: |-\n      - { op: replace, path: /spec/template/spec/containers/0/image, value: x:1 }\n',
    });
    repository.remove('prod/image.yaml');
    repository.commit('JSON');
    const { code, stderr } = run(repository.folder, 'rollback', 'checkout');
    expect(stderr).toMatch(/^Its image is set by a JSON patch of .*prod\/kustomization\.yaml/);
    expect(code).toBe(1);
  });

  it('edits the images of an Application', () => {
    const application = (tag: string): string => `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: checkout }
spec:
  source:
    repoURL: https://example.com/shop.git
    path: shop/prod
    kustomize:
      images:
        - shop/checkout:${tag}
`;
    const repository = new Repository({
      'shop/prod/kustomization.yaml': 'resources: [rollout.yaml]\n',
      'shop/prod/rollout.yaml': manifest('shop/checkout:v0'),
      'argocd/checkout.yaml': application('v1'),
    });
    repository.write({ 'argocd/checkout.yaml': application('v2') });
    repository.commit('v2');
    expect(run(repository.folder, 'rollback', 'checkout').stderr).toBe('');
    expect(textIn(repository, 'argocd/checkout.yaml')).toBe(application('v1'));
  });

  it('edits the values that a helper of the chart names, and the parameters of an Application', () => {
    const helpers =
      '{{- define "checkout.image" -}}\n{{ .Values.global.registry }}/{{ .Values.image.name }}:{{ .Values.image.version }}\n{{- end }}\n';
    const application = (tag: string): string => `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: checkout-prod }
spec:
  source:
    repoURL: https://example.com/shop.git
    path: chart
    helm:
      parameters:
        - name: image.version
          value: '${tag}'
`;
    const repository = new Repository({
      ...chart,
      'chart/templates/_helpers.tpl': helpers,
      'chart/templates/rollout.yaml': template.replace(
        /image: .*/,
        'image: {{ include "checkout.image" . }}',
      ),
      'chart/values.yaml': 'image: { name: checkout }\n',
      'argocd.yaml': application('1.9'),
    });
    repository.write({ 'argocd.yaml': application('1.10') });
    repository.commit('1.10');
    expect(run(repository.folder, 'rollback', 'checkout-prod').stderr).toBe('');
    expect(textIn(repository, 'argocd.yaml')).toBe(application('1.9'));
  });

  it('edits the version of the chart where that is the tag', () => {
    const repository = new Repository({
      ...chart,
      'chart/values.yaml': 'image:\n  repository: shop/checkout\n  tag: ""\n',
    });
    repository.write({ 'chart/Chart.yaml': chart['chart/Chart.yaml'].replace('v0', 'v1') });
    repository.commit('v1');
    expect(run(repository.folder, 'rollback', 'checkout').stderr).toBe('');
    expect(textIn(repository, 'chart/Chart.yaml')).toBe(chart['chart/Chart.yaml']);
  });

  it('keeps a version a text that was none before', () => {
    const repository = new Repository({
      ...chart,
      'chart/values.yaml': values('1.10').replace('"1.10"', '1.10'),
    });
    repository.write({ 'chart/values.yaml': values('1.11') });
    repository.commit('1.11');
    expect(run(repository.folder, 'rollback', 'checkout').stderr).toBe('');
    expect(textIn(repository, 'chart/values.yaml')).toBe(values('1.10'));
  });
});

describe('rollback refuses', () => {
  const released = (): Repository =>
    bumped('rollout.yaml', (version) => manifest(`shop/checkout:v${version}`));

  it.each<[string, (repository: Repository) => void, string[], number, string]>([
    [
      'a Rollout that there is not',
      () => {},
      ['chekout'],
      2,
      'Rollout "chekout" is not found in this repository. Did you mean "checkout"?',
    ],
    ['no name', () => {}, [], 2, 'rollback needs the name of a Rollout'],
    [
      'a revision that there is not',
      () => {},
      ['checkout', '--to', 'v7'],
      2,
      '--to is "v7", but no such commit is found; ',
    ],
    [
      'where nothing would change',
      () => {},
      ['checkout', '--to', 'HEAD'],
      1,
      'already has the images and configuration',
    ],
    [
      'a path without it',
      (repository) => repository.write({ 'x/y.yaml': '' }),
      ['checkout', 'x'],
      2,
      'is not found in the given paths',
    ],
    [
      'a file with changes',
      (repository) => repository.write({ 'rollout.yaml': manifest('mine') }),
      ['checkout'],
      2,
      'rollout.yaml: commit or undo the changes first',
    ],
    [
      'staged changes',
      (repository) => {
        repository.write({ 'rollout.yaml': manifest('mine') });
        repository.git('add', '.');
      },
      ['checkout'],
      2,
      'commit or undo',
    ],
    [
      'to commit on a detached head',
      (repository) => {
        repository.git('switch', '--quiet', '--detach');
      },
      ['checkout', '--commit'],
      2,
      'HEAD is detached',
    ],
    [
      'two of one name',
      (repository) => {
        repository.write({ 'other/rollout.yaml': manifest('x:1') });
        repository.commit('Another');
      },
      ['checkout'],
      2,
      '  rollout.yaml\n  other/rollout.yaml\n',
    ],
    [
      'a file that Git does not know',
      (repository) => {
        repository.git('rm', '--quiet', '--cached', 'rollout.yaml');
        repository.git('commit', '--quiet', '--message', 'Gone');
      },
      ['checkout'],
      2,
      'are not in Git',
    ],
    [
      'a Rollout that was not there',
      (repository) => {
        repository.write({ 'a/b.yaml': manifest('x:1').replace('name: checkout', 'name: new') });
        repository.commit('New');
      },
      ['new', '--to', 'HEAD~'],
      1,
      'Rollout "new" is not found in a/b.yaml at "HEAD~".',
    ],
    [
      'where there was no other image',
      (repository) => {
        repository.write({ 'a/b.yaml': manifest('x:1').replace('name: checkout', 'name: new') });
        repository.commit('New');
      },
      ['new'],
      1,
      'Nothing to restore: in the history of a/b.yaml, Rollout "new" never had another image',
    ],
  ])('%s', (_name, prepare, args, code, message) => {
    const repository = released();
    prepare(repository);
    const before = repository.git('status', '--porcelain');
    const result = run(repository.folder, 'rollback', ...args);
    expect(result.stderr).toContain(message);
    expect(result.code).toBe(code);
    expect(repository.git('status', '--porcelain')).toBe(before);
  });

  it('without Git', () => {
    const { code, stderr } = run(folderOf({ 'rollout.yaml': manifest('x:1') }), 'rollback', 'checkout');
    expect(stderr).toContain('is not in a Git repository.');
    expect(code).toBe(2);
  });

  it('without a commit', () => {
    const repository = new Repository();
    repository.write({ 'rollout.yaml': manifest('x:1') });
    repository.git('add', '.');
    const { code, stderr } = run(repository.folder, 'rollback', 'checkout');
    expect(stderr).toBe('The repository has no commits, so there is nothing to restore.\n');
    expect(code).toBe(1);
  });

  it('but not on a detached head, where it only edits', () => {
    const repository = released();
    repository.git('switch', '--quiet', '--detach');
    expect(run(repository.folder, 'rollback', 'checkout').code).toBe(0);
    expect(textIn(repository, 'rollout.yaml')).toBe(manifest('shop/checkout:v9'));
  });
});

describe('rollback puts back all or nothing', () => {
  const containers = (...images: string[]): string =>
    manifest('shop/checkout:1').replace(
      / {8}- name: app\n.*\n/,
      images.map((image, index) => `        - name: c${index}\n          image: ${image}\n`).join(''),
    );

  it.each([
    ['a folded block', '>-\n            web:2', '>-\n            web:1', 'is written as a block of lines'],
    ['a literal block', '|\n            web:2', '|\n            web:1', 'is written as a block of lines'],
    ['a block that was none', '>-\n            web:2', 'web:1', 'is written as a block of lines'],
    [
      'a value that was a block',
      'web:2',
      '>-\n            web:1',
      'was written as a block of lines, with ">" or "|" then',
    ],
    ['an anchor with a tag', '&image !!str web:2', '&image !!str web:1', 'repeats an anchor, "*image"'],
    [
      'an anchor of a block',
      '&image >-\n            web:2',
      '&image >-\n            web:1',
      'is written as a block of lines',
    ],
  ])('where one of two images is %s', (_name, now, before, message) => {
    const last = now.startsWith('&') ? ['*image'] : [];
    const repository = new Repository({ 'rollout.yaml': containers('side:1', before, ...last) });
    repository.write({ 'rollout.yaml': containers('side:2', now, ...last) });
    repository.commit('Second');
    const { code, stdout, stderr } = run(repository.folder, 'rollback', 'checkout');
    const line =
      containers('side:2', now, ...last)
        .split('\n')
        .findIndex((text) =>
          text.includes(now.startsWith('&image !') ? '*image' : '          image: ' + now.split('\n')[0]),
        ) + 1;
    expect(stderr).toMatch(
      new RegExp(`^rollout\\.yaml:${line}: cannot be restored to [0-9a-f]+ automatically: `),
    );
    expect(stderr).toContain(message);
    expect(stderr).toContain('Nothing was written.');
    expect(stdout).toBe('');
    expect(code).toBe(1);
    expect(repository.git('status', '--porcelain')).toBe('');
  });

  it('a block that stays as it is does not matter', () => {
    const repository = new Repository({ 'rollout.yaml': containers('side:1', '>-\n            web:1') });
    repository.write({ 'rollout.yaml': containers('side:2', '>-\n            web:1') });
    repository.commit('Second');
    expect(run(repository.folder, 'rollback', 'checkout').code).toBe(0);
    expect(textIn(repository, 'rollout.yaml')).toBe(containers('side:1', '>-\n            web:1'));
  });

  it('a text on two lines goes back like any other', () => {
    const repository = new Repository({ 'rollout.yaml': containers('"web:\\\n            1"', 'side:1') });
    repository.write({ 'rollout.yaml': containers('"web:\\\n            2"', 'side:2') });
    repository.commit('Second');
    expect(run(repository.folder, 'rollback', 'checkout').code).toBe(0);
    expect(textIn(repository, 'rollout.yaml')).toBe(containers('"web:\\\n            1"', 'side:1'));
  });

  it('the value of a chart in a block is not passed over', () => {
    const text = (tag: string): string =>
      `replicas: 2\nimage:\n  repository: shop/checkout\n  tag: >-\n    ${tag}\n`;
    const repository = new Repository({ ...chart, 'chart/values.yaml': text('v1') });
    repository.write({ 'chart/values.yaml': text('v2') });
    repository.commit('Second');
    const { code, stderr } = run(repository.folder, 'rollback', 'checkout');
    expect(stderr).toMatch(/^chart\/values\.yaml:4: .*image\.tag is written as a block of lines/);
    expect(code).toBe(1);
  });
});

describe('the command that rollback suggests', () => {
  it.each([
    ['r $(touch pwned) `touch pwned`.yaml', 'web'],
    ["it's; touch pwned #.yaml", 'web'],
    ['-m.yaml', 'web'],
    ['a\nb\u202e ##[x] \u0007.yaml', 'web'],
    ['*.yaml', 'web'],
    [':(top)x.yaml', 'web'],
    ['plain.yaml', "$(touch pwned)'; touch pwned; '"],
  ])('commits %j and nothing else', (name, image) => {
    const text = (tag: number): string => manifest(JSON.stringify(`${image}:${tag}`));
    const repository = new Repository({ [name]: text(1), 'other.yaml': 'a: 1\n' });
    repository.write({ [name]: text(2) });
    repository.commit('Second');
    const { stdout } = run(repository.folder, 'rollback', 'checkout');
    repository.write({ 'other.yaml': 'a: 2\n' });
    const [, command = ''] = /Argo CD deploys committed files only: (.*) && git push$/m.exec(stdout) ?? [];
    execFileSync('bash', ['-c', command], { cwd: repository.folder, stdio: 'pipe' });
    expect(repository.git('log', '-1', '--format=%s')).toBe(`Roll back checkout to ${image}:1`);
    expect(repository.git('show', '-z', '--name-only', '--format=').replaceAll('\0', '')).toBe(name);
    expect(existsSync(path.join(repository.folder, 'pwned'))).toBe(false);
  });
});
