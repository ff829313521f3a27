import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { folderOf, good, rolloutText, run } from '../support/command.js';
import { onlyPrograms, programCalled, scripts } from '../support/programs.js';
import { kustomizeTransformers } from '../../src/rules/facts/kustomize-transformers.js';
import { transformersFile } from '../../src/repository/graph/kustomization.js';

interface Report {
  readonly findings: readonly {
    readonly rule: string;
    readonly file: string;
    readonly line: number;
    readonly message: string;
    readonly related: readonly { readonly file: string; readonly line: number; readonly message: string }[];
  }[];
  readonly notes: readonly string[];
  readonly failures: readonly string[];
  readonly summary: { readonly rollouts: number };
}

function lint(folder: string, ...args: string[]): Report & { readonly code: number } {
  // The containers of the fixtures are short, and some have no route.
  const all = ['--skip', 'pods/readiness-probed,rollout/canary-gets-requests', ...args];
  const { code, stdout } = run(folder, 'lint', '--format', 'json', ...all);
  return { ...(JSON.parse(stdout) as Report), code };
}

const places = ({ findings }: Report): string[] =>
  findings.map(({ rule, file, line }) => `${file}:${line} ${rule}`);

const fixtures = path.join(__dirname, '../repository/render/fixtures');

function copyOf(fixture: string): string {
  const folder = folderOf({});
  cpSync(path.join(fixtures, fixture), folder, { recursive: true });
  return folder;
}

/**
 * Stands for kustomize: prints what the real one made of a folder, with origins for where the folder is now. What was
 * recorded is no part of a kustomization, so it is where the folder really is: behind the path of the view.
 */
const recordedKustomize = `
target=$(sed -n 's/^resources: \\["\\(.*\\)"\\]$/\\1/p' "$2/kustomization.yaml")
sed "s#@ROOT@#$target/../..#" "/$target/recorded.txt"`;

/** Stands for helm, in the same way: values and chart are copies, the chart is the last argument. */
const recordedHelm = `
for arg; do case "$previous" in --values) values="$arg";; esac; previous="$arg"; done
for name in dev prod; do if cmp -s "$values" "$previous/values-$name.yaml"; then cat "$previous/recorded-$name.txt"; fi; done`;

const kustomize = programCalled('kustomize');
const kubectl = programCalled('kubectl');
const helm = programCalled('helm');

/** Leaves one program of the machine to be found, in a folder of its own. */
function onlyReal(name: string, program: string | undefined): void {
  onlyPrograms(folderOf({ [name]: { link: program ?? '' } }));
}

/** Prints a Deployment, as Helm does for a chart whose values leave the Rollout off. */
const deploymentOnly = `cat <<'E'
---
# Source: shop/templates/deployment.yaml
apiVersion: apps/v1
kind: Deployment
metadata: { name: shop }
spec:
  selector: { matchLabels: { app: shop } }
  template:
    metadata: { labels: { app: shop } }
    spec: { containers: [{ name: shop, image: "shop:1" }] }
E`;

it.each([
  ['lint', 'charts/shop'],
  ['simulate', 'charts/shop'],
])('says in %s that the values of a chart leave its Rollout off', (command, chart) => {
  const folder = folderOf({
    'charts/shop/Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 1.0.0\n',
    'charts/shop/values.yaml': 'canary: { enabled: false }\n',
    'charts/shop/templates/deployment.yaml': 'kind: Deployment\n',
    'charts/shop/templates/rollout.yaml':
      '{{- if .Values.canary.enabled }}\napiVersion: argoproj.io/v1alpha1\nkind: Rollout\nmetadata: {name: shop}\n{{- end }}\n',
  });
  onlyPrograms(scripts(folder, { helm: deploymentOnly }));
  const { stdout, stderr } = run(folder, command, '--render', chart);
  expect(`${stdout}${stderr}`.replaceAll(/\s+/g, ' ')).toContain(
    `No canary was found: the values of charts/shop leave the Rollout of charts/shop/templates/rollout.yaml off. Give those that turn it on: rolloutkit ${command} --helm-values FILE charts/shop`,
  );
});

