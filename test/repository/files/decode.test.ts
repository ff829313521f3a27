import { describe, expect, it } from 'vitest';
import { decode, encodedAs } from '../../../src/repository/files/decode.js';
import { lint } from '../../../src/lint/lint.js';
import { messageOf } from '../../../src/model/finding.js';
import { textSource } from '../../support/sources.js';

describe('bytes that are no UTF-8', () => {
  it.each<[string, Buffer, string]>([
    ['UTF-8', Buffer.from('é €'), 'é €'],
    ['a replacement character that is written', Buffer.from('a \uFFFD'), 'a \uFFFD'],
    ['Latin-1', Buffer.from('é', 'latin1'), '\uFFFF'],
    ['a character that is cut off', Buffer.from('€').subarray(0, 2), '\uFFFF'],
  ])('are told from %s', (_, bytes, text) => {
    expect(decode(bytes)).toBe(text);
  });

  const service = 'apiVersion: v1\nkind: Service # café 😀\nspec: {}\n';
  const wide = (text: string, mark = '\uFEFF'): Record<'le' | 'be', Buffer> => ({
    le: Buffer.from(mark + text, 'utf16le'),
    be: Buffer.from(mark + text, 'utf16le').swap16(),
  });

  // What kustomize 5.8 builds of these: the first document of UTF-16 with a byte order mark, and nothing of the others.
  it.each(['le', 'be'] as const)(
    'are not those of UTF-16 with a byte order mark and one document: %s',
    (order) => {
      for (const text of [service, `---\n${service}`, `# first\r\n---\r\n${service}`])
        expect(decode(wide(text)[order])).toBe(`\uFEFF${text}`);
      for (const text of [`${service}---\n${service}`, `${service}--- # more\na: b`, `---\na: b\n---`])
        expect(decode(wide(text)[order]), text).toContain('\uFFFF');
      expect(decode(wide(service, '')[order])).toContain('\0');
      const whole = wide(service)[order];
      expect(decode(whole.subarray(0, -1)), 'half a character').toContain('\uFFFF');
      const half = wide(`a: ${'😀'.slice(0, 1)} b`)[order];
      expect(decode(half), 'half a pair').toContain('\uFFFF');
      const utf32 = Buffer.concat(
        [...`\uFEFF${service}`].map((one) => {
          const bytes = Buffer.alloc(4);
          if (order === 'le') bytes.writeUInt32LE(one.codePointAt(0)!);
          else bytes.writeUInt32BE(one.codePointAt(0)!);
          return bytes;
        }),
      );
      expect(decode(utf32), 'UTF-32').toContain('\0');
    },
  );

  it.each(['le', 'be'] as const)('are those of UTF-16 when it is written again: %s', (order) => {
    const bytes = wide(service)[order];
    const text = decode(bytes);
    expect(encodedAs(text, bytes)).toEqual(bytes);
    expect(encodedAs(service, bytes), 'a text that was not read of it').toBe(service);
    expect(encodedAs(text, Buffer.from('a: b'))).toBe(text);
  });

  // What sigs.k8s.io/yaml v1.6.0 says of these bytes: "yaml: invalid trailing UTF-8 octet".
  it('are reported where they stand', () => {
    const text = decode(Buffer.from('apiVersion: v1\nkind: Service # café\nspec: {}\n', 'latin1'));
    const { findings } = lint([textSource('a.yaml', text)], []);
    expect(findings.map(({ rule, place }) => [rule, place.start])).toEqual([
      ['yaml/parses', text.indexOf('\uFFFF')],
    ]);
    expect(messageOf(findings[0]!)).toBe(
      'This character is not in UTF-8, so Kubernetes reads nothing of the document; save the file as UTF-8.',
    );
  });
});
