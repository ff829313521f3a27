import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { bad, folderOf, good, rolloutText, run } from '../support/command.js';

const only = ['lint', '--only', 'schema/fields-known'];

describe('rolloutkit.yaml', () => {
  it('is found in the folders above, up to the root of the repository', () => {
    const folder = folderOf({
      'repo/rolloutkit.yaml': 'rules:\n  schema: off\n',
      'repo/app/web/a.yaml': bad,
    });
    // Without a repository the folders above are somebody else's.
    expect(run(path.join(folder, 'repo/app/web'), ...only).code).toBe(1);
    mkdirSync(path.join(folder, 'repo/.git'));
    expect(run(path.join(folder, 'repo/app/web'), ...only).code).toBe(0);
    expect(run(folder, ...only).code).toBe(1);
    mkdirSync(path.join(folder, 'repo/app/.git'));
    expect(run(path.join(folder, 'repo/app/web'), ...only).code).toBe(1);
  });

  it('sets severities, and the command line wins', () => {
    const folder = folderOf({
      'rolloutkit.yaml': 'rules:\n  schema/fields-known:\n    severity: info\n    reason: known\n',
      'a.yaml': bad,
    });
    expect(run(folder, ...only).code).toBe(0);
    expect(run(folder, ...only, '--rule', 'schema=error').code).toBe(1);
  });

  it('names what is not read, unless it is given by name', () => {
    const folder = folderOf({
      'rolloutkit.yaml': 'ignore:\n  - vendor/\n  - "*.gen.yaml"\n',
      'vendor/a.yaml': bad,
      'app/b.gen.yaml': bad,
      'app/c.yaml': good,
    });
    expect(run(folder, ...only).code).toBe(0);
    expect(run(path.join(folder, 'app'), ...only, 'b.gen.yaml').code).toBe(1);
  });

  it('gives the versions of simulate and drift', () => {
    const folder = folderOf({
      'rolloutkit.yaml': 'rollouts: 1.10\nargocd: 3.4.5\n',
      'a.yaml': rolloutText('web'),
    });
    expect(run(folder, 'simulate').stdout).toContain('Argo Rollouts 1.10');
    expect(run(folder, 'simulate', '--rollouts', '1.8').stdout).toContain('Argo Rollouts 1.8');
  });

  it('that is wrong is wrong usage of every command that reads manifests, with all that is wrong', () => {
    const folder = folderOf({
      'rolloutkit.yaml': 'rendr: true\nrules:\n  schma: off\n',
      'app/a.yaml': good,
      '.git/HEAD': '',
    });
    expect(run(path.join(folder, 'app'), 'lint')).toEqual({
      code: 2,
      stdout: '',
      stderr: [
        '../rolloutkit.yaml:1:1: Unknown key "rendr". Did you mean "render"?',
        '../rolloutkit.yaml:3:3: Unknown rule or area "schma". Did you mean "schema"?',
        '',
      ].join('\n'),
    });
    expect(run(folder, 'simulate').code).toBe(2);
    expect(run(folder, 'drift').code).toBe(2);
    expect(run(folder, 'rules').code).toBe(0);
  });

  it('that cannot be read is wrong usage', () => {
    const folder = folderOf({ 'rolloutkit.yaml/x': '', 'a.yaml': good });
    expect(run(folder, 'lint')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^rolloutkit\.yaml: it cannot be read: it is a folder\.\n/) as string,
    });
  });

  it.each([
    ['../secret.yaml', 'it leads out of the repository.'],
    ['/dev/zero', 'it leads out of the repository.'],
    ['gone.yaml', 'file or folder not found.'],
    ['pipe', 'it is not a file.'],
    ['rolloutkit.yaml', 'it is a symbolic link that leads back to itself.'],
  ])('that is a link to %s is wrong usage, and nothing of that is shown', (link, why) => {
    const folder = folderOf({
      'secret.yaml': 'password: hunter2\n',
      'repo/rolloutkit.yaml': { link },
      'repo/a.yaml': good,
    });
    execFileSync('mkfifo', [path.join(folder, 'repo/pipe')]);
    expect(run(path.join(folder, 'repo'), 'lint')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: `rolloutkit.yaml: it cannot be read: ${why}\n`,
    });
  });

  it('that is a link within the repository is read', () => {
    const folder = folderOf({
      '.git/HEAD': '',
      'shared/settings.yaml': 'rules:\n  schema: off\n',
      'app/rolloutkit.yaml': { link: '../shared/settings.yaml' },
      'app/a.yaml': bad,
    });
    expect(run(path.join(folder, 'app'), ...only).code).toBe(0);
  });

  it('is that of the only path that is given, where the working folder has none', () => {
    const folder = folderOf({
      'app/rolloutkit.yaml': 'rules:\n  schema: off\n',
      'app/a.yaml': bad,
      'b.yaml': bad,
    });
    expect(run(folder, ...only, 'app').code).toBe(0);
    expect(run(folder, ...only, 'app/a.yaml').code).toBe(0);
    expect(run(folder, ...only, 'app', 'b.yaml').code).toBe(1);
    expect(run(folder, ...only).code).toBe(1);
  });

  it('is not that of the path where the working folder has one', () => {
    const folder = folderOf({
      'rolloutkit.yaml': 'rules: {}\n',
      'app/rolloutkit.yaml': 'rules:\n  schema: off\n',
      'app/a.yaml': bad,
    });
    expect(run(folder, ...only, 'app').code).toBe(1);
  });

  it('is not taken for a manifest', () => {
    const folder = folderOf({ 'rolloutkit.yaml': 'ignore: []\n', 'a.yaml': good });
    expect(run(folder, 'lint', '--only', 'yaml', '--format', 'json').stdout).toContain('"resources": 1');
  });
});

