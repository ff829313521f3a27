import { describe, expect, it } from 'vitest';
import { folderOf, rolloutText, run } from '../support/command.js';
import { onlyPrograms, programCalled } from '../support/programs.js';

const helm = programCalled('helm');

/** A Rollout on which something is wrong, with a name that tells what the chart was rendered with. */
const telling = (name: string): string =>
  rolloutText('app', 'maxsurge: 1').replace('name: app\n', `name: ${name}\n`);

const chart = (name: string, more = ''): string => `apiVersion: v2\nname: ${name}\nversion: 0.1.0\n${more}`;

const application = (name: string, helmSettings = ''): string => `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata:
  name: ${name}
  namespace: argocd
spec:
  project: default
  destination:
    server: https://kubernetes.default.svc
    namespace: shop
  source:
    repoURL: https://git.example.com/shop.git
    targetRevision: HEAD
    path: chart
${helmSettings}`;

function render(files: Parameters<typeof folderOf>[0]) {
  onlyPrograms(folderOf({ helm: { link: helm ?? '' } }));
  const { code, stdout } = run(
    folderOf(files),
    'lint',
    '--render',
    '--only',
    'schema/fields-known',
    '--format',
    'json',
  );
  const { findings, failures } = JSON.parse(stdout) as {
    readonly findings: readonly { readonly file: string; readonly resource: { readonly name: string } }[];
    readonly failures: readonly string[];
  };
  return { code, names: findings.map(({ resource }) => resource.name), failures };
}

describe.skipIf(helm === undefined)('the name of a release', () => {
  const named = (name: string): Parameters<typeof folderOf>[0] => ({
    'chart/Chart.yaml': chart(name),
    'chart/templates/rollout.yaml': telling('{{ .Release.Name }}-web'),
  });

  it.each<[string, Parameters<typeof folderOf>[0], string]>([
    [
      'of the Application that deploys the chart',
      { ...named('web'), 'app.yaml': application('shop-web') },
      'shop-web',
    ],
    [
      'that the Application gives',
      { ...named('web'), 'app.yaml': application('shop-web', '    helm:\n      releaseName: prod\n') },
      'prod',
    ],
    ['of the chart', named('web'), 'web'],
    // `helm template` without a name takes this one: https://github.com/helm/helm/blob/v3.22.0/cmd/helm/template.go
    ['of Helm, where the chart has none that a release can have', named('My_Chart'), 'release-name'],
    ['of Helm, where the chart has one that is too long', named('a'.repeat(54)), 'release-name'],
    ['of Helm, where somebody fills the name of the chart in', named("'{{ .Values.name }}'"), 'release-name'],
  ])('is the one %s', (_, files, release) => {
    expect(render(files)).toEqual({ code: 1, names: [`${release}-web`], failures: [] });
  });
});

describe.skipIf(helm === undefined)('the release of Kubernetes', () => {
  const template = telling('k8s-{{ .Capabilities.KubeVersion.Minor }}');
  const files = (kubeVersion = ''): Readonly<Record<string, string>> => ({
    'chart/Chart.yaml': chart('web', kubeVersion),
    'chart/templates/rollout.yaml': template,
  });

  it('is one of today, which charts of today are for', () => {
    expect(render(files('kubeVersion: ">=1.25-0"\n'))).toEqual({ code: 1, names: ['k8s-36'], failures: [] });
  });

  it('is the one that the configuration says', () => {
    expect(render({ ...files('kubeVersion: "<1.32"\n'), 'rolloutkit.yaml': 'kubernetes: 1.30\n' })).toEqual({
      code: 1,
      names: ['k8s-30'],
      failures: [],
    });
  });

  it('is the one that the Application says, with what the cluster serves', () => {
    const settings =
      '    helm:\n      kubeVersion: v1.29.4\n      apiVersions:\n        - example.com/v1/Canary\n';
    expect(
      render({
        ...files(),
        'chart/templates/rollout.yaml': telling(
          'k8s-{{ .Capabilities.KubeVersion.Minor }}-{{ .Capabilities.APIVersions.Has "example.com/v1/Canary" }}',
        ),
        'rolloutkit.yaml': 'kubernetes: 1.30\n',
        'app.yaml': application('shop', settings),
      }).names,
    ).toEqual(['k8s-29-true']);
  });

  it('is told how to change where a chart refuses it', () => {
    const { code, failures } = render(files('kubeVersion: "<1.32"\n'));
    expect(code).toBe(4);
    expect(failures).toEqual([
      expect.stringMatching(
        /^chart: helm template failed: .*chart requires kubeVersion: <1\.32 which is incompatible with Kubernetes v1\.36.* "kubernetes" in rolloutkit\.yaml says which release charts are rendered for, such as "kubernetes: 1\.34"\.$/,
      ),
    ]);
  });

  it.each(['--post-renderer=sh', 'latest', '1.30 --debug'])('is none that is no release: %j', (text) => {
    const settings = `    helm:\n      kubeVersion: "${text}"\n      apiVersions: ["${text}", "--debug"]\n`;
    expect(render({ ...files(), 'app.yaml': application('shop', settings) })).toEqual({
      code: 1,
      names: ['k8s-36'],
      failures: [],
    });
  });
});
