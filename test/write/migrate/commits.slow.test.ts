import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../../support/command.js';
import { Repository } from '../../support/repository.js';
import { helmSystem, kustomizeSystem, plainSystem, systemRouters, unreadOverlay } from './systems.js';
import { helm, kustomize, withHelm } from './programs.js';

withHelm();

const kinds = [
  { kind: 'plain', system: plainSystem, folder: 'checkout', flags: [] },
  { kind: 'kustomize', system: kustomizeSystem, folder: 'checkout/base', flags: [] },
  ...(helm
    ? [{ kind: 'Helm', system: helmSystem, folder: 'charts/checkout/templates', flags: ['--render'] }]
    : []),
] as const;

interface LintJson {
  readonly findings: readonly object[];
  readonly summary: { readonly rollouts: number };
}

/** Kind and name of what a program makes of a folder. */
function built(program: string, ...args: readonly string[]): readonly string[] {
  const text = execFileSync(program, args, { encoding: 'utf8' });
  return text.split(/^---$/m).map((one) => {
    const [, kind = ''] = /^kind: (.*)$/m.exec(one) ?? [];
    const [, name = ''] = /^metadata:\n(?:  (?! *name:).*\n)*  name: (.*)$/m.exec(one) ?? [];
    return `${kind} ${name}`;
  });
}

describe.each(kinds)('a Deployment of $kind files', ({ kind, system, folder: where, flags }) => {
  it.each(systemRouters)('becomes a Rollout with %s, and a Deployment again, byte by byte', (router) => {
    const isSplitAhead = router === 'istio-host' || router === 'gateway';
    const forth = [
      'the Rollout beside the Deployment',
      ...(isSplitAhead ? ['checkout leads to both'] : []),
      'splits between the Services',
      'the Deployment without pods',
    ];
    const repository = new Repository(system(router));
    const { folder } = repository;
    const clean = (rollouts: number): void => {
      const { findings, summary } = JSON.parse(
        run(folder, 'lint', '--format', 'json', ...flags).stdout,
      ) as LintJson;
      expect({ findings, rollouts: summary.rollouts }).toEqual({ findings: [], rollouts });
    };
    clean(0);
    const before = repository.git('rev-parse', 'HEAD^{tree}');
    const plan = run(folder, 'migrate', 'checkout', ...flags);
    expect(plan).toMatchObject({ code: 0, stderr: expect.stringMatching(unreadOverlay) as string });
    expect(plan.stdout).toContain(`Step ${forth.length} of ${forth.length}: the Deployment without pods`);
    expect(plan.stdout).not.toMatch(/^×/m);
    expect(repository.git('status', '--porcelain')).toBe('');

    for (const step of forth) {
      const { code, stdout } = run(folder, 'migrate', 'checkout', '--commit', ...flags);
      expect(code).toBe(0);
      expect(stdout).toMatch(new RegExp(`^Committed \\w+: Migrate checkout to a Rollout: .*${step}`, 'm'));
      expect(repository.git('status', '--porcelain')).toBe('');
      clean(1);
      expect(run(folder, 'simulate', ...flags).code).toBe(0);
      expect(run(folder, 'drift', ...flags).code).toBe(0);
      expect(run(folder, 'impact', '--base', 'HEAD~1', ...flags).code).toBe(0);
      if (kind === 'kustomize' && kustomize)
        expect(built(kustomize, 'build', path.join(folder, 'checkout/production'))).toContain(
          'Rollout checkout',
        );
      if (kind === 'Helm')
        expect(built(helm!, 'template', 'checkout', path.join(folder, 'charts/checkout'))).toContain(
          'Rollout checkout',
        );
    }
    expect(run(folder, 'migrate', 'checkout', ...flags).stdout).toContain('Nothing is left to do.');
    expect(readFileSync(path.join(folder, where, 'deployment.yaml'), 'utf8')).toContain(
      '  replicas: 0 # measured in May\n',
    );

    const back = run(folder, 'migrate', 'checkout', '--undo', ...flags);
    expect(back).toMatchObject({ code: 0, stderr: expect.stringMatching(unreadOverlay) as string });
    expect(back.stdout).toContain(`Step ${forth.length} of ${forth.length}: the Rollout goes`);
    for (const step of [
      'gets its pods back',
      'leaves its router',
      ...(isSplitAhead ? ['the route leads to the Service alone'] : []),
      'the Rollout goes',
    ]) {
      const { code, stdout } = run(folder, 'migrate', 'checkout', '--undo', '--commit', ...flags);
      expect(code).toBe(0);
      expect(stdout).toMatch(
        new RegExp(`^Committed \\w+: Migrate checkout back to a Deployment: .*${step}`, 'm'),
      );
      clean(step === 'the Rollout goes' ? 0 : 1);
      expect(run(folder, 'impact', '--base', 'HEAD~1', ...flags).code).toBe(0);
    }
    expect(repository.git('rev-parse', 'HEAD^{tree}')).toBe(before);
    expect(run(folder, 'migrate', 'checkout', '--undo', ...flags).stdout).toContain(
      'The history has no commit of "rolloutkit migrate --commit"',
    );
  });
});

