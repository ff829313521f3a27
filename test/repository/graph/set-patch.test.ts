import { describe, expect, it } from 'vitest';
import { expand } from '../../../src/repository/graph/application-set.js';
import { readGraph } from '../../../src/repository/graph/read-graph.js';
import { textSource } from '../../support/sources.js';

interface Given {
  readonly patch: string;
  /** Elements of a list generator, or a generator. */
  readonly elements?: string;
  readonly generator?: string;
  readonly head?: string;
}

const goTemplate = '  goTemplate: true\n';

function setWith({ patch, elements = '[{env: dev}]', generator, head = goTemplate }: Given): string {
  const name = head === '' ? '{{env}}' : '{{.env}}';
  return `apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: {name: all}
spec:
${head}  generators: [${generator ?? `{list: {elements: ${elements}}}`}]
  template:
    metadata:
      name: 'shop-${name}'
      finalizers: [one]
    spec:
      project: shop
      source: {path: apps/shop, helm: {valuesObject: {a: {b: 1}}}}
      destination: {namespace: shop}
      syncPolicy: {syncOptions: [CreateNamespace=true]}
  templatePatch: |
${patch.replaceAll(/^(?=.)/gm, '    ')}
`;
}

function expandedWith(given: Given) {
  const files = [textSource('/repo/sets/all.yaml', setWith(given))];
  const [set] = readGraph(files).graph.ofKind('ApplicationSet');
  if (!set) throw new Error('There is no ApplicationSet.');
  return { set, ...expand(set, files) };
}

function specsWith(given: Given): readonly unknown[] {
  const { applications, notes, unread } = expandedWith(given);
  expect({ notes, unread }).toEqual({ notes: [], unread: [] });
  return applications.map((one) => [one.name, one.at('spec', 'syncPolicy').value]);
}

const automated = (condition: string): string =>
  `{{- if ${condition} }}\nspec:\n  syncPolicy:\n    automated: {selfHeal: true}\n{{- end }}`;
const plain = { syncOptions: ['CreateNamespace=true'] };
const healed = { ...plain, automated: { selfHeal: true } };

/** What Argo CD makes of them: text/template, strategicpatch.StrategicMergePatch of v1alpha1.Application. */
describe('a templatePatch', () => {
  it('is rendered for each element of a list', () => {
    const elements = '[{env: dev, autoSync: true}, {env: prod, autoSync: false}]';
    expect(specsWith({ patch: automated('.autoSync'), elements })).toEqual([
      ['shop-dev', healed],
      ['shop-prod', plain],
    ]);
  });

  it('is rendered for each element of a matrix', () => {
    const generator =
      '{matrix: {generators: [{list: {elements: [{env: dev, heal: true}, {env: prod, heal: false}]}}, {list: {elements: [{service: web}]}}]}}';
    const patch = automated('and .heal (eq .service "web")');
    expect(specsWith({ patch, generator })).toEqual([
      ['shop-dev', healed],
      ['shop-prod', plain],
    ]);
  });

  it('is rendered for each element of a merge', () => {
    const generator =
      '{merge: {mergeKeys: [env], generators: [{list: {elements: [{env: dev, tier: low}, {env: prod, tier: low}]}}, {list: {elements: [{env: prod, tier: high}]}}]}}';
    expect(specsWith({ patch: automated('eq .tier "high"'), generator })).toEqual([
      ['shop-dev', plain],
      ['shop-prod', healed],
    ]);
  });

  it('of a set without goTemplate has placeholders only', () => {
    const patch = 'metadata:\n  name: "{{env}}-patched"\n  labels: {env: "{{ env }}"}';
    const [one] = expandedWith({ patch, head: '' }).applications;
    expect([one?.name, one?.at('metadata', 'labels').value]).toEqual(['dev-patched', { env: 'dev' }]);
  });

  it('is JSON, too, and may write values with the functions of Sprig', () => {
    const patch = '{"metadata": {"labels": {"env": {{ .env | upper | quote }}}}}';
    const [one] = expandedWith({ patch }).applications;
    expect(one?.at('metadata', 'labels').value).toEqual({ env: 'DEV' });
  });

  it('replaces lists except finalizers, removes what is null, and leaves the project', () => {
    const patch =
      'metadata: {finalizers: [one, two]}\nspec:\n  project: other\n  destination: null\n  syncPolicy: {syncOptions: [A=b]}';
    const [one] = expandedWith({ patch }).applications;
    expect(one?.at('metadata', 'finalizers').value).toEqual(['one', 'two']);
    expect(one?.at('spec').value).toMatchObject({ project: 'shop', syncPolicy: { syncOptions: ['A=b'] } });
    expect(one?.at('spec', 'destination').exists).toBe(false);
  });

  it('adds fields at its own place', () => {
    const { set, applications } = expandedWith({ patch: automated('eq .env "dev"') });
    const { start, end } = set.at('spec', 'templatePatch').place;
    expect(applications[0]?.at('spec', 'syncPolicy', 'automated').place).toMatchObject({ start, end });
  });

  it('says where a deployment comes from', () => {
    const patch = 'spec:\n  source: {path: "other/{{ .env }}"}\n';
    expect(expandedWith({ patch }).applications[0]?.at('spec', 'source', 'path').text).toBe('other/dev');
  });

  const strict = `${goTemplate}  goTemplateOptions: ["missingkey=error"]\n`;
  const unknown: Readonly<Record<string, Given & { readonly reason: string }>> = {
    'a key that is missing where that is an error': {
      ...{ patch: automated('.autoSync'), head: strict },
      reason: '.autoSync is missing from an element',
    },
    'a missing value that is written': {
      patch: 'metadata: {labels: {a: "{{ .other }}"}}',
      reason: 'a value that it writes is missing',
    },
    'a function that is random': {
      patch: 'metadata: {labels: {a: "{{ uuidv4 }}"}}',
      reason: 'function uuidv4 is not known here',
    },
    'a function of Helm': {
      patch: 'metadata: {labels: {a: "{{ required "a" .env }}"}}',
      reason: 'function required is not known here',
    },
    'an expression without goTemplate': {
      ...{ patch: automated('.autoSync'), head: '' },
      reason: 'a placeholder has no value',
    },
    'a directive': {
      patch: 'spec:\n  syncPolicy:\n    $patch: replace',
      reason: 'it has a directive of strategic merge patches, or too many values',
    },
    'values of a chart in both': {
      patch: 'metadata: {labels: {a: b}}\nspec:\n  source: {helm: {valuesObject: {a: {b: 2}}}}',
      reason: 'how it is merged is not known',
    },
    'more values than there is memory': {
      patch: `metadata:\n  labels:\n    a0: &a0 [x, x, x, x, x, x, x, x]\n${Array.from({ length: 8 }, (_, index) => `    a${index + 1}: &a${index + 1} [${Array.from({ length: 8 }, () => `*a${index}`).join(', ')}]`).join('\n')}`,
      reason: 'it is not one document of YAML',
    },
  };
  it.each(Object.entries(unknown))('is not evaluated: %s', (_, { reason, ...given }) => {
    const { set, unread, applications, unpatched } = expandedWith(given);
    expect(unread).toEqual([{ set, reason }]);
    // What it changes is unknown, and all else is known.
    expect(applications.every((one) => unpatched.has(one))).toBe(true);
  });
});
