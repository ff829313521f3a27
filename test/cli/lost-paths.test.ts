import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOf, good, run } from '../support/command.js';

type Files = Parameters<typeof folderOf>[0];

const application = (text: string): string => `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata:
  name: web
  namespace: argocd
spec:
  project: default
  destination:
    server: https://kubernetes.default.svc
    namespace: shop
  source:
    repoURL: https://git.example.com/acme/shop.git
${text}`;

const lost = application('    path: apps/web\n');

function clone(url: string, branch = 'main'): Files {
  return {
    '.git/HEAD': `ref: refs/heads/${branch}\n`,
    '.git/config': `[core]\n\tbare = false\n[remote "origin"]\n\turl = ${url}\n`,
  };
}

/** How often the rule speaks of the files of a repository. */
function told(files: Files, folder = '.', ...args: string[]): number {
  const root = folderOf({ 'apps/checkout/rollout.yaml': good, 'argocd/web.yaml': lost, ...files });
  const { stdout } = run(path.join(root, folder), 'lint', '--only', 'argocd/path-leads-somewhere', ...args);
  return stdout.match(/ info {2}argocd\/path-leads-somewhere$/gm)?.length ?? 0;
}

describe('a path that leads nowhere', () => {
  it.each([
    'https://git.example.com/acme/shop.git',
    'https://token@git.example.com/acme/shop',
    'git@git.example.com:acme/shop.git',
    'ssh://git@git.example.com:22/acme/shop.git',
    'https://mirror.example.com/Acme/Shop/',
  ])('is told in a clone of %s', (url) => {
    expect(told(clone(url))).toBe(1);
  });

  it.each([
    'https://git.example.com/acme/manifests.git',
    'https://git.example.com/another/shop.git',
    '/srv/mirrors/shop',
  ])('is not told in a clone of %s, which is another repository or may be', (url) => {
    expect(told(clone(url))).toBe(0);
  });

  it('is not told in a repository without remotes, which may be any', () => {
    expect(told({ '.git/HEAD': 'ref: refs/heads/main\n' })).toBe(0);
  });

  it('is told in a folder of the name of the repository, where there is no clone', () => {
    const files = { 'shop/argocd/web.yaml': lost, 'shop/apps/checkout/rollout.yaml': good };
    expect(told({ 'argocd/web.yaml': good, ...files })).toBe(1);
    expect(told({ 'argocd/web.yaml': good, ...files, ...clone('git@git.example.com:acme/all.git') })).toBe(0);
  });

  const url = 'https://git.example.com/acme/shop.git';

  it.each([
    ['HEAD', 1],
    ['main', 1],
    ['release', 1],
    ['v1.2.0', 0],
    ['another', 0],
    ['4b825dc642cb6eb9a060e54bf8d69288fbee4904', 0],
  ])('at revision %s of a clone on branch "release" is told %i times', (revision, times) => {
    const text = application(`    path: apps/web\n    targetRevision: ${revision}\n`);
    expect(told({ ...clone(url, 'release'), 'argocd/web.yaml': text })).toBe(times);
  });

  it.each<[string, Files]>([
    ['has no manifests', { 'apps/web/main.jsonnet': '{}' }],
    ['is ignored', { '.gitignore': '/apps/web\n', 'apps/web/rollout.yaml': good }],
    ['is a link', { 'apps/web': { link: 'checkout' } }],
  ])('is none that leads to a folder which %s', (_, files) => {
    expect(told({ ...clone(url), ...files })).toBe(0);
  });

  it('is none that leads to a folder which is not given', () => {
    const files = { ...clone(url), 'apps/web/rollout.yaml': good };
    expect(told(files, 'argocd')).toBe(0);
    expect(told(clone(url), 'argocd')).toBe(1);
  });

  // https://github.com/argoproj/argo-cd/blob/v3.5.1/util/app/path/path.go
  it.each(['../shop', '/', '/apps/checkout', 'apps/../..'])(
    'is told of %s, which Argo CD refuses',
    (given) => {
      const files = { 'argocd/web.yaml': application(`    path: ${given}\n`) };
      expect(told({ ...clone(url), ...files })).toBe(1);
      expect(told(files)).toBe(1);
    },
  );

  it.each(['.', 'apps/../apps/checkout', '${APP}', 'services/SERVICE_NAME'])(
    'is not told of %s, which nobody can tell or which is the root',
    (given) => {
      const text = application(`    path: ${given}\n`);
      expect(told({ ...clone(url), 'argocd/web.yaml': text })).toBe(0);
    },
  );
});
