import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { bad, folderOf, good, rolloutText, run } from '../support/command.js';

const only = ['lint', '--only', 'schema/fields-known'];

/** The findings of a run, by file. */
function found(folder: string, ...args: string[]): readonly string[] {
  const { stdout } = run(folder, 'lint', ...args, '--format', 'json');
  const { findings } = JSON.parse(stdout) as {
    findings: readonly { severity: string; rule: string; file: string }[];
  };
  return findings.map(({ severity, rule, file }) => `${file} ${severity} ${rule}`);
}

const fields = ['--only', 'schema/fields-known'] as const;

describe('an override', () => {
  it('sets severities for files alone, and the last that holds wins', () => {
    const folder = folderOf({
      'rolloutkit.yaml': `overrides:
  - files: [staging/]
    rules: {schema: warning}
  - files: ["staging/old/**"]
    rules: {schema/fields-known: off}
`,
      'prod/a.yaml': bad,
      'staging/a.yaml': bad,
      'staging/old/a.yaml': bad,
    });
    expect(found(folder, ...fields)).toEqual([
      'prod/a.yaml error schema/fields-known',
      'staging/a.yaml warning schema/fields-known',
    ]);
    expect(found(folder, ...fields, '--rule', 'schema=info')).toEqual([
      'prod/a.yaml info schema/fields-known',
      'staging/a.yaml info schema/fields-known',
      'staging/old/a.yaml info schema/fields-known',
    ]);
  });

  it('can run a rule for a part of the repository that is off for the rest', () => {
    const folder = folderOf({
      'rolloutkit.yaml':
        'rules: {schema: off}\noverrides:\n  - files: [prod/]\n    rules: {schema: warning}\n',
      'prod/a.yaml': bad,
      'staging/a.yaml': bad,
    });
    expect(found(folder, ...fields)).toEqual(['prod/a.yaml warning schema/fields-known']);
    expect(found(folder, '--skip', 'schema')).toEqual([]);
  });

  it('holds for namespaces, of manifests and of kustomizations', () => {
    const folder = folderOf({
      'rolloutkit.yaml': 'overrides:\n  - namespaces: ["*-sandbox"]\n    rules: {schema: info}\n',
      'a.yaml': bad.replace('metadata:\n', 'metadata:\n  namespace: my-sandbox\n'),
      'b.yaml': bad.replace('metadata:\n', 'metadata:\n  namespace: sandbox\n'),
      'c/kustomization.yaml': 'namespace: team-sandbox\nresources: [c.yaml]\n',
      'c/c.yaml': bad,
    });
    expect(found(folder, ...fields)).toEqual([
      'a.yaml info schema/fields-known',
      'b.yaml error schema/fields-known',
      'c/c.yaml info schema/fields-known',
    ]);
  });

  it('holds for what an Application deploys, and for the Application itself', () => {
    const application = (name: string, at: string) =>
      `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: ${name}}\nspec: {project: default, source: {repoURL: https://git.example.com/a.git, path: ${at}, fild: 1}, destination: {server: https://kubernetes.default.svc, namespace: shop}}\n`;
    const folder = folderOf({
      'rolloutkit.yaml': 'overrides:\n  - applications: [web-staging]\n    rules: {schema: info}\n',
      'apps/prod.yaml': application('web-prod', 'web/prod'),
      'apps/staging.yaml': application('web-staging', 'web/staging'),
      'web/prod/a.yaml': bad,
      'web/staging/a.yaml': bad,
    });
    mkdirSync(path.join(folder, '.git'));
    expect(found(folder, ...fields)).toEqual([
      'apps/prod.yaml error schema/fields-known',
      'apps/staging.yaml info schema/fields-known',
      'web/prod/a.yaml error schema/fields-known',
      'web/staging/a.yaml info schema/fields-known',
    ]);
  });

  it('leaves a base the gravest severity of the overlays that build it', () => {
    const lint = (...overrides: string[]) =>
      found(
        folderOf({
          'rolloutkit.yaml': `overrides:\n${overrides.map((one) => `  - ${one}\n`).join('')}`,
          'base/kustomization.yaml': 'resources: [a.yaml]\n',
          'base/a.yaml': bad,
          'overlays/prod/kustomization.yaml': 'resources: [../../base]\n',
          'overlays/staging/kustomization.yaml': 'resources: [../../base]\n',
        }),
        ...fields,
      );
    expect(lint('{files: [overlays/staging/], rules: {schema: off}}')).toEqual([
      'base/a.yaml error schema/fields-known',
    ]);
    expect(
      lint(
        '{files: [overlays/staging/], rules: {schema: off}}',
        '{files: [overlays/prod/], rules: {schema: info}}',
      ),
    ).toEqual(['base/a.yaml info schema/fields-known']);
    expect(lint('{files: [overlays/], rules: {schema: off}}')).toEqual([]);
  });

  it('is of YAML that cannot be read, too', () => {
    const folder = folderOf({
      'rolloutkit.yaml': 'overrides:\n  - files: [b.yaml]\n    rules: {yaml: info}\n',
      'a.yaml': 'apiVersion: argoproj.io/v1alpha1\nkind: Rollout\nmetadata: {name: a, name: b}\n',
      'b.yaml': 'apiVersion: argoproj.io/v1alpha1\nkind: Rollout\nmetadata: {name: a, name: b}\n',
    });
    expect(found(folder, '--only', 'yaml')).toEqual([
      'a.yaml error yaml/unique-keys',
      'b.yaml info yaml/unique-keys',
    ]);
  });

  it('that matches nothing is told, where all of the repository is linted', () => {
    const folder = folderOf({
      'rolloutkit.yaml': `overrides:
  - files: [web/]
    rules: {schema: info}
  - files: [wbe/]
    rules: {schema: info}
  - namespaces: [shop]
    files: [web/]
    rules: {schema: info}
`,
      'web/a.yaml': good,
    });
    const notes = (...args: string[]) =>
      run(folder, ...only, ...args)
        .stdout.split('\n')
        .filter((line) => line.includes('override'));
    expect(notes()).toEqual([
      'i rolloutkit.yaml:4: This override matches nothing.',
      'i rolloutkit.yaml:6: This override matches nothing.',
    ]);
    expect(notes('web')).toEqual([]);
  });

  it('keeps what another rule would have said in its place', () => {
    // A Rollout that the controller rejects: the rule with words for it is off in one folder, and the general one speaks.
    const rejected = rolloutText('web', 'steps: [{setWeight: 120}]');
    const folder = folderOf({
      'rolloutkit.yaml': 'overrides:\n  - files: [b/]\n    rules: {steps/weight-in-range: off}\n',
      'a/a.yaml': rejected,
      'b/a.yaml': rejected,
    });
    expect(found(folder, '--only', 'steps/weight-in-range,rollout/accepted-by-controller')).toEqual([
      'a/a.yaml error steps/weight-in-range',
      'b/a.yaml error rollout/accepted-by-controller',
    ]);
  });
});

