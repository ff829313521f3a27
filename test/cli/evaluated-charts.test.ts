import { describe, expect, it } from 'vitest';
import { folderOf, run } from '../support/command.js';

const rollout = `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: {{ include "shop.name" . }}
spec:
  selector: { matchLabels: { app: {{ include "shop.name" . }} } }
  strategy:
    canary:
      canaryService: {{ .Values.canary.service }}
      stableService: shop
      trafficRouting: { nginx: { stableIngress: shop } }
  template:
    metadata: { labels: { app: {{ include "shop.name" . }} } }
    spec: { containers: [{ name: app, image: "nginx:{{ .Values.tag }}" }] }
`;

const service = `apiVersion: v1
kind: Service
metadata: { name: shop }
spec: { selector: { app: shop }, ports: [{ port: 80 }] }
`;

const ingress = `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { name: shop }
spec:
  ingressClassName: nginx
  rules:
    - host: shop.example.com
      http:
        paths: [{ path: /, pathType: Prefix, backend: { service: { name: shop, port: { number: 80 } } } }]
`;

/** The keys of places in reports. */
const wheres = new Set(['file', 'files', 'line', 'column', 'endLine', 'endColumn']);

const chart = {
  'charts/shop/Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 0.1.0\n',
  'charts/shop/values.yaml': 'canary:\n  service: shop-next\ntag: "1.27"\n',
  'charts/shop/templates/_helpers.tpl': '{{ define "shop.name" }}{{ .Chart.Name }}{{ end }}',
  'charts/shop/templates/rollout.yaml': rollout,
  'charts/shop/templates/service.yaml': service,
};

const application = `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: shop, namespace: argocd }
spec:
  project: default
  destination: { server: https://kubernetes.default.svc, namespace: shop }
  source:
    repoURL: https://git.example.com/shop.git
    path: charts/shop
    helm: { parameters: [{ name: canary.service, value: shop-of-application }] }
`;

function lint(files: Readonly<Record<string, string>>, ...options: readonly string[]) {
  const args = ['lint', '--only', 'rollout/services-exist', '--format', 'json', ...options];
  const { stdout, stderr } = run(folderOf(files), ...args);
  if (stdout === '') throw new Error(stderr);
  const { findings, notes } = JSON.parse(stdout) as {
    readonly findings: readonly { readonly file: string; readonly line: number; readonly message: string }[];
    readonly notes: readonly string[];
  };
  return { found: findings.map(({ file, line, message }) => `${file}:${line} ${message}`), notes };
}

/** Files in a folder. */
function files(all: Readonly<Record<string, string>>, folder: string): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(all).map(([name, text]) => [`${folder}/${name}`, text]));
}