/** 1.10 has plugins do mirror routes: `isAllowed` in https://github.com/argoproj/argo-rollouts/blob/v1.10.2/pkg/apis/rollouts/validation/validation.go */
it('lint judges by the release of Argo Rollouts that the configuration names', () => {
  const mirrored = rolloutText(
    'web',
    'canaryService: web-canary\n      stableService: web\n      trafficRouting: {managedRoutes: [{name: mirror}], plugins: {argoproj-labs/gatewayAPI: {httpRoute: web}}}\n      steps: [{setWeight: 20}, {pause: {duration: 60}}, {setMirrorRoute: {name: mirror, percentage: 50, match: [{method: {exact: GET}}]}}, {pause: {}}]',
  );
  const lint = (config: string) =>
    run(
      folderOf({ 'rolloutkit.yaml': config, 'a.yaml': mirrored }),
      'lint',
      '--only',
      'steps/supported-by-router,rollout/accepted-by-controller',
    );
  expect(lint('rollouts: "1.10"\n')).toMatchObject({ code: 0 });
  expect(lint('rollouts: "1.8"\n').stdout).toContain('  Rollouts 1.8.\n');
  expect(lint('ignore: []\n')).toMatchObject({ code: 1 });
});

/**
 * Up to 1.9 the second label is the namespace; 1.10 cuts at the last dot.
 * https://github.com/argoproj/argo-rollouts/blob/v1.10.2/utils/istio/istio.go (GetVirtualServiceNamespaceName)
 */
it('finds objects as the release of Argo Rollouts does that the configuration names', () => {
  const routed = rolloutText(
    'web',
    'canaryService: web-canary\n      stableService: web\n      trafficRouting: {istio: {virtualService: {name: web.shop.svc, routes: [primary]}}}\n      steps: [{setWeight: 20}, {pause: {}}]',
  );
  const virtualService =
    'apiVersion: networking.istio.io/v1\nkind: VirtualService\nmetadata: {name: web, namespace: shop}\nspec: {hosts: [web], http: [{name: main, route: [{destination: {host: web}, weight: 100}, {destination: {host: web-canary}, weight: 0}]}]}\n';
  const lint = (rollouts: string) =>
    run(
      folderOf({
        'rolloutkit.yaml': `rollouts: "${rollouts}"\n`,
        'a.yaml': `${routed}---\n${virtualService}`,
      }),
      'lint',
      '--only',
      'istio/route-exists',
    ).stdout;
  expect(lint('1.9')).toContain('Route "primary" is not in VirtualService "web"');
  // It is "web.shop" of "svc", which may be anywhere.
  expect(lint('1.10')).not.toContain('Route');
});

/** `automated.enabled` came with 3.1: https://argo-cd.readthedocs.io/en/release-3.1/user-guide/auto_sync/ */
it('lint judges by the release of Argo CD that the configuration names', () => {
  const undone = readFileSync(
    path.join(__dirname, '../rules/argocd/undo-outlives-self-heal/automated-off.yaml'),
    'utf8',
  );
  const lint = (argocd: string) =>
    run(
      folderOf({
        'rolloutkit.yaml': `argocd: "${argocd}"\n`,
        'argocd/undo-outlives-self-heal/a.yaml': undone,
      }),
      'lint',
      '--only',
      'argocd/undo-outlives-self-heal',
    ).stdout;
  expect(lint('3.1')).not.toContain('undo-outlives-self-heal');
  expect(lint('3.0')).toContain('lasts only until Application "shop" self-heals Rollout');
});

it('options of inputs are checked', () => {
  const folder = folderOf({ 'a.yaml': good });
  const stderr = (...args: string[]): string => run(folder, 'lint', ...args).stderr.split('\n')[0] ?? '';
  expect(stderr('--render', '--no-render')).toBe('--render and --no-render cannot be used together.');
  for (const text of ['0', '-1', '1.5', 'soon'])
    expect(stderr(`--render-timeout=${text}`)).toBe(
      `--render-timeout is "${text}"; it must be a number of seconds, such as 120.`,
    );
  expect(run(folder, 'lint', '--no-render').code).toBe(0);
});
