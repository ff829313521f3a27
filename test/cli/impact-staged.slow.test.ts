import { describe, expect, it } from 'vitest';
import { replicaOnly } from '../play/impact/systems.js';
import { all } from '../play/protect/system.js';
import { run } from '../support/command.js';
import { Repository } from '../support/repository.js';

const bumped = { 'app.yaml': replicaOnly['app.yaml']!.replace('web:1', 'web:2') };
const analysis = `      analysis:
        startingStep: 1
        templates: [{ templateName: checkout }]
`;
const ungated = all.replace(analysis, '');

describe('impact --staged', () => {
  it('compares HEAD with the index, and reads nothing that is not staged', () => {
    const repository = new Repository(replicaOnly);
    repository.write(bumped);
    const unstaged = run(repository.folder, 'impact', '--staged');
    expect(unstaged.code).toBe(0);
    expect(unstaged.stdout).toMatch(/^✓ 0 Rollouts touched, 1 untouched, /);

    repository.git('add', '--all');
    repository.write({ 'app.yaml': 'broken: [' });
    const { code, stdout } = run(repository.folder, 'impact', '--staged');
    expect(code).toBe(0);
    expect(stdout).toContain('because of spec.template.spec.containers[web].image.');
    expect(stdout).toMatch(/\n✓ 1 Rollout touched, 0 untouched, /);
  });

  it('leaves out untracked files, and finds staged ones that are gone from the folder', () => {
    const repository = new Repository(replicaOnly);
    repository.write({ 'new.yaml': replicaOnly['app.yaml']!.replaceAll('web', 'shop') });
    expect(run(repository.folder, 'impact', '--staged').stdout).toMatch(/^✓ 0 Rollouts touched, 1 untouched/);
    repository.git('add', '--all');
    repository.remove('new.yaml');
    const { stdout } = run(repository.folder, 'impact', '--staged', '--format', 'json');
    expect(JSON.parse(stdout)).toMatchObject({
      rollouts: [{ change: 'added', rollout: { name: 'shop', file: 'new.yaml' } }],
      summary: { rollouts: 1, untouched: 1 },
    });
  });

  it('says that a gate is taken away, also when told to be quiet', () => {
    const repository = new Repository({ 'app.yaml': all });
    repository.write({ 'app.yaml': ungated });
    repository.git('add', '--all');
    const { code, stdout } = run(repository.folder, 'impact', '--staged', '--quiet');
    expect(code).toBe(0);
    const words = stdout.replaceAll(/\s+/g, ' ');
    expect(words).toContain('Rollout shop/checkout app.yaml');
    expect(words).toMatch(/! .*is promoted/);
    expect(stdout).not.toMatch(/^i /m);
    expect(stdout).not.toContain('What starts');
    expect(stdout).toMatch(/\n! \d warnings? in 1 Rollout touched/);
    expect(run(repository.folder, 'impact', '--staged', '--quiet', '--fail-on', 'warning').code).toBe(1);
    expect(run(repository.folder, 'impact', '--staged', '--fail-on', 'never').code).toBe(0);
  });

  it('is silent about a change without warnings when told to be quiet', () => {
    const repository = new Repository(replicaOnly);
    repository.write(bumped);
    repository.git('add', '--all');
    expect(run(repository.folder, 'impact', '--staged', '--quiet')).toMatchObject({
      code: 0,
      stdout: '',
      stderr: '',
    });
    expect(run(repository.folder, 'impact', '--staged', '--quiet', '--fail-on', 'info').code).toBe(1);
  });

  it('is not silent about what it could not compare', () => {
    const repository = new Repository({
      ...replicaOnly,
      'chart/Chart.yaml': 'name: shop\nversion: 1.0.0\n',
      'chart/templates/rollout.yaml': 'kind: {{ .Values.kind }}\n',
    });
    repository.write({ 'chart/templates/rollout.yaml': 'kind: {{ .Values.other }}\n' });
    repository.git('add', '--all');
    expect(run(repository.folder, 'impact', '--staged', '--quiet').stdout).toContain(
      'chart chart is not rendered, so the effect of this change on it is unknown; render with --render.',
    );
  });

  it('renders the index, not the folder', () => {
    const repository = new Repository({
      ...replicaOnly,
      'kustomization.yaml': 'resources: [app.yaml]\n',
    });
    repository.write(bumped);
    repository.git('add', '--all');
    repository.write({ 'app.yaml': replicaOnly['app.yaml']!.replace('web:1', 'web:3') });
    const { code, stdout } = run(repository.folder, 'impact', '--staged', '--render', '--format', 'json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      summary: { rollouts: 1, untouched: 0, unknown: 0 },
      rollouts: [{ change: 'changed', fields: [{ before: 'web:1', after: 'web:2' }] }],
      failures: [],
    });
    expect(stdout).not.toContain('rolloutkit-state-');
  });

  it.each([
    [['--base', 'main'], '--staged and --base cannot be used together.'],
    [['--quiet', '--format', 'json'], '--quiet and --format json cannot be used together.'],
  ])('cannot be used with %j', (args, message) => {
    const { code, stderr } = run(new Repository(replicaOnly).folder, 'impact', '--staged', ...args);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});
