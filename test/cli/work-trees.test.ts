import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOf, run } from '../support/command.js';

const service =
  'apiVersion: v1\nkind: Service\nmetadata: {name: web, namespace: shop}\nspec: {ports: [{port: 80}]}\n';
/** Two definitions of one object contradict each other where something deploys both: an Application of the root does. */
const root = {
  'a.yaml': service,
  'b.yaml': service,
  'argocd/shop.yaml': `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: shop, namespace: argocd}
spec:
  project: default
  source: {repoURL: https://git.example.com/team/shop.git, path: ., targetRevision: HEAD}
  destination: {server: https://kubernetes.default.svc, namespace: shop}
`,
};
const remote = (url: string, name = 'origin'): string =>
  `[core]\n\tbare = false\n[remote "${name}"]\n\turl = ${url}\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n[branch "main"]\n\tremote = ${name}\n`;

function isDeployed(files: Readonly<Record<string, string>>, folder = ''): boolean {
  const given = path.join(folderOf(files), folder);
  const { stdout } = run(given, 'lint', '--only', 'k8s/identity-unique', '--format', 'json');
  const { findings } = JSON.parse(stdout) as { findings: readonly unknown[] };
  return findings.length > 0;
}

describe('the path "." of an Application', () => {
  it('is the root of a clone, whatever its folder is called', () => {
    for (const url of ['https://git.example.com/team/shop.git', 'git@git.example.com:team/shop', '../shop'])
      expect(isDeployed({ ...root, '.git/config': remote(url) }), url).toBe(true);
  });

  it('is the root by any remote: a fork keeps the name of what it was made of in another one', () => {
    const config =
      remote('https://git.example.com/me/my-fork.git') + remote('https://x/shop.git', 'upstream');
    expect(isDeployed({ ...root, '.git/config': config })).toBe(true);
  });

  it('is not the root of another repository', () => {
    expect(isDeployed({ ...root, '.git/config': remote('https://git.example.com/team/config.git') })).toBe(
      false,
    );
    expect(isDeployed({ ...root, '.git/config': '[core]\n\turl = https://x/shop.git\n' })).toBe(false);
    expect(isDeployed(root)).toBe(false);
  });

  // Nothing calls the folder, but what it holds is made for an Application, and only one repository is meant.
  const atRoot = { ...root, 'shop.yaml': root['argocd/shop.yaml'], 'argocd/shop.yaml': '' };
  const another = root['argocd/shop.yaml'].replaceAll('shop', 'blog');

  it.each<[string, Readonly<Record<string, string>>]>([
    ['without Git', {}],
    ['in a work tree without remotes', { '.git/config': '[core]\n' }],
    ['where another path of the repository starts', { 'argocd/web.yaml': another, 'web/a.yaml': service }],
  ])('is the folder that the Application stands in, %s', (_, more) => {
    const web = more['argocd/web.yaml']?.replace(/team.blog/, 'team/shop').replace('path: .', 'path: web');
    expect(isDeployed({ ...atRoot, ...more, ...(web === undefined ? {} : { 'argocd/web.yaml': web }) })).toBe(
      true,
    );
  });

  it.each<[string, Readonly<Record<string, string>>]>([
    ['a kustomization', { 'kustomization.yaml': 'resources: [a.yaml, c.yaml]\n', 'c.yaml': service }],
    ['a path of the same repository that leads there', {}],
  ])('is the folder above it with %s', (_, more) => {
    const web = root['argocd/shop.yaml'].replace('path: .', 'path: web').replace('name: shop', 'name: web');
    expect(isDeployed({ ...root, ...more, 'argocd/web.yaml': web, 'web/a.yaml': service })).toBe(true);
  });

  it('is unknown where two repositories may be meant, or the one at hand is called otherwise', () => {
    expect(isDeployed({ ...atRoot, 'blog.yaml': another })).toBe(false);
    const config = remote('https://git.example.com/team/config.git');
    expect(isDeployed({ ...atRoot, '.git/config': config })).toBe(false);
    const below = Object.fromEntries(Object.entries(atRoot).map(([name, text]) => [`apps/${name}`, text]));
    expect(isDeployed({ ...below, 'other/a.yaml': service })).toBe(false);
  });

  it('is the root of a work tree of its own, whose configuration the repository has', () => {
    const within = Object.fromEntries(Object.entries(root).map(([name, text]) => [`tree/${name}`, text]));
    const files = {
      ...within,
      'tree/.git': 'gitdir: ../main/.git/worktrees/tree\n',
      'main/.git/config': remote('https://git.example.com/team/shop.git'),
      'main/.git/worktrees/tree/commondir': '../..\n',
    };
    expect(isDeployed(files, 'tree')).toBe(true);
  });

  it('is the root of a submodule', () => {
    const within = Object.fromEntries(Object.entries(root).map(([name, text]) => [`sub/${name}`, text]));
    const files = {
      ...within,
      'sub/.git': 'gitdir: ../.git/modules/sub\n',
      '.git/modules/sub/config': remote('https://git.example.com/team/shop.git'),
    };
    expect(isDeployed(files, 'sub')).toBe(true);
  });

  it('is the same for lint and for drift where there is no Git', () => {
    const rollout = (labels: string): string => `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {${labels}labels: {app: web}}
    spec: {containers: [{name: web, image: "web:1"}]}
  strategy: {canary: {steps: [{setWeight: 50}, {pause: {}}]}}
`;
    const application = `${root['argocd/shop.yaml']}  syncPolicy: {syncOptions: [ServerSideApply=true]}\n`;
    const told = (files: Readonly<Record<string, string>>): readonly string[] => {
      const folder = folderOf(files);
      const { stdout } = run(folder, 'lint', '--format', 'concise');
      const drift = run(folder, 'drift', '--format', 'json').stdout;
      return [
        ...(stdout.includes('argocd/applied-fields-declared') ? ['lint'] : []),
        ...(drift.includes('field not declared in schema') ? ['drift'] : []),
        ...(drift.includes('is assumed to deploy the given folder') ? ['assumed'] : []),
      ];
    };
    const undeclared = 'creationTimestamp: null, ';
    expect(told({ 'web.yaml': rollout(undeclared), 'shop.yaml': application })).toEqual([
      'lint',
      'drift',
      'assumed',
    ]);
    expect(told({ 'web.yaml': rollout(''), 'shop.yaml': application })).toEqual(['assumed']);
  });
});
