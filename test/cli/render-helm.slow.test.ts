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

describe.skipIf(helm === undefined)('a chart at the root', () => {
  const at = (path: string): Parameters<typeof folderOf>[0] => ({
    'Chart.yaml': chart('engine'),
    'templates/rollout.yaml': telling('{{ .Release.Name }}-in-{{ .Release.Namespace }}'),
    'app.yaml': application('web', '    helm:\n      releaseName: shop\n').replace(
      'path: chart',
      `path: ${path}`,
    ),
  });

  it('is released as its Application does', () => {
    expect(render(at('.'))).toEqual({ code: 1, names: ['shop-in-shop'], failures: [] });
    expect(render(at('./'))).toEqual({ code: 1, names: ['shop-in-shop'], failures: [] });
    expect(render(at('elsewhere')).names).toEqual(['engine-in-release-namespace']);
  });

  it('is released for each of two Applications, under the name of each', () => {
    const second = { 'b.yaml': application('b').replace('path: chart', 'path: .') };
    expect(render({ ...at('.'), ...second }).names.toSorted()).toEqual(['b-in-shop', 'shop-in-shop']);
  });
});

describe.skipIf(helm === undefined)('a manifest beside templates/', () => {
  const ingress = (name: string, namespace = 'shop'): string =>
    `apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: {name: ${name}, namespace: ${namespace}}\nspec: {rules: [{host: a.example.com, http: {paths: [{path: /, pathType: Prefix, backend: {service: {name: stable, port: {number: 80}}}}]}}]}\n`;
  const rollout = `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: web, namespace: shop}
spec:
  selector: {matchLabels: {app: web}}
  template: {metadata: {labels: {app: web}}, spec: {containers: [{name: web, image: "web:1"}]}}
  strategy:
    canary:
      canaryService: canary
      stableService: stable
      trafficRouting: {nginx: {stableIngress: web-ingress}}
      steps: [{setWeight: 20}, {pause: {}}]
`;
  const missing = (beside: Readonly<Record<string, string>>): readonly string[] => {
    onlyPrograms(folderOf({ helm: { link: helm ?? '' } }));
    const folder = folderOf({
      'chart/Chart.yaml': chart('web'),
      'chart/templates/rollout.yaml': rollout,
      ...beside,
    });
    const { stdout } = run(folder, 'lint', '--render', '--format', 'json');
    const { findings } = JSON.parse(stdout) as { readonly findings: readonly { readonly rule: string }[] };
    return findings.flatMap(({ rule }) => (/-exists?$/.test(rule) ? [rule] : [])).sort();
  };
  const services = 'rollout/services-exist';

  it('may be applied by hand, so what it defines is not missing; all else is', () => {
    expect(missing({ 'chart/ingress.yaml': ingress('web-ingress') })).toEqual([services, services]);
    expect(missing({ 'chart/more.yaml': `${ingress('other')}---\n${ingress('web-ingress')}` })).toEqual([
      services,
      services,
    ]);
    expect(missing({})).toEqual(['nginx/ingress-exists', services, services]);
  });

  it('is of another namespace or of another name', () => {
    const all = ['nginx/ingress-exists', services, services];
    expect(missing({ 'chart/ingress.yaml': ingress('web-ingress', 'blog') })).toEqual(all);
    expect(missing({ 'chart/ingress.yaml': ingress('web-ingres') })).toEqual(all);
  });

  it('is looked at where another Application deploys it', () => {
    const app = application('extra', '    directory:\n      include: ingress.yaml\n');
    expect(missing({ 'chart/ingress.yaml': ingress('web-ingress'), 'extra.yaml': app })).toEqual([
      services,
      services,
    ]);
    expect(missing({ 'chart/ingress.yaml': ingress('other'), 'extra.yaml': app })).toEqual([
      'nginx/ingress-exists',
      services,
      services,
    ]);
  });
});

