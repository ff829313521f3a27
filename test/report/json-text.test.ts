import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import '../support/seed.js';
import { JsonText } from '../../src/report/json-text.js';
import { printable } from '../../src/report/printable.js';

/** What a CI system, a terminal or JSON itself takes otherwise than it stands there. */
const odd = fc.constantFrom(
  '::error::',
  '##[group]',
  '"',
  '\\',
  '\n',
  '\t',
  '\u001b[31m',
  '\u202e',
  '\u2764\ufe0f',
  'é',
);
const text = fc.array(fc.oneof(fc.string(), odd), { maxLength: 4 }).map((parts) => parts.join(''));
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.double(),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.constant(undefined),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(text, tie('value'), { maxKeys: 3 }),
  ),
}));

const printed = (of: unknown): string | undefined =>
  (JSON.stringify(of, undefined, 2) as string | undefined)?.split('\n').map(printable).join('\n');

describe('the text of a JSON value', () => {
  it('is what JSON.stringify makes of it, line by line as it may be printed anywhere', () => {
    fc.assert(
      fc.property(value, (of) => {
        expect(new JsonText([]).of(of)).toBe(printed(of));
        expect(new JsonText([1, 2]).of(of)).toBe(printed(of));
      }),
      { numRuns: 2000 },
    );
  });

  it('takes a line from a depth on, as JSON.stringify without indentation', () => {
    fc.assert(
      fc.property(value, fc.constantFrom([], [1, 2, 3]), (part, kept) => {
        const flat = (JSON.stringify(part) as string | undefined) ?? 'null';
        const text = new JsonText(kept, 2).of({ list: [part, part], name: 'a' });
        // What may not be printed is escaped, so the text differs from that of JSON.stringify and the value does not.
        expect(JSON.parse(text ?? '')).toEqual(JSON.parse(`{"list":[${flat},${flat}],"name":"a"}`));
        expect(text?.split('\n')).toHaveLength(7);
        expect(text?.split('\n').map(printable)).toEqual(text?.split('\n'));
      }),
      { numRuns: 2000 },
    );
  });

  it('is the same for a part that comes again, at its depth', () => {
    fc.assert(
      fc.property(value, (part) => {
        const all = { one: part, list: [part, part], inner: { part, list: [part] } };
        expect(new JsonText([1, 2, 3]).of(all)).toBe(printed(all));
      }),
      { numRuns: 500 },
    );
  });
});