describe('a base with three overlays, one of them broken', () => {
  const expectOne = (report: Report & { readonly code: number }): void => {
    expect(places(report)).toEqual(['overlays/prod/canary.yaml:8 rollout/services-exist']);
    expect(report.findings[0]?.message).toBe(
      'Service "web-preview", the canary Service of Rollout "web", is not found. Rendered from overlays/prod.',
    );
    // The route leads to the Service that exists: it is right.
    expect(report.findings[0]?.related).toEqual([]);
    expect(report).toMatchObject({ code: 1, notes: [], failures: [], summary: { rollouts: 3 } });
  };

  it('has one finding, at the line of the patch', () => {
    const folder = copyOf('shop');
    onlyPrograms(scripts(folder, { kustomize: recordedKustomize }));
    expectOne(lint(folder, '--render'));
  });

  for (const [name, program] of Object.entries({ kustomize, kubectl }))
    it.skipIf(program === undefined)(`has it by the real ${name}`, () => {
      const folder = copyOf('shop');
      onlyReal(name, program);
      expectOne(lint(folder, '--render'));
    });

  it('has none without the broken one, and each Rollout has its own namespace', () => {
    const folder = copyOf('shop');
    onlyPrograms(scripts(folder, { kustomize: recordedKustomize }));
    expect(lint(folder, '--render', 'overlays/dev', 'overlays/staging')).toMatchObject({
      code: 0,
      findings: [],
      summary: { rollouts: 2 },
    });
    const { stdout } = run(folder, 'simulate', '--render', '--rollout', 'shop-dev/web', '.');
    expect(stdout).toContain('Rollout shop-dev/web');
    expect(stdout).toContain('3/3');
  });

  it('has what all of them share once, at the line of the base', () => {
    const folder = copyOf('shop');
    onlyPrograms(
      scripts(folder, { kustomize: `{ ${recordedKustomize}\n} | sed 's/setWeight: 20/setWeight: 200/'` }),
    );
    const file = path.join(folder, 'base/rollout.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').replace('setWeight: 20', 'setWeight: 200'));
    const { findings } = lint(folder, '--render', '--only', 'steps/weight-in-range');
    expect(findings).toMatchObject([
      {
        file: 'base/rollout.yaml',
        line: 21,
        message:
          'setWeight 200 is not between 0 and 100; set a value in that range. Rendered from overlays/dev, overlays/prod and overlays/staging.',
      },
    ]);
  });

  it('is found through a link to the repository, too', () => {
    const folder = copyOf('shop');
    onlyPrograms(scripts(folder, { kustomize: recordedKustomize }));
    const link = path.join(folderOf({ repo: { link: folder } }), 'repo');
    const { findings } = lint('/', '--render', link);
    expect(findings.map(({ file, line }) => [path.basename(file), line])).toEqual([['canary.yaml', 8]]);
  });

  it('executes nothing without --render, and says what was left unrendered', () => {
    const folder = copyOf('shop');
    onlyPrograms(
      scripts(folder, { kustomize: `touch ${folder}/executed`, helm: `touch ${folder}/executed` }),
    );
    const names = ['dev', 'prod', 'staging'].map((name) => `overlays/${name}/kustomization.yaml`);
    expect(lint(folder).notes).toEqual([
      `${names.join(', ')}: not rendered, so what they change is unknown; render with --render.`,
    ]);
    expect(existsSync(path.join(folder, 'executed'))).toBe(false);
  });
});

describe('a chart', () => {
  const expectOne = (report: Report): void => {
    expect(places(report)).toEqual([
      'templates/rollout.yaml:12 rollout/stable-service-keeps-pods',
      'templates/rollout.yaml:14 analysis/update-judged',
      'values-prod.yaml:4 steps/weight-in-range',
    ]);
    expect(report).toMatchObject({ notes: [], failures: [], summary: { rollouts: 2 } });
  };

  it('is rendered for each file of values, and findings point into those', () => {
    const folder = copyOf('chart');
    onlyPrograms(scripts(folder, { helm: recordedHelm }));
    expectOne(lint(folder, '--render'));
  });

  it.skipIf(helm === undefined)('is rendered by the real helm', () => {
    const folder = copyOf('chart');
    onlyReal('helm', helm);
    expectOne(lint(folder, '--render'));
    expect(lint(folder, '--helm-values', 'values-dev.yaml')).toMatchObject({
      findings: [],
      summary: { rollouts: 1 },
    });
    const template = path.join(folder, 'templates/rollout.yaml');
    writeFileSync(
      template,
      readFileSync(template, 'utf8').replace('stableService: web', 'stableService: wbe'),
    );
    expect(places(lint(folder, '--render', '--only', 'rollout/services-exist'))).toEqual([
      'templates/rollout.yaml:12 rollout/services-exist',
    ]);
  });

  it('lacks a file of values that is asked for', () => {
    const folder = copyOf('chart');
    onlyPrograms(scripts(folder, { helm: recordedHelm }));
    expect(lint(folder, '--helm-values', 'values-pord.yaml')).toMatchObject({
      code: 4,
      failures: ['values-pord.yaml: no chart has this values file. Did you mean "values-prod.yaml"?'],
    });
  });
});

