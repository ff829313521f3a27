import { describe, expect, it } from 'vitest';
import { decode } from '../../src/files/decode.js';
import { lint } from '../../src/lint/lint.js';
import { messageOf } from '../../src/model/finding.js';
import { textSource } from '../support/sources.js';

describe('bytes that are no UTF-8', () => {
  it.each<[string, Buffer, string]>([
    ['UTF-8', Buffer.from('é €'), 'é €'],
    ['a replacement character that is written', Buffer.from('a \uFFFD'), 'a \uFFFD'],
    ['Latin-1', Buffer.from('é', 'latin1'), '\uFFFF'],
    ['a character that is cut off', Buffer.from('€').subarray(0, 2), '\uFFFF'],
  ])('are told from %s', (_, bytes, text) => {
    expect(decode(bytes)).toBe(text);
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
