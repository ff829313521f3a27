import { expect, it } from 'vitest';
import { lint } from '../../src/lint/lint.js';
import json from '../../src/report/json.js';
import { plain } from '../../src/report/style.js';
import text from '../../src/report/text.js';
import { maskedLines, withoutWords } from '../../src/report/secrets.js';
import { problemRules } from '../../src/yaml/parse/problems.js';
import { reportOf } from '../support/findings.js';
import { textSource } from '../support/sources.js';

/** What is printed of the findings about the YAML of a text, in all formats. */
function printed(yaml: string): string {
  const { findings } = lint([textSource('secret.yaml', yaml)], []);
  expect(findings.map(({ rule }) => rule)).toContainEqual(
    expect.toBeOneOf(problemRules.map(({ name }) => name)),
  );
  return `${text(reportOf(findings), plain).join('\n')}\n${json(reportOf(findings))}`;
}

const head = 'apiVersion: v1\nkind: Secret\nmetadata:\n  name: db\n';

it.each([
  ['a colon', `${head}stringData:\n  user: hunter1\n  password: hunter2: x\n`],
  ['an open quote', `${head}stringData:\n  password: "hunter2\n  other: 'hunter3'\n`],
  ['a tab', `${head}data:\n  password: hunter2\n\tother: hunter3\n`],
  ['a sign', `${head}stringData:\n  password: @hunter2\n`],
  ['an alias', `${head}stringData:\n  password: *hunter2\n`],
  ['a wrong escape', `${head}stringData:\n  password: "\\hunter2"\n`],
  ['a block', `${head}stringData:\n  password: |hunter2\n    hunter3\n`],
  ['a list', `${head}stringData:\n  password: [hunter2\n`],
  ['the same key', `${head}stringData:\n  password: hunter1\n  password: hunter2\n`],
  ['data without its colon', `${head}stringData\n  password: hunter2\n`],
  ['data that is misspelt', `${head}stringdta:\n  password: hunter2: x\n`],
  ['data without indentation', `${head}stringData:\npassword: hunter2: x\n`],
  ['a comment', `${head}stringData:\n  # password: hunter1\n  password: hunter2: x\n`],
  ['a text of several lines', `${head}stringData:\n  key: |\n    hunter1 #\n   hunter2: x\n  a: b: c\n`],
  [
    'what kubectl applied',
    `${head}  annotations:\n    kubectl.kubernetes.io/last-applied-configuration: {"hunter2\n`,
  ],
  [
    'JSON',
    '{\n  "apiVersion": "v1",\n  "kind": "Secret",\n  "stringData": {\n    "password": "hunter2"\n    "other": "hunter3"\n  }\n}\n',
  ],
  [
    'JSON in one line',
    '{"apiVersion": "v1", "kind": "Secret", "stringData": {"password": "hunter2" "other": "hunter3"}}\n',
  ],
  ['a kind behind the data', 'apiVersion: v1\nstringData:\n  password: hunter2: x\nkind: Secret\n'],
  [
    'a List',
    'kind: List\nitems:\n  - apiVersion: v1\n    kind: Secret\n    data:\n      password: hunter2: x\n',
  ],
])('what a Secret holds is not printed: %s', (_, yaml) => {
  const output = printed(yaml);
  expect(output).not.toContain('hunter');
  expect(output).toContain('secret.yaml');
});

it('shows the key, and marks what is hidden', () => {
  const output = printed(`${head}stringData:\n  user: sam\n  password: hunter2: x\n`);
  expect(output).toContain(`   ╭─ secret.yaml:7:20
 5 │ stringData:
 6 │   user: ***
 7 │   password: ***
   │             ^^^
   ╰─`);
});

it('hides nothing of other documents', () => {
  const output = printed(`${head}stringData:\n  user: sam\n---\nkind: ConfigMap\ndata:\n  size: twelve: x\n`);
  expect(output).toContain(' │   size: twelve: x\n');
  expect(printed('kind: SecretStore\nspec:\n  size: twelve: x\n')).toContain(' │   size: twelve: x\n');
});

const application = (entry: string) => `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata:
  name: web
spec:
  project: default
  destination:
    namespace: shop
  syncPolicy:
    syncOptions:
      - Prune=false
      - Prune=false: x
  ignoreDifferences:
${entry}`;

it('hides nothing of an object that only speaks of Secrets', () => {
  const source = textSource(
    'web.yaml',
    application('    - kind: Secret\n      jsonPointers:\n        - /data\n').replace(': x', ''),
  );
  expect([...maskedLines(source.read().split('\n'))]).toEqual([]);
  expect(
    maskedLines(application('    - kind: Secret\n').replace(': x', ': [').split('\n')).size,
  ).toBeGreaterThan(0);
});

it.each([
  [
    'a patch beside its target',
    'kind: Kustomization\nresources: [a.yaml]\npatches:\n  - target: {kind: Secret, name: db}\n    patch: |-\n      - op: add\n        value: hunter2\n',
  ],
  [
    'a patch of a kustomization without kind',
    'resources: [a.yaml]\npatches:\n  - target: {kind: Secret, name: db}\n    patch: |-\n      - op: add\n        value: hunter2\n',
  ],
  [
    'a patch as a text',
    'kind: Kustomization\nresources: [a.yaml]\npatches:\n  - patch: |-\n      kind: Secret\n      stringData:\n        password: hunter2\n',
  ],
  [
    'an object in values',
    'kind: HelmRelease\nspec:\n  values:\n    extraObjects:\n      - kind: Secret\n        stringData:\n          password: hunter2\n',
  ],
  [
    'what kubectl applied',
    'kind: HelmRelease\nspec:\n  extra:\n    kind: Secret\n    metadata:\n      annotations:\n        kubectl.kubernetes.io/last-applied-configuration: hunter2\n',
  ],
])('hides a Secret within another object: %s', (_, yaml) => {
  const lines = yaml.split('\n');
  const masked = maskedLines(lines);
  const shown = lines.map((line, at) => masked.get(at)?.shown ?? line).join('\n');
  expect(shown).not.toContain('hunter2');
  expect(shown).toMatch(/resources: \[a.yaml\]|spec:/);
});

it('keeps the names of the object in a sentence, and hides the value elsewhere', () => {
  expect(
    withoutWords('Secret "shop" of namespace "shop" has shop', { shown: 'x: ***', hidden: 'shop' }, ['shop']),
  ).toBe('Secret "shop" of namespace "shop" has ***');
});
