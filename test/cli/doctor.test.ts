import { chmodSync, existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { releaseAdvice } from '../../src/cli/doctor.js';
import { folderOf, good, rolloutText, run, runIn } from '../support/command.js';

interface Examination {
  readonly version: number;
  readonly programs: readonly { readonly name: string; readonly path?: string }[];
  readonly configuration: unknown;
  readonly releases: unknown;
  readonly read: unknown;
  readonly skipped: unknown;
  readonly failures: readonly string[];
}

const examined = (text: string) => JSON.parse(text) as Examination;

describe('doctor', () => {
  it.each([
    ['v20.20.2', ' (Node 24 is recommended)'],
    ['v22.13.0', ''],
    ['v24.1.0', ''],
    ['v100.0.0', ''],
  ])('recommends a release to those with an older one: %s', (node, advice) => {
    expect(releaseAdvice(node)).toBe(advice);
  });

  it('says what is read, what is skipped and why', () => {
    const folder = folderOf({
      'rolloutkit.yaml':
        'ignore: [vendor/]\nrollouts: 1.10\nrender: true\noverrides: [{files: [a/], rollouts: 1.8}]\n',
      'a/rollout.yaml': rolloutText('web'),
      'a/service.yaml': good,
      'vendor/b.yaml': good,
      'chart/Chart.yaml': 'name: shop\n',
      'chart/templates/c.yaml': `metadata:\n  name: {{ .Values.name }}\n`,
      'listed/kustomization.yaml': 'resources: []\n',
      'listed/left.yaml': good,
    });
    const { code, stdout } = run(folder, 'doctor', '--no-render', '--format', 'json');
    expect(code).toBe(0);
    expect(examined(stdout)).toMatchObject({
      version: 1,
      configuration: { file: 'rolloutkit.yaml', overrides: 1, rendering: 'off' },
      releases: { rollouts: '1.10', argocd: '3.5.1', kubernetes: '1.36' },
      skipped: [
        { why: 'ignored by rolloutkit.yaml', files: ['vendor/b.yaml'] },
        { why: 'unrendered templates', files: ['chart/templates/c.yaml'] },
        { why: 'in no kustomization or chart of their folder', files: ['listed/left.yaml'] },
      ],
      failures: [],
    });
    const text = run(folder, 'doctor', '--no-render').stdout;
    expect(text).toMatch(/^rolloutkit \d+\.\d+\.\d+, Node v\d+/);
    expect(text).toContain('ignored by rolloutkit.yaml');
    expect(text).toMatch(/^i chart\/templates: 1 file is an unrendered template/m);
  });

  it('finds the programs of the user, starts none, and takes none of the checkout', () => {
    const bin = folderOf({ helm: '#!/bin/sh\ntouch "$0.started"\n' });
    chmodSync(path.join(bin, 'helm'), 0o755);
    const checkout = folderOf({
      '.git/HEAD': '',
      'bin/kustomize': '#!/bin/sh\ntouch "$0.started"\n',
      'a.yaml': good,
    });
    chmodSync(path.join(checkout, 'bin/kustomize'), 0o755);
    const environment = { HOME: bin, PATH: [path.join(checkout, 'bin'), bin].join(path.delimiter) };
    const { stdout } = runIn({ folder: checkout, environment }, 'doctor', '--format', 'json');
    expect(examined(stdout).programs.map(({ name, path: file }) => [name, file])).toEqual([
      ['git', undefined],
      ['kustomize', undefined],
      ['kubectl', undefined],
      ['helm', path.join(bin, 'helm')],
    ]);
    run(checkout, 'doctor');
    expect(existsSync(path.join(bin, 'helm.started'))).toBe(false);
    expect(existsSync(path.join(checkout, 'bin/kustomize.started'))).toBe(false);
  });

  it('says that a repository requests rendering, and fails for what could not be read', () => {
    const folder = folderOf({ 'rolloutkit.yaml': 'render: true\n', 'a.yaml': good });
    const environment = { HOME: folder, PATH: '' };
    const { code, stdout } = runIn({ folder, environment }, 'doctor', '--format', 'json');
    expect(code).toBe(0);
    expect(examined(stdout).configuration).toMatchObject({ rendering: 'requested, but not enabled' });
    expect(run(folder, 'doctor', 'gone', '--no-render')).toMatchObject({ code: 4 });
  });
});
