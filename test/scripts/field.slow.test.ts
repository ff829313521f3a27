import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { compare, readJudgements, type Finding, type Judged } from '../../scripts/field/judgements.mjs';
import { survey } from '../../scripts/field/survey.mjs';

const root = path.join(__dirname, '../..');
const folder = path.join(root, 'conformance/field');

function temporary(files: Record<string, string> = {}): string {
  const made = mkdtempSync(path.join(tmpdir(), 'rolloutkit-field-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(made, name)), { recursive: true });
    writeFileSync(path.join(made, name), text);
  }
  return made;
}

function run(...args: string[]) {
  return spawnSync(process.execPath, ['scripts/field.mjs', ...args], { cwd: root, encoding: 'utf8' });
}

describe('the field corpus', () => {
  it('fails without checkouts', () => {
    const { status, stdout } = run();
    expect(stdout).toContain('× --checkouts names a folder with a clone of each repository');
    expect(status).toBe(1);
  });

  it('fails over a repository that is not there', () => {
    const { status, stdout } = run('--checkouts', temporary(), '--only', 'taer/argo-rollout-issue');
    expect(stdout).toContain('× taer/argo-rollout-issue: not in ');
    expect(status).toBe(1);
  });

  it('fails over a repository at another commit', () => {
    const checkouts = temporary({ 'taer+argo-rollout-issue/README.md': '' });
    const commit = (...args: string[]) =>
      spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], {
        cwd: path.join(checkouts, 'taer+argo-rollout-issue'),
      });
    commit('init', '-q');
    commit('commit', '-q', '--allow-empty', '-m', 'a');
    const { status, stdout } = run('--checkouts', checkouts, '--only', 'taer/argo-rollout-issue');
    expect(stdout).toContain('× taer/argo-rollout-issue: not at commit ');
    expect(status).toBe(1);
  });

  it('has judgements of listed repositories alone, each with a reason and places', () => {
    const listed = JSON.parse(readFileSync(path.join(folder, 'repositories.json'), 'utf8')) as {
      repository: string;
      commit: string;
    }[];
    expect(listed.length).toBeGreaterThanOrEqual(150);
    for (const { commit } of listed) expect(commit).toMatch(/^[\da-f]{40}$/);
    const judged = readJudgements(path.join(folder, 'judgements'));
    expect(judged.length).toBeGreaterThan(0);
    for (const { repository, judgements } of judged) {
      expect(listed.map((one) => one.repository)).toContain(repository);
      for (const { rule, severity, verdict, reason, places } of judgements) {
        expect(rule).toMatch(/^[\w-]+\/[\w-]+$/);
        expect(['error', 'warning', 'info']).toContain(severity);
        expect(['true', 'false', 'noise']).toContain(verdict);
        expect(reason.length).toBeGreaterThan(10);
        expect(places.length).toBeGreaterThan(0);
        for (const place of places) expect(place).toMatch(/:\d+$/);
      }
    }
  });
});

const finding = (rule: string, ...places: string[]): Finding => ({
  repository: 'a/b',
  severity: 'error',
  message: '',
  rule,
  place: places[0] ?? '',
  places,
});

const judged = (rule: string, places: string[], rendered?: true): Judged => ({
  repository: 'a/b',
  judgements: [
    {
      rule,
      severity: 'error',
      verdict: 'true',
      reason: 'so it is',
      places,
      ...(rendered ? { rendered } : {}),
    },
  ],
});

describe('compare', () => {
  it('tells judged findings, new ones and lost ones', () => {
    const { found, unjudged, lost } = compare(
      [judged('k8s/a', ['x.yaml:1', 'y.yaml:2'])],
      [finding('k8s/a', 'x.yaml:1'), finding('k8s/b', 'x.yaml:1')],
      false,
    );
    expect([...found.values()].flat().map(({ rule, place }) => [rule, place])).toEqual([
      ['k8s/a', 'x.yaml:1'],
    ]);
    expect(unjudged.map(({ rule }) => rule)).toEqual(['k8s/b']);
    expect(lost.map(({ places }) => places)).toEqual([['y.yaml:2']]);
  });

  it('takes a place that a finding names besides for found', () => {
    const { lost } = compare(
      [judged('k8s/a', ['x.yaml:1', 'y.yaml:2'])],
      [finding('k8s/a', 'x.yaml:1', 'y.yaml:2')],
      false,
    );
    expect(lost).toEqual([]);
  });

  it('does not miss without rendering what rendering alone shows', () => {
    const shownByRendering = [judged('k8s/a', ['x.yaml:1'], true)];
    expect(compare(shownByRendering, [], false).lost).toEqual([]);
    expect(compare(shownByRendering, [], true).lost).toHaveLength(1);
  });
});

describe('survey', () => {
  it('tells tags from the files', () => {
    const rollout = `apiVersion: argoproj.io/v1alpha1
kind: Rollout
spec:
  strategy:
    canary:
      trafficRouting:
        istio:
          virtualService: {name: alb}
`;
    const made = temporary({
      'base/rollout.yaml': rollout,
      'base/kustomization.yaml': 'resources: [rollout.yaml]\n',
      'chart/Chart.yaml': 'name: a\n',
      'chart/values.yaml': 'trafficRouting:\n  # one of them\n  nginx:\n    stableIngress: a\n',
      'crd.yaml': 'trafficRouting:\n  properties:\n    alb:\n      type: object\n',
      'application.yaml': 'kind: Application\nspec:\n  ignoreDifferences: []\n',
    });
    expect(survey(made)).toEqual({
      files: 6,
      tags: ['argocd-ignore', 'istio', 'kustomize', 'nginx'],
      rollouts: ['base/rollout.yaml'],
    });
  });
});
