import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { replicaOnly } from '../play/impact/systems.js';
import { all } from '../play/protect/system.js';
import { folderOf, rolloutText, run } from '../support/command.js';
import { onlyPrograms, programCalled, scripts } from '../support/programs.js';
import { Repository } from '../support/repository.js';

const bumped = { 'app.yaml': replicaOnly['app.yaml']!.replace('web:1', 'web:2') };

describe('rolloutkit impact', () => {
  it('says that nothing is touched', () => {
    const { folder } = new Repository(replicaOnly);
    const { code, stdout } = run(folder, 'impact');
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^✓ 0 Rollouts touched, 1 untouched, /) as string,
    });
  });

  it('compares with what a branch has in common with a revision', () => {
    const repository = new Repository(replicaOnly);
    repository.git('checkout', '--quiet', '-b', 'change');
    repository.write(bumped);
    repository.commit('Second');
    repository.git('checkout', '--quiet', 'main');
    repository.write({ 'app.yaml': replicaOnly['app.yaml']!.replace('replicas: 4', 'replicas: 9') });
    repository.commit('Third');
    repository.git('checkout', '--quiet', 'change');
    const { code, stdout } = run(repository.folder, 'impact', '--base', 'main');
    expect(code).toBe(0);
    const words = stdout.replaceAll(/\s+/g, ' ');
    expect(words).toContain('Rollout shop/web app.yaml kubectl apply');
    expect(words).toContain(
      'i In started, step-0..1, last-scaling, last-scaling-2: The canary under way is replaced',
    );
    expect(words).toContain(
      'i Rollout "web" gets a new revision, because of spec.template.spec.containers[web].image.',
    );
    expect(words).toContain('What starts: an update of 2 steps, 1 promotion by hand');
    expect(words).not.toContain('replicas change');
  });

  it('fails where a bad version costs more than the configuration allows, and did not before', () => {
    const repository = new Repository({ 'app.yaml': all, 'rolloutkit.yaml': 'protect: { exposure: 35s }\n' });
    // 80 % of 50 s instead of 60 %: docs/protect.md has the moments of the measurements.
    repository.write({ 'app.yaml': all.replace('setWeight: 60', 'setWeight: 80') });
    const { code, stdout } = run(repository.folder, 'impact');
    expect(code).toBe(1);
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      '× A version that turns bad at steps[2] gets as many requests as all traffic in 40s, but protect.exposure is 35s.',
    );
    repository.write({ 'rolloutkit.yaml': '{}\n' });
    const unlimited = run(repository.folder, 'impact');
    expect(unlimited.code).toBe(0);
    expect(unlimited.stdout).toContain(
      '! A version that turns bad at steps[2] is noticed after 50s as before',
    );
  });

  it('names a router that is not simulated if an update is played', () => {
    const routing = `strategy:
    canary:
      trafficRouting: { plugins: { example.com/mine: {} } }`;
    const routed = replicaOnly['app.yaml']!.replace(/strategy:\n +canary:/, routing);
    const repository = new Repository({ 'app.yaml': routed });
    repository.write({ 'app.yaml': routed.replace('web:1', 'web:2') });
    const { code, stdout } = run(repository.folder, 'impact');
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /\n! 1 Rollout touched, .*; not checked: what plugin "example\.com\/mine" writes\n$/,
    );
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      'i Shares of the requests are the weights that the controller asks of plugin "example.com/mine"; whether they are applied is not simulated.',
    );
    repository.write({ 'app.yaml': `# Web\n${routed}` });
    expect(run(repository.folder, 'impact').stdout).toMatch(/^✓ 0 Rollouts touched/);
  });

  it('writes a page', () => {
    const repository = new Repository(replicaOnly);
    repository.write(bumped);
    const { code, stdout } = run(repository.folder, 'impact', '--format', 'html');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^<!doctype html>/);
    expect(stdout).toContain("default-src 'none'");
    expect(stdout).toContain('because of spec.template.spec.containers[web].image.');
    const wrong = run(repository.folder, 'impact', '--format', 'json', '--open');
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain('--open shows an HTML page');
  });

  it('prints JSON with a version', () => {
    const repository = new Repository(replicaOnly);
    repository.write(bumped);
    const { code, stdout } = run(repository.folder, 'impact', '--format', 'json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      version: 1,
      summary: { errors: 0, warnings: 0, infos: 2, rollouts: 1, untouched: 0 },
      rollouts: [
        {
          rollout: { kind: 'Rollout', name: 'web', namespace: 'shop', file: 'app.yaml' },
          change: 'changed',
          fields: [
            {
              object: 'argoproj.io/Rollout/shop/web',
              field: 'spec.template.spec.containers[web].image',
              before: 'web:1',
              after: 'web:2',
            },
          ],
          effects: [
            { severity: 'info', kind: 'new-revision', when: ['rest'] },
            { severity: 'info', kind: 'replaced' },
          ],
          update: { steps: ['setWeight: 25', 'pause'], pauses: { seconds: 0, promotions: 1 } },
        },
      ],
    });
  });

  it('fails for what breaks traffic', () => {
    const repository = new Repository(replicaOnly);
    repository.write({
      'app.yaml': replicaOnly['app.yaml']!.replaceAll('targetPort: http', 'targetPort: web'),
    });
    const { code, stdout } = run(repository.folder, 'impact', '--format', 'markdown');
    expect(code).toBe(1);
    expect(stdout).toContain('### ❌ This change breaks something: 2 errors, 0 warnings, 1 Rollout touched');
  });

  it('writes nothing of a manifest as Markdown', () => {
    const repository = new Repository(replicaOnly);
    repository.write({
      'app.yaml': replicaOnly['app.yaml']!.replace(
        'image: web:1',
        'image: "x](https://evil.example) @all <img src=x>"',
      ),
    });
    const { stdout } = run(repository.folder, 'impact', '--format', 'markdown');
    expect(stdout).not.toMatch(/<img|@all|evil\.example\)/);
  });

  it('names what it cannot compare with', () => {
    const { folder } = new Repository(replicaOnly);
    expect(run(folder, 'impact', '--base', 'gone')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(
        'Commit "gone" is not found. In a shallow clone, fetch it first.',
      ) as string,
    });
    const git = (...args: string[]): void => void execFileSync('git', args, { cwd: folder });
    git('branch', '-f', '--', 'teams/master');
    git('tag', 'v1.2.3');
    for (const [given, meant] of [
      ['teams/main', 'teams/master'],
      ['v1.2.4', 'v1.2.3'],
    ] as const)
      expect(run(folder, 'impact', '--base', given).stderr).toContain(
        `Commit "${given}" is not found. Did you mean "${meant}"?`,
      );
    expect(run(folder, 'impact', '--base', '--upload-pack=touch x').code).toBe(2);
    expect(run(folder, 'impact', '-').code).toBe(2);
  });
});

