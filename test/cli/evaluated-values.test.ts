import { describe, expect, it } from 'vitest';
import { folderOf, run } from '../support/command.js';

/** A chart whose Rollout has a canary Service that is nowhere. */
const chart = {
  'charts/shop/Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 0.1.0\n',
  'charts/shop/values.yaml': 'canary: shop-next\n',
  'charts/shop/templates/rollout.yaml': `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: shop
spec:
  selector: { matchLabels: { app: shop } }
  strategy:
    canary:
      canaryService: {{ .Values.canary }}
      stableService: shop
      trafficRouting: { nginx: { stableIngress: shop } }
  template:
    metadata: { labels: { app: shop } }
    spec:
      containers:
        - name: app
          image: "nginx:1.27"
          env:
            - name: VERSION
              value: "1"
`,
  'charts/shop/templates/service.yaml':
    'apiVersion: v1\nkind: Service\nmetadata: { name: shop }\nspec: { selector: { app: shop }, ports: [{ port: 80 }] }\n',
};

type Files = Readonly<Record<string, string>>;

function lint(files: Files): { readonly found: readonly string[]; readonly notes: readonly string[] } {
  const { stdout } = run(folderOf(files), 'lint', '--only', 'rollout/services-exist', '--format', 'json');
  const { findings, notes } = JSON.parse(stdout) as {
    readonly findings: readonly Record<'file' | 'line' | 'message' | 'severity', string>[];
    readonly notes: readonly string[];
  };
  return {
    found: findings.map(({ file, line, message, severity }) => `${severity} ${file}:${line} ${message}`),
    notes,
  };
}

/** The chart with another text in place of one of its Rollout. */
function withTemplate(old: string, other: string): typeof chart {
  const key = 'charts/shop/templates/rollout.yaml';
  return { ...chart, [key]: chart[key].replace(old, other) };
}

const missing = (name: string, from: string): RegExp =>
  new RegExp(
    `Service "${name}", the canary Service of Rollout "[a-z-]+", is not found. Rendered from ${from}\\.$`,
  );

/** A value that no file gives. */
const required = withTemplate('value: "1"', 'value: {{ required "set a version" .Values.version | quote }}');

const application = `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: shop, namespace: argocd }
spec:
  project: default
  destination: { server: https://kubernetes.default.svc, namespace: shop }
  source: { repoURL: https://git.example.com/shop.git, path: charts/shop }
`;

describe('values of a chart', () => {
  // Helm 3.22 renders such a chart with the last value.
  it('may repeat a key, of which Helm reads the last value', () => {
    const files = { ...chart, 'charts/shop/values.yaml': 'canary: first\ncanary: shop-next\n' };
    expect(lint(files).found).toEqual([expect.stringMatching(missing('shop-next', 'charts/shop'))]);
  });

  it('are not read if they are broken in another way', () => {
    expect(lint({ ...chart, 'charts/shop/values.yaml': 'canary: [shop-next\n' }).found).toEqual([]);
  });
});

describe('a value that each release has to set', () => {
  it('is a placeholder where no file gives it and no Application releases the chart', () => {
    expect(lint(required)).toEqual({
      found: [expect.stringMatching(missing('shop-next', 'charts/shop'))],
      notes: [
        'charts/shop: read with placeholders for what each release has to set, because it is not read without: a value is required: set a version.',
      ],
    });
  });

  it('is a placeholder of which nothing is said', () => {
    const files = withTemplate('{{ .Values.canary }}', '{{ required "set a Service" .Values.service }}');
    expect(lint(files).found).toEqual([]);
  });

  it('is a placeholder within a map that is missing, which Helm does not read', () => {
    expect(lint(withTemplate('value: "1"', 'value: {{ .Values.app.version | quote }}')).found).toHaveLength(
      1,
    );
  });

  it('is a placeholder where an image lacks its repository or its tag', () => {
    expect(lint(withTemplate('image: "nginx:1.27"', 'image: "{{ .Values.image }}:1.27"')).found).toHaveLength(
      1,
    );
    expect(lint(withTemplate('image: "nginx:1.27"', "image: 'nginx:{{ .Values.tag }}'")).found).toHaveLength(
      1,
    );
  });

  it.each([
    ['a comparison', '{{ eq (required "which" .Values.kind) "b" | quote }}'],
    ['a choice', '{{ and .Values.app.on "1" | quote }}'],
    ['a number', '{{ int (required "how many" .Values.count) | quote }}'],
  ])('is not known in %s', (_, value) => {
    expect(lint(withTemplate('value: "1"', `value: ${value}`)).found).toEqual([]);
  });

  it('is false in a condition, which the finding says', () => {
    const { found } = lint(
      withTemplate('value: "1"', 'value: {{ if .Values.app.on }}"1"{{ else }}"2"{{ end }}'),
    );
    expect(found).toEqual([expect.stringMatching(/Rendered from charts\/shop with app\.on: false\.$/)]);
  });

  it('is the first word with which it is compared, and a placeholder stands for what is beside it', () => {
    const value = '{{ if eq .Values.app.kind "web" }}{{ .Values.app.name | quote }}{{ end }}';
    const { found } = lint(withTemplate('value: "1"', `value: ${value}`));
    expect(found).toEqual([expect.stringMatching(/Rendered from charts\/shop with app\.kind: web\.$/)]);
  });

  it('stays missing where an Application releases the chart', () => {
    expect(lint({ ...required, 'application.yaml': application }).found).toEqual([]);
  });
});

