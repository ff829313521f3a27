import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { replicaOnly } from '../play/impact/systems.js';
import { run } from '../support/command.js';
import { Repository } from '../support/repository.js';

const app = replicaOnly['app.yaml']!;

const overlay = {
  'base/kustomization.yaml': 'resources: [app.yaml]\n',
  'base/app.yaml': app,
  'prod/kustomization.yaml': 'resources: [../base]\npatches: [{ path: patch.yaml }]\n',
  'prod/patch.yaml':
    'apiVersion: argoproj.io/v1alpha1\nkind: Rollout\nmetadata: { name: web, namespace: shop }\nspec: { replicas: 9 }\n',
};

const chart = {
  'app.yaml': app,
  'chart/Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 1.0.0\n',
  'chart/values.yaml': 'tag: 1\n',
  'chart/templates/rollout.yaml':
    'apiVersion: argoproj.io/v1alpha1\nkind: Rollout\nmetadata:\n  name: {{ .Release.Name }}\n',
};

const application = (source: string): string =>
  `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: { name: shop, namespace: argocd }\nspec:\n  project: default\n  destination: { server: https://kubernetes.default.svc, namespace: shop }\n  source: ${source}\n`;

interface Case {
  readonly what: string;
  readonly files: Readonly<Record<string, string>>;
  readonly change: Readonly<Record<string, string>>;
  /** What is said to be unknown. */
  readonly unknown: RegExp;
}

/** Changes of what deploys a Rollout, of which the files given tell nothing without being rendered. */
const unread: readonly Case[] = [
  {
    what: 'values of a chart',
    files: chart,
    change: { 'chart/values.yaml': 'tag: 2\n' },
    unknown: /chart\/values\.yaml: chart chart is not rendered/,
  },
  {
    what: 'a helper of a chart, whose name is no manifest',
    files: { ...chart, 'chart/templates/_helpers.tpl': '{{ define "a" }}1{{ end }}\n' },
    change: { 'chart/templates/_helpers.tpl': '{{ define "a" }}2{{ end }}\n' },
    unknown: /_helpers\.tpl: chart chart is not rendered/,
  },
  {
    what: 'values that an Application lends to a chart',
    files: {
      ...chart,
      'shop.yaml': application(
        '{ repoURL: https://example.com/a/b, path: chart, helm: { valueFiles: [../env/prod.yaml] } }',
      ),
      'env/prod.yaml': 'tag: 1\n',
    },
    change: { 'env/prod.yaml': 'tag: 2\n' },
    unknown: /env\/prod\.yaml: chart chart is not rendered/,
  },
  {
    what: 'a patch',
    files: overlay,
    change: { 'prod/patch.yaml': overlay['prod/patch.yaml'].replace('9', '8') },
    unknown: /prod\/patch\.yaml: the build of prod\/kustomization\.yaml is not rendered/,
  },
  {
    what: 'what a remote base is changed to',
    files: { ...overlay, 'remote/kustomization.yaml': 'resources: ["https://example.com/a/b?ref=v1"]\n' },
    change: { 'remote/kustomization.yaml': 'resources: ["https://example.com/a/b?ref=v2"]\n' },
    unknown: /the build of remote\/kustomization\.yaml is not rendered/,
  },
  {
    what: 'the revision of an Application',
    files: {
      'app.yaml': app,
      'shop.yaml': application('{ repoURL: https://example.com/a/b, path: other, targetRevision: v1 }'),
    },
    change: {
      'shop.yaml': application('{ repoURL: https://example.com/a/b, path: other, targetRevision: v2 }'),
    },
    unknown: /shop\.yaml: Application "shop" has a source that is not among the files/,
  },
  {
    what: 'the version of a chart that an Application names',
    files: {
      'app.yaml': app,
      'shop.yaml': application('{ repoURL: https://example.com, chart: shop, targetRevision: 1.0.0 }'),
    },
    change: {
      'shop.yaml': application('{ repoURL: https://example.com, chart: shop, targetRevision: 1.0.1 }'),
    },
    unknown: /Application "shop" has a source that is not among the files/,
  },
  {
    what: 'images that an Application sets',
    files: {
      'k/kustomization.yaml': 'resources: [app.yaml]\n',
      'k/app.yaml': app,
      'shop.yaml': application(
        '{ repoURL: https://example.com/a/b, path: k, kustomize: { images: ["web:1"] } }',
      ),
    },
    change: {
      'shop.yaml': application(
        '{ repoURL: https://example.com/a/b, path: k, kustomize: { images: ["web:2"] } }',
      ),
    },
    unknown: /Application "shop" has another revision or other settings of its source/,
  },
];

