import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOf, run } from '../../support/command.js';
import { Repository } from '../../support/repository.js';
import { plainSystem } from './systems.js';

const system = plainSystem('nginx');
const containing = (text: string): string => expect.stringContaining(text) as string;

function commit(repository: Repository, ...more: readonly string[]): ReturnType<typeof run> {
  return run(repository.folder, 'migrate', 'checkout', '--commit', ...more);
}

/** Where a repository is, and what in it is not committed. */
function stateOf(repository: Repository): readonly string[] {
  return [repository.git('rev-parse', 'HEAD'), repository.git('status', '--porcelain')];
}

describe('migrate --commit', () => {
  it('writes nothing with --dry-run', () => {
    const repository = new Repository(system);
    const before = stateOf(repository);
    const { code, stdout } = commit(repository, '--dry-run');
    expect(code).toBe(0);
    expect(stdout).toContain('Next step: the Rollout beside the Deployment');
    expect(stdout).toContain('Nothing was written.');
    expect(stateOf(repository)).toEqual(before);
  });

  it('puts all files back if a hook of the user refuses the commit', () => {
    const repository = new Repository(system);
    const hook = path.join(repository.folder, '.git/hooks/pre-commit');
    writeFileSync(hook, '#!/bin/sh\necho not today >&2\nexit 1\n');
    chmodSync(hook, 0o755);
    const before = stateOf(repository);
    expect(commit(repository)).toMatchObject({ code: 2, stderr: containing('not today') });
    expect(stateOf(repository)).toEqual(before);
    expect(existsSync(path.join(repository.folder, 'checkout/rollout.yaml'))).toBe(false);
  });

  it('leaves what else is staged or changed out of the commit', () => {
    const repository = new Repository({ ...system, 'README.md': 'one\n', 'notes.md': 'one\n' });
    repository.write({ 'README.md': 'two\n', 'notes.md': 'two\n' });
    repository.git('add', 'README.md');
    expect(commit(repository).code).toBe(0);
    expect(repository.git('show', '--name-only', '--format=')).toBe(
      'checkout/rollout.yaml\ncheckout/service-canary.yaml',
    );
    expect(repository.git('status', '--porcelain')).toBe('M  README.md\n M notes.md');
  });

  it('refuses a file of the step that is not committed as it is', () => {
    const repository = new Repository(system);
    expect(commit(repository).code).toBe(0);
    repository.write({
      'checkout/rollout.yaml': `${readFileSync(path.join(repository.folder, 'checkout/rollout.yaml'), 'utf8')}# mine\n`,
    });
    const before = stateOf(repository);
    expect(commit(repository)).toMatchObject({
      code: 2,
      stderr: containing(
        'checkout/rollout.yaml: commit or undo the changes first; a step is a commit of its own.',
      ),
    });
    expect(stateOf(repository)).toEqual(before);
  });

  it('does not take what an interrupted run has left for a step that is done', () => {
    const repository = new Repository(system);
    expect(commit(repository).code).toBe(0);
    repository.git('reset', '--quiet', '--soft', 'HEAD~1');
    repository.git('reset', '--quiet');
    const before = stateOf(repository);
    expect(commit(repository)).toMatchObject({
      code: 2,
      stderr: containing(
        'The working tree differs from the last commit, where the next step is "the Rollout beside the Deployment"; commit or undo the changes first:',
      ),
    });
    expect(commit(repository).stderr).toContain('checkout/rollout.yaml');
    expect(stateOf(repository)).toEqual(before);
  });

  it('refuses a name that Git ignores, and leaves nothing behind', () => {
    const repository = new Repository({ ...system, '.gitignore': 'service-canary.yaml\n' });
    const before = stateOf(repository);
    expect(commit(repository)).toMatchObject({
      code: 2,
      stderr: containing('"git add" failed.'),
    });
    expect(stateOf(repository)).toEqual(before);
    expect(existsSync(path.join(repository.folder, 'checkout/service-canary.yaml'))).toBe(false);
  });

  it('needs a branch, and a repository', () => {
    const repository = new Repository(system);
    repository.git('checkout', '--quiet', '--detach');
    expect(commit(repository)).toMatchObject({
      code: 2,
      stderr: containing('HEAD is detached'),
    });
    const folder = folderOf(system);
    expect(run(folder, 'migrate', 'checkout', '--commit')).toMatchObject({
      code: 2,
      stderr: containing('is not in a Git repository.'),
    });
    expect(run(folder, 'migrate', 'checkout').code).toBe(0);
  });
});