describe('a chart of a Rollout', () => {
  it('has its value files, which its output stands for', () => {
    const withFiles = (names: string): string =>
      application.replace(
        '{ parameters: [{ name: canary.service, value: shop-of-application }] }',
        `{ valueFiles: [${names}] }`,
      );
    const found = (names: string): string =>
      run(
        folderOf({ ...chart, 'argocd.yaml': withFiles(names) }),
        'lint',
        '--only',
        'argocd/path-leads-somewhere',
        '--format',
        'concise',
      ).stdout;
    expect(found('values.yaml')).not.toContain('is not among');
    expect(found('values.yaml, value.yaml')).toContain(
      'Value file "value.yaml" of Application "shop" is not among the files',
    );
  });

  it.each([
    ['the strategy', 'strategy:', 'strategies:'],
    ['what the strategy is', /canary: \{.*\}$/m, 'canary:'],
    ['a name', 'name: web', 'name: "-web"'],
  ])('is not read if its values leave out %s and no Application gives them', (_, whole, left) => {
    const template = `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
spec:
  selector: { matchLabels: { app: shop } }
  strategy:
    canary: { canaryService: shop-next, stableService: shop, trafficRouting: { nginx: { stableIngress: shop } } }
  template:
    metadata: { labels: { app: shop } }
    spec:
      containers:
        - name: {{ .Chart.Name }}
          image: "nginx:1.27"
`;
    const of = (text: string) => ({ ...chart, 'charts/shop/templates/rollout.yaml': text });
    expect(lint(of(template)).found).toHaveLength(1);
    const unfinished = of(template.replace(whole, left));
    expect(lint(unfinished)).toEqual({
      found: [],
      notes: [expect.stringContaining('an unrendered template and was skipped')],
    });
    expect(lint({ ...unfinished, 'application.yaml': application }).notes.join()).not.toContain(
      'without Helm',
    );
  });

  it('is read with its values without Helm, and a finding is at the value that its template writes', () => {
    expect(lint(chart)).toMatchObject({
      found: [expect.stringMatching(/^charts\/shop\/values.yaml:2 Service "shop-next", the canary Service/)],
      notes: [],
    });
  });

  it.each(['simulate', 'protect', 'drift'])('is played by %s as its objects are', (command) => {
    const name = '{{ include "shop.name" . }}';
    const made = rollout
      .replaceAll(name, 'shop')
      .replace('{{ .Values.canary.service }}', 'shop-next')
      .replace('{{ .Values.tag }}', '1.27');
    const at = 'charts/shop/templates';
    const services = {
      'a.yaml': service,
      'b.yaml': service.replace('name: shop', 'name: shop-next'),
      'c.yaml': ingress,
    };
    const helm = application.replace(/ {4}helm: .*\n/, '');
    const played = (files: Readonly<Record<string, string>>) => {
      const { stdout } = run(folderOf(files), command, '--format', 'json');
      const all = JSON.parse(stdout) as Readonly<Record<string, unknown>>;
      // Only where the objects are written differs.
      return JSON.stringify({ ...all, notes: undefined }, (key, value: unknown) =>
        wheres.has(key) ? undefined : value,
      );
    };
    const plain = Object.entries({ ...services, 'rollout.yaml': made });
    const evaluated = played({ ...chart, ...files({ ...services }, at), 'app.yaml': helm });
    expect(evaluated).toContain('"name":"shop"');
    expect(evaluated).not.toContain('InvalidSpec');
    expect(evaluated).toBe(played({ 'app.yaml': helm, ...files(Object.fromEntries(plain), 'charts/shop') }));
  });

  it('has no finding that a comment in its values suppresses', () => {
    const values = chart['charts/shop/values.yaml'].replace(
      'shop-next',
      'shop-next # rolloutkit-ignore rollout/services-exist -- of another team',
    );
    expect(lint({ ...chart, 'charts/shop/values.yaml': values })).toMatchObject({ found: [], notes: [] });
  });

  it('is read with the values of the Application that deploys it', () => {
    expect(lint({ ...chart, 'app.yaml': application }).found).toEqual([
      expect.stringContaining('charts/shop/templates/rollout.yaml:9 Service "shop-of-application"'),
    ]);
  });

  it('is told with the names of values files outside of it', () => {
    const files = {
      'app.yaml': application.replace(/helm: .*/, 'helm: { valueFiles: [../../env/prod.yaml] }'),
      'env/prod.yaml': 'canary: { service: shop-prod }\n',
    };
    expect(lint({ ...chart, ...files }).found).toEqual([
      expect.stringMatching(/^env\/prod.yaml:1 .* Rendered from charts\/shop with env\/prod.yaml\.$/),
    ]);
  });

  it.each([
    [
      'the template of its Rollout writes a random value',
      { ...chart, 'charts/shop/templates/rollout.yaml': `${rollout}# {{ randAlpha 5 }}` },
    ],
    [
      'a template changes values and is not known',
      { ...chart, 'charts/shop/templates/a.yaml': '{{ $_ := set .Values "tag" "2" }}{{ fail "x" }}' },
    ],
    ['a chart within it is an archive', { ...chart, 'charts/shop/charts/a-1.0.0.tgz': '' }],
    ['its output is not YAML', { ...chart, 'charts/shop/templates/a.yaml': 'a: {{ "b: c" }}' }],
  ])('stays unread if %s', (_, files) => {
    expect(lint(files)).toMatchObject({
      found: [],
      notes: [expect.stringContaining('To lint the rendered output: rolloutkit lint --render charts/shop')],
    });
  });

  describe('of which a part is not known', () => {
    /** A finding about a Rollout alone, which does not depend on other objects. */
    const alone = ['--only', 'pods/image-versioned'];
    const tag = { 'charts/shop/values.yaml': 'canary:\n  service: shop-next\ntag: latest\n' };
    const unknown = { ...chart, ...tag, 'charts/shop/templates/a.yaml': 'a: {{ randAlpha 5 }}' };
    const dependent = {
      ...{ ...chart, ...tag },
      'charts/shop/Chart.yaml': `${chart['charts/shop/Chart.yaml']}dependencies: [{ name: redis, repository: "https://charts.example.com", version: 1.0.0 }]\n`,
    };

    it('is read without a template that is not known, which may make what is not found', () => {
      const notes = [
        'charts/shop: read without templates/a.yaml, because function randAlpha is not known here. What it makes is not known.',
        expect.stringContaining('charts/shop/templates: 1 file is an unrendered template'),
      ];
      expect(lint(unknown)).toEqual({ found: [], notes });
      expect(lint(unknown, ...alone)).toEqual({
        found: [expect.stringMatching(/^charts\/shop\/templates\/rollout.yaml:14 .*"latest"/)],
        notes,
      });
    });

    it('is read without a chart that is not there, which may make what is not found', () => {
      const notes = [
        'charts/shop: read without redis, which is not in its charts/ folder. What it makes is not known; to read all of it: helm dependency build charts/shop, and --render',
      ];
      expect(lint(dependent)).toEqual({ found: [], notes });
      expect(lint(dependent, ...alone)).toEqual({ found: [expect.stringContaining('"latest"')], notes });
    });

    it('has no finding about values that may be those of a chart that is not there', () => {
      const values = {
        'charts/shop/values.yaml': 'redis:\n  tag: latest\ncanary: { service: shop-next }\n',
        'charts/shop/templates/rollout.yaml': rollout.replace('.Values.tag', '.Values.redis.version'),
      };
      expect(lint({ ...dependent, ...values }, ...alone)).toMatchObject({ found: [] });
    });

    it('is read with what turns its Rollout on, if it fails with its own values', () => {
      const off = {
        ...{ ...chart, ...tag },
        'charts/shop/templates/rollout.yaml': `{{- if .Values.rollout.enabled }}\n${rollout}{{- end }}\n`,
      };
      expect(lint(off, ...alone)).toMatchObject({
        found: [
          expect.stringMatching(/"latest".* with rollout\.enabled: true\.$/),
          expect.stringMatching(/Service "shop-next".* with rollout\.enabled: true\.$/),
        ],
        notes: [
          'charts/shop with rollout.enabled: true: read with these values, because it is not read with its own: .enabled is read from nil.',
        ],
      });
    });
  });

  it.each([
    ['a pattern of names', '*.bak\n', 'templates/service.yaml.bak', service.replace('app: shop', 'app: old')],
    ['a folder', 'old/\n', 'templates/old/service.yaml', service.replace('app: shop', 'app: old')],
    ['a path', '/templates/old-*.yaml\n', 'templates/old-1.yaml', service.replace('app: shop', 'app: old')],
    [
      'a name that begins with a dot',
      '',
      'templates/.service.yaml',
      service.replace('app: shop', 'app: old'),
    ],
  ])('does not have what .helmignore leaves out: %s', (_, ignored, name, left) => {
    // Helm 3.22 prints the file only without the line, so there is one Service "shop", whose selector fits.
    const files = {
      ...chart,
      [`charts/shop/${name}`]: left,
      'charts/shop/.helmignore': `# left out\n${ignored}`,
    };
    const rules = ['--only', 'k8s/identity-unique', '--only', 'rollout/service-selects-pods'];
    expect(lint(files, ...rules).found).toEqual([expect.stringContaining('Service "shop-next"')]);
    if (ignored === '') return;
    const whole = { ...files, 'charts/shop/.helmignore': '' };
    expect(lint(whole, ...rules).found).toContainEqual(expect.stringContaining('Service "shop" '));
  });

  it('has no chart that .helmignore leaves out, and reads no list of a chart within it', () => {
    const files = {
      ...chart,
      'charts/shop/.helmignore': 'charts/old/\n',
      'charts/shop/charts/old/Chart.yaml': 'apiVersion: v2\nname: old\nversion: 0.1.0\n',
      'charts/shop/charts/old/templates/a.yaml': 'a: {{ randAlpha 5 }}',
      'charts/shop/charts/new/Chart.yaml': 'apiVersion: v2\nname: new\nversion: 0.1.0\n',
      'charts/shop/charts/new/.helmignore': 'next.yaml\n',
      'charts/shop/charts/new/templates/next.yaml': service.replace('name: shop', 'name: shop-next'),
    };
    expect(lint(files)).toEqual({ found: [], notes: [] });
  });

  it('stays unread if its .helmignore has a form with a surprising meaning', () => {
    expect(lint({ ...chart, 'charts/shop/.helmignore': '!*.yaml\n' })).toMatchObject({ found: [] });
  });

  it('has a finding in the file of its object, though a comment stands before the objects of that file', () => {
    // Helm writes "# Source" above each document, also above one that is only a comment.
    const files = {
      ...chart,
      'charts/shop/templates/config.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: shop }\n',
      'charts/shop/templates/rollout.yaml':
        '# The Rollouts.\n{{- range list "shop" }}\n---\n' +
        rollout.replaceAll(/ \. \}/g, ' $ }').replaceAll('.Values', '$.Values') +
        '{{- end }}\n',
    };
    expect(lint(files).found).toEqual([expect.stringMatching(/^charts\/shop\/values.yaml:2 /)]);
  });

  it('stays unread with --no-render', () => {
    expect(lint(chart, '--no-render').found).toEqual([]);
  });

  it('tells the values with which it is not known', () => {
    const files = {
      'charts/shop/values-a.yaml': 'tag: "2"\n',
      'charts/shop/values-b.yaml': 'tag: "3"\ncanary:\n',
    };
    expect(lint({ ...chart, ...files })).toMatchObject({
      notes: [
        'charts/shop with values-b.yaml: not read without Helm: .service is read from nil. Lint it with --render.',
      ],
    });
  });
});

