import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { version } from '../../package.json';
import { parseConfig } from '../../src/repository/config/parse-config.js';
import { ruleNames } from '../../src/lint/select-rules.js';
import { rules } from '../../src/rules/index.js';
import { folderOf, good, run } from '../support/command.js';
import { Repository } from '../support/repository.js';

beforeEach(() => {
  for (const name of Object.keys(process.env)) if (name.startsWith('GIT_')) vi.stubEnv(name, undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

function textIn(folder: string, file: string): string {
  return readFileSync(path.join(folder, file), 'utf8');
}

function yamlIn(folder: string, file: string): unknown {
  return parse(textIn(folder, file));
}

/** What was written, without what was there. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter(
      (entry) =>
        entry.isFile() && !entry.parentPath.includes('/.git/') && !entry.parentPath.endsWith('/.git'),
    )
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
}

describe('init', () => {
  it('writes no hook or job where nothing reads them, below the root of a repository', () => {
    const { folder } = new Repository({ 'deploy/shop/rollout.yaml': good });
    const shop = path.join(folder, 'deploy/shop');
    const { code, stdout, stderr } = run(shop, 'init');
    expect([code, stdout, filesIn(shop)]).toEqual([2, '', ['rollout.yaml']]);
    expect(stderr).toContain(
      '"." is below the root of a Git repository, where pre-commit and CI systems read no files, so the hook and the CI job would never run; run rolloutkit init ../.., or add --no-hook --ci none to write the configuration alone.',
    );
    expect(run(folder, 'init', 'deploy').stderr).toContain('run rolloutkit init ., or add');
    expect(run(shop, 'init', '--no-hook', '--ci', 'github').code).toBe(2);
    expect(filesIn(folder)).toEqual(['deploy/shop/rollout.yaml']);
    expect(run(shop, 'init', '--no-hook', '--ci', 'none').code).toBe(0);
    expect(filesIn(shop)).toEqual(['rollout.yaml', 'rolloutkit.yaml']);
    expect(run(shop, 'init', '../..').stdout).toBe(
      'rolloutkit.yaml: written\n.pre-commit-config.yaml: written\n',
    );
  });

  it('says that --kustomize had nothing to write', () => {
    const folder = folderOf({ 'shop/rollout.yaml': good });
    const { code, stderr } = run(folder, 'init', '--no-hook', '--ci', 'none', '--kustomize');
    expect(code).toBe(0);
    expect(stderr).toBe(
      '--kustomize wrote nothing: kustomizations of Rollouts here change no names, labels or replica counts, or update references already.\n',
    );
    // A flag takes no value: what follows is the folder.
    const other = run(folder, 'init', '--kustomize', 'overlays');
    expect([other.code, other.stderr]).toEqual([
      2,
      expect.stringContaining('"overlays": file or folder not found.'),
    ]);
  });

  it('writes a configuration and a hook, and asks for CI where it recognizes none', () => {
    const folder = folderOf({ 'shop/rollout.yaml': good });
    const { code, stdout, stderr } = run(folder, 'init');
    expect(filesIn(folder)).toEqual(['.pre-commit-config.yaml', 'rolloutkit.yaml', 'shop/rollout.yaml']);
    expect(stdout).toBe('rolloutkit.yaml: written\n.pre-commit-config.yaml: written\n');
    expect(stderr).toBe(
      'Run once: pre-commit install\nNo CI system was found; write a job with --ci github or --ci gitlab.\n',
    );
    expect(code).toBe(0);
    expect(yamlIn(folder, '.pre-commit-config.yaml')).toEqual({
      repos: [
        {
          repo: 'local',
          hooks: [
            {
              id: 'rolloutkit',
              name: 'rolloutkit',
              entry: 'rolloutkit lint --staged --quiet',
              language: 'node',
              additional_dependencies: [`rolloutkit@${version}`],
              pass_filenames: false,
              always_run: true,
            },
            {
              id: 'rolloutkit-impact',
              name: 'rolloutkit impact',
              entry: 'rolloutkit impact --staged --quiet',
              language: 'node',
              additional_dependencies: [`rolloutkit@${version}`],
              pass_filenames: false,
              always_run: true,
              verbose: true,
            },
          ],
        },
      ],
    });
  });

  it('writes a configuration that is read, and whose comments are, too', () => {
    const folder = folderOf({
      'charts/shop/Chart.yaml': 'name: shop\n',
      'charts/shop/values-prod.yaml': 'a: 1\n',
      'charts/shop/values.yaml': 'a: 1\n',
    });
    run(folder, 'init');
    const text = textIn(folder, 'rolloutkit.yaml');
    const names = ruleNames(rules);
    expect(parseConfig(text, 'rolloutkit.yaml', names)).toMatchObject({
      // Neither is for init to say: a repository cannot grant rendering, and values belong to one chart each.
      config: { render: undefined, helmValues: [] },
    });
    const uncommented = text.replaceAll(/^# (?=\S+:( "[\d.]+")?$| {2,}\S)/gm, '');
    expect(parseConfig(uncommented, 'rolloutkit.yaml', names)).toMatchObject({
      config: {
        rollouts: '1.8',
        argocd: '3.1',
        protect: { detection: 300, exposure: 120 },
        rules: [{ name: 'rollout/services-exist', severity: 'error' }],
        overrides: [{ files: ['clusters/legacy/'], rollouts: '1.8' }],
        assume: ['Gateway/istio-ingress/public'],
      },
    });
  });

  it('writes a job for the CI that is there, for the branch that is there', () => {
    const repository = new Repository({
      'package.json': '{ "devDependencies": { "rolloutkit": "1" } }',
      '.github/CODEOWNERS': '',
    });
    repository.git('branch', '--move', 'trunk');
    expect(run(repository.folder, 'init').code).toBe(0);
    const workflow = yamlIn(repository.folder, '.github/workflows/rolloutkit.yaml') as {
      on: { push: unknown };
      jobs: Record<'lint' | 'impact', { if?: string; steps: { run?: string }[] }>;
    };
    expect(workflow.on.push).toEqual({ branches: ['trunk'] });
    expect(workflow.jobs.lint.steps.flatMap(({ run: command }) => command ?? [])).toEqual([
      'npm ci',
      'npx --no-install rolloutkit lint --changed="origin/$GITHUB_BASE_REF"',
      'npx --no-install rolloutkit lint',
    ]);
    expect(workflow.jobs.impact.if).toBe("github.event_name == 'pull_request'");
    expect(workflow.jobs.impact.steps.flatMap(({ run: command }) => command ?? [])).toEqual([
      'npm ci',
      'npx --no-install rolloutkit impact --base "origin/$GITHUB_BASE_REF" --format markdown >> "$GITHUB_STEP_SUMMARY"',
    ]);
    expect(textIn(repository.folder, '.pre-commit-config.yaml')).toContain(
      'entry: npx --no-install rolloutkit lint --staged --quiet\n',
    );
  });

  it.each([
    ['language: typescript\noutput: dist\n', 'dist'],
    ['output: manifests/all\n', 'manifests/all'],
    ['output: dist; rm -rf .\n', 'dist'],
  ])('holds the manifests in Git against the app of cdk8s that makes them: %j', (settings, output) => {
    const folder = folderOf({
      'package.json': '{ "devDependencies": { "rolloutkit": "1" } }',
      'cdk8s.yaml': settings,
      '.github/CODEOWNERS': '',
      '.gitlab-ci.yml': '',
    });
    const { code, stderr } = run(folder, 'init', '--force');
    expect(code).toBe(0);
    expect(stderr).toContain('run cdk8s synth and stage what it writes before a commit.');
    const synthesis = [
      'npm ci',
      'npx --no-install cdk8s synth',
      `git add --all ${output}`,
      `git diff --cached --exit-code ${output}`,
    ];
    const { jobs } = yamlIn(folder, '.github/workflows/rolloutkit.yaml') as {
      jobs: Record<'lint' | 'impact', { steps: { run?: string }[] }>;
    };
    const commands = jobs.lint.steps.flatMap(({ run: command }) => command ?? []);
    expect(commands.slice(0, 4)).toEqual(synthesis);
    expect(jobs.impact.steps.map(({ run: command }) => command)).not.toContain(synthesis[1]);
    const { rolloutkit } = yamlIn(folder, '.gitlab/rolloutkit.yml') as { rolloutkit: { script: string[] } };
    expect(rolloutkit.script.slice(0, 4)).toEqual(synthesis);
  });

  it('installs before the checkout, and renders because the command line says so', () => {
    const folder = folderOf({ '.github/CODEOWNERS': '', 'charts/shop/Chart.yaml': 'name: shop\n' });
    expect(run(folder, 'init').code).toBe(0);
    const workflow = yamlIn(folder, '.github/workflows/rolloutkit.yaml') as {
      on: object;
      jobs: Record<'lint' | 'impact', { steps: { uses?: string; run?: string }[] }>;
    };
    expect(Object.keys(workflow.on)).toEqual(['pull_request', 'push']);
    const prepared = [
      {
        uses: expect.stringMatching(/^actions\/setup-node@[\da-f]{40}$/) as string,
        with: { 'node-version': 24, 'package-manager-cache': false },
      },
      {
        run: `npm install --global --ignore-scripts rolloutkit@${version}`,
        'working-directory': '${{ runner.temp }}',
      },
      {
        uses: expect.stringMatching(/^actions\/checkout@[\da-f]{40}$/) as string,
        // Without the history there is no commit to compare with.
        with: { 'fetch-depth': 0, 'persist-credentials': false },
      },
    ];
    expect(workflow.jobs.lint.steps).toEqual([
      ...prepared,
      {
        if: "github.event_name == 'pull_request'",
        run: 'rolloutkit lint --render --changed="origin/$GITHUB_BASE_REF"',
      },
      { if: "github.event_name != 'pull_request'", run: 'rolloutkit lint --render' },
    ]);
    expect(workflow.jobs.impact.steps).toEqual([
      ...prepared,
      {
        run: 'rolloutkit impact --render --base "origin/$GITHUB_BASE_REF" --format markdown >> "$GITHUB_STEP_SUMMARY"',
      },
    ]);
    expect(textIn(folder, '.pre-commit-config.yaml')).toContain(
      'entry: rolloutkit lint --render --staged --quiet\n',
    );
  });

  it('fetches in the job what charts need and Git does not have', () => {
    const chart = (dependency: string): string =>
      `apiVersion: v2\nname: shop\nversion: 1.0.0\ndependencies:\n  - ${dependency}\n`;
    const remote = '{ name: common, version: 2.x.x, repository: "https://charts.example.com" }';
    const folder = folderOf({
      '.github/CODEOWNERS': '',
      '.gitlab-ci.yml': '',
      'charts/shop/Chart.yaml': chart(remote),
      'charts/cart/Chart.yaml': chart('{ name: common, version: 2.x.x, repository: "file://../common" }'),
      'charts/odd name/Chart.yaml': chart(remote),
      'charts/broken/Chart.yaml': 'dependencies: [',
    });
    const { stderr } = run(folder, 'init', '--force');
    const workflow = textIn(folder, '.github/workflows/rolloutkit.yaml');
    expect(workflow.match(/helm dependency .*/g)).toEqual(['helm dependency update charts/shop']);
    expect(textIn(folder, '.gitlab/rolloutkit.yml') + textIn(folder, '.gitlab-ci.yml')).toContain(
      '- helm dependency update charts/shop\n',
    );
    expect(stderr).toContain('charts/shop: its dependencies are not in Git.');
    expect(stderr).toContain('charts/odd name: its dependencies are not in Git.');
    expect(stderr).not.toContain('charts/cart: its dependencies');
    expect(stderr).toContain('The image node:24 of the jobs has neither kustomize nor helm');
  });

  it('knows the CI by where the repository comes from', () => {
    const repository = new Repository();
    repository.git('remote', 'add', 'origin', 'git@gitlab.example.com:shop/shop.git');
    run(repository.folder, 'init', '--no-hook');
    expect(filesIn(repository.folder)).toEqual(['.gitlab-ci.yml', 'rolloutkit.yaml']);
    expect(yamlIn(repository.folder, '.gitlab-ci.yml')).toMatchObject({
      rolloutkit: {
        variables: { GIT_DEPTH: 0 },
        rules: [
          {
            if: '$CI_PIPELINE_SOURCE == "merge_request_event"',
            variables: { CHANGED: '--changed=origin/$CI_MERGE_REQUEST_TARGET_BRANCH_NAME' },
          },
          { if: '$CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH' },
        ],
        script: [
          `(cd / && npm install --global --ignore-scripts rolloutkit@${version})`,
          'rolloutkit lint $CHANGED',
        ],
      },
      'rolloutkit-impact': {
        variables: { GIT_DEPTH: 0 },
        rules: [{ if: '$CI_PIPELINE_SOURCE == "merge_request_event"' }],
        script: [
          `(cd / && npm install --global --ignore-scripts rolloutkit@${version})`,
          'rolloutkit impact --base "origin/$CI_MERGE_REQUEST_TARGET_BRANCH_NAME" --format markdown --output impact.md',
        ],
        artifacts: { when: 'always', paths: ['impact.md'] },
      },
      'rolloutkit-note': {
        needs: ['rolloutkit-impact'],
        rules: [
          {
            if: '$CI_PIPELINE_SOURCE == "merge_request_event" && $ROLLOUTKIT_GITLAB_TOKEN',
            when: 'always',
          },
        ],
        script: [
          `(cd / && npm install --global --ignore-scripts rolloutkit@${version})`,
          'rolloutkit-gitlab-note impact.md',
        ],
      },
    });
  });

  it('says how the job of a branch with findings can pass, unless there is a baseline', () => {
    const files = { '.github/CODEOWNERS': '', '.gitlab-ci.yml': '', 'charts/shop/Chart.yaml': 'name: shop' };
    const { stderr } = run(folderOf(files), 'init', '--no-hook', '--force');
    expect(
      stderr.split('rolloutkit baseline write --render, and commit rolloutkit-baseline.json'),
    ).toHaveLength(2);
    expect(stderr).toContain(
      'For a pull request the job lints the files that it changes, on main everything.',
    );
    const known = folderOf({ ...files, 'rolloutkit-baseline.json': '{}' });
    expect(run(known, 'init', '--no-hook', '--force').stderr).not.toContain('baseline write');
  });

  it('shows what it would change in files that are there, and changes it when told to', () => {
    const hooks = `# Ours\nrepos:\n- repo: https://example.com/hooks\n  rev: v1   # pinned\n  hooks:\n  - id: tidy\n\nfail_fast: true\n`;
    const folder = folderOf({
      '.pre-commit-config.yaml': hooks,
      '.gitlab-ci.yml': 'include:\n  - local: a.yml\n',
    });
    const { code, stdout } = run(folder, 'init');
    expect(code).toBe(1);
    expect(textIn(folder, '.pre-commit-config.yaml')).toBe(hooks);
    expect(stdout).toContain('+- repo: local\n');
    expect(stdout).toContain(
      '.pre-commit-config.yaml: already exists; use --force to apply the diff above\n',
    );
    expect(existsSync(path.join(folder, 'rolloutkit.yaml'))).toBe(true);

    expect(run(folder, 'init', '--force').code).toBe(0);
    const text = textIn(folder, '.pre-commit-config.yaml');
    const added = text.slice(
      text.indexOf('- repo: local'),
      text.indexOf('verbose: true\n') + 'verbose: true\n'.length,
    );
    expect(text.replace(added, '')).toBe(hooks);
    expect(parse(text)).toMatchObject({ repos: [{ rev: 'v1' }, { repo: 'local' }], fail_fast: true });
    expect(textIn(folder, '.gitlab-ci.yml')).toBe(
      'include:\n  - local: a.yml\n  - local: .gitlab/rolloutkit.yml\n',
    );

    const again = run(folder, 'init', '--force');
    expect(again.stdout).toBe('');
    expect(again.stderr).toContain('.pre-commit-config.yaml already runs rolloutkit and was not changed.');
  });

  it('writes nothing when it is only to show', () => {
    const folder = folderOf({ '.github/x': '' });
    const { code, stdout } = run(folder, 'init', '--dry-run');
    expect(filesIn(folder)).toEqual(['.github/x']);
    expect(stdout).toContain('.github/workflows/rolloutkit.yaml: would be written\n  name: rolloutkit\n');
    expect(code).toBe(0);
  });

  it('says how to add to what it cannot edit', () => {
    const folder = folderOf({ '.pre-commit-config.yaml': 'repos: none\n' });
    const { stderr } = run(folder, 'init', '--force', '--ci', 'none');
    expect(stderr).toContain('add to it:\nrepos:\n  - repo: local\n');
    expect(textIn(folder, '.pre-commit-config.yaml')).toBe('repos: none\n');
  });

  it('teaches kustomizations that change what Rollouts refer to', () => {
    const folder = folderOf({
      'base/kustomization.yaml': 'resources: [rollout.yaml]\n',
      'base/rollout.yaml': good,
      'prod/kustomization.yaml': 'resources: [../base]\nnamePrefix: prod-',
      'dev/kustomization.yaml': 'resources: [../base]\n',
    });
    expect(run(folder, 'init', '--ci', 'none').stderr).toContain(
      'prod: kustomize does not know the fields of Rollouts, so what changes names, labels or replica counts there leaves them as they are; run rolloutkit init --kustomize',
    );
    expect(run(folder, 'init', '--ci', 'none', '--kustomize', '--force').code).toBe(0);
    expect(textIn(folder, 'prod/kustomization.yaml')).toBe(
      'resources: [../base]\nnamePrefix: prod-\nconfigurations:\n  - rollout-transformers.yaml',
    );
    expect(textIn(folder, 'prod/rollout-transformers.yaml')).toMatch(/^nameReference:$/m);
    expect(filesIn(folder).filter((file) => file.startsWith('dev/'))).toEqual(['dev/kustomization.yaml']);
    expect(run(folder, 'init', '--ci', 'none', '--kustomize').stderr).not.toContain('does not know');
  });

  // Tried with kustomize 5: an overlay with namePrefix, labels, replicas and a generator changes the Rollout of such a base.
  it('has nothing to teach above a base that is taught', () => {
    const folder = folderOf({
      'base/kustomization.yaml': 'resources: [rollout.yaml]\nconfigurations: [rollout-transformers.yaml]\n',
      'base/rollout-transformers.yaml': 'replicas: [{ kind: Rollout, path: spec/replicas }]\n',
      'base/rollout.yaml': good,
      'prod/kustomization.yaml': 'resources: [../base]\nreplicas: [{ name: good, count: 8 }]\n',
    });
    expect(run(folder, 'init', '--ci', 'none').stderr).not.toContain('does not know');
    expect(run(folder, 'init', '--ci', 'none', '--kustomize').stderr).toContain('--kustomize wrote nothing');
  });

  it.each([
    [['a', 'b'], 'init takes one folder'],
    [['gone'], '"gone": file or folder not found.'],
    [['--ci', 'jenkins'], '--ci is "jenkins"; it must be one of github, gitlab, none.'],
  ])('%j is wrong usage', (args, message) => {
    const { code, stderr } = run(folderOf({}), 'init', ...args);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });
});
