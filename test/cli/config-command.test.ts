import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOf, good, rolloutText, run } from '../support/command.js';

const config = `extends: strict
rules:
  steps: warning
  istio/host-exists:
    severity: off
    reason: Another team adds the hosts.
overrides:
  - files: [legacy/]
    rollouts: 1.8
    rules:
      steps/weight-in-range: error
  - files: [new/]
    rules:
      istio: info
ignore:
  - vendor/
`;

const folder = () =>
  folderOf({
    'rolloutkit.yaml': config,
    'legacy/a.yaml': rolloutText('web'),
    'new/a.yaml': good,
    'vendor/a.yaml': good,
  });

describe('config', () => {
  it('prints what holds for a folder, and the lines that say so', () => {
    const { code, stdout, stderr } = run(folder(), 'config', 'legacy');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.split('\n').map((line) => line.trim().replaceAll(/ {2,}/g, ' | '))).toEqual([
      'rolloutkit.yaml applies to legacy.',
      '',
      'Setting | Value | From',
      'extends | strict | rolloutkit.yaml:1',
      'failOn | - | default',
      'render | - | default',
      'helmValues | - | default',
      'ignore | vendor/ | rolloutkit.yaml:15',
      'assume | - | default',
      'baseline | - | default',
      '',
      'Rollout "web"',
      'Setting | Value | From',
      'rollouts | 1.8 | rolloutkit.yaml:9',
      'awsVerifyTargetGroup | - | default',
      'argocd | - | default',
      'kubernetes | - | default',
      'protect | - | default',
      'steps | warning | rolloutkit.yaml:3',
      'istio/host-exists | off | rolloutkit.yaml:4: Another team adds the hosts.',
      'steps/weight-in-range | error | rolloutkit.yaml:11',
      'The override at rolloutkit.yaml:8 applies.',
      '',
    ]);
  });

  it('leaves out what a later entry for the whole area sets again', () => {
    const { stdout } = run(folder(), 'config', 'new/a.yaml', '--format', 'json');
    const { parts } = JSON.parse(stdout) as { parts: { rules: unknown; overrides: unknown }[] };
    expect(parts).toHaveLength(1);
    expect(parts[0]).toMatchObject({
      rules: [
        { name: 'steps', severity: 'warning', at: { file: 'rolloutkit.yaml', line: 3 } },
        { name: 'istio', severity: 'info', at: { file: 'rolloutkit.yaml', line: 14 } },
      ],
      overrides: [{ file: 'rolloutkit.yaml', line: 12 }],
    });
  });

  it('tells the objects of a base from each other by what builds them', () => {
    const root = folderOf({
      'rolloutkit.yaml': 'overrides:\n  - files: [staging/]\n    rules: {steps: off}\n',
      'base/kustomization.yaml': 'resources: [a.yaml]\n',
      'base/a.yaml': rolloutText('web'),
      'staging/kustomization.yaml': 'resources: [../base]\n',
      'prod/kustomization.yaml': 'resources: [../base]\n',
      '.git/HEAD': '',
    });
    const { stdout } = run(path.join(root, 'base'), 'config', 'a.yaml', '--format', 'json');
    const { configuration, parts } = JSON.parse(stdout) as {
      configuration: string;
      parts: { objects: { name: string }[]; overrides: { line: number }[] }[];
    };
    expect(configuration).toBe('../rolloutkit.yaml');
    expect(
      parts.map(({ objects, overrides }) => [objects.map(({ name }) => name), overrides.length]).sort(),
    ).toEqual([
      [['web'], 0],
      [['web'], 1],
    ]);
  });

  it('says that a file is ignored, and that there is no configuration', () => {
    expect(run(folder(), 'config', 'vendor/a.yaml').stdout).toContain(
      'vendor/a.yaml is ignored (rolloutkit.yaml:15).\n',
    );
    const empty = folderOf({ 'a.yaml': good });
    mkdirSync(path.join(empty, '.git'));
    expect(run(empty, 'config').stdout).toMatch(
      /^No rolloutkit\.yaml was found for \.; the defaults apply\.\n/,
    );
  });

  it('takes one path that exists', () => {
    expect(run(folder(), 'config', 'gone')).toMatchObject({ code: 2 });
    expect(run(folder(), 'config', 'new', 'legacy').stderr).toMatch(
      /^config takes one file or folder; remove "legacy"\.\n/,
    );
  });
});

describe('simulate', () => {
  it('plays each Rollout under the releases that hold for it', () => {
    const root = folder();
    expect(run(root, 'simulate', 'legacy').stdout).toContain('Argo Rollouts 1.8');
    expect(run(root, 'simulate', 'legacy', '--rollouts', '1.10').stdout).toContain('Argo Rollouts 1.10');
  });

  const overlays = (of: string) => ({
    'rolloutkit.yaml': 'overrides:\n  - files: [legacy/]\n    rollouts: 1.8\n',
    'base/kustomization.yaml': 'resources: [a.yaml]\n',
    'base/a.yaml': rolloutText('web'),
    'legacy/kustomization.yaml': of,
    'prod/kustomization.yaml': of,
  });

  it('is that of each overlay', () => {
    const { stdout } = run(folderOf(overlays('resources: [../base]\n')), 'simulate');
    expect(stdout.match(/^Rollout web .*$/gm)).toEqual([
      'Rollout web  legacy/kustomization.yaml (built)  Argo Rollouts 1.8',
      'Rollout web  prod/kustomization.yaml (built)  Argo Rollouts 1.9',
    ]);
  });

  it('says so where there are several, and what the overlays build is not known', () => {
    const patched = 'resources: [../base]\npatches: [{ target: { kind: Rollout }, path: patch.yaml }]\n';
    expect(run(folderOf(overlays(patched)), 'simulate').stdout).toMatch(
      /i Rollout "web" is deployed under different releases; it is shown with Argo Rollouts 1\.[89]\. Choose others with --rollouts\.\n/,
    );
  });
});
