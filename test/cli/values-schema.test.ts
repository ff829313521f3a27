import { describe, expect, it } from 'vitest';
import { folderOf, run } from '../support/command.js';

const schema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  additionalProperties: false,
  required: ['image'],
  properties: {
    replicas: { type: 'integer', minimum: 1 },
    port: { type: 'integer' },
    image: {
      type: 'object',
      properties: { tag: { type: 'string' }, pullPolicy: { enum: ['Always', 'IfNotPresent'] } },
    },
  },
};

const rollout = `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: web}
spec:
  replicas: {{ .Values.replicas }}
  selector: {matchLabels: {app: web}}
  strategy: {canary: {steps: [{setWeight: 20}, {pause: {}}]}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: "registry.example.com/web:{{ .Values.image.tag }}", ports: [{containerPort: {{ .Values.port }}}]}]}
`;

const defaults = 'replicas: 2\nport: 8080\nimage:\n  tag: "1.10"\n';

/** What lint says of a chart with values of an environment, and how it ends. */
function linted(values: string, its: unknown = schema, own = defaults) {
  const folder = folderOf({
    'charts/web/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 0.1.0\n',
    'charts/web/values.yaml': own,
    'charts/web/values-prod.yaml': values,
    'charts/web/values.schema.json': typeof its === 'string' ? its : JSON.stringify(its),
    'charts/web/templates/rollout.yaml': rollout,
  });
  const { stdout, code } = run(folder, 'lint', '--only', 'rollout/services-exist', '--format', 'json');
  const { failures } = JSON.parse(stdout) as { readonly failures: readonly string[] };
  return { code, failures };
}

const of = (where: string, what: string): string =>
  `${where}: ${what} in values.schema.json of chart "web", so Helm refuses to render the chart.`;

describe('the schema of the values of a chart', () => {
  it.each([
    [
      'a key that it does not know',
      'replica: 3\n',
      of('charts/web/values-prod.yaml:1', 'value replica is unknown (did you mean "replicas"?)'),
    ],
    [
      'a quoted number',
      'image: {}\nport: "8080"\n',
      of('charts/web/values-prod.yaml:2', 'value port is a string and must be an integer'),
    ],
    [
      'a number that is a version',
      'image:\n  tag: 1.10\n',
      of('charts/web/values-prod.yaml:2', 'value image.tag is a number and must be a string'),
    ],
    [
      'a value that is none of several',
      'image:\n  pullPolicy: always\n',
      of(
        'charts/web/values-prod.yaml:2',
        'value image.pullPolicy is "always" and must be one of Always, IfNotPresent',
      ),
    ],
  ])('refuses %s', (_, values, message) => expect(linted(values)).toEqual({ code: 4, failures: [message] }));

  it('refuses the values of the chart itself', () =>
    expect(linted('port: 80\n', schema, 'replicas: two\nport: 8080\nimage: {tag: a}\n').failures).toEqual([
      of('charts/web/values.yaml:1', 'value replicas is a string and must be an integer'),
    ]));

  it.each([
    ['a value that only a release gives', { ...schema, required: ['image', 'host'] }],
    ['a value that a release fills in', { properties: { name: { enum: ['a', 'b'] } } }],
  ])('does not miss %s in a chart that nothing releases', (_, its) =>
    expect(linted('name: ""\nreplicas: 3\n', { ...its, additionalProperties: true })).toEqual({
      code: 0,
      failures: [],
    }),
  );

  it.each([
    ['$values/prod/web.yaml', 0],
    ['values-prod.yaml', 4],
  ])('misses a value in a release with %s where all values are known', (file, expected) => {
    const folder = folderOf({
      'charts/web/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 0.1.0\n',
      'charts/web/values.yaml': defaults,
      'charts/web/values-prod.yaml': 'replicas: 3\n',
      'charts/web/values.schema.json': JSON.stringify({ required: ['host'] }),
      'charts/web/templates/rollout.yaml': rollout,
      'application.yaml': `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: web, namespace: argocd}
spec:
  destination: {name: in-cluster, namespace: shop}
  sources:
    - {repoURL: https://git.example.com/web.git, path: charts/web, helm: {valueFiles: [${file}]}}
    - {repoURL: https://git.example.com/values.git, ref: values}
`,
    });
    const { stdout, code } = run(folder, 'lint', '--only', 'rollout/services-exist');
    expect(code).toBe(expected);
    expect(stdout.includes('must have "host"')).toBe(expected === 4);
  });

  it('takes values that fit', () =>
    expect(linted('replicas: 3\nimage: {tag: "1.10"}\n')).toEqual({ code: 0, failures: [] }));

  it.each([
    ['refers to an address', { $ref: 'https://schemas.example.com/values.json' }],
    ['refers to a file', { $ref: 'file:///etc/passwd' }],
    ['refers to a file beside it', { allOf: [{ $ref: '../secret.json#/definitions/a' }] }],
    ['has a dialect of its own', { $schema: 'https://schemas.example.com/dialect', type: 'string' }],
    [
      'refers to itself without end',
      { $ref: '#/definitions/a', definitions: { a: { $ref: '#/definitions/a' } } },
    ],
    ['is not a schema', [1]],
    ['is larger than schemas are', { type: 'string', description: 'x'.repeat(600_000) }],
  ])('says nothing where it %s', (_, its) =>
    expect(linted('replica: 3\n', its)).toEqual({ code: 0, failures: [] }),
  );

  it('matches patterns in linear time', () => {
    const its = { properties: { name: { pattern: '^(a+)+$' } } };
    const begun = performance.now();
    expect(linted(`name: ${'a'.repeat(5000)}b\n`, its).failures).toHaveLength(1);
    expect(performance.now() - begun).toBeLessThan(5000);
  });
});
