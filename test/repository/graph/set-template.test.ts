import { describe, expect, it } from 'vitest';
import { mergedTemplate, touchedByTemplatePatch } from '../../../src/repository/graph/set-template.js';
import { toValue } from '../../../src/model/node.js';
import { parseTree } from '../../../src/yaml/parse/tree.js';

/** What dario.cat/mergo 1.0.2, with which Argo CD merges them, makes of structs of the same form. */
const merges: Readonly<Record<string, readonly [own: string, general: string, merged: string]>> = {
  'an option that is off is one that is not given': [
    'syncPolicy: {automated: {selfHeal: false}}',
    'syncPolicy: {automated: {selfHeal: true, prune: true}, syncOptions: [a]}',
    'syncPolicy: {automated: {selfHeal: true, prune: true}, syncOptions: [a]}',
  ],
  'a list is one value': [
    'syncPolicy: {syncOptions: [x]}\nignoreDifferences: [{kind: v}]',
    'syncPolicy: {automated: {}, syncOptions: [a]}\nignoreDifferences: [{kind: w}, {kind: z}]',
    'syncPolicy: {syncOptions: [x], automated: {}}\nignoreDifferences: [{kind: v}]',
  ],
  'an empty list is none, and so is an empty text': [
    'labels: {a: "", b: "1"}\nignoreDifferences: []',
    'labels: {a: "2", b: "2", c: "3"}\nignoreDifferences: [{kind: w}]',
    'labels: {a: "2", b: "1", c: "3"}\nignoreDifferences: [{kind: w}]',
  ],
  'values of a chart are one value': [
    'source: {path: "", helm: {valuesObject: {a: 1}}}',
    'source: {path: p, helm: {values: v, valuesObject: {b: 2}}}',
    'source: {path: p, helm: {valuesObject: {a: 1}, values: v}}',
  ],
  'null is nothing': ['syncPolicy: null', 'syncPolicy: {automated: {}}', 'syncPolicy: {automated: {}}'],
};

describe('the template of a generator', () => {
  it.each(Object.entries(merges))('takes what it leaves open: %s', (_, texts) => {
    const [own, general, expected] = texts.map((text) => parseTree(text).root);
    const merged = mergedTemplate(own, general);
    expect(merged && toValue(merged)).toEqual(expected && toValue(expected));
  });
});

describe('a templatePatch', () => {
  const touched: Readonly<Record<string, readonly [text: string, paths: readonly string[]]>> = {
    'of one field': ['spec:\n  source:\n    helm:\n      releaseName: a\n', ['spec.source.helm.releaseName']],
    'with actions around': [
      'spec:\n{{- if .heals }}\n  syncPolicy:\n    automated:\n      selfHeal: {{ .heals }}\n{{- else }}\n  project: b\n{{- end }}\n',
      ['spec.syncPolicy.automated.selfHeal', 'spec.project'],
    ],
    'with a list, indented or not': [
      'spec:\n  source:\n    helm:\n      valueFiles:\n      {{- range .files }}\n      - {{ . }}\n      {{- end }}\n  ignoreDifferences:\n    - kind: A\n      jsonPointers: [/a]\n  info: []\n',
      ['spec.source.helm.valueFiles', 'spec.ignoreDifferences', 'spec.info'],
    ],
    'with a text of lines': [
      'spec:\n  source:\n    helm:\n      values: |\n        a: 1\n        b\n  project: c\n',
      ['spec.source.helm.values', 'spec.project'],
    ],
    'that is JSON': ['{"spec": {"project": "a"}}', ['']],
    'with what is built by an action': ['spec:\n  {{ .key }}: a\n', ['spec']],
    'that includes all': ['{{ toYaml .patch }} # all\n', ['']],
    'with quoted keys': [
      'metadata:\n  annotations:\n    "a.b/c": d\n    \'e\': f\n',
      ['metadata.annotations.a.b/c', 'metadata.annotations.e'],
    ],
  };
  it.each(Object.entries(touched))('%s', (_, [text, paths]) => {
    expect(touchedByTemplatePatch(text).map((path) => path.join('.'))).toEqual(paths);
  });
});