/** A folder whose kustomization is all that differs. */
function kustomized(kustomization: string, more: Readonly<Record<string, string>> = {}): string {
  return folderOf({ 'app/kustomization.yaml': kustomization, 'app/rollout.yaml': good, ...more });
}

describe('a program', () => {
  const plain = 'resources:\n  - rollout.yaml\n';

  it('that is absent gives exit code 4, for rendering was asked for; the files are read as they are', () => {
    const folder = kustomized(plain, { 'chart/Chart.yaml': 'name: a\nversion: 1.0.0\n' });
    vi.stubEnv('PATH', folder);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(lint(folder, '--render')).toMatchObject({
      code: 4,
      failures: [
        'Neither kustomize nor kubectl is found in PATH, so app was not rendered; the files are read as they are. Install one of them, or remove --render.',
        'helm is not found in PATH, so chart was not rendered; the files are read as they are. Install helm, or remove --render.',
      ],
      summary: { rollouts: 1 },
    });
  });

  it('that fails gives exit code 4 with what it says, and the files are read as they are', () => {
    const folder = kustomized(plain);
    onlyPrograms(scripts(folder, { kustomize: 'echo "Error: no such thing" >&2; exit 1' }));
    expect(lint(folder, '--render')).toMatchObject({
      code: 4,
      failures: ['app: kustomize build failed: no such thing'],
      summary: { rollouts: 1 },
    });
    expect(run(folder, 'simulate', '--render', '.').code).toBe(4);
    expect(run(folder, 'drift', '--render', '.').code).toBe(4);
  });

  it('that fails for one of two overlays leaves each finding of their base once', () => {
    const folder = folderOf({
      'base/kustomization.yaml': plain,
      'base/rollout.yaml': rolloutText('web', 'maxsurge: 1'),
      'bad/kustomization.yaml': 'resources: [../base, missing.yaml]\n',
      'ok/kustomization.yaml': 'resources: [../base]\n',
    });
    const built = `case "$2 $(cat "$2/kustomization.yaml")" in */bad*) echo "Error: no such file" >&2; exit 1;; esac; cat ${folder}/base/rollout.yaml`;
    onlyPrograms(scripts(folder, { kustomize: built }));
    const { code, findings } = lint(folder, '--render', '--only', 'schema/fields-known');
    expect(code).toBe(4);
    expect(findings).toHaveLength(1);
  });

  it('that hangs is ended, with what it has started', () => {
    const folder = kustomized(plain);
    onlyPrograms(scripts(folder, { kustomize: 'sleep 60' }));
    const started = performance.now();
    expect(lint(folder, '--render', '--render-timeout', '1')).toMatchObject({
      code: 4,
      failures: ['app: kustomize build was stopped after 1 s; increase --render-timeout.'],
    });
    expect(performance.now() - started).toBeLessThan(15_000);
  });

  it('prints other objects than the files have: they are found at the kustomization, which says so', () => {
    const folder = kustomized(plain);
    const text = rolloutText('web', 'maxsurge: 1').replaceAll('\n', '\\n');
    onlyPrograms(scripts(folder, { kustomize: `printf '${text}'` }));
    const { findings } = lint(folder, '--render', '--only', 'schema/fields-known');
    expect(findings).toMatchObject([{ file: 'app/kustomization.yaml', line: 1 }]);
    expect(findings[0]?.message).toContain(
      'the line that sets it is unknown, so the finding is at the start of the file.',
    );
  });

  it('is not started for what needs plugins', () => {
    const folder = kustomized(`${plain}helmCharts:\n  - name: x\n`);
    onlyPrograms(scripts(folder, { kustomize: `touch ${folder}/executed` }));
    expect(lint(folder, '--render').failures).toEqual([
      'app: not rendered, because app/kustomization.yaml inflates a Helm chart, and kustomize plugins are disabled; its files are read as they are.',
    ]);
    expect(existsSync(path.join(folder, 'executed'))).toBe(false);
  });

  it('gets neither plugins nor another load restriction', () => {
    const folder = kustomized(plain, { 'chart/Chart.yaml': 'name: a\nversion: 1.0.0\n' });
    onlyPrograms(
      scripts(folder, {
        kustomize: `echo "$@" >> ${folder}/kustomize.txt`,
        helm: `echo "$@" >> ${folder}/helm.txt`,
      }),
    );
    lint(folder, '--render');
    expect(readFileSync(path.join(folder, 'kustomize.txt'), 'utf8')).toMatch(/^build \S+\n$/);
    expect(readFileSync(path.join(folder, 'helm.txt'), 'utf8')).toMatch(
      new RegExp(
        `^template --namespace release-namespace --kube-version=1\\.\\d+ -- a \\S+/view${folder}/chart\n$`,
      ),
    );
  });
});

