import { describe, expect, it } from 'vitest';
import { replicaOnly } from '../play/impact/systems.js';
import { folderOf, rolloutText, run } from '../support/command.js';
import { Repository } from '../support/repository.js';

const app = replicaOnly['app.yaml']!;

const simple = rolloutText('web');

function overlay(prod: string, base = app): Readonly<Record<string, string>> {
  return {
    'base/kustomization.yaml': 'resources: [app.yaml]\n',
    'base/app.yaml': base,
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

  it('the configuration that Argo Rollouts publishes is known by its address', () => {
    const address = 'https://argoproj.github.io/argo-rollouts/features/kustomize/rollout-transform.yaml';
    const tagged = (tag: string, from = address): string =>
      `configurations: ['${from}']\nimages: [{ name: web, newTag: '${tag}' }]\n`;
    const { rollouts, unknown } = impactOf(overlay(tagged('1')), overlay(tagged('2')));
    expect(unknown).toEqual([]);
    expect(rollouts.map(({ rollout }) => rollout.namespace)).toEqual(['prod']);
    const other = 'https://example.com/rollout-transform.yaml';
    expect(impactOf(overlay(tagged('1', other)), overlay(tagged('2', other))).unknown).not.toEqual([]);
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

describe('what a change does to a Rollout whose build is not known', () => {
  const steps = (weight: number): string => rolloutText('web', `steps: [{ setWeight: ${weight} }]`);
  const generated = (level: string): string =>
    `resources: [app.yaml]\nconfigMapGenerator: [{ name: settings, literals: [LEVEL=${level}] }]\n`;
  const patched = (more: string): string => `patches: [{ path: more.yaml }]\n${more}`;
  const patch = (image: string): string =>
    `apiVersion: argoproj.io/v1alpha1\nkind: Rollout\nmetadata: { name: web }\nspec: { template: { spec: { containers: [{ name: web, image: ${image} }] } } }\n`;
  const tag = (version: string): string => `images: [{ name: web, newTag: ${version} }]\n`;

  type Result = {
    rollouts: { rollout: { file: string }; effects: { kind: string; message: string }[] }[];
    unchecked: string[];
  };
  /** The effects on the manifest in the base: an overlay whose build is known has an entry of its own. */
  const ofBase = ({ rollouts }: Result) =>
    rollouts.flatMap(({ rollout, effects }) => (rollout.file === 'base/app.yaml' ? effects : []));
  const changed = (
    before: Readonly<Record<string, string>>,
    after: Readonly<Record<string, string>>,
  ): Result => {
    const repository = new Repository({ ...overlay(tag('v1'), steps(10)), ...before });
    repository.write(after);
    return JSON.parse(run(repository.folder, 'impact', '--no-render', '--format', 'json').stdout) as Result;
  };

  // kustomize gives the pods another image in each of these, so the controller makes a revision.
  it.each<[string, Readonly<Record<string, string>>, Readonly<Record<string, string>>]>([
    [
      'a tag beside a generator of the base',
      { 'base/kustomization.yaml': generated('info') },
      {
        'base/kustomization.yaml': generated('debug'),
        'base/app.yaml': steps(20),
        'prod/kustomization.yaml': overlay(tag('v2'))['prod/kustomization.yaml']!,
        'dev/kustomization.yaml': overlay('')['dev/kustomization.yaml']!.replace(
          'newTag: dev',
          'newTag: new',
        ),
      },
    ],
    [
      'the content of a patch alone',
      {
        'prod/kustomization.yaml': overlay(patched(''))['prod/kustomization.yaml']!,
        'prod/more.yaml': patch('web:1'),
      },
      { 'base/app.yaml': steps(20), 'prod/more.yaml': patch('web:2') },
    ],
  ])('%s: whether it is a new revision is unknown', (_, before, after) => {
    const effects = ofBase(changed(before, after));
    expect(effects.map(({ kind }) => kind)).toContain('unknown-revision');
    expect(effects.map(({ message }) => message).join('\n')).not.toContain('no new revision');
    // Without another step, nothing of the Rollout differs in the manifests, and it is not untouched for that.
    const without = changed(before, { ...after, 'base/app.yaml': steps(10) });
    expect(ofBase(without)).toEqual([]);
    expect(without.unchecked).toContain('1 Rollout whose build is not rendered');
  });

  it('another step in the manifest alone is no new revision, whatever a patch sets', () => {
    const result = changed(
      {
        'prod/kustomization.yaml': overlay(patched(''))['prod/kustomization.yaml']!,
        'prod/more.yaml': patch('web:1'),
      },
      { 'base/app.yaml': steps(20) },
    );
    const kinds = ofBase(result).map(({ kind }) => kind);
    expect(kinds).toContain('no-revision');
    expect(kinds).not.toContain('unknown-revision');
  });
});

/** What of a kustomization decides is what kustomize decides: the file of the Rollout is the overlay, not the base. */
describe.each(['simulate', 'drift'])('%s, without rendering', (command) => {
  const told = (files: Readonly<Record<string, string>>, ...args: readonly string[]) => {
    const folder = folderOf(files);
    const { stdout, code } = run(folder, command, '--no-render', ...args);
    const rollouts = [
      ...stdout.matchAll(/^Rollout (\S+) {2}(\S+)/gm),
      ...stdout.matchAll(/^= The same for Rollout (\S+) \(([^\s)]+)/gm), // drift says it once.
    ].map(([, name, file]) => `${name} ${file}`);
    return { rollouts, stdout, code };
  };

  it('shows what each overlay builds', () => {
    const { rollouts, stdout } = told(overlay('nameSuffix: -x\n', simple));
    expect(rollouts.toSorted()).toEqual([
      'dev/web dev/kustomization.yaml',
      'prod/web-x prod/kustomization.yaml',
    ]);
    expect(stdout).toMatch(/^✓ /m);
    expect(stdout).not.toContain('not rendered');
  });

  it.each([
    ['patches', 'patches: [{ target: { kind: Rollout }, patch: "[]" }]\n'],
    ['a component', 'components: [../component]\n'],
    ['a generator', 'configMapGenerator: [{ name: a, literals: [a=1] }]\n'],
  ])('shows files as they are where it is unknown what is built, and says so: %s', (_, more) => {
    const { rollouts, stdout } = told(overlay(more));
    // The other overlay is known.
    expect(rollouts.toSorted()).toEqual(['dev/web dev/kustomization.yaml', 'prod/web base/app.yaml']);
    expect(stdout).toContain('prod/kustomization.yaml: not rendered, so what it changes is unknown');
    expect(stdout).toMatch(/^! .*not checked: 1 unrendered kustomization/m);
  });

  it('has the Rollout that kustomize renames under its name of the cluster alone', () => {
    const files = overlay('namePrefix: eu-\n', simple);
    expect(told(files, '--rollout', 'prod/eu-web').rollouts).toEqual(['prod/eu-web prod/kustomization.yaml']);
    expect(told(files, '--rollout', 'prod/web').code).toBe(2);
  });

  it('tells what is wrong with files that kustomize would not build', () => {
    const twice = app.replace('spec:\n', 'spec:\n  paused: false\n  paused: false\n');
    expect(twice).not.toBe(app);
    const { stdout, code } = told({ ...overlay(''), 'base/app.yaml': twice });
    expect(stdout).toContain('base/app.yaml');
    expect(stdout).toContain('yaml/unique-keys');
    expect(code).toBe(1);
    const double = { 'prod/kustomization.yaml': 'resources: [../base]\nnamespace: a\nnamespace: prod\n' };
    expect(told({ ...overlay(''), ...double }).stdout).toContain('prod/kustomization.yaml:3:1');
  });
});
