import { describe, expect, it } from 'vitest';
import { type Chart, evaluateChart, type Evaluated } from '../../../src/repository/template/chart.js';
import { parseValues } from '../../../src/yaml/parse/values.js';
import { cases, partials, values } from './cases.js';

const release = {
  ...{ name: 'rel', namespace: 'ns', kubernetes: '1.36', apiVersions: [], values: [], set: [] },
  sha256: (text: string) => `sum of ${text}`,
  left: { amount: 60_000_000 },
};

function chartOf(template: string, own: Partial<Chart> = {}): Chart {
  return {
    about: { apiVersion: 'v2', name: 'case', version: '0.1.0' },
    values: parseValues(values)[0],
    templates: new Map([
      ['templates/_helpers.tpl', partials],
      ['templates/a.yaml', template],
    ]),
    charts: [],
    ...own,
  };
}

/** What is written below the line that names the template. */
function written(evaluated: Evaluated): string | undefined {
  return evaluated.kind === 'manifests'
    ? evaluated.text.split('\n').slice(2).join('\n').trimEnd()
    : undefined;
}

describe('evaluateChart', () => {
  it.each(cases)('writes %s as Helm does', (template, expected) => {
    expect(written(evaluateChart(chartOf(template), release))).toBe(expected);
  });

  it.each([
    ['a random value', 'a: {{ randAlphaNum 5 }}'],
    ['the time', 'a: {{ now }}'],
    ['another file', 'a: {{ .Files.Get "a.txt" }}'],
    ['an API that only some releases serve', 'a: {{ .Capabilities.APIVersions.Has "policy/v1beta1" }}'],
    ['a template within itself', '{{ define "x" }}{{ include "x" . }}{{ end }}{{ include "x" . }}'],
    ['a value within itself', '{{ $d := dict }}{{ $_ := set $d "d" $d }}a: {{ toYaml $d }}'],
    ['a text that doubles', '{{ $x := "ab" }}{{ range until 60 }}{{ $x = print $x $x }}{{ end }}a: {{ $x }}'],
    [
      'maps that hold each other twice',
      '{{ $a := dict "x" "y" }}{{ range until 40 }}{{ $a = dict "a" $a "b" $a }}{{ end }}a: {{ toYaml $a }}',
    ],
    [
      'lists that hold each other twice',
      '{{ $a := list 1 }}{{ range until 40 }}{{ $a = list $a $a }}{{ end }}a: {{ $a }}{{ has $a $a }}',
    ],
    [
      'a text in place of each letter',
      '{{ $a := "aa" }}{{ range until 14 }}{{ $a = print $a $a }}{{ end }}a: {{ replace "a" $a $a | len }}',
    ],
    [
      'lines that are indented far',
      '{{ $a := "a\n" }}{{ range until 14 }}{{ $a = print $a $a }}{{ end }}a: {{ indent 9999 $a | len }}',
    ],
    [
      'lists within each other',
      '{{ $a := until 9 }}{{ range until 300 }}{{ $a = tuple $a }}{{ end }}a: {{ toYaml $a }}',
    ],
    ['a number that grows', '{{ $x := 9 }}{{ range until 60 }}{{ $x = mul $x $x }}{{ end }}a: {{ $x }}'],
    [
      'loops in loops',
      '{{ range until 9999 }}{{ range until 9999 }}{{ range until 9999 }}x{{ end }}{{ end }}{{ end }}',
    ],
  ])('does not know %s', (_, template) => {
    expect(evaluateChart(chartOf(template), release).kind).toBe('unknown');
  });

  it('takes no more for many charts than all may take together', () => {
    const left = { amount: 1_000_000 };
    const work = '{{ range until 999 }}{{ range until 99 }}x{{ end }}{{ end }}';
    const kinds = Array.from({ length: 9 }, () => evaluateChart(chartOf(work), { ...release, left }).kind);
    expect(kinds.slice(0, 2)).toEqual(['manifests', 'manifests']);
    expect(kinds.at(-1)).toBe('unknown');
  });

  it('has values files over the values of the chart, and null removes one', () => {
    const template = 'a: {{ .Values.name }} {{ .Values.image.tag }} {{ .Values.image.repository }}';
    const over = [{ image: { tag: '2' } }, { name: null, image: { tag: '3' } }];
    expect(written(evaluateChart(chartOf(template), { ...release, values: over }))).toBe('a:  3 nginx');
  });

  it('has single values over all others, with the types of --set', () => {
    const template =
      'a: {{ .Values.replicas }} {{ eq .Values.replicas 5 }} {{ .Values.image.tag }} {{ .Values.enabled }}';
    const set = [
      { name: 'replicas', value: '5', isText: false },
      { name: 'image.tag', value: '5', isText: true },
      { name: 'enabled', value: 'false', isText: false },
    ];
    expect(written(evaluateChart(chartOf(template), { ...release, set }))).toBe('a: 5 true 5 false');
  });

  it('gives a chart within it its own values, and leaves it out where a condition is false', () => {
    const inner = chartOf('b: {{ .Values.size }} {{ .Values.global.zone }} {{ .Chart.Name }}', {
      about: { apiVersion: 'v2', name: 'db', version: '0.1.0' },
      values: { size: 1, color: 'red' },
    });
    const outer = (enabled: boolean): Chart =>
      chartOf('a: {{ .Values.db.color }}', {
        about: { name: 'case', dependencies: [{ name: 'db', condition: 'db.enabled' }] },
        values: { db: { size: 2, enabled }, global: { zone: 'eu' } },
        charts: [inner],
      });
    const text = (enabled: boolean): string => {
      const evaluated = evaluateChart(outer(enabled), release);
      return evaluated.kind === 'manifests' ? evaluated.text : evaluated.reason;
    };
    expect(text(true)).toContain('a: red\n');
    expect(text(true)).toContain('b: 2 eu db\n');
    expect(text(false)).not.toContain('b:');
  });

  const needing = (template: string, values: object = {}): Evaluated =>
    evaluateChart(
      chartOf(template, {
        about: {
          name: 'case',
          dependencies: [{ name: 'redis', alias: 'cache', condition: 'cache.enabled' }],
        },
        values,
      }),
      release,
    );

  it('does not know a chart that is not in the repository, nor the values that it would add', () => {
    const known = needing('a: {{ .Values.cache.size }} {{ .Values.cache.auth.user }}', {
      cache: { size: 2, auth: { user: 'web' } },
    });
    expect(written(known)).toBe('a: 2 web');
    expect(known).toMatchObject({ absent: ['redis'], leftOut: [] });
    expect(needing('a: {{ .Values.cache.port }}', { cache: { enabled: false } })).toMatchObject({
      absent: [],
    });
  });

  it.each([
    '.Values.cache.port',
    '.Values.cache.auth.port',
    'len .Values.cache',
    'hasKey .Values.cache "port"',
    'toYaml .Values',
    'if .Values.cache.auth.on }}{{ end',
    'range $key, $_ := .Values.cache.auth }}{{ end',
    'deepCopy .Values.cache.auth | toYaml',
    'merge (dict) .Values.cache | toYaml',
  ])('does not know {{ %s }} without the chart that may say it', (action) => {
    expect(needing(`a: {{ ${action} }}`, { cache: { auth: { user: 'web' } } })).toEqual({
      kind: 'unknown',
      reason: 'the values of chart redis are not in the repository',
    });
  });

  const beside = (other: string): Evaluated => {
    const { templates } = chartOf('b: {{ .Values.name }}');
    return evaluateChart(
      chartOf('', { templates: new Map([...templates, ['templates/0.yaml', other]]) }),
      release,
    );
  };

  it.each([
    ['a: {{ randAlphaNum 5 }}', 'function randAlphaNum is not known here'],
    ['a: {{ include "none" . }}', 'template none is not found'],
    ['a: {{ required "b" .Values.b }}', 'a value is required: b'],
    ['a: {{ .Values.a-b }}', 'it has "-b " in an action'],
  ])('leaves out what a template makes that is not known: %s', (template, reason) => {
    const evaluated = beside(template);
    expect(written(evaluated)).toBe('b: shop');
    expect(evaluated).toMatchObject({ leftOut: [{ path: 'case/templates/0.yaml', reason }] });
  });

  it.each([
    ['has changed values', '{{ $_ := set .Values "name" "x" }}{{ fail "x" }}'],
    [
      'would have changed values',
      '{{ if .Values.none }}{{ $_ := set .Values "name" "x" }}{{ end }}{{ fail "x" }}',
    ],
    ['defines what others may use', '{{ define "x" }}{{ end }}{{ .Values.a-b }}'],
    ['takes all work', '{{ range until 9999 }}{{ range until 9999 }}x{{ end }}{{ end }}'],
  ])('knows nothing of a chart with a template that %s and is not known', (_, template) => {
    expect(beside(template).kind).toBe('unknown');
  });
});