describe('a Deployment that is replaced', () => {
  it('is a Rollout in its file, and itself again', () => {
    const repository = new Repository(plainSystem('nginx'));
    const { folder } = repository;
    const before = repository.git('rev-parse', 'HEAD^{tree}');
    const first = run(folder, 'migrate', 'checkout', '--way', 'replace', '--commit');
    expect(first.code).toBe(0);
    expect(first.stdout).toContain('A window: a sync prunes Deployment "checkout"');
    for (const step of ['what the router will split between', 'ingress-nginx splits between']) {
      const { code, stdout } = run(folder, 'migrate', 'checkout', '--commit');
      expect(code).toBe(0);
      expect(stdout).toMatch(new RegExp(`^Committed \\w+: Give Rollout checkout a router: ${step}`, 'm'));
      expect(run(folder, 'lint').code).toBe(0);
    }
    expect(run(folder, 'migrate', 'checkout').stdout).toContain('Nothing is left to do.');
    for (let step = 0; step < 3; step++)
      expect(run(folder, 'migrate', 'checkout', '--undo', '--commit').code).toBe(0);
    expect(repository.git('rev-parse', 'HEAD^{tree}')).toBe(before);
  });
});

describe('what changed in between', () => {
  it('is kept by the way back where it is in other lines', () => {
    const repository = new Repository(plainSystem('istio-host'));
    const { folder } = repository;
    for (let step = 0; step < 4; step++) run(folder, 'migrate', 'checkout', '--commit');
    const file = path.join(folder, 'checkout/deployment.yaml');
    repository.write({ 'checkout/deployment.yaml': readFileSync(file, 'utf8').replace('6.8.0', '6.9.0') });
    repository.commit('Bump');
    for (let step = 0; step < 4; step++)
      expect(run(folder, 'migrate', 'checkout', '--undo', '--commit').code).toBe(0);
    const files = plainSystem('istio-host');
    expect(readFileSync(file, 'utf8')).toBe(files['checkout/deployment.yaml']!.replace('6.8.0', '6.9.0'));
    expect(repository.git('ls-files').split('\n').sort()).toEqual(Object.keys(files).sort());
  });

  it('stops the way back where it is in the same lines', () => {
    const repository = new Repository(plainSystem('istio-host'));
    const { folder } = repository;
    for (let step = 0; step < 4; step++) run(folder, 'migrate', 'checkout', '--commit');
    const file = path.join(folder, 'checkout/deployment.yaml');
    repository.write({
      'checkout/deployment.yaml': readFileSync(file, 'utf8').replace('replicas: 0', 'replicas: 1'),
    });
    repository.commit('Scale');
    const { code, stdout } = run(folder, 'migrate', 'checkout', '--undo', '--commit');
    expect(code).toBe(1);
    expect(stdout).toMatch(/checkout\/deployment\.yaml has changed since \w{10} in the lines of that commit/);
    expect(repository.git('status', '--porcelain')).toBe('');
  });
});
