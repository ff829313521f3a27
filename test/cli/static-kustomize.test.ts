import { describe, expect, it } from 'vitest';
import { replicaOnly } from '../impact/systems.js';
import { run } from '../support/command.js';
import { Repository } from '../support/repository.js';

const app = replicaOnly['app.yaml']!;

function overlay(prod: string): Readonly<Record<string, string>> {
  return {
    'base/kustomization.yaml': 'resources: [app.yaml]\n',
    'base/app.yaml': app,
    'prod/kustomization.yaml': `resources: [../base]\nnamespace: prod\n${prod}`,
    'dev/kustomization.yaml': 'resources: [../base]\nnamespace: dev\nimages: [{ name: web, newTag: dev }]\n',
  };
}

function impactOf(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): { rollouts: { rollout: { namespace: string }; fields: unknown }[]; unknown: string[] } {
  const repository = new Repository(before);
  repository.write(after);
  return JSON.parse(run(repository.folder, 'impact', '--no-render', '--format', 'json').stdout) as never;
}

describe('what a change of a kustomization does, without rendering', () => {
  it.each([
    ['a tag', 'images: [{ name: web, newTag: "1" }]\n', 'images: [{ name: web, newTag: "2" }]\n'],
    [
      'a digest',
      'images: [{ name: web, newTag: "1" }]\n',
      `images: [{ name: web, digest: "sha256:${'0'.repeat(64)}" }]\n`,
    ],
    ['a name of an image', '', 'images: [{ name: web, newName: example.com/web }]\n'],
  ])('%s is a new revision in its overlay alone', (_, before, after) => {
    const { rollouts, unknown } = impactOf(overlay(before), overlay(after));
    expect(unknown).toEqual([]);
    expect(rollouts.map(({ rollout }) => rollout.namespace)).toEqual(['prod']);
    expect(JSON.stringify(rollouts[0]?.fields)).toContain('"spec.template.spec.containers[web].image"');
  });

  it('labels are set as kustomize does, which knows no pods of a Rollout', () => {
    const { rollouts, unknown } = impactOf(
      overlay(''),
      overlay('labels: [{ pairs: { team: a }, includeTemplates: true }]\n'),
    );
    expect(unknown).toEqual([]);
    const fields = JSON.stringify(rollouts[0]?.fields);
    expect(fields).toContain('metadata.labels');
    expect(fields).not.toContain('template.metadata');
  });

  it.each([
    ['a patch', 'patches: [{ target: { kind: Rollout }, patch: "[]" }]\n'],
    ['a component', 'components: [../component]\n'],
    ['a generator', 'configMapGenerator: [{ name: a, literals: [a=1] }]\n'],
    ['a tag that is a number, which kustomize refuses', 'images: [{ name: web, newTag: 2 }]\n'],
    ['replicas of what is not built', 'replicas: [{ name: web, count: 2 }]\n'],
    ['a field that is not known', 'openapi: { path: a.json }\n'],
  ])('%s makes the build unknown, and not that of another overlay', (_, after) => {
    const { rollouts, unknown } = impactOf(overlay(''), {
      ...overlay(after),
      'dev/kustomization.yaml':
        'resources: [../base]\nnamespace: dev\nimages: [{ name: web, newTag: new }]\n',
    });
    expect(unknown.join('\n')).toContain('the build of prod/kustomization.yaml is not rendered');
    expect(rollouts.map(({ rollout }) => rollout.namespace)).toContain('dev');
  });
});