describe.skipIf(helm === undefined)('a chart that an Application of another chart deploys', () => {
  const files = {
    'chart/Chart.yaml': chart('web'),
    'chart/templates/rollout.yaml': telling('{{ .Release.Name }}-{{ required "a team" .Values.team }}'),
  };
  const parent = (helmSettings: string, values = 'team: a\n'): Readonly<Record<string, string>> => ({
    'apps/Chart.yaml': chart('apps'),
    'apps/values.yaml': values,
    'apps/templates/web.yaml': application('{{ .Release.Name }}-web', helmSettings),
  });
  const text = '    helm:\n      values: |\n        team: {{ .Values.team }}\n';
  const object = '    helm:\n      valuesObject: {team: {{ .Values.team }}}\n';
  const parameter = '    helm:\n      parameters: [{name: team, value: {{ .Values.team }}}]\n';

  it.each([
    ['a text', text],
    ['an object', object],
    ['parameters', parameter],
  ])('has the values that are rendered as %s', (_, settings) => {
    expect(render({ ...files, ...parent(settings) })).toEqual({
      code: 1,
      names: ['apps-web-a'],
      failures: [],
    });
  });

  it('has those of each release of the other one', () => {
    const releases = {
      'one.yaml': application('one', '    helm:\n      valuesObject: {team: b}\n').replace(
        'path: chart',
        'path: apps',
      ),
      'two.yaml': application('two', '    helm:\n      valuesObject: {team: c}\n').replace(
        'path: chart',
        'path: apps',
      ),
    };
    const { names, failures } = render({ ...files, ...parent(text), ...releases });
    expect([names.toSorted(), failures]).toEqual([['one-web-b', 'two-web-c'], []]);
  });

  it('has those of two levels above', () => {
    const top = {
      'top/Chart.yaml': chart('top'),
      'top/templates/apps.yaml': application('mid', '    helm:\n      valuesObject: {team: z}\n').replace(
        'path: chart',
        'path: apps',
      ),
    };
    expect(render({ ...files, ...parent(text), ...top })).toEqual({
      code: 1,
      names: ['mid-web-z'],
      failures: [],
    });
  });

  it('is said not to be rendered where nothing gives a value that it needs', () => {
    expect(render(files).failures).toEqual([expect.stringContaining('a team')]);
    const without = parent('    helm:\n      releaseName: x\n');
    expect(render({ ...files, ...without }).failures).toEqual([expect.stringContaining('a team')]);
  });
});