describe('what stops kustomize', () => {
  it('is shown where it is written: replicas of a Rollout', () => {
    const folder = kustomized('resources:\n  - rollout.yaml\nreplicas:\n  - name: good\n    count: 2\n');
    const said =
      'Error: resource with name good does not match a config with the following GVK [Deployment.[noVer].[noGrp]]';
    onlyPrograms(scripts(folder, { kustomize: `echo '${said}' >&2; exit 1` }));
    const { failures, code } = lint(folder, '--render');
    expect(code).toBe(4);
    expect(failures[0]).toMatch(
      /^app\/kustomization\.yaml:4:11: "replicas" scales only built-in workloads of Kubernetes, and "good" is not one.*init --kustomize/,
    );
  });

  it('is shown where it is written: a file outside', () => {
    const folder = kustomized('resources:\n  - rollout.yaml\n  - ../other.yaml\n', { 'other.yaml': good });
    const said = `Error: security; file '${folder}/other.yaml' is not in or below '${folder}/app'`;
    onlyPrograms(scripts(folder, { kustomize: `echo "${said}" >&2; exit 1` }));
    expect(lint(folder, '--render').failures[0]).toMatch(
      /^app\/kustomization\.yaml:3:5: "\.\.\/other\.yaml" is a file outside this folder/,
    );
  });

  for (const [name, program] of Object.entries({ kustomize, kubectl }))
    it.skipIf(program === undefined)(`is said so by the real ${name}, and mended as we say`, () => {
      const folder = kustomized('resources:\n  - rollout.yaml\nreplicas:\n  - name: good\n    count: 2\n');
      onlyReal(name, program);
      expect(lint(folder, '--render').failures[0]).toMatch(/^app\/kustomization\.yaml:4:11: "replicas"/);

      const file = path.join(folder, 'app/kustomization.yaml');
      writeFileSync(file, `${readFileSync(file, 'utf8')}configurations:\n  - ${transformersFile}\n`);
      writeFileSync(path.join(folder, 'app', transformersFile), kustomizeTransformers());
      expect(lint(folder, '--render')).toMatchObject({ code: 0, failures: [], findings: [] });

      writeFileSync(file, 'resources:\n  - ../other.yaml\n');
      writeFileSync(path.join(folder, 'other.yaml'), good);
      expect(lint(folder, '--render').failures[0]).toMatch(
        /^app\/kustomization\.yaml:2:5: "\.\.\/other\.yaml"/,
      );
    });
});

