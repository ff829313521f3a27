import { describe, expect, it } from 'vitest';
import { isTemplate } from '../../../src/yaml/parse/template.js';

describe('isTemplate', () => {
  it.each([
    ['a value of the chart', 'replicas: {{ .Values.replicas }}\n'],
    ['a quoted value of the chart', 'image: "{{ .Values.image }}:{{ .Chart.AppVersion }}"\n'],
    ['the name of the release', 'name: x-{{ .Release.Name }}\n'],
    ['another template', 'labels:\n  {{- include "chart.labels" . | nindent 4 }}\n'],
    ['a condition around documents', '{{- if .enabled }}\nkind: A\n{{- end }}\n'],
    ['a condition within a map', 'spec:\n  {{- if x }}\n  a: b\n  {{- end }}\n  c: d\n'],
    ['a loop in a list', 'items:\n{{- range .items }}\n- {{ . }}\n{{- end }}\n'],
    ['an action for a value', 'name: {{ name }}\n'],
    ['an action for an item', '- {{ name }}\n'],
    ['an action for a key', '{{ $key }}: b\n'],
    ['an action behind a block', 'a: |\n  text\nb: {{ x }}\n'],
    ['an action behind a block in a list', '- a: |\n    text\n  b: {{ x }}\n'],
    ['a comment of Helm', '{{/* why */}}\nkind: A\n'],
    ['a condition of another language', 'a: b\n{% if x %}\nc: d\n{% endif %}\n'],
    ['code of ytt', '#@ load("@ytt:data", "data")\nname: #@ data.values.name\n'],
    ['code of ytt behind a value', 'name: a #@ x\n'],
    ['a value of a script', 'name: %NAME%\n'],
    ['an item of a script', 'names:\n  - %NAME%\n'],
    ['braces of another language that it writes', 'a: "{{"{{inputs.x}}"}}"\n'],
    ['braces that it writes with spaces', 'a: "{{ "{{" }}inputs.x{{ "}}" }}"\n'],
    ['braces that it writes with spaces trimmed', 'a: "{{- "{{x}}" -}}"\n'],
    // Backstage fills these in before there is any YAML.
    ['a list of what a scaffolder fills in', 'a: [ ${{ values.x }} ]\n'],
    ['a map of it', 'a: { b: ${{ values.x }} }\nc: {${{ values.y }}: d}\n'],
    ['a second item of it', 'a: [x, ${{ values.x }}]\n'],
    ['a filler with a colon in it', 'a: ${{ values.x | default: y }}\n'],
    ['Windows line breaks', 'a: b\r\n{{- if x }}\r\nc: d\r\n{{- end }}\r\n'],
  ])('is true for %s', (_, text) => {
    expect(isTemplate(text, '/a/chart/templates/x.yaml')).toBe(true);
  });

  it.each([
    ['no action at all', 'kind: A\n'],
    ['a quote too many beside braces', 'a: "{{x}}" b"\n'],
    ['a string that holds what writes braces', 'a: \'{{ "{{" }}\'\n'],
    ['a shell script with a comment of its own', 'run: |\n  #@ x\n  echo %NAME%\n'],
    ['a format', 'log: "%NAME%"\nother: a %U %NAME%\nlast: 100%\n'],
    [
      'an argument of an AnalysisTemplate',
      'query: rate({{args.service-name}})\naddress: "{{ args.address }}"\n',
    ],
    ['a block with an argument', 'query: |\n  {{args.service}}\n  {{ .Values.x }}\n'],
    ['a parameter of an ApplicationSet', 'name: \'{{name}}-app\'\npath: "{{ .path.basename }}"\n'],
    [
      'a template patch',
      'templatePatch: |\n  spec:\n  {{- if .autoSync }}\n    a: {{ .b }}\n  {{- end }}\nc: d\n',
    ],
    ['a block in a list', '- |\n {{ if x }}\n- a: >-\n    {{ .Values.y }}\n  b: c\n'],
    ['a block with a tag and a comment', 'a: !x |2- # b\n   {{ .Values.y }}\nb: c\n'],
    ['blank lines in a block', 'a: |\n\n  {{ .Values.y }}\n\n  {{ .Values.z }}\n'],
    ['a parameter of a workflow', 'args: ["{{inputs.parameters.message}}"]\n'],
    ['an alert', 'summary: "{{ $labels.pod }} is down for {{ $value }}"\n'],
    ['a comment', '# {{ .Values.x }}\na: b # {{ x }}\n'],
    ['an action in a text of several lines', 'a: "b\n  {{ c }}"\nd: e\n  {{ f }}\n'],
    ['maps in maps', 'a: {b: {c: d}}\ne: {{f: g}: h}\n'.replace('e: {{f: g}: h}\n', '')],
    ['a workflow of GitHub', 'env:\n  TOKEN: ${{ secrets.TOKEN }}\n'],
    ['a list of what is filled in, in quotes', 'a: [ "${{ values.x }}" ]\n'],
    ['another mistake than what a scaffolder fills in', 'a: [ ${{ values.x }} ]\nb: "c\nd: e\n'],
    ['another mistake beside what it fills in', 'a: ${{ values.x }}\nb: [ c\nd: e\n'],
    ['what is never filled in', 'a: [ ${{ values.x ]\n'],
    ['another mistake than an action', 'a: "b\nquery: "{{args.x}}"\n'],
  ])('is false for %s', (_, text) => {
    expect(isTemplate(text, '/a/chart/templates/x.yaml')).toBe(false);
  });

  const bare = `kind: ApplicationSet
spec:
  goTemplate: true
  template:
    {{- if .auto }}
    spec: {}
    {{- end }}
`;

  it.each([
    ['values of a chart in quotes', 'a: \'{{ .Values.a }}\'\nb: { c: "{{ .Values.b }}-\\"x" }\n', false],
    ['one value that is not in quotes', "a: '{{ .Values.a }}'\nb: x-{{ .Values.b }}\n", true],
    ['one within a value of a Rollout', 'kind: Rollout\nb: x-{{ .Values.b }}\n', false],
    ['one that is the value of a Rollout', 'kind: Rollout\nb: {{ .Values.b }}\n', true],
    ['control lines around a Rollout', '{{- if .Values.a }}\nkind: Rollout\n{{- end }}\n', true],
    ['a value that is not in quotes behind one that is', "a: ['{{ .Values.a }}', {{ .Values.b }}]\n", true],
    ['control lines of an ApplicationSet', bare, false],
    ['those of an ApplicationSet without Go templates', bare.replace('true', 'false'), true],
    ['an ApplicationSet of a chart', bare.replace('.auto', '.Values.auto'), true],
    ['an ApplicationSet whose braces another template writes', `a: "{{"{{x}}"}}"\n${bare}`, true],
  ])('outside of a chart, %s', (_, text, expected) => {
    expect(isTemplate(text, '/a/apps/x.yaml')).toBe(expected);
  });

  it('control lines of an ApplicationSet in the templates of a chart', () => {
    expect(isTemplate(bare, '/a/chart/templates/x.yaml')).toBe(true);
  });
});