describe.skipIf(programCalled('kustomize') === undefined)('rolloutkit impact --render', () => {
  const kustomization = (base: string, image?: string): string =>
    `resources: [${base}]\n${image === undefined ? '' : `images: [{ name: web, newTag: "${image}" }]\n`}`;
  const overlays = {
    'base/app.yaml': replicaOnly['app.yaml']!,
    'base/kustomization.yaml': kustomization('app.yaml'),
    'kustomization.yaml': kustomization('base'),
    ...Object.fromEntries(
      ['7', '8', '9'].map((tag) => [`overlays/${tag}/kustomization.yaml`, kustomization('../../base', tag)]),
    ),
  };

  it('says nothing of overlays that did not change, whatever another kustomization takes in', () => {
    const repository = new Repository(overlays);
    const told = (): readonly string[] => {
      const { stdout } = run(repository.folder, 'impact', '--render', '--format', 'json');
      const { rollouts } = JSON.parse(stdout) as {
        rollouts: { rollout: { file: string }; change: string }[];
      };
      return rollouts.map(({ rollout, change }) => `${rollout.file} ${change}`);
    };
    repository.write({ 'kustomization.yaml': kustomization('overlays/7') });
    expect(told()).toEqual(['kustomization.yaml (rendered) changed']);
    repository.commit('Second');
    repository.write({ 'kustomization.yaml': kustomization('overlays/9') });
    expect(told()).toEqual(['kustomization.yaml (rendered) changed']);
    repository.write({ 'kustomization.yaml': kustomization('overlays/7') });
    repository.remove('overlays/8');
    repository.write({ 'overlays/9/kustomization.yaml': kustomization('../../base', '10') });
    expect(told()).toEqual([
      'overlays/9/kustomization.yaml (rendered) changed',
      'overlays/8/kustomization.yaml (rendered) removed',
    ]);
  });
});