describe.skipIf(kustomize === undefined)('names and labels that kustomize changes', () => {
  const prepared = (settings: string): string => {
    const folder = copyOf('shop');
    onlyReal('kustomize', kustomize);
    writeFileSync(
      path.join(folder, 'overlays/prod/kustomization.yaml'),
      `resources:\n  - ../../base\n${settings}`,
    );
    writeFileSync(path.join(folder, 'overlays/prod/canary.yaml'), '');
    return folder;
  };
  const mend = (folder: string): void => {
    const file = path.join(folder, 'overlays/prod/kustomization.yaml');
    writeFileSync(file, `${readFileSync(file, 'utf8')}configurations:\n  - ${transformersFile}\n`);
    writeFileSync(path.join(folder, 'overlays/prod', transformersFile), kustomizeTransformers());
  };

  for (const [key, renamed] of [
    ['namePrefix: live-', 'live-web'],
    ['nameSuffix: -live', 'web-live'],
  ] as const)
    it(`is one finding at ${key}`, () => {
      const folder = prepared(`${key}\n`);
      const report = lint(folder, '--render');
      expect(places(report).map((place) => place.split(' ')[0])).toEqual([
        'overlays/prod/kustomization.yaml:3',
      ]);
      const [finding] = report.findings;
      expect(finding?.message).toContain(`Service "web" to "${renamed}"`);
      expect(finding?.message).toContain('init --kustomize');
      expect(finding?.related).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ file: 'base/rollout.yaml', message: 'is not renamed' }),
        ]),
      );
      mend(folder);
      expect(lint(folder, '--render')).toMatchObject({ code: 0, findings: [], failures: [] });
    });

  it('is one finding at the label', () => {
    const folder = prepared(
      'labels:\n  - includeSelectors: true\n    pairs:\n      team: shop\n      tier: web\n',
    );
    const report = lint(folder, '--render');
    expect(places(report)).toEqual(['overlays/prod/kustomization.yaml:6 rollout/added-labels-reach-pods']);
    expect(report.findings[0]?.message).toContain(
      'adds team: "shop" and tier: "web" to the selector of Service "web" and Service "web-canary", but not to the pods of Rollout "web".',
    );
    mend(folder);
    expect(lint(folder, '--render')).toMatchObject({ code: 0, findings: [], failures: [] });
  });
});

describe('what is known of the cluster', () => {
  const lonely = rolloutText('web', 'canaryService: web-canary\n      stableService: web');

  it('is assumed', () => {
    const folder = folderOf({ 'a.yaml': lonely });
    expect(lint(folder, '--only', 'rollout/services-exist').findings).toHaveLength(2);
    const assumed = ['--assume', 'Service/shop/web,Service/web-canary'];
    expect(lint(folder, '--only', 'rollout/services-exist', ...assumed).findings).toEqual([]);
    expect(run(folder, 'lint', '--assume', 'web')).toMatchObject({ code: 2 });
  });

  it('is asked of kubectl, and nothing but what is missing', () => {
    const folder = folderOf({ 'a.yaml': lonely });
    onlyPrograms(
      scripts(folder, {
        kubectl: `echo "$@" >> ${folder}/asked.txt; case "$*" in *metadata.name=web\\ *) echo service/web;; esac`,
      }),
    );
    const { findings } = lint(folder, '--only', 'rollout/services-exist', '--context', 'prod');
    expect(findings.map(({ message }) => message)).toEqual([
      'Service "web-canary", the canary Service of Rollout "web", is not found.',
    ]);
    const asked = readFileSync(path.join(folder, 'asked.txt'), 'utf8').trim().split('\n');
    expect(asked).toHaveLength(2);
    for (const line of asked) expect(line).toMatch(/^--context prod get --all-namespaces .* -- service$/);
  });

  it('cannot be asked', () => {
    const folder = folderOf({ 'a.yaml': lonely });
    onlyPrograms(scripts(folder, { kubectl: 'echo no route >&2; exit 1' }));
    const { code, stderr } = run(folder, 'lint', '--context', 'prod');
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--context prod: the cluster cannot be queried: no route') as string,
    });
  });
});

describe('the output of cdk8s', () => {
  it('is read though Git ignores it, with the construct that an object comes from', () => {
    const folder = folderOf({
      '.git/HEAD': '',
      '.gitignore': 'dist/\n',
      'cdk8s.yaml': 'app: touch executed\n',
      'dist/web.k8s.yaml': rolloutText('web', 'maxsurge: 1'),
      'dist/construct-metadata.json': '{"version":"1","resources":{"web":{"path":"shop/web/rollout"}}}',
    });
    expect(lint(folder).findings).toEqual([]);
    const [finding] = lint(folder, '--render', '--only', 'schema/fields-known').findings;
    expect(finding?.file).toBe('dist/web.k8s.yaml');
    expect(finding?.message).toMatch(/ Its construct is "shop\/web\/rollout"\.$/);
    expect(existsSync(path.join(folder, 'executed'))).toBe(false);
  });

  it('is missed where it was not written', () => {
    const folder = folderOf({ 'cdk8s.yaml': 'app: node main.js\noutput: out\n', 'a.yaml': good });
    expect(lint(folder, '--render').notes).toEqual([
      'cdk8s.yaml: "out" is not found; run cdk8s synth first, rolloutkit does not run apps.',
    ]);
  });
});