describe('a chart whose values turn its Rollout off', () => {
  const guarded = (condition: string) => `{{- if ${condition} }}\n${rollout}{{- end }}\n`;
  const off = {
    ...chart,
    'charts/shop/templates/rollout.yaml': guarded('.Values.rollout.enabled'),
    'charts/shop/values.yaml': 'canary:\n  service: shop-next\ntag: "1.27"\nrollout:\n  enabled: false\n',
  };
  const missing = (values: string) =>
    expect.stringMatching(
      new RegExp(String.raw`^charts/shop/values\.yaml:2 .*Rendered from charts/shop with ${values}\.$`),
    ) as string;

  it('is read with the values that turn it on, and what is found is information', () => {
    const { stdout } = run(folderOf(off), 'lint', '--only', 'rollout/services-exist', '--format', 'json');
    const { findings } = JSON.parse(stdout) as { findings: readonly { severity: string }[] };
    expect(findings.map(({ severity }) => severity)).toEqual(['info']);
    expect(lint(off)).toEqual({ found: [missing('rollout.enabled: true')], notes: [] });
  });

  it.each([
    ['eq .Values.kind "Rollout"', 'kind: Deployment', 'kind: Rollout'],
    ['eq "Rollout" $.Values.kind', 'kind: Deployment', 'kind: Rollout'],
    ['and .Values.canary (not .Values.legacy)', 'legacy: true', 'legacy: false'],
    ['and .Values.on (eq .Values.kind "Rollout")', 'on: false', 'on: true, kind: Rollout'],
  ])('is read with what {{ if %s }} asks for', (condition, value, values) => {
    const files = {
      ...off,
      'charts/shop/templates/rollout.yaml': guarded(condition),
      'charts/shop/values.yaml': `canary:\n  service: shop-next\ntag: "1.27"\n${value}\n`,
    };
    expect(lint(files).found).toEqual([missing(values)]);
  });

  it('is read with what leads to the other branch', () => {
    const files = {
      ...off,
      'charts/shop/templates/rollout.yaml': `{{ if .Values.plain }}\n${service}{{ else }}\n${rollout}{{ end }}`,
      'charts/shop/templates/service.yaml': '',
      'charts/shop/values.yaml': 'canary:\n  service: shop-next\ntag: "1.27"\nplain: true\n',
    };
    expect(lint(files).found).toContainEqual(missing('plain: false'));
  });

  it.each([
    ['a value that is neither a boolean nor a word', '.Values.count', 'count: 0'],
    ['another comparison', 'gt .Values.count 1', 'count: 0'],
    ['one of several values', 'or .Values.on .Values.canary.on', 'on: false'],
  ])('stays off if %s decides', (_, condition, value) => {
    const files = {
      ...off,
      'charts/shop/templates/rollout.yaml': guarded(condition),
      'charts/shop/values.yaml': `canary:\n  service: shop-next\ntag: "1.27"\n${value}\n`,
    };
    expect(lint(files).found).toEqual([]);
  });

  it('is read beside what an Application releases without it', () => {
    const { stdout } = run(
      folderOf({ ...off, 'application.yaml': application }),
      ...['lint', '--only', 'rollout/services-exist,rollout/service-selects-pods', '--format', 'json'],
    );
    const { findings } = JSON.parse(stdout) as {
      findings: readonly Record<'message' | 'severity', string>[];
    };
    expect(findings).toEqual([
      expect.objectContaining({
        severity: 'info',
        message: expect.stringMatching(
          /^Service "shop-next".*Rendered from charts\/shop with rollout\.enabled: true\.$/,
        ) as string,
      }),
    ]);
  });

  it('is not read beside what an Application releases with it', () => {
    const on = application.replace(
      'name: canary.service, value: shop-of-application',
      'name: rollout.enabled, value: "true"',
    );
    const { found } = lint({ ...off, 'application.yaml': on });
    expect(found).toEqual([expect.stringContaining('with the values of Application shop.')]);
  });

  it('is read as it is released if other values turn it on', () => {
    const files = { ...off, 'charts/shop/values-prod.yaml': 'rollout: { enabled: true }\n' };
    expect(lint(files).found).toEqual([expect.stringContaining('with values-prod.yaml.')]);
  });

  it('has a note if Helm fails with the values that turn it on', () => {
    const files = {
      ...off,
      'charts/shop/templates/rollout.yaml': guarded('.Values.rollout.enabled').replace(
        'include "shop.name"',
        'include "web.name"',
      ),
    };
    expect(lint(files)).toEqual({
      found: [],
      notes: [
        'charts/shop with rollout.enabled: true: Helm fails, because template web.name is not found, so the Rollout of the chart cannot be deployed.',
      ],
    });
  });
});

describe('a chart without a Rollout', () => {
  it('stays unread', () => {
    const files = { ...chart, 'charts/shop/templates/rollout.yaml': 'a: {{ .Values.tag }}' };
    expect(lint(files).notes).toEqual([expect.stringContaining('charts/shop/templates')]);
  });
});