describe('a change of what was not read', () => {
  it.each(unread)('impact says that it is unknown: $what', ({ files, change, unknown }) => {
    const repository = new Repository(files);
    repository.write(change);
    const text = run(repository.folder, 'impact', '--no-render');
    expect(text.stdout).toMatch(unknown);
    expect(text.stdout.trimEnd().split('\n').at(-1)).toMatch(/^! \d Rollouts? touched.*is unknown/);
    const markdown = run(repository.folder, 'impact', '--no-render', '--format', 'markdown').stdout;
    expect(markdown).toMatch(/^### ❔ .*is unknown\n- \*\*unknown\*\*: /m);
    expect(markdown).not.toContain('✅');
    const json = JSON.parse(run(repository.folder, 'impact', '--no-render', '--format', 'json').stdout) as {
      summary: { unknown: number };
      unknown: string[];
    };
    expect(json.unknown.join('\n')).toMatch(unknown);
    expect(json.summary.unknown).toBe(json.unknown.length);
    const page = run(repository.folder, 'impact', '--no-render', '--format', 'html').stdout;
    expect(page).toContain('"isUnknown":true');
  });

  it('lint does not call it checked, neither as text nor in other formats', () => {
    for (const { files, change } of unread.slice(0, 4)) {
      const repository = new Repository(files);
      repository.write(change);
      repository.git('add', '--all');
      const said = 'not checked: changed files that were not rendered or read';
      for (const option of ['--staged', '--changed']) {
        const { code, stdout } = run(repository.folder, 'lint', option, '--no-render');
        expect({ code, last: stdout.trimEnd().split('\n').at(-1) }).toEqual({
          code: 0,
          last: expect.stringMatching(new RegExp(`^! .*${said}`)) as string,
        });
      }
      expect(run(repository.folder, 'lint', '--staged', '--quiet').stdout).toContain(said);
      expect(run(repository.folder, 'lint', '--staged', '--format', 'markdown').stdout).toContain(said);
      expect(run(repository.folder, 'lint', '--staged', '--format', 'json').stdout).toContain(
        '"changed files that were not rendered or read"',
      );
    }
  });

  it('a file that is named and holds no object is not called checked', () => {
    const { folder } = new Repository(chart);
    const { stdout } = run(folder, 'lint', 'app.yaml', 'chart/values.yaml');
    expect(stdout).toContain(
      'chart/values.yaml: not checked, because no Kubernetes resource was found in it',
    );
    expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/^! .*1 file without a Kubernetes resource$/);
    expect(run(folder, 'simulate', 'app.yaml', 'chart/values.yaml').stdout).toMatch(
      /\n! .*1 file without a Kubernetes resource\n$/,
    );
  });

  it('a build that patches is not called checked by any command', () => {
    const { folder } = new Repository(overlay);
    for (const command of ['lint', 'simulate', 'drift'])
      expect(run(folder, command, '--no-render').stdout.trimEnd().split('\n').at(-1)).toMatch(
        /^! .*not checked: 1 unrendered kustomization$/,
      );
  });
});

const other = {
  'other/kustomization.yaml': 'resources: [deployment.yaml]\npatches: [{ path: patch.yaml }]\n',
  'other/deployment.yaml':
    'apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: other, namespace: other }\nspec:\n  selector: { matchLabels: { app: other } }\n  template:\n    metadata: { labels: { app: other } }\n    spec: { containers: [{ name: other, image: "other:1" }] }\n',
  'other/patch.yaml':
    'apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: other, namespace: other }\nspec: { replicas: 2 }\n',
};

