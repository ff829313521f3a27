import { describe, expect, it } from 'vitest';
import { replicaOnly } from '../play/impact/systems.js';
import { folderOf, run } from '../support/command.js';
import { onlyPrograms, scripts } from '../support/programs.js';
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

describe('a commit that does not touch what cannot be rendered', () => {
  it('passes, and one that touches it does not', () => {
    // There is no helm, and a kustomize that fails.
    onlyPrograms(scripts(folderOf({}), { kustomize: 'echo broken >&2; exit 1' }));
    const repository = new Repository({ ...chart, ...overlay });
    const { folder } = repository;
    expect(run(folder, 'lint', '--render').code).toBe(4);
    const staged = (): number => run(folder, 'lint', '--render', '--staged', '--quiet').code;
    const commit = (files: Readonly<Record<string, string>>): number => {
      repository.write(files);
      repository.git('add', '--all');
      const code = staged();
      repository.commit('Next');
      return code;
    };
    expect(commit({ 'README.md': 'text\n', 'chart/README.md': 'text\n' })).toBe(0);
    expect(commit({ 'chart/values.yaml': 'tag: 3\n' })).toBe(4);
    expect(commit({ 'prod/patch.yaml': overlay['prod/patch.yaml'].replace('9', '7') })).toBe(4);
    expect(commit({ 'base/app.yaml': app.replace('web:1', 'web:2') })).toBe(4);
  });

  it('fails for what is wrong in it as before', () => {
    onlyPrograms();
    const repository = new Repository(chart);
    repository.write({ 'app.yaml': app.replace('canary:\n', 'canary:\n      canaryService: gone\n') });
    repository.git('add', '--all');
    expect(run(repository.folder, 'lint', '--render', '--staged', '--quiet').code).toBe(1);
  });
});