describe('releases of an override', () => {
  /** 1.10 has plugins do mirror routes, which 1.9 refuses: see config.test.ts. */
  const mirrored = rolloutText(
    'web',
    'canaryService: web-canary\n      stableService: web\n      trafficRouting: {managedRoutes: [{name: mirror}], plugins: {argoproj-labs/gatewayAPI: {httpRoute: web}}}\n      steps: [{setWeight: 20}, {pause: {duration: 60}}, {setMirrorRoute: {name: mirror, percentage: 50, match: [{method: {exact: GET}}]}}, {pause: {}}]',
  );
  const judged = ['--only', 'steps/supported-by-router,rollout/accepted-by-controller'] as const;

  it('are those that its objects are judged by', () => {
    const folder = folderOf({
      'rolloutkit.yaml': 'rollouts: "1.10"\noverrides:\n  - files: [legacy/]\n    rollouts: 1.8\n',
      'legacy/a.yaml': mirrored,
      'new/a.yaml': mirrored,
    });
    const files = new Set(found(folder, ...judged).map((one) => one.split(' ')[0]));
    expect([...files]).toEqual(['legacy/a.yaml']);
  });

  it('of any overlay are those of a base', () => {
    const lint = (overlay: string) =>
      found(
        folderOf({
          'rolloutkit.yaml': `rollouts: "1.10"\noverrides:\n  - files: [${overlay}]\n    rollouts: 1.8\n`,
          'base/kustomization.yaml': 'resources: [a.yaml]\n',
          'base/a.yaml': mirrored,
          'legacy/kustomization.yaml': 'resources: [../base]\n',
          'new/kustomization.yaml': 'resources: [../base]\n',
        }),
        ...judged,
      );
    expect(lint('legacy/')).toEqual([expect.stringMatching(/^base\/a\.yaml error /) as string]);
    expect(lint('elsewhere/')).toEqual([]);
  });

  it('are told apart from findings that all releases have', () => {
    const folder = folderOf({
      'rolloutkit.yaml': 'overrides:\n  - files: [legacy/]\n    rollouts: 1.8\n',
      'legacy/a.yaml': bad,
      'new/a.yaml': bad,
    });
    expect(found(folder, ...fields)).toEqual([
      'legacy/a.yaml error schema/fields-known',
      'new/a.yaml error schema/fields-known',
    ]);
  });
});

describe('extends: strict', () => {
  it('raises what nobody set by one step', () => {
    const lint = (config: string) =>
      found(folderOf({ 'rolloutkit.yaml': config, 'a.yaml': 'kind: Rollout\n# rolloutkit-ignore steps\n' }));
    const plain = lint('extends: recommended\n');
    expect(plain.length).toBeGreaterThan(0);
    const raised = { info: 'warning', warning: 'error', error: 'error' } as Readonly<Record<string, string>>;
    expect(lint('extends: strict\n')).toEqual(
      plain.map((one) => one.replace(/ (\w+) /, (_, severity: string) => ` ${raised[severity]} `)),
    );
    expect(lint('extends: strict\nrules: {yaml: info, schema: info, rollout: info}\n')).toEqual(
      plain.map((one) => one.replace(/ \w+ /, ' info ')),
    );
  });
});