describe('a build that a change does not reach', () => {
  const changed = app.replace('web:1', 'web:2');
  const headline = (files: Readonly<Record<string, string>>, change: Readonly<Record<string, string>>) => {
    const repository = new Repository(files);
    repository.write(change);
    const { stdout } = run(repository.folder, 'impact', '--no-render', '--format', 'markdown');
    return stdout.split('\n').find((line) => line.startsWith('### '))!;
  };

  it.each([
    ['an overlay', other],
    [
      'a chart',
      {
        'chart/Chart.yaml': chart['chart/Chart.yaml'],
        'chart/templates/rollout.yaml': chart['chart/templates/rollout.yaml'],
      },
    ],
    [
      'a manifest that nobody lists',
      {
        'k/kustomization.yaml': 'resources: []\n',
        'k/service.yaml': 'apiVersion: v1\nkind: Service\nmetadata: { name: s }\n',
      },
    ],
  ])('leaves the verdict as it is: %s', (_, files) => {
    const alone = headline({ 'app.yaml': app }, { 'app.yaml': changed });
    expect(alone).not.toContain('❔');
    expect(headline({ ...files, 'app.yaml': app }, { 'app.yaml': changed })).toBe(alone);
  });

  it('is another one than that of what it reaches', () => {
    expect(headline({ ...other, ...overlay }, { 'base/app.yaml': changed })).toContain('❔');
    expect(
      headline(
        { ...other, 'app.yaml': app },
        { 'other/patch.yaml': other['other/patch.yaml'].replace('2', '3') },
      ),
    ).toContain('❔');
  });
});

describe('a repository that is a chart', () => {
  const templates = chart['chart/templates/rollout.yaml'];
  const root = {
    'Chart.yaml': chart['chart/Chart.yaml'],
    'values.yaml': chart['chart/values.yaml'],
    'templates/rollout.yaml': templates,
    'main.go': 'package main\n',
    '.github/workflows/ci.yaml': 'on: push\n',
  };
  const told = (
    files: Readonly<Record<string, string>>,
    change: Readonly<Record<string, string>>,
  ): string => {
    const repository = new Repository(files);
    repository.write(change);
    repository.git('add', '--all');
    return run(repository.folder, 'lint', '--staged', '--no-render').stdout;
  };
  const unknown = 'changed files that were not rendered or read';

  it.each([
    ['main.go', 'package other\n'],
    ['.github/workflows/ci.yaml', 'on: pull_request\n'],
    ['Dockerfile', 'FROM scratch\n'],
  ])('is not made of what no template reads: %s', (file, text) => {
    expect(told(root, { [file]: text })).not.toContain(unknown);
    const reading = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\ndata: {{ .Files.Get "a" }}\n';
    for (const name of ['templates/config.yaml', 'templates/_config.tpl', 'charts/a/templates/config.yaml'])
      expect(told({ ...root, [name]: reading }, { [file]: text })).toContain(unknown);
  });

  it.each([
    ['values.yaml', 'tag: 2\n'],
    ['values-production.yaml', 'tag: 2\n'],
    ['env/production.yaml', 'tag: 2\n'],
    ['templates/_helpers.tpl', '{{ define "a" }}{{ end }}\n'],
    ['Chart.lock', 'dependencies: []\n'],
  ])('is made of what Helm reads: %s', (file, text) => {
    expect(told(root, { [file]: text })).toContain(unknown);
  });
});

