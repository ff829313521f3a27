import { describe, expect, it } from 'vitest';
import { masked, Names } from '../../../src/write/migrate/mask.js';

const template = `{{- if .Values.enabled }}
metadata:
  name: {{ include "web.fullname" . }}
  labels:
    {{- include "web.labels" . | nindent 4 }}
spec:
  image: "{{ .Values.image }}:{{ .Values.tag }}" # pinned
{{- end }}
`;

describe('masked', () => {
  it('is YAML of the same length that leads back', () => {
    const one = masked(template, new Names())!;
    expect(one.text.length).toBe(template.length);
    expect(one.text).not.toMatch(/[{}]/);
    expect(one.unmasked(one.text)).toBe(template);
  });

  it('lets a copy have its own indentation, and other text beside a name', () => {
    const one = masked(template, new Names())!;
    const name = /name: (\w+)/.exec(one.text)![1]!;
    const entry = /^ +(zk\w\w: x) *$/m.exec(one.text)![1]!;
    expect(one.unmasked(`a: ${name}-canary\nb:\n      ${entry}\n`)).toBe(
      'a: {{ include "web.fullname" . }}-canary\nb:\n      {{- include "web.labels" . | nindent 6 }}\n',
    );
  });

  it('has one name for an action in several templates', () => {
    const names = new Names();
    const [one, other] = [masked(template, names)!, masked('host: {{ include "web.fullname" . }}\n', names)!];
    expect(one.text).toContain(other.text.slice('host: '.length).trimEnd());
  });

  it.each([
    ['an action over several lines', 'a: {{ .Values.a\n  }}\n'],
    ['what looks like a name', 'a: zq01\nb: {{ .Values.long }}\n'],
    ['an action that is too short', 'a: {{.}}\n{{ }}\n'],
  ])('is none for %s', (_, text) => {
    expect(masked(text, new Names())).toBeUndefined();
  });
});
