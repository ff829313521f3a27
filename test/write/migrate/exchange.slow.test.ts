import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../../support/command.js';
import { Repository } from '../../support/repository.js';
import { kustomizeSystem, plainSystem, unreadOverlay } from './systems.js';

describe('a Rollout that Istio splits between two Services', () => {
  it.each([
    { kind: 'plain', system: plainSystem, folder: 'checkout', ways: ['--way', 'replace'] },
    { kind: 'plain, beside a Deployment', system: plainSystem, folder: 'checkout', ways: [] },
    { kind: 'kustomize', system: kustomizeSystem, folder: 'checkout/base', ways: [] },
  ])('is split between two subsets, and back byte by byte: $kind', ({ system, folder: where, ways }) => {
    const repository = new Repository(system('istio-host'));
    const { folder } = repository;
    for (let step = 0; step < 4; step++)
      expect(run(folder, 'migrate', 'checkout', '--commit', ...ways).code).toBe(0);
    expect(run(folder, 'migrate', 'checkout').stdout).toContain('Nothing is left to do.');
    const before = repository.git('rev-parse', 'HEAD^{tree}');
    const isSound = (): void => {
      expect(run(folder, 'lint').code).toBe(0);
      expect(run(folder, 'simulate').code).toBe(0);
      expect(run(folder, 'drift').code).toBe(0);
      expect(run(folder, 'impact', '--base', 'HEAD~1').code).toBe(0);
    };
    const flags = ['--router', 'istio-subset'];
    const plan = run(folder, 'migrate', 'checkout', ...flags);
    expect(plan).toMatchObject({ code: 0, stderr: expect.stringMatching(unreadOverlay) as string });
    expect(plan.stdout).toContain('Step 3 of 3: the Rollout leaves its Services');
    expect(plan.stdout).toContain('rolloutkit migrate checkout --router istio-subset --commit');
    for (const step of [
      'the Service checkout-pods and its two subsets',
      'Istio splits between two subsets of the Service checkout-pods',
      'the Rollout leaves its Services',
    ]) {
      const { code, stdout } = run(folder, 'migrate', 'checkout', ...flags, '--commit');
      expect(code).toBe(0);
      expect(stdout).toMatch(new RegExp(`^Committed \\w+: .*: ${step}`, 'm'));
      isSound();
    }
    expect(run(folder, 'migrate', 'checkout', ...flags).stdout).toContain('Nothing is left to do.');
    const route = readFileSync(path.join(folder, where, 'route.yaml'), 'utf8');
    expect(route).toContain('            host: checkout-pods # the Service\n            subset: stable\n');
    for (let step = 0; step < 3; step++) {
      expect(run(folder, 'migrate', 'checkout', '--undo', '--commit').code).toBe(0);
      isSound();
    }
    expect(repository.git('rev-parse', 'HEAD^{tree}')).toBe(before);
  });
});