describe.skipIf(helm === undefined)('a key that a chart renders twice', () => {
  const told = (template: string, more: Readonly<Record<string, string>> = {}): readonly string[] => {
    onlyPrograms(folderOf({ helm: { link: helm ?? '' } }));
    const folder = folderOf({
      'chart/Chart.yaml': chart('web'),
      'chart/templates/a.yaml': template,
      ...more,
    });
    const { stdout } = run(folder, 'lint', '--render', '--format', 'json', '--only', 'yaml/unique-keys');
    const { findings } = JSON.parse(stdout) as {
      readonly findings: readonly { readonly rule: string; readonly severity: string }[];
    };
    return findings.map(({ rule, severity }) => `${severity} ${rule}`);
  };
  const labels = (first: string, second: string): string =>
    `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {{ .Release.Name }}\n  labels:\n    app: ${first}\n    app: ${second}\n`;

  // sigs.k8s.io/yaml 1.6.0 was asked: Unmarshal and YAMLToJSON take a repeated key, the last one counts.
  it.each([
    ['one text', labels('web', 'web')],
    ['one text in two ways', labels('web', '"web"')],
    ['values that are the same', labels('{{ .Chart.Name }}', 'web')],
    [
      'one map',
      labels('web', 'web').replace(/labels:[^]*/, 'annotations: {a: "1"}\n  annotations: {a: "1"}\n'),
    ],
  ])('is no fault of what is deployed where it has %s', (_, template) => {
    expect(told(template)).toEqual(['info yaml/unique-keys']);
  });

  it.each([
    ['two texts', labels('web', 'api')],
    ['a text and a number', labels('"1"', '1')],
    [
      'two maps',
      labels('web', 'web').replace(/labels:[^]*/, 'annotations: {a: "1"}\n  annotations: {a: "2"}\n'),
    ],
  ])('is an error where it has %s', (_, template) => {
    expect(told(template)).toEqual(['error yaml/unique-keys']);
  });

  it('is an error in a file that is not rendered: kustomize refuses it, whatever its values are', () => {
    const file = labels('web', 'web').replace('{{ .Release.Name }}', 'web');
    expect(told('', { 'other/a.yaml': file })).toEqual(['error yaml/unique-keys']);
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
        /^chart: helm template failed: .*chart requires kubeVersion: <1\.32 which is incompatible with Kubernetes v1\.36.* Set the release that charts are rendered for in rolloutkit\.yaml, such as "kubernetes: 1\.34"\.$/,
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

describe.skipIf(helm === undefined)('a chart without its dependencies', () => {
  const dependency = (name: string): string =>
    `  - { name: ${name}, version: 1.x.x, repository: "https://charts.example.com" }\n`;
  const files = {
    'apps/my shop/Chart.yaml': chart('shop', `dependencies:\n${dependency('redis')}${dependency('common')}`),
    'apps/my shop/values-dev.yaml': 'replicas: 1\n',
    'apps/my shop/values-prod.yaml': 'replicas: 2\n',
    'apps/my shop/templates/rollout.yaml': telling('web-{{ .Values.replicas }}'),
  };

  it('is told once, with the command that fetches them, however often it is rendered', () => {
    expect(render(files)).toEqual({
      code: 4,
      names: [],
      failures: [
        "apps/my shop: not rendered, because redis and common are not in its charts/ folder; fetch them: helm dependency build 'apps/my shop'",
      ],
    });
  });

  it('is one failure each', () => {
    const other = { 'other/Chart.yaml': chart('other', `dependencies:\n${dependency('redis')}`) };
    expect(render({ ...files, ...other, 'other/templates/rollout.yaml': telling('web') }).failures).toEqual([
      expect.stringMatching(/^apps\/my shop: /),
      'other: not rendered, because redis is not in its charts/ folder; fetch it: helm dependency build other',
    ]);
  });
});

describe.skipIf(helm === undefined)('the values of an Application', () => {
  const named = telling('{{ .Values.team }}-{{ .Values.name }}-{{ .Values.list | join "" }}');
  const files: Readonly<Record<string, string>> = {
    'chart/Chart.yaml': chart('web'),
    'chart/values.yaml': 'team: default\nname: default\nlist: [a]\n',
    'chart/values-prod.yaml': 'team: beside\nname: beside\n',
    'values/prod.yaml': 'team: prod\nname: prod\n',
    'chart/templates/rollout.yaml': named,
  };

  // What is written wins over files, an object over a text, and single values over both:
  // https://github.com/argoproj/argo-cd/blob/v3.5.1/reposerver/repository/repository.go (helmTemplate)
  it.each([
    ['a text', '      values: |\n        name: written\n', 'default-written-a'],
    ['an object', '      valuesObject:\n        name: object\n', 'default-object-a'],
    [
      'both',
      '      values: |\n        team: written\n      valuesObject:\n        name: object\n',
      'default-object-a',
    ],
    [
      'single ones',
      '      values: |\n        name: written\n      parameters:\n        - {name: name, value: single}\n',
      'default-single-a',
    ],
    [
      'single ones with a comma, in a list and as a text',
      '      parameters:\n        - {name: list, value: "{x,y}"}\n        - {name: name, value: "1e3", forceString: true}\n',
      'default-1e3-xy',
    ],
    [
      'files of the repository and an object',
      '      valueFiles: [/values/prod.yaml]\n      valuesObject:\n        name: object\n',
      'prod-object-a',
    ],
    [
      'files that may be missing',
      '      valueFiles: [../values/prod.yaml, ../values/none.yaml]\n      ignoreMissingValueFiles: true\n',
      'prod-prod-a',
    ],
  ])('are used: %s', (_, settings, name) => {
    const { names, failures } = render({
      ...files,
      'app.yaml': application('web', `    helm:\n${settings}`),
    });
    expect({ names, failures }).toEqual({ names: [name], failures: [] });
  });

  it('are used once for each Application', () => {
    const one = (team: string): string =>
      application(team, `    helm:\n      parameters:\n        - {name: team, value: ${team}}\n`);
    expect(render({ ...files, 'app.yaml': `${one('red')}---\n${one('blue')}` }).names.sort()).toEqual([
      'blue-default-a',
      'red-default-a',
    ]);
  });

  it('are those of another source of the repository', () => {
    const sources = application('web').replace(
      /  source:[^]*$/,
      `  sources:
    - repoURL: https://git.example.com/shop.git
      path: chart
      helm:
        valueFiles: [$own/values/prod.yaml]
    - repoURL: https://git.example.com/shop.git
      ref: own
`,
    );
    expect(render({ ...files, 'app.yaml': sources }).names).toEqual(['prod-prod-a']);
    const elsewhere = sources.replace(/shop\.git\n {6}ref/, 'other.git\n      ref');
    expect(render({ ...files, 'app.yaml': elsewhere }).names).toEqual(['beside-beside-a']);
  });

  it('are not those of a test', () => {
    const names = (file: string) => {
      const [tried, own] = [`chart/${file}`, 'chart/values-prod.yaml'];
      return render({ ...files, [own]: '', [tried]: 'team: given\nname: given\n' }).names;
    };
    // values-prod.yaml says nothing.
    expect(names('test_values.yaml')).toEqual(['default-default-a']);
    expect(names('secrets-test-values.yaml')).toEqual(['default-default-a']);
    // An environment for tests is deployed.
    expect(names('values-test.yaml')).toContain('given-given-a');
    expect(names('latest-values.yaml')).toContain('given-given-a');
  });
});

describe.skipIf(helm === undefined)('a chart that nobody deploys', () => {
  /** A Rollout with a Service of a fixed name, in a chart whose Services have these. */
  const files = (services: readonly string[], value = ''): Readonly<Record<string, string>> => ({
    'chart/Chart.yaml': chart('web'),
    'chart/values.yaml': `active: shop\nproject: "${value}"\n`,
    'chart/templates/rollout.yaml': rolloutText('app', 'minReadySeconds: 0').replace(
      /  strategy:[^]*/,
      '  strategy:\n    blueGreen:\n      activeService: {{ .Values.active }}\n',
    ),
    'chart/templates/services.yaml': services
      .map((name) => `apiVersion: v1\nkind: Service\nmetadata:\n  name: ${name}\n`)
      .join('---\n'),
    'chart/templates/app.yaml': application('inner').replace(
      'project: default',
      'project: {{ .Values.project }}',
    ),
  });
  const rules = (given: Parameters<typeof folderOf>[0]): readonly string[] => {
    onlyPrograms(folderOf({ helm: { link: helm ?? '' } }));
    const only = ['rollout/services-exist', 'schema/fields-complete'];
    const { stdout } = run(folderOf(given), 'lint', '--render', '--only', only.join(), '--format', 'json');
    const { findings } = JSON.parse(stdout) as { readonly findings: readonly { readonly rule: string }[] };
    return findings.map(({ rule }) => rule);
  };

  it('may have a Service of any name that the release gives it', () => {
    expect(rules(files(['{{ .Release.Name }}'], 'default'))).toEqual([]);
    expect(rules(files(['shop-{{ .Release.Name }}'], 'default'))).toEqual(['rollout/services-exist']);
    expect(rules(files(['other'], 'default'))).toEqual(['rollout/services-exist']);
    const deployed = { ...files(['{{ .Release.Name }}'], 'default'), 'app.yaml': application('web') };
    expect(rules(deployed)).toEqual(['rollout/services-exist']);
  });

  it('lacks nothing that its values leave empty', () => {
    expect(rules(files(['shop']))).toEqual([]);
    expect(rules({ ...files(['shop']), 'app.yaml': application('web') })).toEqual(['schema/fields-complete']);
  });
});
