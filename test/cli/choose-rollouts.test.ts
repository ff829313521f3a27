import { describe, expect, it } from 'vitest';
import { folderOf, good, run } from '../support/command.js';
import { all } from '../play/protect/system.js';

const copies = { 'blue/rollout.yaml': all, 'green/rollout.yaml': all };

describe('a Rollout that two files define', () => {
  it('is said with both files, and chosen by one of them', () => {
    const folder = folderOf(copies);
    for (const command of ['simulate', 'protect'])
      expect(run(folder, command, '.').stdout).toContain(
        `i Several files define the same Rollout, and no Application says which of them is deployed, so each is shown by itself: shop/checkout (blue/rollout.yaml, green/rollout.yaml). To choose one: rolloutkit ${command} --rollout blue/rollout.yaml\n`,
      );
    const { stdout } = run(folder, 'simulate', '.', '--rollout', 'green/rollout.yaml');
    expect(stdout).toContain('Rollout shop/checkout  green/rollout.yaml');
    expect(stdout).not.toContain('blue/rollout.yaml');
  });

  it('is chosen by its file from the working folder', () => {
    const { stdout } = run(folderOf(copies), 'simulate', '.', '--rollout', './green/../green/rollout.yaml');
    expect(stdout).toContain('Rollout shop/checkout  green/rollout.yaml');
    expect(stdout).not.toContain('blue/rollout.yaml');
  });

  it('is chosen by a file that a shell takes for one word', () => {
    const folder = folderOf({ '$(id) (old)/rollout.yaml': all, 'x/rollout.yaml': all });
    expect(run(folder, 'protect', '.').stdout).toContain("--rollout '$(id) (old)/rollout.yaml'\n");
  });

  it('is not another Rollout that writes the same objects', () => {
    const [own = '', ...others] = all.split('---\n');
    const folder = folderOf({
      'a/rollout.yaml': own,
      'b/rollout.yaml': own,
      'routing.yaml': others.join('---\n'),
    });
    expect(run(folder, 'simulate', '.').stdout).not.toContain('is also written for');
  });

  it('is not said of two Rollouts', () => {
    const folder = folderOf({ 'a.yaml': all, 'b.yaml': all.replaceAll('name: checkout', 'name: cart') });
    expect(run(folder, 'protect', '.').stdout).not.toContain('Several files');
  });
});

describe('a Rollout that several Applications deploy', () => {
  const application = (name: string): string => `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: ${name}-prod, namespace: argocd }
spec:
  project: default
  source: { repoURL: https://git.example.com/shop.git, targetRevision: HEAD, path: ${name} }
  destination: { name: ${name}, namespace: shop }
`;

  it('is chosen by one of them, as the error says where a single Rollout is needed', () => {
    const folder = folderOf({
      ...copies,
      'apps/blue.yaml': application('blue'),
      'apps/green.yaml': application('green'),
    });
    const step = (name: string) => run(folder, 'simulate', '.', '--step', '1', '--rollout', name);
    const { code, stderr } = step('shop/checkout');
    expect(code).toBe(2);
    expect(stderr).toContain('choose it with --rollout: blue-prod:checkout, green-prod:checkout');
    expect(step('green-prod:checkout').code).toBe(0);
    expect(step('green-prod:shop/checkout').code).toBe(0);
    const { stdout } = run(folder, 'protect', '.', '--rollout', 'green-prod:checkout');
    expect(stdout).toContain('green/rollout.yaml');
    expect(stdout).not.toContain('blue/rollout.yaml');
  });
});

describe('a Rollout of a kustomization', () => {
  it('is chosen by the file that it is built from', () => {
    const folder = folderOf({
      'base/rollout.yaml': all,
      'base/kustomization.yaml': 'resources: [rollout.yaml]\n',
      'prod/kustomization.yaml': 'namespace: prod\nresources: [../base]\n',
      'other/rollout.yaml': all.replaceAll('checkout', 'cart'),
    });
    for (const command of ['simulate', 'drift']) {
      const { stdout, stderr } = run(folder, command, '.', '--rollout', 'base/rollout.yaml');
      expect(stderr).toBe('');
      expect(stdout).toContain('Rollout prod/checkout');
      expect(stdout).not.toContain('cart');
    }
  });
});

describe('a Rollout that is not found', () => {
  it('may be in a chart, which is only known rendered', () => {
    const folder = folderOf({
      'rollout.yaml': good,
      'chart/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.0.0\n',
      'chart/templates/rollout.yaml': 'kind: Rollout\nmetadata:\n  name: {{ include "x" . | lookup }}\n',
    });
    const { stderr, code } = run(folder, 'protect', '.', '--rollout', 'web');
    expect(stderr).toContain(
      'Those of charts and of kustomizations that rename are known only with --render.',
    );
    console.warn(stderr);
    expect(code).toBe(2);
    const plain = run(folderOf({ 'rollout.yaml': good }), 'protect', '.', '--rollout', 'web');
    expect(plain.stderr).toContain('Rollout "web" is not found.');
    expect(plain.stderr).not.toContain('--render');
  });
});
