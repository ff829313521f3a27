import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { readGraph } from '../../../src/repository/graph/read-graph.js';
import { block, expression, type Remark, toDocument } from '../../../src/yaml/write/document.js';

const lines = (...all: readonly string[]): string => `${all.join('\n')}\n`;

describe('a document', () => {
  it('keeps the order of keys, and lines as long as they are', () => {
    const long = 'word '.repeat(40).trim();
    expect(toDocument({ b: 1, a: [{ c: long, d: [] }], e: {} })).toBe(
      lines('b: 1', 'a:', `  - c: ${long}`, '    d: []', 'e: {}'),
    );
  });

  it('writes a value twice that stands twice', () => {
    const labels = { app: 'web' };
    expect(toDocument({ a: labels, b: labels })).toBe(lines('a:', '  app: web', 'b:', '  app: web'));
  });

  // https://yaml.org/type: what readers of YAML 1.1 would take for something else than a string.
  it.each(['on', 'Yes', 'n', '1e3', '0777', '0x1f', '1_000', '12:30', '2024-01-01', 'null', '~', '<<', ''])(
    'quotes %j',
    (text) => {
      expect(toDocument({ name: text })).toBe(`name: '${text}'\n`);
      expect(toDocument({ [text]: 'name' })).toBe(`'${text}': name\n`);
    },
  );

  it.each([
    'a: b',
    ' a',
    'a ',
    '- a',
    '#',
    "it's",
    '"',
    'a\nb',
    'a\n\n',
    '\t',
    'a\tb',
    '\u00a0',
    '{{ a }}',
    '---',
  ])('is read as it was written with %j', (text) => {
    const written = toDocument({ kind: 'ConfigMap', metadata: { name: 'a' }, data: { key: text } });
    const [resource] = readGraph([{ path: '/a.yaml', name: 'a.yaml', read: () => written }]).graph.resources;
    expect(resource?.at('data', 'key').value).toBe(text);
    expect(load(written)).toMatchObject({ data: { key: text } });
  });
});

describe('a remark', () => {
  const value = { first: { inner: 1 }, list: [{ name: 'a', port: 1 }, ['b']] };
  const written = (...remarks: readonly Remark[]): string => toDocument(value, remarks);

  it('stands above its field, line by line', () => {
    expect(written({ at: ['first', 'inner'], text: 'One.\nTwo.' })).toContain(
      'first:\n  # One.\n  # Two.\n  inner: 1\n',
    );
    expect(written({ at: ['first'], text: 'One.' })).toMatch(/^# One\.\nfirst:/);
  });

  it('stands above the dash where the field is the first one of an item', () => {
    expect(written({ at: ['list', 0, 'name'], text: 'One.' })).toContain(
      'list:\n  # One.\n  - name: a\n    port: 1\n',
    );
    expect(written({ at: ['list', 0, 'port'], text: 'One.' })).toContain(
      '  - name: a\n    # One.\n    port: 1\n',
    );
    expect(written({ at: ['list', 1], text: 'One.' })).toContain('    port: 1\n  # One.\n  - - b\n');
  });

  it('stands below the last entry', () => {
    expect(written({ at: ['first'], text: 'One.', isBelow: true })).toContain('  inner: 1\n  # One.\nlist:');
  });

  it('is left out where the field is absent', () => {
    const plain = toDocument(value);
    expect(written({ at: ['none'], text: 'One.' })).toBe(plain);
    expect(written({ at: ['list', 7, 'name'], text: 'One.' })).toBe(plain);
    expect(written({ at: ['none'], text: 'One.', isBelow: true })).toBe(plain);
  });
});

describe('a template of Helm', () => {
  it('has expressions in place of values', () => {
    expect(toDocument({ a: expression('{{ .Values.a | quote }}'), b: [expression('{{ . }}')] })).toBe(
      lines('a: {{ .Values.a | quote }}', 'b:', '  - {{ . }}'),
    );
  });

  it('indents what fills a block as the fields beside it', () => {
    expect(toDocument({ a: { b: block('toYaml .Values.b'), c: [{ d: block('toYaml .') }] } })).toBe(
      lines(
        'a:',
        '  b:',
        '    {{- toYaml .Values.b | nindent 4 }}',
        '  c:',
        '    - d:',
        '        {{- toYaml . | nindent 8 }}',
      ),
    );
  });

  it('has lines of its own around fields', () => {
    expect(
      toDocument({ a: [expression('{{ . }}')] }, [
        { at: ['a', 0], text: '{{- range .Values.a }}' },
        { at: ['a'], text: '{{- end }}', isBelow: true },
      ]),
    ).toBe(lines('a:', '  {{- range .Values.a }}', '  - {{ . }}', '  {{- end }}'));
  });
});
