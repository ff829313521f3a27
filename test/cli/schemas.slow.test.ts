import { expect, it } from 'vitest';
import { folderOf, run, runIn } from '../support/command.js';

const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: widgets.example.com }
spec:
  group: example.com
  scope: Namespaced
  names: { kind: Widget, plural: widgets }
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec: { type: object, properties: { size: { type: integer, maximum: MOST } } }
`;

const object = (kind: string, spec: unknown): string =>
  JSON.stringify({ apiVersion: 'example.com/v1', kind, metadata: { name: 'web' }, spec });

const schema = (spec: unknown, more: object = {}): string =>
  JSON.stringify({ type: 'object', properties: { spec }, ...more });

function lint(files: Readonly<Record<string, string>>): readonly string[] {
  const { stdout, stderr } = run(folderOf(files), 'lint', '--format', 'json', '--schemas', 'schemas', 'apps');
  const { findings, failures } = JSON.parse(stdout) as {
    findings: { file: string; line: number; message: string }[];
    failures: string[];
  };
  expect(stderr).toBe('');
  return [...findings.map(({ file, line, message }) => `${file}:${line} ${message}`), ...failures];
}

it('checks objects by definitions in another folder, which win over those among the manifests', () => {
  expect(
    lint({
      'schemas/widget.yaml': definition.replace('MOST', '5'),
      'apps/crd.yaml': definition.replace('MOST', '3'),
      'apps/four.json': object('Widget', { size: 4 }),
      'apps/six.json': object('Widget', { size: 6 }),
    }),
  ).toEqual(['apps/six.json:1 spec.size of Widget "web" has the value 6; it must be at most 5.']);
});

it('checks objects by JSON schemas that are called as catalogs, kubeconform and Kubernetes call them', () => {
  const sized = { type: 'object', properties: { size: { enum: ['small', 'large'] } }, required: ['size'] };
  expect(
    lint({
      'schemas/example.com/widget_v1.json': schema({ ...sized, additionalProperties: false }),
      'schemas/gadget-example-v1.json': schema(sized, {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
      }),
      'schemas/third.json': schema(sized, {
        'x-kubernetes-group-version-kind': [{ group: 'example.com', version: 'v1', kind: 'Gizmo' }],
      }),
      'apps/gadget.json': object('Gadget', { size: 'smal' }),
      'apps/gizmo.json': object('Gizmo', {}),
      'apps/widget.json': object('Widget', { size: 'small', sice: 1 }),
    }),
  ).toEqual([
    'apps/gadget.json:1 spec.size of Gadget "web" is "smal"; did you mean "small"? It must be one of small, large.',
    'apps/gizmo.json:1 Gizmo "web" lacks the required field "size" in spec; add it.',
    'apps/widget.json:1 Widget "web" has no field "sice" in spec; did you mean "size"?',
  ]);
});

it('reads nothing that a schema refers to, and ends what takes too long', () => {
  const chain = Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => [
      `a${at}`,
      { allOf: [{ $ref: `#/definitions/a${at + 1}` }, { $ref: `#/definitions/a${at + 1}` }] },
    ]),
  );
  const started = performance.now();
  const told = lint({
    'schemas/chain-example-v1.json': schema(
      { $ref: '#/definitions/a0' },
      { definitions: { ...chain, a40: { type: 'object' } } },
    ),
    'schemas/circle-example-v1.json': schema(
      { $ref: '#/definitions/a' },
      { definitions: { a: { $ref: '#/definitions/a' } } },
    ),
    'schemas/file-example-v1.json': schema({ $ref: 'file:///etc/passwd' }),
    'schemas/old-example-v1.json': schema({}, { $schema: 'http://json-schema.org/draft-04/schema#' }),
    'schemas/unnamed.json': schema({}),
    'apps/chain.json': object('Chain', {}),
    'apps/circle.json': object('Circle', {}),
    'apps/file.json': object('File', {}),
  });
  expect(performance.now() - started).toBeLessThan(15_000);
  expect(told).toContain(
    'schemas/file-example-v1.json cannot be used as a schema: it refers to "file:///etc/passwd", and no other schema is read.',
  );
  expect(told).toContain(
    'schemas/old-example-v1.json cannot be used as a schema: its dialect is "draft-04"; draft-07, 2019-09 and 2020-12 are known.',
  );
  expect(
    told.filter((line) =>
      line.startsWith('schemas/unnamed.json cannot be used as a schema: its kind is unknown'),
    ),
  ).toHaveLength(1);
  expect(told).toContain(
    'To check objects by the JSON schema of Chain takes too much work, so not all of them were checked.',
  );
  const patterned = lint({
    'schemas/pattern-example-v1.json': schema({ properties: { text: { pattern: '^(a+)+$' } } }),
    'apps/pattern.json': object('Pattern', { text: `${'a'.repeat(5000)}b` }),
  });
  expect(patterned.filter((line) => line.includes('of the form ^(a+)+$'))).toHaveLength(1);
});

it('says that a folder holds no schema', () => {
  expect(lint({ 'schemas/readme.txt': '', 'apps/widget.json': object('Widget', {}) })).toEqual([
    'schemas: no CustomResourceDefinition or JSON schema was found.',
  ]);
});

it('takes folders of the configuration of the user besides, and doctor tells which', () => {
  const home = folderOf({
    'rolloutkit/config.yaml': 'schemas: [crds]\n',
    'rolloutkit/crds/widget.yaml': definition.replace('MOST', '5'),
  });
  const folder = folderOf({ '.git/HEAD': '', 'six.json': object('Widget', { size: 6 }) });
  const around = { folder, environment: { XDG_CONFIG_HOME: home } };
  expect(runIn(around, 'lint').stdout).toContain('spec.size of Widget "web" has the value 6');
  expect(runIn(around, 'doctor').stdout).toContain(
    `schemas        1 definition, 0 JSON schemas  ${home}/rolloutkit/crds\n`,
  );
  const { stderr, code } = runIn({ folder: folderOf({ 'rolloutkit.yaml': 'schemas: [crds]\n' }) }, 'lint');
  expect(stderr).toBe(
    'rolloutkit.yaml:1:1: "schemas" is not read here; a repository cannot name schemas outside of its manifests: pass --schemas DIR, or set it in rolloutkit/config.yaml of your own configuration folder.\n',
  );
  expect(code).toBe(2);
});
