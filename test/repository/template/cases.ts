/** Values that every case sees. */
export const values = `
name: shop
replicas: 3
large: 1000000
ratio: 1.5
enabled: true
disabled: false
nothing:
text: "007"
lines: "a\\nb\\n"
image: { repository: nginx, tag: "1.27" }
list: [b, a, "c: d"]
items:
  - { name: one, weight: 20 }
  - { name: two, weight: 100 }
labels: { tier: web, app: shop }
nested: { deep: { deeper: yes-it-is } }
template: '{{ .Values.name }}-{{ .Release.Name }}'
`;

/** Partials that every case may include. */
export const partials = `
{{- define "shop.name" -}}
{{ default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" }}
{{- end }}
{{/* A comment }} with braces */}}
{{- define "shop.labels" -}}
app: {{ include "shop.name" . }}
release: {{ .Release.Name }}
{{- end }}
`;

/** A template, and what it writes; undefined where Helm rejects it. */
type Case = readonly [template: string, written: string | undefined];

/** What `helm template` 3.22 printed, which the slow test asks again. */
export const cases: readonly Case[] = [
  ['a: {{ .Values.name }}', 'a: shop'],
  ['a: {{ .Values.replicas }}', 'a: 3'],
  ['a: {{ .Values.large }}', 'a: 1e+06'],
  ['a: {{ .Values.large | int }}', 'a: 1000000'],
  ['a: {{ .Values.ratio }}', 'a: 1.5'],
  ['a: x{{ .Values.missing }}', 'a: x'],
  ['a: x{{ .Values.missing.more }}', undefined],
  ['a: x{{ ((.Values.missing).more).most }}', 'a: x'],
  ['a: {{ eq .Values.replicas 3 }}', undefined],
  ['a: {{ eq (int .Values.replicas) 3 }}', 'a: true'],
  ['a: {{ .Values.text }} {{ .Values.text | quote }}', 'a: 007 "007"'],
  ['a: {{ printf "%s-%d %v" .Values.name 3 .Values.enabled }}', 'a: shop-3 true'],
  ['a: x {{ printf "%d" .Values.replicas }}', 'a: x %!d(float64=3)'],
  ['{{ if .Values.disabled }}a: 1{{ else if .Values.enabled }}a: 2{{ else }}a: 3{{ end }}', 'a: 2'],
  [
    '{{ with .Values.image }}a: {{ .repository }}:{{ .tag }} {{ $.Values.name }}{{ end }}',
    'a: nginx:1.27 shop',
  ],
  ['{{ with .Values.nothing }}a: 1{{ else }}a: none{{ end }}', 'a: none'],
  ['a:{{ range $i, $e := .Values.items }} {{ $i }}{{ $e.name }}{{ end }}', 'a: 0one 1two'],
  ['a:{{ range $k, $v := .Values.labels }} {{ $k }}-{{ $v }}{{ end }}', 'a: app-shop tier-web'],
  ['a:{{ range until 3 }} {{ . }}{{ end }}', 'a: 0 1 2'],
  ['a:{{ range .Values.items }}{{ if eq .name "two" }}{{ break }}{{ end }} {{ .name }}{{ end }}', 'a: one'],
  ['a:{{ range .Values.nothing }} x{{ else }} empty{{ end }}', 'a: empty'],
  ['{{ $x := 1 }}{{ if .Values.enabled }}{{ $x = 2 }}{{ end }}a: {{ $x }}', 'a: 2'],
  ['a: {{ include "shop.name" . }}', 'a: case'],
  ['a:\n  {{- include "shop.labels" . | nindent 2 }}', 'a:\n  app: case\n  release: rel'],
  // Quotes within quotes need no escape, so that the text is a template still.
  [
    `a:\n  {{- tpl (toYaml (dict "b" "{{ include \\"shop.name\\" . }}-x")) . | nindent 2 }}`,
    "a:\n  b: 'case-x'",
  ],
  ['a:\n  {{- toYaml .Values.image | nindent 2 }}', 'a:\n  repository: nginx\n  tag: "1.27"'],
  [
    'a:\n{{ toYaml .Values.items | indent 2 }}',
    'a:\n  - name: one\n    weight: 20\n  - name: two\n    weight: 100',
  ],
  ['a: {{ toJson .Values.list }}', 'a: ["b","a","c: d"]'],
  ['a: {{ .Values.list | sortAlpha | first }}', 'a: a'],
  ['a: {{ join "," .Values.list | squote }}', "a: 'b,a,c: d'"],
  ['a: {{ ternary "yes" "no" .Values.enabled | quote }}', 'a: "yes"'],
  ['a: {{ .Values.disabled | default true }}', 'a: true'],
  ['a: {{ coalesce .Values.nothing .Values.name }}', 'a: shop'],
  ['a: {{ required "a name is needed" .Values.missing }}', undefined],
  ['a: {{ tpl .Values.template . }}', 'a: shop-rel'],
  ['a: {{ and .Values.enabled .Values.name }} {{ or .Values.disabled .Values.nothing "z" }}', 'a: shop z'],
  [
    'a: {{ not .Values.disabled }} {{ len .Values.list }} {{ add 1 2 }} {{ mul 2 3 }} {{ div 7 2 }}',
    'a: true 3 3 6 3',
  ],
  ['a: {{ index .Values.list 1 }} {{ index .Values "nested" "deep" "deeper" }}', 'a: a yes-it-is'],
  ['a: {{ dig "deep" "other" "fallback" .Values.nested }}', 'a: fallback'],
  [
    'a: {{ hasKey .Values "name" }} {{ has "a" .Values.list }} {{ contains "ho" .Values.name }}',
    'a: true true true',
  ],
  [
    'a: {{ lower "ABC" }} {{ upper "x" }} {{ replace "." "-" "1.2" }} {{ trunc 2 "abcd" }}',
    'a: abc X 1-2 ab',
  ],
  ['a: {{ semverCompare ">=1.19-0" .Capabilities.KubeVersion.Version }}', 'a: true'],
  ['a: {{ semverCompare "<1.21.0" "1.20.3" }} {{ semverCompare "^1.2" "2.0.0" }}', 'a: true false'],
  ['a: {{ .Capabilities.APIVersions.Has "policy/v1" }}', 'a: true'],
  ['a: {{ .Capabilities.APIVersions.Has "argoproj.io/v1alpha1" }}', 'a: false'],
  ['a: {{ "x" | b64enc }} {{ kindOf .Values.list }} {{ kindIs "map" .Values.image }}', 'a: eA== slice true'],
  ['a: {{ (dict "k" "v").k }} {{ list 1 2 | last }} {{ splitList "-" "p-q" | last }}', 'a: v 2 q'],
  ['{{- /* nothing */ -}}\na: {{- " x" }}', 'a: x'],
  [
    'a: {{ .Chart.Name }}-{{ .Chart.Version | replace "+" "_" }} {{ .Release.Service }}',
    'a: case-0.1.0 Helm',
  ],
  ['a: {{ merge (dict "p" "own") (dict "p" "other" "q" "q") | toJson }}', 'a: {"p":"own","q":"q"}'],
  ['a: {{ omit .Values.labels "app" | toJson }}', 'a: {"tier":"web"}'],
  ['a: {{ keys .Values.image | sortAlpha }}', 'a: [repository tag]'],
  ['a: {{ template "shop.name" . }}', 'a: case'],
  ['a: {{ unknownFunction . }}', undefined],
  ['a: {{ .Values.name', undefined],
  ['{{ if .Values.enabled }}a: 1', undefined],
];
