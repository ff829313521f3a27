import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { splitDocuments } from '../../../src/yaml/parse/documents.js';
import { wholeOr } from '../../support/whole.js';

const split = (text: string): string[] =>
  splitDocuments(text).map(({ start, end }) => text.slice(start, end));

describe('splitDocuments', () => {
  it.each<[string, string, string[]]>([
    ['one document', 'a: b\n', ['a: b\n']],
    ['several', 'a\n---\nb\n---\nc', ['a\n', '---\nb\n', '---\nc']],
    ['a marker at the start', '---\na\n---\nb\n', ['---\na\n', '---\nb\n']],
    ['a marker with a comment', 'a\n--- # b\nc\n', ['a\n', '--- # b\nc\n']],
    ['a marker with content', 'a\n--- {b: c}\n--- |\n d\n', ['a\n', '--- {b: c}\n', '--- |\n d\n']],
    ['a marker with a tab behind it', 'a\n---\tb\n', ['a\n', '---\tb\n']],
    ['a marker at the end', 'a\n---', ['a\n']],
    ['what only starts like a marker', 'a\n---b\n----\n...c\n', ['a\n---b\n----\n...c\n']],
    ['a marker that is indented', 'a: |\n  ---\n  b\n ...\n', ['a: |\n  ---\n  b\n ...\n']],
    ['an end', 'a\n...\nb\n...\n', ['a\n', 'b\n']],
    ['an end with a comment', 'a\n... # b\n# c\n---\nd\n', ['a\n', '---\nd\n']],
    ['empty documents', '---\n---\n# a\n---\n\n--- # b\n---\nc\n---\n', ['---\nc\n']],
    ['comments before the first marker', '# a\n\n---\nb\n', ['---\nb\n']],
    [
      'directives',
      '%YAML 1.1\n# a\n---\nb\n...\n%TAG ! x:\n---\nc\n',
      ['%YAML 1.1\n# a\n---\nb\n', '%TAG ! x:\n---\nc\n'],
    ],
    ['a comment that Kubernetes ends at U+2028', '# a\u2028b: 1\n', ['# a\u2028b: 1\n']],
    ['Windows line breaks', 'a\r\n---\r\nb\r\n...\r\nc\r\n', ['a\r\n', '---\r\nb\r\n', 'c\r\n']],
    ['old Macintosh line breaks', 'a\r---\rb\r', ['a\r', '---\rb\r']],
    ['a byte order mark', '\uFEFFa\n---\nb\n', ['a\n', '---\nb\n']],
    ['a byte order mark before a marker', '\uFEFF---\na\n', ['---\na\n']],
    ['nothing', '', []],
    ['blanks and comments', ' \n# a\n\t\n', []],
  ])('finds %s', (_, text, expected) => {
    expect(split(text)).toEqual(expected);
  });

  it('finds the same documents as another parser', () => {
    const line = fc.constantFrom(
      '---',
      '--- # a',
      '--- b',
      '...',
      '# c',
      '',
      'd: e',
      '- f',
      'g: |',
      '  ---',
      '  h',
      '---i: j',
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 9 }), fc.constantFrom('\n', '\r\n'), (lines, lineBreak) => {
        const text = lines.join(lineBreak);
        const others = parseAllDocuments(text, { logLevel: 'silent' });
        fc.pre(Array.isArray(others) && others.every(({ errors }) => errors.length === 0));
        const contents = others.filter(({ contents }) => contents?.toJSON() != null);
        const ours = splitDocuments(text).filter(({ start, end }) => {
          const [document] = parseAllDocuments(text.slice(start, end), { logLevel: 'silent' });
          return document?.contents?.toJSON() != null;
        });
        expect(ours.length).toBe(contents.length);
        contents.forEach(({ range: [from] }, index) => {
          expect(from).toBeGreaterThanOrEqual(index === 0 ? 0 : ours[index]!.start);
          expect(from).toBeLessThanOrEqual(ours[index]!.end);
        });
      }),
      { numRuns: wholeOr(500, 150) },
    );
  });
});