describe('migrate --undo', () => {
  it('undoes nothing that another workload, or no migration, committed', () => {
    const repository = new Repository(system);
    repository.write({ 'checkout/service.yaml': `${system['checkout/service.yaml']!}# mine\n` });
    repository.commit('Mine\n\nRolloutkit-Migrate: beside other "checkout/deployment.yaml"');
    const { code, stdout } = run(repository.folder, 'migrate', 'checkout', '--undo', '--commit');
    expect(code).toBe(0);
    expect(stdout).toContain('The history has no commit of "rolloutkit migrate --commit"');
    expect(repository.git('log', '--format=%s')).toBe(
      'Mine\n\nRolloutkit-Migrate: beside other "checkout/deployment.yaml"'.split('\n')[0] + '\nFirst',
    );
  });

  it('touches manifests alone, whatever a commit with its line has changed', () => {
    const repository = new Repository({ ...system, 'run.sh': 'one\n' });
    repository.write({
      'run.sh': 'two\n',
      'checkout/service.yaml': `${system['checkout/service.yaml']!}# mine\n`,
    });
    repository.commit('Like a step\n\nRolloutkit-Migrate: split checkout "checkout/deployment.yaml"');
    expect(run(repository.folder, 'migrate', 'checkout', '--undo', '--commit').code).toBe(0);
    expect(repository.git('show', '--name-only', '--format=')).toBe('checkout/service.yaml');
    expect(readFileSync(path.join(repository.folder, 'run.sh'), 'utf8')).toBe('two\n');
  });

  it('goes back to what lint had findings about before', () => {
    const autoscaler = `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: checkout
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: checkout }
  minReplicas: 3
  maxReplicas: 6
  metrics:
    - type: Resource
      resource: { name: cpu, target: { type: Utilization, averageUtilization: 70 } }
`;
    const deployment = system['checkout/deployment.yaml']!.replace(
      'image:',
      "resources: { requests: { cpu: '1' } }\n          image:",
    );
    const repository = new Repository({
      ...system,
      'checkout/deployment.yaml': deployment,
      'checkout/autoscaler.yaml': autoscaler,
    });
    expect(run(repository.folder, 'lint').stdout).toContain('argocd/replicas-left-to-autoscaler');
    for (const more of [[], ['--undo']]) {
      const { code, stdout } = commit(repository, ...more);
      expect(code, stdout).toBe(0);
    }
    expect(repository.git('rev-parse', 'HEAD^{tree}')).toBe(repository.git('rev-parse', 'HEAD~2^{tree}'));
  });

  it('goes forth, back and forth again', () => {
    const repository = new Repository(system);
    const trees: string[] = [];
    for (const more of [[], [], ['--undo'], [], ['--undo'], ['--undo']]) {
      expect(commit(repository, ...more).code).toBe(0);
      trees.push(repository.git('rev-parse', 'HEAD^{tree}'));
    }
    expect(trees[2]).toBe(trees[0]);
    expect(trees[3]).toBe(trees[1]);
    expect(trees[4]).toBe(trees[0]);
    expect(trees[5]).toBe(repository.git('rev-parse', 'HEAD~6^{tree}'));
  });

  it('excludes what it does not ask for', () => {
    expect(run(folderOf(system), 'migrate', 'checkout', '--undo', '--router', 'alb').code).toBe(2);
    expect(run(folderOf(system), 'migrate')).toMatchObject({
      code: 2,
      stderr: containing('migrate needs the name of a Deployment'),
    });
    expect(run(folderOf(system), 'migrate', 'chekout')).toMatchObject({
      code: 2,
      stderr: containing('Did you mean "checkout"?'),
    });
  });
});