/** Prints the templates of a chart, if it has the archives of its dependencies. */
const helmOfArchives = `for chart; do :; done
ls "$chart"/charts/*.tgz >/dev/null 2>&1 || { echo 'Error: missing in charts/ directory: lib' >&2; exit 1; }
echo '# Source: web/templates/rollout.yaml'
cat "$chart/templates/rollout.yaml"`;

describe('a state that cannot be rendered', () => {
  const chart = {
    'web/Chart.yaml':
      'apiVersion: v2\nname: web\nversion: 1.0.0\ndependencies: [{ name: lib, version: 1.0.0, repository: "https://charts.example.com" }]\n',
    'web/templates/rollout.yaml': rolloutText('web', 'maxsurge: 1'),
    'web/values.yaml': 'a: 1\n',
  };
  const archive = { 'web/charts/lib-1.0.0.tgz': '' };
  const missing =
    'web: not rendered, because lib is not in its charts/ folder; fetch it: helm dependency build web';
  const missingBefore =
    'Before the change: web: not rendered, because lib is not in its charts/ folder in Git; commit that folder to compare states of the chart.';

  function told(repository: Repository, command: string, ...options: readonly string[]) {
    onlyPrograms(scripts(folderOf({}), { helm: helmOfArchives }));
    const { code, stdout } = run(repository.folder, command, '--render', '--format', 'json', ...options);
    const { failures, notes, unchecked, rollouts, findings } = JSON.parse(stdout) as Record<
      string,
      unknown[]
    >;
    return { code, failures, notes, unchecked, rollouts, findings };
  }

  it('is not one without Rollouts, and what is wrong is said', () => {
    const repository = new Repository({ '.gitignore': 'charts/\n', ...chart });
    repository.write({ ...archive, 'web/values.yaml': 'a: 2\n' });
    expect(told(repository, 'impact')).toMatchObject({
      code: 4,
      failures: [missingBefore],
      unchecked: ['1 Rollout rendered in one of both states only'],
      rollouts: [],
    });
    expect(told(repository, 'lint', '--changed', '--only', 'schema/fields-known')).toMatchObject({
      code: 4,
      failures: [missingBefore],
      findings: [],
    });
  });

  it('is no error where the change has none of its files', () => {
    const repository = new Repository({ '.gitignore': 'charts/\n', ...chart });
    repository.write({ ...archive, 'other/values.yaml': 'a: 2\n' });
    expect(told(repository, 'impact')).toMatchObject({
      code: 0,
      failures: [],
      notes: [missingBefore],
      unchecked: ['1 Rollout rendered in one of both states only'],
      rollouts: [],
    });
  });

  it('removes no Rollout', () => {
    const repository = new Repository({ ...chart, ...archive });
    repository.remove('web/charts');
    expect(told(repository, 'impact')).toMatchObject({ code: 4, failures: [missing], rollouts: [] });
  });
});