describe('values files for tests of a chart', () => {
  it.each(['ci/full-values.yaml', 'ci/values.yaml', 'test.values.yaml', 'test-values.yaml'])(
    'make it readable, and what is found is information: %s',
    (name) => {
      const files = { ...required, [`charts/shop/${name}`]: 'version: "1"\ncanary: shop-of-test\n' };
      const { found, notes } = lint(files);
      expect(found).toEqual([expect.stringMatching(missing('shop-of-test', `charts/shop with ${name}`))]);
      expect(found[0]).toMatch(/^info /);
      expect(notes).toEqual([
        `charts/shop with ${name}: read with these values, because it is not read with its own: a value is required: set a version.`,
      ]);
    },
  );

  it('are not read where the chart is read without them', () => {
    const { found } = lint({ ...chart, 'charts/shop/ci/full-values.yaml': 'canary: shop-of-test\n' });
    expect(found).toEqual([expect.stringMatching(missing('shop-next', 'charts/shop'))]);
  });

  it('name what only the test has', () => {
    const template =
      'image: "nginx:1.27"\n          envFrom: [{ configMapRef: { name: {{ required "which" .Values.config }} } }]';
    const files = {
      ...withTemplate('image: "nginx:1.27"', template),
      'charts/shop/ci/full-values.yaml': 'config: of-the-test\n',
    };
    const { stdout } = run(folderOf(files), 'lint', '--only', 'k8s/config-exists', '--format', 'json');
    expect(JSON.parse(stdout)).toMatchObject({ findings: [] });
  });
});

describe('a chart that includes one with a Rollout by file://', () => {
  const outer = {
    'shops/eu/Chart.yaml':
      'apiVersion: v2\nname: eu\nversion: 0.1.0\ndependencies:\n  - { name: shop, version: 0.1.0, repository: "file://../../charts/shop" }\n',
    'shops/eu/values.yaml': 'shop:\n  canary: shop-of-eu\n',
  };

  it('is read with the templates of that, and its own values', () => {
    expect(lint({ ...chart, ...outer }).found).toEqual([
      expect.stringMatching(
        /^error shops\/eu\/values\.yaml:2 Service "shop-of-eu".* Rendered from shops\/eu\.$/,
      ),
    ]);
  });

  it('is not read if the version of that does not fit', () => {
    const files = {
      ...outer,
      'shops/eu/Chart.yaml': outer['shops/eu/Chart.yaml'].replace(
        'version: 0.1.0, rep',
        'version: 2.0.0, rep',
      ),
    };
    expect(lint({ ...chart, ...files }).found).toEqual([
      expect.stringContaining('Rendered from charts/shop.'),
    ]);
  });
});

describe('a string in single quotes within an action', () => {
  const failuresOf = (value: string): unknown => {
    const { stdout } = run(
      folderOf(withTemplate('value: "1"', `value: ${value}`)),
      'lint',
      '--format',
      'json',
    );
    return (JSON.parse(stdout) as { readonly failures: unknown }).failures;
  };

  // Helm 3.22: parse error at (shop/templates/rollout.yaml:20).
  it('is a failure, because Helm does not parse the template, and the rest is read as it is meant', () => {
    expect(failuresOf(`{{ .Values.version | default 'of none' | quote }}`)).toEqual([
      "charts/shop/templates/rollout.yaml:20: 'of none' is a character constant for Go, which has one character, so Helm fails to parse the template; use double quotes.",
    ]);
    expect(
      lint(withTemplate('value: "1"', `value: {{ default 'of none' .Values.version | quote }}`)).found,
    ).toEqual([expect.stringMatching(missing('shop-next', 'charts/shop'))]);
  });

  it.each(["{{ \"it's 'fine'\" | quote }}", "'{{ .Values.version }}'", "{{/* it's 'fine' */}}"])(
    'is not %s',
    (value) => {
      expect(failuresOf(value)).toEqual([]);
    },
  );
});