describe('other commands', () => {
  const deployment = other['other/deployment.yaml'];

  it('baseline write says what it has not looked at', () => {
    const { folder } = new Repository({ ...chart, ...overlay });
    const told = run(folder, 'baseline', 'write', '--no-render');
    expect(told.code).toBe(0);
    expect(told.stderr).toBe(
      'chart/templates: 1 file is an unrendered template and was skipped. To read the rendered output: rolloutkit baseline write --render chart\n' +
        'prod/kustomization.yaml: not rendered, so what it changes is unknown; render with --render.\n',
    );
    expect(told.stdout).toMatch(/removed; not checked: 1 unrendered template, 1 unrendered kustomization\n$/);
    expect(run(new Repository({ 'app.yaml': app }).folder, 'baseline', 'write')).toMatchObject({
      stderr: '',
      stdout: expect.not.stringContaining('not checked') as string,
    });
  });

  it.each([['--fix'], ['--suppress', 'rollout/services-exist', '--reason', 'a']])(
    'lint %s --dry-run says what it has not looked at',
    (...options) => {
      const { folder } = new Repository(chart);
      const dry = (...paths: string[]) =>
        run(folder, 'lint', ...options, '--dry-run', '--no-render', ...paths);
      expect(dry('.').code).toBe(0);
      expect(dry('.').stderr).toContain(
        'i chart/templates: 1 file is an unrendered template and was skipped.',
      );
      expect(dry('.').stderr).toMatch(/^! Not checked: 1 unrendered template$/m);
      expect(dry('app.yaml', 'gone.yaml')).toMatchObject({ code: 4 });
      expect(dry('app.yaml', 'gone.yaml').stderr).toContain('× gone.yaml: file or folder not found.');
      expect(dry('app.yaml').stderr).not.toMatch(/^[×i!]/m);
    },
  );

  it('baseline write says why there was nothing to look at', () => {
    const { folder } = new Repository({ 'README.md': 'text\n' });
    expect(run(folder, 'baseline', 'write').stderr).toContain('No .yaml, .yml or .json file was found');
  });

  it('migrate says what it has not looked at', () => {
    const { folder } = new Repository({
      'deployment.yaml': deployment,
      'chart/Chart.yaml': chart['chart/Chart.yaml'],
      'chart/templates/rollout.yaml': chart['chart/templates/rollout.yaml'],
    });
    expect(run(folder, 'migrate', 'other', '--no-render').stderr).toBe(
      'chart/templates: 1 file is an unrendered template and was skipped. To read the rendered output: rolloutkit migrate other --render chart\n',
    );
    expect(run(new Repository({ 'deployment.yaml': deployment }).folder, 'migrate', 'other').stderr).toBe('');
  });

  it('who is not found may stand in a file that is broken', () => {
    const { folder } = new Repository({
      'deployment.yaml': deployment.replace('spec:', 'spec: {'),
      'app.yaml': app,
    });
    const migrate = run(folder, 'migrate', 'other');
    expect(migrate).toMatchObject({ code: 2, stdout: '' });
    expect(migrate.stderr).toContain('The YAML of deployment.yaml is broken, so what it has is not known');
    expect(run(folder, 'rollback', 'other').stderr).toContain('The YAML of deployment.yaml is broken');
    const whole = new Repository({ 'app.yaml': app }).folder;
    expect(run(whole, 'migrate', 'other').stderr).not.toContain('broken');
    expect(run(whole, 'rollback', 'other').stderr).not.toContain('broken');
  });

  it('what cannot be read is no reason to say that something is not there', () => {
    const { folder } = new Repository({ 'app.yaml': app });
    writeFileSync(path.join(folder, 'large.yaml'), Buffer.alloc(65 * 2 ** 20, 35));
    const said = 'large.yaml: it is larger than 64 MB, which is too large for a manifest.';
    const rollback = run(folder, 'rollback', 'gone');
    expect(rollback).toMatchObject({ code: 4, stdout: '' });
    expect(rollback.stderr).toContain(said);
    // What is found is put back, and what is unknown is said beside it.
    const found = run(folder, 'rollback', 'web');
    expect(found.code).toBe(1);
    expect(found.stderr).toContain('Nothing to restore');
    expect(run(folder, 'migrate', 'web')).toMatchObject({ code: 4, stdout: '', stderr: `${said}\n` });
  });
});

const elsewhere = application('{ repoURL: https://example.com/a/b, path: other }');
const synced = `${elsewhere}  syncPolicy: { automated: {} }\n`;

describe('a change of nothing that is deployed', () => {
  it.each([
    ['a text beside charts', chart, { 'README.md': 'b\n', 'chart/README.md': 'b\n' }],
    ['a text beside overlays', overlay, { 'README.md': 'b\n' }],
    ['a file of CI', chart, { '.github/workflows/ci.yaml': 'on: push\njobs: {}\n' }],
    ['how an Application syncs', { 'app.yaml': app, 'shop.yaml': elsewhere }, { 'shop.yaml': synced }],
  ])('is not called unknown: %s', (_, files, change) => {
    const repository = new Repository(files);
    repository.write(change);
    const markdown = run(repository.folder, 'impact', '--no-render', '--format', 'markdown').stdout;
    expect(markdown).toContain('### ✅ This change touches no Rollout\n');
    repository.git('add', '--all');
    expect(run(repository.folder, 'lint', '--staged', '--quiet', '--no-render')).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
  });

  it('what is found beside it is still told', () => {
    const repository = new Repository(chart);
    repository.write({ 'chart/values.yaml': 'tag: 2\n', 'app.yaml': app.replace('web:1', 'web:2') });
    const { stdout } = run(repository.folder, 'impact', '--format', 'markdown');
    expect(stdout).toMatch(/### .*1 Rollout touched; what else it does is unknown\n/);
    expect(stdout).toContain('new revision');
  });
});
